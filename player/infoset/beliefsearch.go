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
	// patience is what a value is multiplied with for every choice that it takes
	// to get it, so that of two ways to the same goal the shorter one is taken.
	patience = 1 - 1e-4
	// maxPlies is how far a search goes where nothing is to be chosen.
	maxPlies = 200
	// maxDepth is how many choices a search looks ahead.
	maxDepth = 32
	// allMoves is how many moves are all searched; of more, the best are.
	allMoves = 48
	// width is how many are searched then, at the root; further down it is less.
	width = 16
)

// A beliefSearch looks for the best move of a role in a belief, by going through
// its moves, what it may perceive, its moves after that, and so on. Where it ends,
// it guesses: the role may commit itself to the likeliest state, and play as if it
// knew, which goes well as often as that state is the right one. So a move that
// tells states apart is worth something before it is known what for.
type beliefSearch struct {
	*spreader
	limit int     // of states computed; 0 is none
	hope  float64 // what one who sees everything gets
	blind float64 // what one who moves at random gets
	known map[uint64]verdict
}

// A verdict is what a belief is worth.
type verdict struct {
	value float64
	exact bool
}

// A ranking is what was found out about the moves of the root.
type ranking struct {
	list  []player.Candidate
	depth int
	exact bool
}

func newBeliefSearch(g game.Game, r game.Role, d dice, limit int) *beliefSearch {
	return &beliefSearch{spreader: newSpreader(g, r, d), limit: limit, hope: 1}
}

// leaf returns what a belief is worth without a further look, by its likeliest
// state.
func (s *beliefSearch) leaf(b belief) float64 {
	p := b.likeliest()
	return p*s.hope + (1-p)*s.blind
}

// spent reports whether the search has to end.
func (s *beliefSearch) spent() bool {
	return s.halted || s.limit > 0 && s.states >= s.limit
}

// rank searches deeper and deeper, until everything is known or the time is up.
func (s *beliefSearch) rank(b belief, moves []game.Move) ranking {
	branches := s.spread(b, moves)
	if s.halted {
		return ranking{}
	}
	best := s.first(branches)
	for depth := 2; depth <= maxDepth && !best.exact && !s.spent(); depth++ {
		s.known = map[uint64]verdict{}
		if next := s.deepen(branches, depth); next.list != nil {
			best = next
		}
	}
	return best
}

// first ranks the moves by what they seem to be worth, and sorts the branches.
func (s *beliefSearch) first(branches []branch) ranking {
	r := ranking{depth: 1, exact: true}
	s.guess(branches)
	for i := range branches {
		b := &branches[i]
		exact := len(b.parts) == 0
		r.exact = r.exact && exact
		r.list = append(r.list, player.Candidate{Move: b.move, Visits: 1, Value: 100 * b.guess, Exact: exact})
	}
	return r
}

// guess values branches without a further look, and sorts them, the best first.
func (s *beliefSearch) guess(branches []branch) {
	for i := range branches {
		b := &branches[i]
		b.guess = b.done
		for k := range b.parts {
			b.guess += patience * b.parts[k].weight * s.leaf(b.parts[k].belief)
		}
	}
	slices.SortStableFunc(branches, func(a, b branch) int { return cmp.Compare(b.guess, a.guess) })
}

// deepen searches the moves of the root to a depth, the most promising first. If
// it cannot finish, what it has found about the first ones counts.
func (s *beliefSearch) deepen(branches []branch, depth int) ranking {
	r := ranking{depth: depth, exact: true}
	best := math.Inf(-1)
	var rest []player.Candidate
	done := map[uint64]player.Candidate{}
	for i := range branches {
		b := &branches[i]
		c := player.Candidate{Move: b.move, Visits: 1, Value: 100 * b.guess}
		if s.wide(i, len(branches), 0) && !s.spent() {
			key := b.hash()
			same, ok := done[key]
			switch {
			case ok:
				c.Value, c.Exact = same.Value, same.Exact
				r.list = append(r.list, c)
				continue
			case s.bound(b) > best+1e-12:
				v := s.follow(b, depth-1, 0)
				if s.spent() && !v.exact && i > 0 {
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

// wide reports whether the i-th most promising of n moves is searched.
func (s *beliefSearch) wide(i, n, ply int) bool {
	return n <= allMoves || i < max(2, width>>ply)
}

// bound returns what a branch can be worth at most.
func (s *beliefSearch) bound(b *branch) float64 { return b.done + patience*b.open() }

// follow returns what a branch is worth.
func (s *beliefSearch) follow(b *branch, depth, ply int) verdict {
	v := verdict{b.done, true}
	for k := range b.parts {
		w := s.value(b.parts[k].belief, depth, ply+1)
		v.value += patience * b.parts[k].weight * w.value
		v.exact = v.exact && w.exact
	}
	return v
}

// value returns what a belief is worth, looking a number of choices ahead.
func (s *beliefSearch) value(b belief, depth, ply int) verdict {
	if s.spent() || ply >= maxPlies {
		return verdict{s.leaf(b), false}
	}
	moves := s.table.moves(b)
	if len(moves) == 0 {
		return verdict{s.leaf(b), false} // the rules are at fault
	}
	if len(moves) > 1 && depth == 0 {
		return verdict{s.leaf(b), false}
	}
	key := statehash.Mix(b.hash(), uint64(depth))
	if v, ok := s.known[key]; ok {
		return v
	}
	branches := s.spread(b, moves)
	if s.halted {
		return verdict{s.leaf(b), false}
	}
	var v verdict
	if len(moves) == 1 {
		v = s.follow(&branches[0], depth, ply)
		v.value = (v.value-branches[0].done)/patience + branches[0].done // nothing was chosen
	} else {
		v = s.best(branches, depth, ply)
	}
	if !s.spent() {
		s.known[key] = v
	}
	return v
}

// best returns what the best of branches is worth.
func (s *beliefSearch) best(branches []branch, depth, ply int) verdict {
	s.guess(branches)
	v := verdict{math.Inf(-1), true}
	done := map[uint64]bool{}
	for i := range branches {
		b := &branches[i]
		switch {
		case s.bound(b) <= v.value+1e-12:
			continue
		case !s.wide(i, len(branches), ply):
			v.exact = false
			continue
		}
		w := verdict{b.guess, len(b.parts) == 0}
		if depth > 1 && !w.exact {
			if key := b.hash(); done[key] {
				continue
			} else {
				done[key] = true
			}
			w = s.follow(b, depth-1, ply)
		}
		v.value, v.exact = max(v.value, w.value), v.exact && w.exact
	}
	return v
}
