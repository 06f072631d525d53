package gdlref

import (
	"fmt"

	"ludex/internal/budget"
)

// An evalError ends an evaluation. It travels as a panic from the place where a
// limit is passed to the entrance of the machine, where catch turns it into an
// error again; the deeply nested evaluation does not handle errors.
type evalError struct{ err error }

func (e *evalError) Error() string { return e.err.Error() }

// Unwrap returns the cause, which may be the end of a context.
func (e *evalError) Unwrap() error { return e.err }

func fail(format string, args ...any) { panic(&evalError{fmt.Errorf(format, args...)}) }

// catch stores an evalError that is passing through the calling function.
func catch(err *error) {
	switch e := recover().(type) {
	case nil:
	case *evalError:
		*err = e
	default:
		panic(e)
	}
}

// limits are how much one evaluation may take.
type limits struct {
	answers int   // in the tables of one state
	work    int64 // candidates tried for the answer to one question
	memory  budget.Memory
}

// DefaultMaxAnswers is the number of answers and calls that the tables of one
// state may hold.
const DefaultMaxAnswers = 5_000_000

// DefaultMaxWork bounds the candidate facts and answers that are tried for one query.
const DefaultMaxWork = 4_000_000_000

// maxDepth is how deep the evaluation of negations of one component may be
// nested; each level needs some stack.
const maxDepth = 100_000
