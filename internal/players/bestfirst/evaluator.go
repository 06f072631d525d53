package bestfirst

import (
	"context"

	"ludex/game"
	"ludex/internal/neural"
)

// An evaluator values positions by a network, by playouts, or by both.
type evaluator struct {
	net     *neural.Evaluator
	share   float32     // of the network; the rest is that of playouts
	runner  game.Runner // nil if the share is 1
	count   int         // playouts per position
	width   int         // positions that are best run together
	seed    uint64
	open    []game.State // scratch memory
	index   []int
	results []game.PlayoutResult
}

// value fills in the values of the children that are not solved, whose states are given.
func (e *evaluator) value(ctx context.Context, n *node, states []game.State) error {
	e.net.Children(n.state, states, func(i int, goals []float64) {
		if n.children[i].solved {
			return
		}
		for r, v := range goals {
			n.of(i)[r] = float32(v)
		}
	})
	if e.runner == nil {
		return nil
	}
	e.open, e.index = e.open[:0], e.index[:0]
	for i := range n.children {
		if !n.children[i].solved {
			e.open, e.index = append(e.open, states[i]), append(e.index, i)
		}
	}
	for from := 0; from < len(e.open); from += e.width {
		if err := e.playouts(ctx, n, from, min(from+e.width, len(e.open))); err != nil {
			return err
		}
	}
	return nil
}

// playouts mixes the results of playouts into the values of some children.
func (e *evaluator) playouts(ctx context.Context, n *node, from, to int) error {
	for len(e.results) < to-from {
		e.results = append(e.results, game.PlayoutResult{})
	}
	results := e.results[:to-from]
	e.seed++
	if err := e.runner.Run(ctx, e.open[from:to], game.PlayoutOptions{Count: e.count, Seed: e.seed}, results); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for k := range results {
		values, finished := n.of(e.index[from+k]), float32(results[k].Finished)
		if finished == 0 {
			continue // all were cut off, which says nothing
		}
		for r := range values {
			mean := min(float32(results[k].Goals[r])/(100*finished), 1)
			values[r] = e.share*values[r] + (1-e.share)*mean
		}
	}
	return nil
}
