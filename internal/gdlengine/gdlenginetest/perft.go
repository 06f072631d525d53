package gdlenginetest

import (
	"context"

	"ludex/game"
)

// leafCounts are what perft counts at one depth.
type leafCounts struct{ leaves, terminal uint64 }

// perft counts leaves like [game.Perft], on a given machine, and looks at the
// clock at every state because engines may be slow.
func perft(ctx context.Context, g game.Game, m game.Machine, depth int) (leafCounts, error) {
	p := &walk{ctx: ctx, roles: len(g.Roles()), machine: m}
	err := p.visit(m.Initial(nil), depth)
	return p.counts, err
}

type walk struct {
	ctx     context.Context
	roles   int
	machine game.Machine
	counts  leafCounts
}

func (w *walk) visit(s game.State, depth int) error {
	if w.ctx.Err() != nil {
		return errBudget
	}
	over := w.machine.Terminal(s)
	if depth == 0 {
		w.counts.leaves++
		if over {
			w.counts.terminal++
		}
		return nil
	}
	if over {
		return nil
	}
	moves := make([][]game.Move, w.roles)
	for r := range moves {
		moves[r] = w.machine.Legal(s, game.Role(r), nil)
	}
	return w.joint(s, moves, make([]game.Move, w.roles), 0, depth)
}

// joint runs through all joint moves that begin with the given ones.
func (w *walk) joint(s game.State, moves [][]game.Move, joint []game.Move, r, depth int) error {
	if r == len(joint) {
		return w.visit(w.machine.Next(s, joint, nil), depth-1)
	}
	for _, m := range moves[r] {
		joint[r] = m
		if err := w.joint(s, moves, joint, r+1, depth); err != nil {
			return err
		}
	}
	return nil
}
