package ground

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"
)

// Limits bound what grounding may take. A zero field means the default.
type Limits struct {
	Time     time.Duration // default 20 s
	Literals int           // of the ground rules; default 60 million
	Memory   int64         // bytes of the tables; default 3 GiB
}

// The default limits. No public game that can be grounded at all comes near
// them, and a machine with 8 GB survives them.
const (
	DefaultTime     = 20 * time.Second
	DefaultLiterals = 60_000_000
	DefaultMemory   = 3 << 30
)

// No limit goes beyond what 32-bit numbers can count.
const (
	maxLiterals = 500_000_000
	maxMemory   = 8<<30 - 1
)

func (l Limits) withDefaults() Limits {
	if l.Time == 0 {
		l.Time = DefaultTime
	}
	if l.Literals == 0 {
		l.Literals = DefaultLiterals
	}
	if l.Memory == 0 {
		l.Memory = DefaultMemory
	}
	l.Literals = min(l.Literals, maxLiterals)
	l.Memory = min(l.Memory, maxMemory)
	return l
}

// A LimitError says that a description grew too large while it was grounded,
// and because of which rules.
type LimitError struct {
	What  string     // the limit that was passed: "time", "literals", "memory" or "tuples"
	Limit string     // its value
	Rules []RuleStat // the rules that took the most steps, the worst first
}

// Error names the limit and the rules.
func (e *LimitError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "grounding passed the limit of %s", e.Limit)
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

// errBudget ends an attempt that grew larger than was planned for, although the
// limits would allow more.
var errBudget = fmt.Errorf("the attempt passed its budget")

// checkEvery is how many steps of work pass between two looks at the clock. It
// is a power of two.
const checkEvery = 1 << 12

// A meter watches the limits of one attempt. What it decides depends on counts
// alone, except that running out of time ends everything.
type meter struct {
	ctx      context.Context
	deadline time.Time
	limits   Limits
	budget   budget

	work     int64 // tuples looked at in joins
	literals int64 // recorded, with one for each instance
	tuples   int64 // of all relations
	words    func() int64
	stopped  error // why the attempt ended
}

// A budget ends one attempt, by counts that are the same on every machine. The
// zero fields of a budget that is set mean no bound.
type budget struct {
	literals int64 // recorded literals and instances
	steps    int64
	tuples   int64
}

func (m *meter) setBudget(b budget) {
	unbounded := func(n *int64) {
		if *n == 0 {
			*n = math.MaxInt64
		}
	}
	unbounded(&b.literals)
	unbounded(&b.steps)
	unbounded(&b.tuples)
	m.budget = b
}

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
		m.stopped = m.ctx.Err()
	case m.literals > m.budget.literals || m.work > m.budget.steps || m.tuples > m.budget.tuples:
		m.stopped = errBudget
	case m.literals > int64(m.limits.Literals):
		m.pass("literals", fmt.Sprintf("%d literals", m.limits.Literals))
	case time.Now().After(m.deadline):
		m.pass("time", m.limits.Time.String())
	case m.work/checkEvery%64 == 0 && m.words != nil && 4*m.words() > m.limits.Memory:
		m.pass("memory", fmt.Sprintf("%d MB of memory", m.limits.Memory>>20))
	}
	return m.stopped == nil
}

// pass notes that a limit has been passed.
func (m *meter) pass(what, limit string) {
	m.stopped = &LimitError{What: what, Limit: limit}
}
