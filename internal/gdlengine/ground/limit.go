package ground

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"ludex/internal/budget"
)

// Limits bound what grounding may take. A zero field means the default. Time is
// bounded by the context.
type Limits struct {
	Literals int           // of the ground rules; default 60 million
	Memory   budget.Memory // of the tables
	// Outputs is how many steps and literals may go into rules that nothing but goals or
	// percepts needs, if these take nearly all of it. Zero means no limit.
	Outputs int
}

// DefaultLiterals is more than any public game that can be grounded needs.
const DefaultLiterals = 60_000_000

// Limits never exceed what 32-bit numbers can count.
const (
	maxLiterals = 500_000_000
	maxMemory   = 8<<30 - 1
)

// maxDepth is how deep terms may be nested, which is also the limit of the parser.
// Rules that build ever larger terms reach it quickly.
const maxDepth = 1000

// maxPlayed is how many facts states may have, and how many moves there may be.
// Public games have thousands of facts and hundreds of thousands of moves.
const maxPlayed = 1_000_000

func (l Limits) withDefaults() Limits {
	if l.Literals == 0 {
		l.Literals = DefaultLiterals
	}
	l.Literals = min(l.Literals, maxLiterals)
	return l
}

// A LimitError says that a description grew too large while it was grounded,
// and because of which rules.
type LimitError struct {
	Err   error      // which limit was passed
	Rules []RuleStat // the rules that took the most steps, the worst first
}

// Error names the limit and the rules.
func (e *LimitError) Error() string {
	var b strings.Builder
	b.WriteString(e.Err.Error())
	for i, r := range e.Rules {
		if i == 0 {
			b.WriteString("; these rules took most of it:")
		}
		b.WriteString("\n  ")
		if r.Place != "" {
			fmt.Fprintf(&b, "%s: ", r.Place)
		}
		fmt.Fprintf(&b, "%d instances, %d steps: %s", r.Instances, r.Steps, r.Text)
	}
	return b.String()
}

// Unwrap returns which limit was passed: a [*budget.TimeError], a
// [*budget.MemoryError] or one of this package's own.
func (e *LimitError) Unwrap() error { return e.Err }

// ErrGoals and ErrPercepts are reported if goals or percepts take too much. Without them the
// description may be small enough.
var (
	ErrGoals    = errors.New("grounding passed the limit for what only goals need")
	ErrPercepts = errors.New("grounding passed the limit for what only percepts need")
)

// The limits that have nothing to do with a budget.
var (
	errLiterals = errors.New("grounding passed the limit of literals")
	errTuples   = errors.New("grounding passed the limit of tuples")
	errDepth    = errors.New("grounding passed the limit of nesting")
	errPlayed   = errors.New("grounding passed the limit of facts and moves")
)

// errBudget ends an attempt that grew larger than was planned for, although the
// limits would allow more.
var errBudget = errors.New("the attempt passed its budget")

// checkEvery is the number of steps of work between checks of the clock. It is a
// power of two.
const checkEvery = 1 << 12

// A meter watches the limits of one attempt. Its decisions depend only on counts,
// except that running out of time ends everything.
type meter struct {
	ctx    context.Context
	limits Limits
	bounds bounds

	work     int64 // tuples looked at in joins
	literals int64 // recorded, with one for each instance
	tuples   int64 // of all relations
	words    func() int64
	stopped  error // why the attempt ended
	// review is asked now and then whether the attempt should go on, if it is not nil.
	review func() bool
}

// Bounds end one attempt, by counts that are the same on every machine. A zero
// field means no bound.
type bounds struct {
	literals int64 // recorded literals and instances
	steps    int64
	tuples   int64
}

func (m *meter) setBounds(b bounds) {
	unbounded := func(n *int64) {
		if *n == 0 {
			*n = math.MaxInt64
		}
	}
	unbounded(&b.literals)
	unbounded(&b.steps)
	unbounded(&b.tuples)
	m.bounds = b
}

// spent returns what an attempt has cost so far, in steps and recorded literals.
func (m *meter) spent() int64 { return m.work + m.literals }

// slow reports whether an attempt takes many steps for few literals. Public games take
// three or four steps for each.
func (m *meter) slow() bool { return m.work > 4_000_000 && m.work > 16*m.literals }

// tick counts a step of work and reports whether to go on.
func (m *meter) tick() bool {
	m.work++
	return m.work&(checkEvery-1) != 0 || m.check()
}

// spend counts several steps of work and reports whether to go on.
func (m *meter) spend(steps int) bool {
	before := m.work
	m.work += int64(steps)
	return before/checkEvery == m.work/checkEvery || m.check()
}

// check looks at all limits.
func (m *meter) check() bool {
	switch {
	case m.stopped != nil:
	case m.ctx.Err() != nil:
		m.stop(m.ctx.Err())
	case m.literals > m.bounds.literals || m.work > m.bounds.steps || m.tuples > m.bounds.tuples:
		m.stopped = errBudget
	case m.literals > int64(m.limits.Literals):
		m.stop(fmt.Errorf("%w: there are more than %d", errLiterals, m.limits.Literals))
	case m.work/checkEvery%64 == 0 && m.words != nil && 4*m.words() > m.memory():
		m.stop(&budget.MemoryError{Doing: "grounding", Limit: m.limits.Memory.Setup()})
	case m.review != nil && !m.review() && m.stopped == nil:
		m.stopped = errBudget
	}
	return m.stopped == nil
}

// memory returns how many bytes the tables may have. A table exists twice while it
// grows, so the rest is reserved for that.
func (m *meter) memory() int64 { return min(budget.Alive(m.limits.Memory.Setup())/16*15, maxMemory) }

// grown ends the attempt because a term is nested too deeply.
func (m *meter) grown() {
	m.stop(fmt.Errorf("%w: a term is nested more than %d deep, so the rules seem to build ever larger terms", errDepth, maxDepth))
}

// stop records the first limit that is exceeded. Cancellation does not count as
// a limit.
func (m *meter) stop(err error) {
	if m.stopped == nil && errors.Is(err, context.Canceled) {
		m.stopped = err
	}
	if m.stopped == nil {
		m.stopped = &LimitError{Err: err}
	}
}
