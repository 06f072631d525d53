package player

import (
	"context"
	"time"
)

// A Watch tells a search when to stop. It does not rely on the context alone,
// which may notice the end of time late when all processors are at work; and it
// leaves time for one more turn of the search's loop, of which it has seen how
// long they take.
type Watch struct {
	ctx      context.Context
	deadline time.Time // zero if there is none
	last     time.Time
	longest  time.Duration // of the last turns
}

// NewWatch returns a watch for the deadline of a context, if it has one.
func NewWatch(ctx context.Context) *Watch {
	w := &Watch{ctx: ctx}
	w.deadline, _ = ctx.Deadline()
	return w
}

// Lasts reports whether there is time for another turn of the loop. It is to be
// asked before each.
func (w *Watch) Lasts() bool {
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
