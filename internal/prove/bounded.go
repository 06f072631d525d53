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
	made  *aig.Copier   // of literals about the last step
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
	u.state, u.made = next, c
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
// literal about it holds, or with inStep to a step where one about that does. It returns the
// number of steps within which there is none, or -1.
func (s *subject) bounded(ctx context.Context, from []bool, goal aig.Lit, inStep bool, steps int, limits sat.Limits) (play [][]int, found bool, depth int) {
	u := s.unroll(from)
	first := int(boolWord(inStep))
	depth = first - 1
	for n := first; n <= steps; n++ {
		if n > 0 && (u.graph.Len() > maxUnrolled || ctx.Err() != nil || !u.advance()) {
			break
		}
		at := u.made
		if !inStep {
			at = u.copier()
		}
		switch u.r.solve(ctx, limits, at.Copy(goal)) {
		case sat.Satisfiable:
			return u.moves(), true, depth
		case sat.Unknown:
			return nil, false, depth
		}
		depth = n
	}
	return nil, false, depth
}

// loop looks for a play of a few steps from a state back to it. It reports, too, whether it is sure that
// there is none.
func (s *subject) loop(ctx context.Context, from []bool, steps int, limits sat.Limits) (play [][]int, found, none bool) {
	u := s.unroll(from)
	for range steps {
		if u.graph.Len() >= maxUnrolled || ctx.Err() != nil {
			return nil, false, false
		}
		if !u.advance() {
			return nil, false, true // no play is so long
		}
		var same []aig.Lit
		for i, l := range u.state {
			same = append(same, l^aig.Lit(1-boolWord(from[i])))
		}
		switch u.r.solve(ctx, limits, u.graph.All(same)) {
		case sat.Satisfiable:
			return u.moves(), true, false
		case sat.Unknown:
			return nil, false, false
		}
	}
	return nil, false, true
}
