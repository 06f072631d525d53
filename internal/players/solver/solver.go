// Package solver adapts package solve to players: it solves puzzles before they are
// played.
package solver

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/solve"
)

// Puzzle returns a [nested.Solver] whose tables take at most the given bytes, or
// [solve.defaultMemory] if memory is 0. It returns the best line, or the best one
// that was found within the limits.
func Puzzle(memory int64) nested.Solver {
	return func(ctx context.Context, g game.Game, from game.State, nodes int) (nested.Line, error) {
		r, err := solve.Solve(ctx, g, from, solve.Options{Nodes: uint64(max(nodes, 0)), Memory: memory})
		if err != nil {
			return nested.Line{Goal: -1}, err
		}
		return line(g, r)
	}
}

// line converts the line of a result.
func line(g game.Game, r *solve.Result) (nested.Line, error) {
	out := nested.Line{Goal: -1}
	if !r.Complete {
		if r.Outcome == solve.Solved {
			return out, nil // no line ends, so none is best
		}
		return out, fmt.Errorf("undecided: the limit of %s was reached after %d states", r.Reason, r.Nodes)
	}
	role := game.Role(0)
	if g.Random() == 0 {
		role = 1
	}
	for _, joint := range r.Line {
		out.Moves = append(out.Moves, joint[role])
	}
	out.Goal = int(r.Goals[role].Low.Num().Int64())
	return out, nil
}
