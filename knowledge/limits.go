package knowledge

import "fmt"

// Limits bound the size of a model. Zero values mean the defaults.
type Limits struct {
	Developments int // members of sets that one question needs; 0 is 1,000,000
	States       int // different states; 0 is 1,000,000
	Edges        int // joint moves of all expanded states; 0 is 20,000,000
}

func (l Limits) withDefaults() Limits {
	if l.Developments == 0 {
		l.Developments = 1_000_000
	}
	if l.States == 0 {
		l.States = 1_000_000
	}
	if l.Edges == 0 {
		l.Edges = 20_000_000
	}
	return l
}

// A LimitError says that a question exceeds the limits, and is undecided.
type LimitError struct {
	What  string // "developments", "states", "joint moves", …
	Limit int
}

// Error names the limit that was exceeded.
func (e *LimitError) Error() string {
	return fmt.Sprintf("more than %d %s are needed, which is the limit", e.Limit, e.What)
}

// A budget counts the set members created for one question.
type budget struct {
	used, limit int
}

// take uses some of the budget.
func (b *budget) take(n int) error {
	if b.used += n; b.used > b.limit {
		return &LimitError{"developments", b.limit}
	}
	return nil
}
