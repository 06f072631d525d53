package solve

import (
	"ludex/game"
	"ludex/solve/internal/memory"
)

// A decider proves what the first of two rivals, or a single player, gets.
type decider interface {
	// refine narrows what is known of a state until it is exact or the budget
	// stops it.
	refine(s game.State, known span) span
	// holds reports whether it is proved that a side can hold the first role's
	// goal at the given one: to get no less, or to let the other get no more. If
	// search is false, only what is known already counts.
	holds(s game.State, by side, goal uint8, search bool) bool
	// effort says how hard it was to find out what is known of a state.
	effort(s game.State) uint64
	// advance says that a move was made, so that a proof is one move shorter.
	advance()
}

// middle returns a claim about a value within a span that is not exact: at least
// how much? It is the middle one of the goals in the span that were met.
func (r *rivals) middle(s span) uint8 {
	var goals [maxGoal + 1]uint8
	n := 0
	for g := int(s.low) + 1; g <= int(s.high); g++ {
		if r != nil && r.other[g] != unseen {
			goals[n] = uint8(g)
			n++
		}
	}
	if n == 0 {
		return s.low + (s.high-s.low+1)/2
	}
	return goals[n/2]
}

// refine implements decider. It bisects the span. If the budget stops this, the
// next time sorts moves better.
func (a *attacker) refine(s game.State, known span) span {
	a.horizon = noHorizon
	a.share = a.slice - a.nodes
	for !known.exact() && !a.stopped() {
		known = known.meet(a.attack(s, byFirst, a.rivals.middle(known)))
	}
	return known
}

// wins looks for wins of either side up to a horizon.
func (a *attacker) wins(s game.State, known span, depth int32) span {
	a.horizon = depth
	best, worst := a.rivals.below(maxGoal+1), a.rivals.above(unseen)
	if best > int(known.low) {
		known = known.meet(a.attack(s, byFirst, uint8(best)))
	}
	if worst != unseen && worst < int(known.high) && !a.stopped() {
		known = known.meet(a.attack(s, bySecond, uint8(maxGoal-worst)))
	}
	return known
}

// deeper returns the next horizon: by one half more, as searches with a horizon
// take most of their time at the last depths.
func deeper(depth int32) int32 { return depth + max(1, depth/2) }

// holds implements decider.
func (a *attacker) holds(s game.State, by side, goal uint8, search bool) bool {
	if a.machine.Terminal(s) {
		return proves(a.endAs(by, s), by, goal)
	}
	a.side = by
	if by == byFirst {
		a.target = goal
	} else {
		a.target = maxGoal - goal
	}
	var e entry
	known, _, _ := a.recall(s, 0, &e)
	known = a.turned(known)
	if search && !proves(known, by, goal) {
		known = a.attack(s, by, a.target)
	}
	return proves(known, by, goal)
}

// effort implements decider.
func (a *attacker) effort(s game.State) uint64 { return effort(a.table, s) }

// effort returns the weight of a state in a table; 0 if it is not there.
func effort(t *memory.Table, s game.State) uint64 {
	if words := t.Find(s); words != nil {
		return memory.Weight(words[0])
	}
	return 0
}

// advance implements decider.
func (a *attacker) advance() {
	if a.horizon < noHorizon {
		a.horizon--
	}
}

// endAs returns the span of a state where the play has ended, as the first role
// counts.
func (a *attacker) endAs(by side, s game.State) span {
	a.side = by
	return a.turned(a.end(s))
}

// proves reports whether a span proves that a side holds the first role's goal.
func proves(s span, by side, goal uint8) bool {
	if by == byFirst {
		return s.low >= goal
	}
	return s.high <= goal
}
