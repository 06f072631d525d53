package player

import (
	"context"
	"time"
)

// A Deadline tells a search when to stop. It does not rely on the context alone,
// whose timer may fire late when all processors are busy, and it leaves time for
// one more iteration, as long as the longest recent one.
type Deadline struct {
	ctx      context.Context
	deadline time.Time // zero if there is none
	last     time.Time
	longest  time.Duration // of the recent iterations
}

// NewDeadline returns the deadline of a context, if it has one.
func NewDeadline(ctx context.Context) *Deadline {
	w := &Deadline{ctx: ctx}
	w.deadline, _ = ctx.Deadline()
	return w
}

// Allows reports whether there is time for another iteration of the search's loop.
// Call it before each.
func (w *Deadline) Allows() bool {
	if w.ctx.Err() != nil {
		return false
	}
	if w.deadline.IsZero() {
		return true
	}
	now := time.Now()
	if !w.last.IsZero() {
		w.longest = max(now.Sub(w.last), w.longest-w.longest/64)
	}
	w.last = now
	return now.Add(w.longest).Before(w.deadline)
}
