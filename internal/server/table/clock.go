package table

import (
	"time"

	"ludex/game"
)

// A clock has the time of people. It runs for the roles of people that have to decide, from
// the event with which their decision began until the event of their move. It runs on while
// nobody is connected, but not while no server runs, see [Table.resume].
type clock struct {
	left  []time.Duration // by role, when the decision began
	since time.Time       // when the decision began
}

// hasClock reports whether people have a clock.
func (f *fold) hasClock() bool {
	return f.setup.Timing.Kind == PerMove || f.setup.Timing.Kind == Fischer
}

// resetClock gives everybody the initial time.
func (f *fold) resetClock() {
	f.clock = clock{left: make([]time.Duration, len(f.seats)), since: f.at}
	for r := range f.clock.left {
		f.clock.left[r] = f.initialTime()
	}
}

func (f *fold) initialTime() time.Duration {
	return time.Duration(f.setup.Timing.InitialMs) * time.Millisecond
}

// beginClock begins a decision.
func (f *fold) beginClock() {
	f.clock.since = f.at
	if f.setup.Timing.Kind == PerMove {
		for r := range f.clock.left {
			f.clock.left[r] = f.initialTime()
		}
	}
}

// chargeClock takes the time of a move from a role, and adds the increment.
func (f *fold) chargeClock(r game.Role) {
	if !f.hasClock() || f.seats[r].Program != "" {
		return
	}
	f.clock.left[r] = max(0, f.clock.left[r]-f.at.Sub(f.clock.since)) + time.Duration(f.setup.Timing.IncrementMs)*time.Millisecond
}

// stopClock says that the time of a role is over.
func (f *fold) stopClock(r game.Role) { f.clock.left[r] = 0 }

// ticks reports whether the clock of a role runs.
func (f *fold) ticks(r game.Role) bool {
	return f.hasClock() && f.running() && f.seats[r].Program == "" && f.play.Open(r)
}

// flag returns the role whose time is over first, and when.
func (f *fold) flag() (role game.Role, at time.Time, ok bool) {
	for r := range f.seats {
		if !f.ticks(game.Role(r)) {
			continue
		}
		if due := f.clock.since.Add(f.clock.left[r]); !ok || due.Before(at) {
			role, at, ok = game.Role(r), due, true
		}
	}
	return role, at, ok
}
