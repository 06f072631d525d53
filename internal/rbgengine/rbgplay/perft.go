package rbgplay

import (
	"context"

	"ludex/game"
	"ludex/internal/budget"
)

// Perft implements [game.PerftCounter] on a reasoner, without numbers and texts of
// moves.
func (g *Game) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	r := g.newReasoner()
	r.Bind(ctx)
	var p Position
	if from != nil {
		g.Position(from, &p)
	} else if err := r.Start(&p); err != nil {
		return nil, err
	}
	w := &walk{ctx: ctx, reasoner: r, memory: g.memory}
	return w.count(&p, depth, terminal)
}

// count counts the positions below p up to a depth, as [game.PerftCounter] says.
func (w *walk) count(p *Position, depth int, terminal bool) ([]game.PerftCount, error) {
	w.terminal, w.counts, w.levels = terminal, make([]game.PerftCount, depth+1), make([]level, depth+1)
	for d := range w.levels {
		w.levels[d].moves.Memory = w.memory
	}
	w.levels[0].position.Copy(p)
	err := w.visit(0)
	for d := range w.counts {
		w.counts[d].Depth = d
		w.counts[d].States = w.counts[d].Leaves
		if d > 0 {
			w.counts[d].States += w.counts[d-1].States
		}
	}
	return w.counts, err
}

type walk struct {
	ctx      context.Context
	reasoner Reasoner
	memory   budget.Memory
	terminal bool
	counts   []game.PerftCount
	levels   []level
	visited  uint64
}

// A level is the memory of one depth.
type level struct {
	position Position
	moves    Moves
}

// visit counts the position at a level and everything below it.
func (w *walk) visit(d int) error {
	l := &w.levels[d]
	w.counts[d].Leaves++
	if w.visited++; w.visited&255 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	if d+1 == len(w.levels) {
		return w.leaf(d)
	}
	l.moves.Clear()
	if err := w.reasoner.Moves(&l.position, &l.moves); err != nil {
		return err
	}
	if l.moves.Len() == 0 {
		w.counts[d].Terminal++
	}
	next := &w.levels[d+1].position
	for i := range l.moves.Len() {
		next.Copy(&l.position)
		if err := w.reasoner.Apply(next, l.moves.At(i)); err != nil {
			return err
		}
		if err := w.visit(d + 1); err != nil {
			return err
		}
	}
	return nil
}

// leaf finds out, if requested, whether a position at the last level is terminal.
func (w *walk) leaf(d int) error {
	if !w.terminal {
		return nil
	}
	alive, err := w.reasoner.HasMove(&w.levels[d].position)
	if err == nil && !alive {
		w.counts[d].Terminal++
	}
	return err
}
