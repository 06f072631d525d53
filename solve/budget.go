package solve

import (
	"context"
	"math"
)

// checkEvery is the number of states between checks of the limits.
const checkEvery = 1 << 6

// Internal reasons to stop.
const (
	sliceSpent Reason = "slice"  // it is another method's turn
	failed     Reason = "failed" // something went wrong
)

// A budget counts the states that searches compute, and decides when to stop.
type budget struct {
	ctx       context.Context
	nodes     uint64 // spent so far
	limit     uint64 // where everything stops
	slice     uint64 // where the present search stops
	nextCheck uint64 // when to look at all this again
	reason    Reason // why to stop, or ""
	err       error  // what went wrong, if the reason is failed
}

// newBudget returns a budget of some states, or of any number if it is 0.
func newBudget(ctx context.Context, limit uint64) *budget {
	if limit == 0 {
		limit = math.MaxUint64 / 2
	}
	return &budget{ctx: ctx, limit: limit, slice: limit}
}

// spend counts states that were computed and reports whether the search has to
// stop.
func (b *budget) spend(states int) bool {
	b.nodes += uint64(states)
	if b.nodes >= b.nextCheck && b.reason == "" {
		b.check()
	}
	return b.reason != ""
}

// check checks the limits.
func (b *budget) check() {
	b.nextCheck = min(b.nodes+checkEvery, b.slice+1)
	switch {
	case b.ctx.Err() != nil:
		b.reason = TimeUp
	case b.nodes > b.limit:
		b.reason = NodesSpent
	case b.nodes > b.slice:
		b.reason = sliceSpent
	}
}

// stopped reports whether the search has to stop.
func (b *budget) stopped() bool { return b.reason != "" }

// fail stops the search because something went wrong.
func (b *budget) fail(err error) {
	if b.err == nil {
		b.reason, b.err = failed, err
	}
}

// full stops the search because there is no more memory.
func (b *budget) full() {
	if b.reason == "" {
		b.reason = MemoryFull
	}
}

// resume clears a failure.
func (b *budget) resume() {
	if b.reason == failed {
		b.reason, b.err = "", nil
	}
}

// allow sets the number of states for the next search, or all that are left if it is
// 0. It reports whether there are any.
func (b *budget) allow(states uint64) bool {
	b.slice = b.limit
	if states > 0 {
		b.slice = min(b.limit, b.nodes+states)
	}
	if b.reason == sliceSpent || b.reason == MemoryFull {
		b.reason = ""
	}
	if b.reason == "" {
		b.check()
	}
	return b.reason == ""
}
