package prove

import (
	"context"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/sat"
)

// An unrolling is a play of unknown moves from a known state, as one circuit.
type unrolling struct {
	*subject
	from  []bool
	graph *aig.Graph
	r     *reasoner
	state []aig.Lit
	does  [][][]aig.Lit // by step, role and move
}

func (s *subject) unroll(from []bool) *unrolling {
	u := &unrolling{subject: s, from: from, graph: aig.New()}
	u.r = newReasoner(u.graph, false)
	for _, set := range from {
		u.state = append(u.state, aig.Lit(boolWord(set)))
	}
	return u
}

// copier returns a copier of literals about the present state.
func (u *unrolling) copier() *aig.Copier {
	c := aig.NewCopier(u.System.Graph, u.graph)
	for i, bit := range u.State {
		c.Set(bit.Lit, u.state[i])
	}
	return c
}

// advance makes a step. It returns false if none is possible.
func (u *unrolling) advance() bool {
	c := u.copier()
	var does [][]aig.Lit
	for _, role := range u.Roles {
		var list []aig.Lit
		for _, m := range role.Moves {
			l := aig.False // a move that cannot be legal is not made
			if c.Copy(m.Legal) != aig.False {
				l = u.graph.Input()
			}
			c.Set(m.Does, l)
			list = append(list, l)
		}
		does = append(does, list)
	}
	u.does = append(u.does, does)
	step := c.Copy(u.step)
	u.r.assert(step)
	next := make([]aig.Lit, len(u.State))
	for i, bit := range u.State {
		next[i] = c.Copy(bit.Next)
	}
	u.state = next
	return step != aig.False
}

// moves returns the joint moves of the last solution.
func (u *unrolling) moves() [][]int {
	var play [][]int
	for _, roles := range u.does {
		joint := make([]int, len(roles))
		for r, list := range roles {
			for i, l := range list {
				if u.r.value(l) {
					joint[r] = i
				}
			}
		}
		play = append(play, joint)
	}
	return play
}

// maxUnrolled bounds the gates of an unrolling.
const maxUnrolled = 3_000_000

// bounded looks for a play of at most a number of steps from a state to one where a
// literal about it holds. It returns the depth up to which there is none.
func (s *subject) bounded(ctx context.Context, from []bool, goal aig.Lit, steps int, limits sat.Limits) (play [][]int, found bool, depth int) {
	u := s.unroll(from)
	for depth = 0; ; depth++ {
		switch u.r.solve(ctx, limits, u.copier().Copy(goal)) {
		case sat.Satisfiable:
			return u.moves(), true, depth
		case sat.Unknown:
			return nil, false, depth - 1
		}
		if depth == steps || u.graph.Len() > maxUnrolled || ctx.Err() != nil || !u.advance() {
			return nil, false, depth
		}
	}
}

// loop looks for a play of a few steps from a state back to it.
func (s *subject) loop(ctx context.Context, from []bool, steps int, limits sat.Limits) ([][]int, bool) {
	u := s.unroll(from)
	for depth := 1; depth <= steps && u.graph.Len() < maxUnrolled && ctx.Err() == nil && u.advance(); depth++ {
		var same []aig.Lit
		for i, l := range u.state {
			same = append(same, l^aig.Lit(1-boolWord(from[i])))
		}
		if u.r.solve(ctx, limits, u.graph.All(same)) == sat.Satisfiable {
			return u.moves(), true
		}
	}
	return nil, false
}
