package prove

import (
	"context"
	"math/bits"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// maxRefinements is how often a ranking is corrected by a step that violates it.
const maxRefinements = 2000

// A rankingSearch holds steps of plays, 64 in a round, from which rankings are guessed.
type rankingSearch struct {
	*subject
	rounds []round
	groups [][]int // facts; a group of one stands for the fact and its negation
	sums   []*sum
	joints []*jointMove
	few    bool // take only the groups that known steps need
}

// findRanking looks for a ranking that falls in every step, by what a search can show. The second
// result is false if there is none of the known kind or a limit was reached.
func (b *backward) findRanking(ctx context.Context, x *sample, groups [][]int) (claim.Ranking, bool) {
	k := &rankingSearch{subject: b.subject, rounds: slices.Clone(x.rounds)}
	for _, g := range groups {
		if len(g) > 1 {
			k.groups = append(k.groups, g)
		}
	}
	for i := range b.State {
		k.groups = append(k.groups, []int{i})
	}
	k.sums = k.findSums()
	large, ok := k.refine(ctx, b, maxRefinements)
	if !ok {
		return nil, false
	}
	k.few = true
	if small, ok := k.refine(ctx, b, maxRefinements/4); ok && small.Bound(b.System).Cmp(large.Bound(b.System)) <= 0 {
		return small, true
	}
	return large, true
}

// refine guesses rankings and corrects them by steps that violate them.
func (k *rankingSearch) refine(ctx context.Context, b *backward, times int) (claim.Ranking, bool) {
	for range times {
		ranking, ok := k.guess()
		if !ok || ctx.Err() != nil {
			return nil, false
		}
		switch b.prove(ctx, []aig.Lit{k.step, ranking.Falls(k.Graph, k.next).Not()}) {
		case sat.Unsatisfiable:
			return ranking, true
		case sat.Unknown:
			return nil, false
		}
		k.rounds = append(k.rounds, b.solution())
	}
	return nil, false
}

// solution returns the step of the last solution, and others from its state.
func (b *backward) solution() round {
	h := &houdini{subject: b.subject, reasoner: b.r.last, rng: b.rng}
	made, sim := h.steps()
	rd := round{moved: made}
	for _, bit := range b.State {
		rd.state = append(rd.state, sim.Value(bit.Lit))
		rd.next = append(rd.next, sim.Value(bit.Next)&made)
	}
	rd.joint = make([][lanes]int32, len(b.Roles))
	for r, role := range b.Roles {
		for i, m := range role.Moves {
			for w := sim.Value(m.Does) & made; w != 0; w &= w - 1 {
				rd.joint[r][bits.TrailingZeros64(w)] = int32(i)
			}
		}
	}
	return rd
}

// moved returns by round the lanes in which a step was made.
func (k *rankingSearch) moved() []uint64 {
	out := make([]uint64, len(k.rounds))
	for i, rd := range k.rounds {
		out[i] = rd.moved
	}
	return out
}

// guess returns a ranking that falls in all known steps. A tier has the groups whose
// levels never rise in steps in which no earlier tier falls.
func (k *rankingSearch) guess() (claim.Ranking, bool) {
	open := k.moved() // steps in which nothing falls yet
	used := make([]bool, len(k.groups)+len(k.sums)+maxLegalJoints)
	ranking := claim.Ranking{}
	for !all(open, 0) {
		var found []rankedGroup
		for g, group := range k.groups {
			if used[g] {
				continue
			}
			if levels, falls, ok := k.levels(group, open, nil); ok {
				found = append(found, rankedGroup{g, levels, falls})
			}
		}
		if len(found) == 0 {
			found = k.bestSum(open, used)
		}
		if len(found) == 0 {
			found = k.fallingJoints(open, used)
		}
		if len(found) == 0 {
			return nil, false
		}
		var tier []claim.Group
		tier, open = cover(found, open, used, k.few)
		ranking = append(ranking, tier)
	}
	return ranking, true
}

// A rankedGroup is a group with its levels and the steps in which it falls.
type rankedGroup struct {
	group  int
	levels claim.Group
	falls  []uint64
}

// cover chooses groups one by one, each time one that falls in most of the steps in which
// no other falls, and returns the steps that are left. If few is false, it takes all.
func cover(found []rankedGroup, open []uint64, used []bool, few bool) ([]claim.Group, []uint64) {
	open = slices.Clone(open)
	var tier []claim.Group
	for i := range found {
		if !few {
			used[found[i].group] = true
			tier = append(tier, found[i].levels)
			for t := range open {
				open[t] &^= found[i].falls[t]
			}
		}
	}
	for {
		best, most := -1, 0
		for i, f := range found {
			n := 0
			for t := range open {
				n += popcount(open[t] & f.falls[t])
			}
			if n > most || n == most && n > 0 && len(f.levels.Levels) < len(found[best].levels.Levels) {
				best, most = i, n
			}
		}
		if best < 0 {
			return tier, open
		}
		used[found[best].group] = true
		tier = append(tier, found[best].levels)
		for t := range open {
			open[t] &^= found[best].falls[t]
		}
	}
}

// levels orders the facts of a group so that the level never rises in the open steps, and
// falls in some; and says in which steps it falls. It takes account of further pairs of facts
// that may follow each other, as [attempt.followers] returns them.
func (k *rankingSearch) levels(group []int, open []uint64, more [][2]int) (claim.Group, []uint64, bool) {
	if len(group) == 1 {
		return k.single(group[0], open)
	}
	n := len(group)
	edges := make([][]bool, n+1) // the last one is that none holds
	for i := range edges {
		edges[i] = make([]bool, n+1)
	}
	for _, e := range more {
		edges[e[0]][e[1]] = true
	}
	changes := make([]uint64, len(open))
	for t, rd := range k.rounds {
		if open[t] == 0 {
			continue
		}
		var before, after [lanes]int
		for lane := range lanes {
			before[lane], after[lane] = n, n
		}
		for m, i := range group {
			for w := rd.state[i] & open[t]; w != 0; w &= w - 1 {
				before[bits.TrailingZeros64(w)] = m
			}
			for w := rd.next[i] & open[t]; w != 0; w &= w - 1 {
				after[bits.TrailingZeros64(w)] = m
			}
		}
		for w := open[t]; w != 0; w &= w - 1 {
			lane := bits.TrailingZeros64(w)
			if before[lane] != after[lane] {
				edges[before[lane]][after[lane]] = true
				changes[t] |= 1 << lane
			}
		}
	}
	if all(changes, 0) || slices.Contains(edges[n], true) {
		return claim.Group{}, nil, false // nothing happens, or a fact appears where none was
	}
	height := heights(edges)
	if height == nil {
		return claim.Group{}, nil, false
	}
	levels := make([][]aig.Lit, slices.Max(height))
	for m, i := range group {
		if height[m] > 0 {
			levels[height[m]-1] = append(levels[height[m]-1], k.State[i].Lit)
		}
	}
	return claim.Group{Levels: levels}, changes, true
}

// single is levels for a fact that only appears, or only disappears.
func (k *rankingSearch) single(i int, open []uint64) (claim.Group, []uint64, bool) {
	var up, down uint64
	changes := make([]uint64, len(open))
	for t, rd := range k.rounds {
		up |= rd.next[i] &^ rd.state[i] & open[t]
		down |= rd.state[i] &^ rd.next[i] & open[t]
		changes[t] = (rd.state[i] ^ rd.next[i]) & open[t]
	}
	l := k.State[i].Lit
	switch {
	case up != 0 && down == 0:
		l = l.Not()
	case up != 0 || down == 0:
		return claim.Group{}, nil, false
	}
	return claim.Group{Levels: [][]aig.Lit{{l}}}, changes, true
}

// heights returns the length of the longest path from each node of a graph, or nil if it
// has a cycle.
func heights(edges [][]bool) []int {
	height := make([]int, len(edges))
	state := make([]uint8, len(edges)) // 1 is being visited, 2 is done
	var visit func(v int) bool
	visit = func(v int) bool {
		state[v] = 1
		for w, edge := range edges[v] {
			if !edge {
				continue
			}
			if state[w] == 1 || state[w] == 0 && !visit(w) {
				return false
			}
			height[v] = max(height[v], height[w]+1)
		}
		state[v] = 2
		return true
	}
	for v := range edges {
		if state[v] == 0 && !visit(v) {
			return nil
		}
	}
	return height
}

// rank looks for a ranking, with more and more candidates for invariants.
func (a *attempt) rank(ctx context.Context) (claim.Ranking, bool) {
	b := a.newBackward(a.known)
	b.suppose(a.candidates.stage(0))
	ranking, ok := a.clock(ctx, b)
	if !ok {
		a.known = append(a.known, b.invariants()...)
		a.keepAlone(ctx)
		b = a.newBackward(a.known)
	}
	for stage := 0; !ok && stage <= lastStage && ctx.Err() == nil; stage++ {
		b.suppose(a.candidates.stage(stage))
		a.filter(ctx, b, uint64(stage))
		slice, cancel := a.within(ctx, 3)
		ranking, ok = b.findRanking(slice, a.sample, a.candidates.groups)
		cancel()
	}
	a.known = append(a.known, b.invariants()...)
	return ranking, ok
}
