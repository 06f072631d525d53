package solve

// A side is one of two players.
type side uint8

const (
	byFirst side = iota
	bySecond
)

// An interval holds inclusive bounds of a goal value.
type interval struct{ low, high uint8 }

// unknown is the interval of a goal of which nothing is known.
var unknown = interval{0, maxGoal}

// exactly returns the interval of a known value.
func exactly(goal int) interval { return interval{uint8(goal), uint8(goal)} }

// exact reports whether the value is known.
func (s interval) exact() bool { return s.low == s.high }

// intersect returns the intersection.
func (s interval) intersect(t interval) interval {
	return interval{max(s.low, t.low), min(s.high, t.high)}
}

// or returns the interval of a choice between two values: the maximum for the side whose
// value it is, the minimum for the other side.
func (s interval) or(t interval, own bool) interval {
	if own {
		return interval{max(s.low, t.low), max(s.high, t.high)}
	}
	return interval{min(s.low, t.low), min(s.high, t.high)}
}

// mirrored returns the interval from the other side's point of view.
func (s interval) mirrored() interval { return interval{maxGoal - s.high, maxGoal - s.low} }
