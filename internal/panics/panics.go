// Package panics converts panics to errors, so that a defect in one piece of work does not
// end the others.
package panics

import (
	"fmt"
	"runtime/debug"
)

// An Error is a panic that was caught.
type Error struct {
	Value any    // what the panic was called with
	Stack []byte // where
}

func (e *Error) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Catch calls a function, and returns an [*Error] if it panics.
func Catch(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Error{p, debug.Stack()}
		}
	}()
	return f()
}
