package realtime

import (
	"math"
	"slices"

	"ludex/game"
	"ludex/timed"
)

// A plan is what a role will do until it learns something: make a move at an
// instant, or wait if there is no move.
type plan struct {
	at   timed.Time
	move string
}

// waits is the plan to wait.
var waits = plan{at: timed.Forever}

// A span is the time for which a plan is made: nothing happens before its end
// unless a role moves.
type span struct {
	from, until timed.Time
}

// defaultSpan is the length of a span if nothing will expire.
const defaultSpan = timed.Unit

// span returns the time for which a role can plan in a world, from an instant on.
func (m *model) span(w *world, r game.Role, from timed.Time) span {
	return span{max(from, m.openTo(w, r)), w.state.Expiry()}
}

// length returns how long the span is, up to a limit.
func (s span) length() timed.Time {
	if s.until == timed.Forever {
		return defaultSpan
	}
	return s.until - s.from
}

// instants returns the instants of a span at which it may be good to move, the
// most promising first: at once, at the last moment, at the end itself, together
// with what expires there, and in between, ever finer.
func (m *model) instants(s span, dst []timed.Time) []timed.Time {
	add := func(t timed.Time) {
		if t >= s.from && t <= s.until && !slices.Contains(dst, t) {
			dst = append(dst, t)
		}
	}
	add(s.from)
	length := min(s.length(), 4*m.pace)
	if s.until != timed.Forever {
		add(s.until - m.margin)
	}
	add(s.from + length/2)
	if s.until != timed.Forever && m.margin <= timed.Moment {
		add(s.until)
	}
	for _, eighth := range []timed.Time{2, 6, 1, 3, 5, 7} {
		add(s.from + length/8*eighth)
	}
	return dst
}

// addPlans appends the plans of a role in a world that are new, the most promising
// first.
func (m *model) addPlans(dst []plan, w *world, r game.Role, from timed.Time) []plan {
	s := m.span(w, r, from)
	legal := m.legal(w, r)
	add := func(p plan) {
		if !slices.Contains(dst, p) {
			dst = append(dst, p)
		}
	}
	if len(legal) == 0 || s.from > s.until {
		add(waits)
		return dst
	}
	var buffer [12]timed.Time
	for i, t := range m.instants(s, buffer[:0]) {
		for _, move := range legal {
			add(plan{t, move})
		}
		if i == 0 {
			add(waits)
		}
	}
	return dst
}

// randomPlan draws a random plan: a random move after a random time with the given
// mean.
func (m *model) randomPlan(w *world, r game.Role, from, mean timed.Time) plan {
	legal := m.legal(w, r)
	if len(legal) == 0 {
		return waits
	}
	at := max(from, m.openTo(w, r)) + timed.Time(float64(mean)*-math.Log(1-unitFloat(m.rand)))
	return plan{at, legal[m.rand.Choose(len(legal))]}
}

// thinkingTime draws a role's mean waiting time, which may be much shorter or
// longer than the pace of the game.
func (m *model) thinkingTime() timed.Time {
	return max(m.pace<<2>>m.rand.Choose(6), timed.Moment)
}
