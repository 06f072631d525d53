package solve

import (
	"context"
	"math"
)

// checkEvery is the number of states between checks of the limits.
const checkEvery = 1 << 6

// reportEvery is the number of states between reports of progress.
const reportEvery = 1 << 12

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
	slice     uint64 // where the current search stops
	nextCheck uint64 // when to check the limits again
	reason    Reason // why to stop, or ""
	err       error  // what went wrong, if the reason is failed

	report     func() // says how far the search has come, or nil
	nextReport uint64
}

// newBudget returns a budget of some states, or of any number if it is 0.
func newBudget(ctx context.Context, limit uint64) *budget {
	if limit == 0 {
		limit = math.MaxUint64 / 2
	}
	return &budget{ctx: ctx, limit: limit, slice: limit}
}

// renew gives a budget another context and number of states, 0 for any number.
func (b *budget) renew(ctx context.Context, limit uint64) {
	fresh := newBudget(ctx, limit)
	fresh.report, fresh.nextReport = b.report, b.nextReport
	fresh.nodes, fresh.limit, fresh.slice = b.nodes, b.nodes+fresh.limit, b.nodes+fresh.slice
	*b = *fresh
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
	if b.report != nil && b.nodes >= b.nextReport {
		b.nextReport = b.nodes + reportEvery
		b.report()
	}
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

// late checks the context and reports whether the search has to stop. Searches of slow games
// call it more often than spend checks.
func (b *budget) late() bool {
	if b.reason == "" && b.ctx.Err() != nil {
		b.reason = TimeUp
	}
	return b.reason != ""
}

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

const (
	// roundsBudget is the remaining budget from which choices are searched in
	// rounds.
	roundsBudget = 2000
	// minQuota is the minimum number of states per choice.
	minQuota = 128
	// quotaShift is the power of two by which the quota shrinks after a choice that
	// could not be decided.
	quotaShift = 3
	// firstQuotaShift is the share of the budget for the first choice in the first
	// round, as a power of two.
	firstQuotaShift = 2
)

// inRounds reports whether choices are searched in rounds: each with a quota of
// states, which shrinks from choice to choice and grows from round to round. Where
// there are many choices, the best-looking ones are often right but hard to prove,
// or wrong and hard to refute.
func (a *alphaBetaSearch) inRounds(l *plyState) bool {
	return l.manyChoices && a.horizon == noHorizon && a.slice > a.nodes+roundsBudget
}

// firstQuota returns the quota of the first choice in the first round.
func (a *alphaBetaSearch) firstQuota() uint64 {
	return max(roundsBudget/2, (a.slice-a.nodes)>>firstQuotaShift)
}

// setQuota limits a part of a search to a number of states, unless it is 0. The
// result is for endQuota.
func (b *budget) setQuota(states uint64) (outer uint64) {
	outer = b.slice
	if states > 0 {
		b.slice = min(outer, b.nodes+states)
		b.nextCheck = min(b.nextCheck, b.slice+1)
	}
	return outer
}

// endQuota ends the quota. It reports whether the part stopped because of the quota,
// and the search can continue.
func (b *budget) endQuota(outer uint64) bool {
	b.slice = outer
	if b.reason != sliceSpent || b.nodes > outer {
		return false
	}
	b.reason = ""
	return true
}
