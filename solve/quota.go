package solve

const (
	// roundsBudget is the remaining budget from which on choices are searched in
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
// and the search can go on.
func (b *budget) endQuota(outer uint64) bool {
	b.slice = outer
	if b.reason != sliceSpent || b.nodes > outer {
		return false
	}
	b.reason = ""
	return true
}
