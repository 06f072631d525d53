package mcts

import (
	"context"

	"ludex/game"
)

// An evaluation is the result of playouts from a state.
type evaluation struct {
	values   []float64 // by role, between 0 and 1
	playouts int
	finished uint64 // playouts that have goals
	sum      uint64 // of the goals of all roles except chance, over the finished playouts
	// trail is what was moved in playouts that were run step by step, by roles
	// that had a choice.
	trail []tracedMove
}

// A tracedMove is a move of a role that had a choice, by its key.
type tracedMove = game.Traced

// An evaluator evaluates states. It belongs to one goroutine.
type evaluator interface {
	// evaluate fills in an evaluation for each state. If the context ends
	// before a playout has finished, the evaluation has none.
	evaluate(ctx context.Context, states []game.State, seed uint64, out []*evaluation) error
	// traces reports whether evaluations say what was moved.
	traces() bool
	// width returns how many states are best evaluated together.
	width() int
}

// native evaluates by playouts of the game's own runner.
type native struct {
	runner  game.Runner
	random  game.Role
	count   int
	trail   int  // steps
	batched bool // not in streams, though the runner could
	results []game.PlayoutResult
}

// trailSteps is the number of steps of a playout whose moves count as seen. Later moves say
// less about the position, and an engine is slower while it records them.
const trailSteps = 128

func newNative(g game.Game, count int, opt *Options) *native {
	n := &native{runner: game.NewRunner(g), random: g.Random(), count: count}
	if opt.Grave > 0 {
		n.trail = trailSteps
	}
	return n
}

// width implements evaluator.
func (n *native) width() int { return n.runner.Width(n.count) }

// traces implements evaluator.
func (n *native) traces() bool {
	t, ok := n.runner.(game.Tracer)
	return ok && t.Traces()
}

// evaluate implements evaluator.
func (n *native) evaluate(ctx context.Context, states []game.State, seed uint64, out []*evaluation) error {
	for len(n.results) < len(states) {
		n.results = append(n.results, game.PlayoutResult{})
	}
	results := n.results[:len(states)]
	opt := game.PlayoutOptions{Count: n.count, Seed: seed, Trail: n.trail}
	if err := n.runner.Run(ctx, states, opt, results); err != nil {
		return err
	}
	for i := range results {
		out[i].read(&results[i], n.random)
	}
	return nil
}

// read fills in an evaluation from the counts of playouts.
func (e *evaluation) read(res *game.PlayoutResult, random game.Role) {
	e.playouts, e.finished = int(res.Playouts), res.Finished
	e.sum, e.trail = 0, append(e.trail[:0], res.Trail...)
	for r, sum := range res.Goals {
		if game.Role(r) != random {
			e.sum += sum
		}
		e.values[r] = 0.5 // nothing is known about a play without an end
		if res.Finished > 0 {
			e.values[r] = min(float64(sum)/float64(100*res.Finished), 1)
		}
	}
}
