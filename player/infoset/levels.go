package infoset

import (
	"ludex/game"
	"ludex/knowledge"
	"ludex/player"
)

const (
	// level is how far players think about what others think: one of level 0
	// moves at random, and one of level n does what is best if all others are of
	// level n-1.
	level = 2
	// slip is how often one who reasons is taken to move at random nevertheless,
	// so that nothing that happens is a surprise.
	slip = 0.1
	// leafPlays is how many playouts value a development that is not followed to
	// its end.
	leafPlays = 4
	// manyLeaves is from how many on one is enough.
	manyLeaves = 1000
)

// rank ranks the moves of a role that has a view, against others that reason one
// level below.
func (u *unfolding) rank(role game.Role, view knowledge.ViewKey, d dice) ranking {
	if !u.leaves(d) {
		return ranking{}
	}
	for range level - 1 {
		u.rise()
	}
	u.respond(role)
	set := u.sets[role][view]
	if set == nil || u.ctx.Err() != nil {
		return ranking{}
	}
	r := ranking{depth: len(u.layers) - 1, exact: false}
	for k, m := range set.moves {
		r.list = append(r.list, player.Candidate{Move: m, Visits: 1, Value: 100 * set.worth[k] / u.likely(role, view)})
	}
	sortCandidates(r.list)
	return r
}

// likely returns how likely a view is in the first layer.
func (u *unfolding) likely(role game.Role, view knowledge.ViewKey) float64 {
	l, sum := u.layers[0], 0.0
	for i, p := range l.reach {
		if l.views[i*u.roles+int(role)] == view {
			sum += p
		}
	}
	return sum
}

// leaves values the developments at which the unfolding ends.
func (u *unfolding) leaves(d dice) bool {
	playout, maxSteps := game.NewPlayout(u.game, u.machine), game.MaxSteps(u.game)
	var goals []int
	for n, l := range u.layers {
		l.values = make([]float64, len(l.views))
		for i, s := range l.states {
			if i&63 == 0 && u.ctx.Err() != nil {
				return false
			}
			over := u.machine.Terminal(s)
			if !over && n < len(u.layers)-1 {
				continue
			}
			plays := leafPlays
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

// rise makes all roles reason one level higher.
func (u *unfolding) rise() {
	better := make([]map[*infoSet][]float64, u.roles)
	for r := range u.roles {
		if game.Role(r) == u.game.Random() {
			continue
		}
		u.respond(game.Role(r))
		better[r] = map[*infoSet][]float64{}
		for _, set := range u.sets[r] {
			better[r][set] = set.response()
		}
	}
	for r := range u.roles {
		for set, shares := range better[r] {
			for k := range shares {
				set.shares[k] = (1-slip)*shares[k] + slip/float64(len(shares))
			}
		}
	}
}

// response returns the best moves of a role, all equally likely.
func (s *infoSet) response() []float64 {
	best, ties := s.worth[0], 0.0
	for _, w := range s.worth {
		best = max(best, w)
	}
	shares := make([]float64, len(s.worth))
	for k, w := range s.worth {
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

// respond finds out what the moves of a role are worth if it always makes the best
// one, and the others do as their shares say.
func (u *unfolding) respond(role game.Role) {
	u.spreadReach(role)
	for _, set := range u.sets[role] {
		clear(set.worth)
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
		u.weigh(l, next, role)
		u.collect(l, next, role)
	}
}

// spreadReach computes how likely developments are if the role does all it can to
// come there.
func (u *unfolding) spreadReach(role game.Role) {
	for n, l := range u.layers[:len(u.layers)-1] {
		next := u.layers[n+1]
		next.reach = append(next.reach[:0], make([]float64, len(next.states))...)
		u.each(l, role, func(i, f int, chance float64) { next.reach[l.forks[f].to] += l.reach[i] * chance })
	}
}

// weigh adds up what the moves of the role are worth in a layer.
func (u *unfolding) weigh(l, next *layer, role game.Role) {
	u.each(l, role, func(i, f int, chance float64) {
		set := l.sets[i*u.roles+int(role)]
		set.worth[l.picks[f*u.roles+int(role)]] += l.reach[i] * chance * next.values[int(l.forks[f].to)*u.roles+int(role)]
	})
}

// collect computes what the developments of a layer are worth to the role.
func (u *unfolding) collect(l, next *layer, role game.Role) {
	chosen := map[*infoSet][]float64{}
	for i := range l.states {
		if set := l.sets[i*u.roles+int(role)]; set != nil {
			l.values[i*u.roles+int(role)] = 0
			if chosen[set] == nil {
				chosen[set] = set.response()
			}
		}
	}
	u.each(l, role, func(i, f int, chance float64) {
		share := chosen[l.sets[i*u.roles+int(role)]][l.picks[f*u.roles+int(role)]]
		l.values[i*u.roles+int(role)] += share * chance * next.values[int(l.forks[f].to)*u.roles+int(role)]
	})
}

// each goes through the forks of a layer, with how likely they are by what the
// others do.
func (u *unfolding) each(l *layer, role game.Role, visit func(i, f int, chance float64)) {
	random := u.game.Random()
	f := 0
	for i, end := range l.ends {
		if i&255 == 0 && u.ctx.Err() != nil {
			return // nobody will look at what was found
		}
		for ; f < end; f++ {
			chance := l.forks[f].chance
			for r := range u.roles {
				if game.Role(r) != role && game.Role(r) != random {
					chance *= l.sets[i*u.roles+r].shares[l.picks[f*u.roles+r]]
				}
			}
			visit(i, f, chance)
		}
	}
}
