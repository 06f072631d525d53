package solve

import (
	"ludex/game"
	"ludex/solve/internal/memory"
)

// A search proves bounds of the goal of the first of two players, or of a single
// player.
type search interface {
	// refine narrows the bounds of a state until they are exact or the budget ends.
	refine(s game.State, known interval) interval
	// holds reports whether a side can hold the first player's goal at the given
	// one: the first gets no less, or the second concedes no more. If search is
	// false, only the table is consulted.
	holds(s game.State, by side, goal uint8, search bool) bool
	// effort measures how hard it was to compute the bounds of a state.
	effort(s game.State) uint64
	// advance is called after a move, when a proof is one move shorter.
	advance()
}

// middle returns the value to test next within bounds that are not exact: the middle
// one of the goals in the interval that have occurred.
func (r *goalOrder) middle(s interval) uint8 {
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

// refine implements search by bisection of the interval.
func (a *alphaBetaSearch) refine(s game.State, known interval) interval {
	a.horizon = noHorizon
	a.sliceNodes = a.slice - a.nodes
	for !known.exact() && !a.stopped() {
		known = known.intersect(a.search(s, byFirst, a.order.middle(known)))
	}
	return known
}

// searchWins looks for wins of either side up to a horizon.
func (a *alphaBetaSearch) searchWins(s game.State, known interval, depth int32) interval {
	a.horizon = depth
	best, worst := a.order.below(maxGoal+1), a.order.above(unseen)
	if best > int(known.low) {
		known = known.intersect(a.search(s, byFirst, uint8(best)))
	}
	if worst != unseen && worst < int(known.high) && !a.stopped() {
		known = known.intersect(a.search(s, bySecond, uint8(maxGoal-worst)))
	}
	return known
}

// deeper returns the next horizon: half as much again, since the last depths take
// most of the time.
func deeper(depth int32) int32 { return depth + max(1, depth/2) }

// holds implements search.
func (a *alphaBetaSearch) holds(s game.State, by side, goal uint8, search bool) bool {
	if a.machine.Terminal(s) {
		return proves(a.endBoundsFor(by, s), by, goal)
	}
	a.side = by
	if by == byFirst {
		a.target = goal
	} else {
		a.target = maxGoal - goal
	}
	var e entry
	known, _, _ := a.lookup(s, 0, &e)
	known = a.toggled(known)
	if search && !proves(known, by, goal) {
		known = a.search(s, by, a.target)
	}
	return proves(known, by, goal)
}

// effort implements search.
func (a *alphaBetaSearch) effort(s game.State) uint64 { return effort(a.table, a.orbits.of(s)) }

// effort returns the weight of a state in a table; 0 if it is not there.
func effort(t *memory.Table, s game.State) uint64 {
	if words := t.Find(s); words != nil {
		return memory.Weight(words[0])
	}
	return 0
}

// advance implements search.
func (a *alphaBetaSearch) advance() {
	if a.horizon < noHorizon {
		a.horizon--
	}
}

// endBoundsFor returns the bounds of a terminal state, from the first player's point
// of view.
func (a *alphaBetaSearch) endBoundsFor(by side, s game.State) interval {
	a.side = by
	return a.toggled(a.endBounds(s))
}

// proves reports whether bounds prove that a side can hold the first player's goal.
func proves(s interval, by side, goal uint8) bool {
	if by == byFirst {
		return s.low >= goal
	}
	return s.high <= goal
}
