// Package solver adapts package solve to players: it solves puzzles while they are played.
package solver

import (
	"context"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/solve"
)

// Puzzle returns a [nested.Solver] whose tables take at most the given bytes, or
// [solve.defaultMemory] if memory is 0.
func Puzzle(memory int64) nested.Solver {
	return func(g game.Game, from game.State) (nested.Planner, error) {
		p, err := solve.NewPuzzle(g, from, solve.Options{Memory: memory})
		if err != nil {
			return nil, err
		}
		return &planner{p}, nil
	}
}

// A planner is a [solve.Puzzle] for players.
type planner struct{ puzzle *solve.Puzzle }

// Run implements [nested.Planner].
func (p *planner) Run(ctx context.Context, nodes int) error { return p.puzzle.Run(ctx, nodes) }

// Best implements [nested.Planner].
func (p *planner) Best() nested.Line {
	joints, goal := p.puzzle.Best()
	line := nested.Line{Goal: goal}
	for _, joint := range joints {
		line.Moves = append(line.Moves, joint[0])
	}
	return line
}

// Solved implements [nested.Planner].
func (p *planner) Solved() bool { return p.puzzle.Solved() }

// Finished implements [nested.Planner].
func (p *planner) Finished() bool { return p.puzzle.Finished() }

// Advance implements [nested.Planner].
func (p *planner) Advance(move game.Move) error { return p.puzzle.Advance([]game.Move{move}) }
