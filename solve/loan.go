package solve

const (
	// hastyBudget is how many states there must be to spend for choices to be
	// searched in rounds.
	hastyBudget = 2000
	// leastLoan is the least number of states that a choice is searched with.
	leastLoan = 128
	// loanShift says how much less a choice gets than the one before it that it
	// could not be decided with: a power of two.
	loanShift = 3
	// firstLoan says which part of the budget the first choice gets in the first
	// round: a power of two.
	firstLoan = 2
)

// hasty reports whether choices are searched in rounds: each with a loan of
// states, less from choice to choice, and more from round to round. Where there
// are many choices, the ones that look best are often right but hard to prove, or
// wrong and hard to refute, and the time is better spent on another one.
func (a *attacker) hasty(l *level) bool {
	return l.wide && a.horizon == noHorizon && a.slice > a.nodes+hastyBudget
}

// loan returns what the first choice gets in the first round.
func (a *attacker) loan() uint64 {
	return max(hastyBudget/2, (a.slice-a.nodes)>>firstLoan)
}

// lend lets a part of a search spend a number of states at most, unless it is 0.
// It returns what regain has to know.
func (b *budget) lend(states uint64) (outer uint64) {
	outer = b.slice
	if states > 0 {
		b.slice = min(outer, b.nodes+states)
		b.check = min(b.check, b.slice+1)
	}
	return outer
}

// regain ends what lend began. It reports whether the part stopped because it had
// spent its loan, and the search can go on.
func (b *budget) regain(outer uint64) bool {
	b.slice = outer
	if b.reason != sliceSpent || b.nodes > outer {
		return false
	}
	b.reason = ""
	return true
}
