package infoset

import (
	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/sleep"
	"ludex/internal/statehash"
	"ludex/player"
)

const (
	// level is the depth of level-k reasoning: a player of level 0 moves at random,
	// and one of level k plays a best response to others of level k-1.
	level = 2
	// trembleRate is the probability with which a reasoning player is assumed to
	// move at random (a trembling hand), so that every view has a positive
	// probability.
	trembleRate = 0.1
	// leafPlayouts is the number of playouts per leaf of the tree.
	leafPlayouts = 4
	// manyLeaves is the number of leaves from which one playout each is enough.
	manyLeaves = 1000
)

// rank ranks the moves of a role with a view, against others of the level below.
func (u *gameTree) rank(role game.Role, view infotracker.ViewKey, d rng) ranking {
	if !u.evaluateLeaves(d) {
		return ranking{}
	}
	for range level - 1 {
		u.raiseLevel()
	}
	u.bestResponse(role)
	set := u.sets[role][view]
	if set == nil || u.ctx.Err() != nil {
		return ranking{}
	}
	r := ranking{depth: len(u.layers) - 1, exact: false}
	for k, m := range set.moves {
		r.list = append(r.list, player.Candidate{Move: m, Visits: 1, Value: 100 * set.values[k] / u.viewProbability(role, view)})
	}
	sortCandidates(r.list)
	return r
}

// viewProbability returns the probability of a view in the first layer.
func (u *gameTree) viewProbability(role game.Role, view infotracker.ViewKey) float64 {
	l, sum := u.layers[0], 0.0
	for i, p := range l.reach {
		if l.views[i*u.roles+int(role)] == view {
			sum += p
		}
	}
	return sum
}

// evaluateLeaves values the developments at which the tree ends.
func (u *gameTree) evaluateLeaves(d rng) bool {
	playout, maxSteps := game.NewPlayout(u.game, u.machine), game.MaxSteps(u.game)
	var goals []int
	for n, l := range u.layers {
		l.values = make([]float64, len(l.views))
		for i, s := range l.states {
			if i&63 == 0 {
				if sleep.Turn(); u.ctx.Err() != nil {
					return false
				}
			}
			over := u.machine.Terminal(s)
			if !over && n < len(u.layers)-1 {
				continue
			}
			plays := leafPlayouts
			if over || len(l.states) > manyLeaves {
				plays = 1
			}
			for range plays {
				playout.Reset(s, d.Uint64())
				for !playout.Over() && playout.Steps < maxSteps && playout.Step() == nil {
				}
				for r := range u.roles {
					l.values[i*u.roles+r] += goalOf(u.machine, playout.State, game.Role(r), &goals) / float64(plays)
				}
			}
		}
	}
	return u.machine.Err() == nil
}

// raiseLevel replaces the strategies of all roles by those one level higher.
func (u *gameTree) raiseLevel() {
	better := make([]map[*infoSet][]float64, u.roles)
	for r := range u.roles {
		if game.Role(r) == u.game.Random() {
			continue
		}
		u.bestResponse(game.Role(r))
		better[r] = map[*infoSet][]float64{}
		for _, set := range u.sets[r] {
			better[r][set] = set.bestMoves()
		}
	}
	for r := range u.roles {
		for set, shares := range better[r] {
			for k := range shares {
				set.strategy[k] = (1-trembleRate)*shares[k] + trembleRate/float64(len(shares))
			}
		}
	}
}

// bestMoves returns the uniform distribution over the best moves.
func (s *infoSet) bestMoves() []float64 {
	best, ties := s.values[0], 0.0
	for _, w := range s.values {
		best = max(best, w)
	}
	shares := make([]float64, len(s.values))
	for k, w := range s.values {
		if w >= best-1e-12 {
			shares[k] = 1
			ties++
		}
	}
	for k := range shares {
		shares[k] /= ties
	}
	return shares
}

// bestResponse computes the values of a role's moves if it always makes the best
// one, and the others follow their strategies.
func (u *gameTree) bestResponse(role game.Role) {
	u.spreadReach(role)
	for _, set := range u.sets[role] {
		clear(set.values)
	}
	for n := len(u.layers) - 1; n >= 0; n-- {
		l := u.layers[n]
		if l.sets == nil {
			continue // the last one
		}
		var next *layer
		if n+1 < len(u.layers) {
			next = u.layers[n+1]
		}
		u.addMoveValues(l, next, role)
		u.backUpValues(l, next, role)
	}
}

// spreadReach computes the reach probabilities of developments by the strategies of
// the others alone (counterfactual reach).
func (u *gameTree) spreadReach(role game.Role) {
	for n, l := range u.layers[:len(u.layers)-1] {
		next := u.layers[n+1]
		next.reach = append(next.reach[:0], make([]float64, len(next.states))...)
		u.eachEdge(l, role, func(i, f int, chance float64) { next.reach[l.edges[f].to] += l.reach[i] * chance })
	}
}

// addMoveValues adds up the values of the role's moves in a layer.
func (u *gameTree) addMoveValues(l, next *layer, role game.Role) {
	u.eachEdge(l, role, func(i, f int, chance float64) {
		set := l.sets[i*u.roles+int(role)]
		set.values[l.picks[f*u.roles+int(role)]] += l.reach[i] * chance * next.values[int(l.edges[f].to)*u.roles+int(role)]
	})
}

// backUpValues computes the values of the developments of a layer for the role.
func (u *gameTree) backUpValues(l, next *layer, role game.Role) {
	chosen := map[*infoSet][]float64{}
	for i := range l.states {
		if set := l.sets[i*u.roles+int(role)]; set != nil {
			l.values[i*u.roles+int(role)] = 0
			if chosen[set] == nil {
				chosen[set] = set.bestMoves()
			}
		}
	}
	u.eachEdge(l, role, func(i, f int, chance float64) {
		share := chosen[l.sets[i*u.roles+int(role)]][l.picks[f*u.roles+int(role)]]
		l.values[i*u.roles+int(role)] += share * chance * next.values[int(l.edges[f].to)*u.roles+int(role)]
	})
}

// eachEdge calls visit for the edges of a layer, with their probabilities by the
// strategies of the others.
func (u *gameTree) eachEdge(l *layer, role game.Role, visit func(i, f int, chance float64)) {
	random := u.game.Random()
	f := 0
	for i, end := range l.ends {
		if i&255 == 0 && u.ctx.Err() != nil {
			return // the result is discarded
		}
		for ; f < end; f++ {
			chance := l.edges[f].chance
			for r := range u.roles {
				if game.Role(r) != role && game.Role(r) != random {
					chance *= l.sets[i*u.roles+r].strategy[l.picks[f*u.roles+r]]
				}
			}
			visit(i, f, chance)
		}
	}
}

// scriptedOpponents choose the moves of all roles except one by a seed. In the
// same step they make the same moves wherever they have the same legal moves, so
// that their moves do not distinguish states.
type scriptedOpponents struct {
	machine game.Machine
	role    game.Role // the role that chooses for itself
	roles   int
	seed    uint64
	legal   []game.Move // scratch memory
}

// appendJoint appends the joint move of a step in which the role makes its own move.
// It returns false if another role has no legal move.
func (o *scriptedOpponents) appendJoint(s game.State, step int, own game.Move, joint []game.Move) ([]game.Move, bool) {
	for r := range o.roles {
		if game.Role(r) == o.role {
			joint = append(joint, own)
			continue
		}
		o.legal = o.machine.Legal(s, game.Role(r), o.legal[:0])
		n := uint64(len(o.legal))
		if n == 0 {
			return joint, false
		}
		at := statehash.Mix(statehash.Mix(o.seed, uint64(step)), uint64(r)) >> 32
		joint = append(joint, o.legal[at*n>>32])
	}
	return joint, true
}
