package infoset

import (
	"cmp"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/player"
)

const (
	// discount multiplies a value for every choice on the way to it, so that the
	// shorter of two ways to the same goal is preferred.
	discount = 1 - 1e-4
	// maxPlies bounds the depth of the search through steps without a choice.
	maxPlies = 200
	// maxDepth is the maximum number of choices that a search looks ahead.
	maxDepth = 32
	// allMoves is the number of moves up to which all are searched.
	allMoves = 48
	// width is the number of moves searched at the root if there are more; it
	// decreases with the depth.
	width = 16
)

// A beliefSearch looks for the best move of a role in a belief, by iterative
// deepening over the role's moves and percepts (a search in the belief space of a
// POMDP). A leaf is valued as if the role committed itself to the most likely state:
// with the probability of that state it gets the best value, else the value of
// random play. So moves that distinguish states have a value at the horizon.
type beliefSearch struct {
	*expander
	limit       int     // of states computed; 0 is none
	bestValue   float64 // with perfect information
	randomValue float64 // of random play
	memo        map[uint64]beliefValue
}

// A beliefValue is the value of a belief.
type beliefValue struct {
	value float64
	exact bool
}

// A ranking is the result of a search at the root, the best move first.
type ranking struct {
	list  []player.Candidate
	depth int
	exact bool
}

func newBeliefSearch(g game.Game, r game.Role, d rng, limit int) *beliefSearch {
	return &beliefSearch{expander: newExpander(g, r, d), limit: limit, bestValue: 1}
}

// leafValue estimates a belief by its most likely state.
func (s *beliefSearch) leafValue(b belief) float64 {
	p := b.maxProbability()
	return p*s.bestValue + (1-p)*s.randomValue
}

// exhausted reports whether the search has to end.
func (s *beliefSearch) exhausted() bool {
	return s.stopped || s.limit > 0 && s.states >= s.limit
}

// rank searches by iterative deepening, until everything is exact or the budget is
// exhausted.
func (s *beliefSearch) rank(b belief, moves []game.Move) ranking {
	branches := s.expand(b, moves)
	if s.stopped {
		return ranking{}
	}
	best := s.first(branches)
	for depth := 2; depth <= maxDepth && !best.exact && !s.exhausted(); depth++ {
		s.memo = map[uint64]beliefValue{}
		if next := s.deepen(branches, depth); next.list != nil {
			best = next
		}
	}
	return best
}

// first ranks the moves by their estimates, and sorts the branches.
func (s *beliefSearch) first(branches []branch) ranking {
	r := ranking{depth: 1, exact: true}
	s.estimate(branches)
	for i := range branches {
		b := &branches[i]
		exact := len(b.successors) == 0
		r.exact = r.exact && exact
		r.list = append(r.list, player.Candidate{Move: b.move, Visits: 1, Value: 100 * b.estimate, Exact: exact})
	}
	return r
}

// estimate values branches at the horizon, and sorts them, the best first.
func (s *beliefSearch) estimate(branches []branch) {
	for i := range branches {
		b := &branches[i]
		b.estimate = b.endedValue
		for k := range b.successors {
			b.estimate += discount * b.successors[k].weight * s.leafValue(b.successors[k].belief)
		}
	}
	slices.SortStableFunc(branches, func(a, b branch) int { return cmp.Compare(b.estimate, a.estimate) })
}

// deepen searches the moves of the root to a depth, the most promising first. If it
// cannot finish, the results of the first moves count.
func (s *beliefSearch) deepen(branches []branch, depth int) ranking {
	r := ranking{depth: depth, exact: true}
	best := math.Inf(-1)
	var rest []player.Candidate
	done := map[uint64]player.Candidate{}
	for i := range branches {
		b := &branches[i]
		c := player.Candidate{Move: b.move, Visits: 1, Value: 100 * b.estimate}
		if s.searched(i, len(branches), 0) && !s.exhausted() {
			key := b.hash()
			same, ok := done[key]
			switch {
			case ok:
				c.Value, c.Exact = same.Value, same.Exact
				r.list = append(r.list, c)
				continue
			case s.bound(b) > best+1e-12:
				v := s.branchValue(b, depth-1, 0)
				if s.exhausted() && !v.exact && i > 0 {
					break
				}
				best = max(best, v.value)
				c.Value, c.Exact, c.Visits = 100*v.value, v.exact, uint64(depth)
				r.exact = r.exact && v.exact
				r.list = append(r.list, c)
				done[key] = c
				continue
			default:
				c.Value = min(c.Value, 100*s.bound(b))
				rest = append(rest, c) // it cannot be the best
				continue
			}
		}
		r.exact = false
		rest = append(rest, c)
	}
	sortCandidates(r.list)
	r.list = append(r.list, rest...)
	return r
}

func sortCandidates(list []player.Candidate) {
	slices.SortStableFunc(list, func(a, b player.Candidate) int { return cmp.Compare(b.Value, a.Value) })
}

// searched reports whether the i-th most promising of n moves is searched.
func (s *beliefSearch) searched(i, n, ply int) bool {
	return n <= allMoves || i < max(2, width>>ply)
}

// bound returns an upper bound of a branch.
func (s *beliefSearch) bound(b *branch) float64 { return b.endedValue + discount*b.openProbability() }

// branchValue returns the value of a branch.
func (s *beliefSearch) branchValue(b *branch, depth, ply int) beliefValue {
	v := beliefValue{b.endedValue, true}
	for k := range b.successors {
		w := s.value(b.successors[k].belief, depth, ply+1)
		v.value += discount * b.successors[k].weight * w.value
		v.exact = v.exact && w.exact
	}
	return v
}

// value returns the value of a belief, looking a number of choices ahead.
func (s *beliefSearch) value(b belief, depth, ply int) beliefValue {
	if s.exhausted() || ply >= maxPlies {
		return beliefValue{s.leafValue(b), false}
	}
	moves := s.table.moves(b)
	if len(moves) == 0 {
		return beliefValue{s.leafValue(b), false} // not well-formed
	}
	if len(moves) > 1 && depth == 0 {
		return beliefValue{s.leafValue(b), false}
	}
	key := statehash.Mix(b.hash(), uint64(depth))
	if v, ok := s.memo[key]; ok {
		return v
	}
	branches := s.expand(b, moves)
	if s.stopped {
		return beliefValue{s.leafValue(b), false}
	}
	var v beliefValue
	if len(moves) == 1 {
		v = s.branchValue(&branches[0], depth, ply)
		v.value = (v.value-branches[0].endedValue)/discount + branches[0].endedValue // nothing was chosen
	} else {
		v = s.best(branches, depth, ply)
	}
	if !s.exhausted() {
		s.memo[key] = v
	}
	return v
}

// best returns the value of the best branch.
func (s *beliefSearch) best(branches []branch, depth, ply int) beliefValue {
	s.estimate(branches)
	v := beliefValue{math.Inf(-1), true}
	done := map[uint64]bool{}
	for i := range branches {
		b := &branches[i]
		switch {
		case s.bound(b) <= v.value+1e-12:
			continue
		case !s.searched(i, len(branches), ply):
			v.exact = false
			continue
		}
		w := beliefValue{b.estimate, len(b.successors) == 0}
		if depth > 1 && !w.exact {
			if key := b.hash(); done[key] {
				continue
			} else {
				done[key] = true
			}
			w = s.branchValue(b, depth-1, ply)
		}
		v.value, v.exact = max(v.value, w.value), v.exact && w.exact
	}
	return v
}

// The effort of estimating leaf values.
const (
	estimatePlayouts = 128
	estimateStates   = 8
)

// estimateLeafValues estimates the value of random play by playouts, and the best
// value with perfect information by the best result of these playouts and of single
// steps from some states.
func (s *beliefSearch) estimateLeafValues(b belief, maxSteps int) {
	p := game.NewPlayout(s.game, s.machine)
	best, sum, goals := 0.0, 0.0, []int(nil)
	for range estimatePlayouts {
		p.Reset(s.table.states[s.sampleState(b)], s.rng.Uint64())
		for !p.Over() && p.Steps < maxSteps && p.Step() == nil {
		}
		g := goalOf(s.machine, p.State, s.role, &goals)
		best, sum = max(best, g), sum+g
	}
	s.randomValue = sum / estimatePlayouts
	for range estimateStates {
		id := s.sampleState(b)
		moves := s.table.legal(id)
		if s.limit > 0 && s.states+len(moves) > s.limit/4 {
			break
		}
		for _, branch := range s.expand(belief{{id, 1}}, moves) {
			best = max(best, branch.endedValue)
		}
	}
	if s.bestValue = best; best <= s.randomValue {
		s.bestValue = 1
	}
}

// sampleState draws a state of a belief.
func (s *beliefSearch) sampleState(b belief) int32 {
	at := s.rng.float()
	for _, m := range b {
		if at -= m.weight; at < 0 {
			return m.state
		}
	}
	return b[len(b)-1].state
}
