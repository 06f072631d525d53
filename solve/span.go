package solve

// A side is one of two rivals.
type side uint8

const (
	byFirst side = iota
	bySecond
)

// A span holds bounds of a goal value, both inclusive.
type span struct{ low, high uint8 }

// anything is the span of a goal value of which nothing is known.
var anything = span{0, maxGoal}

// exactly returns the span of a known value.
func exactly(goal int) span { return span{uint8(goal), uint8(goal)} }

// exact reports whether the value is known.
func (s span) exact() bool { return s.low == s.high }

// meet returns what two spans of the same value say together.
func (s span) meet(t span) span { return span{max(s.low, t.low), min(s.high, t.high)} }

// flip returns the span as the other side counts, to whom the worst is the best.
func (s span) flip() span { return span{maxGoal - s.high, maxGoal - s.low} }
