package mcts

import (
	"context"

	"ludex/game"
)

// An evaluation is what playouts from a state say.
type evaluation struct {
	values   []float64 // by role, between 0 and 1
	playouts int
	finished uint64 // playouts that have goals
	steps    uint64
	sum      uint64 // of the goals of all roles but chance, over the finished playouts
	// trail is what was moved in playouts that were run step by step, by roles
	// that had a choice.
	trail []made
}

// A made is a move that a role made where it had a choice.
type made struct {
	role game.Role
	move game.Move
}

// An evaluator evaluates states. It belongs to one goroutine.
type evaluator interface {
	// evaluate fills in an evaluation. If the context ends before a playout
	// has finished, the evaluation has none.
	evaluate(ctx context.Context, s game.State, seed uint64, out *evaluation) error
}

// native evaluates by the playouts that the game runs itself.
type native struct {
	game  game.Game
	count int
}

// evaluate implements evaluator.
func (n *native) evaluate(ctx context.Context, s game.State, seed uint64, out *evaluation) error {
	res, err := game.Playouts(ctx, n.game, game.PlayoutOptions{From: s, Count: n.count, Seed: seed})
	if err != nil {
		return err
	}
	out.playouts, out.finished, out.steps = int(res.Playouts), res.Finished, res.Steps
	out.sum, out.trail = 0, out.trail[:0]
	for r, sum := range res.Goals {
		if game.Role(r) != n.game.Random() {
			out.sum += sum
		}
		out.values[r] = 0.5 // of a play without an end nothing is known
		if res.Finished > 0 {
			out.values[r] = min(float64(sum)/float64(100*res.Finished), 1)
		}
	}
	return nil
}
