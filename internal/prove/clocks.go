package prove

import (
	"context"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// followConflicts is when a solver gives up on what follows a fact.
const followConflicts = 500

// clock looks for a group whose level falls in every step, such as a step counter. That is
// the cheapest proof that plays end, and random plays need not have seen all its facts.
func (a *attempt) clock(ctx context.Context, b *backward) (claim.Ranking, bool) {
	slice, cancel := a.within(ctx, 4)
	defer cancel()
	k := &rankingSearch{subject: a.subject, rounds: a.sample.rounds}
	moved := k.moved()
	for _, group := range a.candidates.groups {
		if len(group) < 2 {
			continue
		}
		if _, falls, ok := k.levels(group, moved, nil); !ok || !slices.Equal(falls, moved) {
			continue
		}
		edges, ok := a.followers(slice, group)
		if !ok {
			continue
		}
		levels, _, ok := k.levels(group, moved, edges)
		if !ok {
			continue
		}
		ranking := claim.Ranking{{levels}}
		if b.prove(slice, []aig.Lit{a.step, ranking.Falls(a.Graph, a.next).Not()}) == sat.Unsatisfiable {
			return ranking, true
		}
	}
	return nil, false
}

// followers returns which fact of a group may follow which other one in a step, whether legal
// or not, if at most one of the group holds, as pairs of places in the group, of which its length
// stands for none. The second result is false if there are too many.
func (a *attempt) followers(ctx context.Context, group []int) ([][2]int, bool) {
	r := newReasoner(a.Graph, false)
	r.without = a.legality()
	for _, p := range a.known {
		r.assert(p.now)
	}
	r.assert(a.step)
	r.assert(a.atMostOne(group))
	var edges [][2]int
	for m, i := range group {
		question := []aig.Lit{a.State[i].Lit, a.State[i].Next.Not()}
		for {
			status := r.solve(ctx, sat.Limits{Conflicts: followConflicts}, question...)
			if status == sat.Unsatisfiable {
				break
			}
			if status == sat.Unknown || len(edges) > 4*len(group) {
				return nil, false
			}
			to := slices.IndexFunc(group, func(j int) bool { return r.value(a.State[j].Next) })
			if to < 0 {
				edges = append(edges, [2]int{m, len(group)})
				question = append(question, a.someNext(group))
				continue
			}
			edges = append(edges, [2]int{m, to})
			question = append(question, a.State[group[to]].Next.Not())
		}
	}
	return edges, true
}

// atMostOne says that at most one fact of a group holds.
func (s *subject) atMostOne(group []int) aig.Lit {
	var list []aig.Lit
	for _, i := range group {
		list = append(list, s.State[i].Lit)
	}
	return s.Graph.AtMostOne(list)
}

// legality returns the nodes of legality and of the end.
func (s *subject) legality() map[uint32]bool {
	nodes := map[uint32]bool{}
	if s.Graph.Len() < manyNodes {
		return nodes
	}
	nodes[s.Terminal.Node()] = true
	for _, role := range s.Roles {
		for _, m := range role.Moves {
			nodes[m.Legal.Node()] = true
		}
	}
	return nodes
}

// someNext says that one fact of a group holds in the next state.
func (s *subject) someNext(group []int) aig.Lit {
	var list []aig.Lit
	for _, i := range group {
		list = append(list, s.State[i].Next)
	}
	return s.Graph.Any(list)
}
