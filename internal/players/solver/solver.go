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
		if err := solve.CheckPuzzle(g); err != nil {
			return nil, err
		}
		return &planner{open: func() (*solve.Puzzle, error) {
			return solve.NewPuzzle(g, from, solve.Options{Memory: memory})
		}}, nil
	}
}

// A planner is a [solve.Puzzle] for players. The rules are analysed in the first run, which
// takes a while in large games.
type planner struct {
	open   func() (*solve.Puzzle, error)
	puzzle *solve.Puzzle // nil before the first run
	moves  [][]game.Move // made before the first run
}

// Run implements [nested.Planner].
func (p *planner) Run(ctx context.Context, nodes int) error {
	if p.puzzle == nil {
		var err error
		if p.puzzle, err = p.open(); err != nil {
			return err
		}
		for _, joint := range p.moves {
			if err := p.puzzle.Advance(joint); err != nil {
				return err
			}
		}
	}
	return p.puzzle.Run(ctx, nodes)
}

// Best implements [nested.Planner].
func (p *planner) Best() nested.Line {
	if p.puzzle == nil {
		return nested.Line{Goal: -1}
	}
	joints, goal := p.puzzle.Best()
	line := nested.Line{Goal: goal}
	for _, joint := range joints {
		line.Moves = append(line.Moves, joint[0])
	}
	return line
}

// Solved implements [nested.Planner].
func (p *planner) Solved() bool { return p.puzzle != nil && p.puzzle.Solved() }

// Finished implements [nested.Planner].
func (p *planner) Finished() bool { return p.puzzle != nil && p.puzzle.Finished() }

// Advance implements [nested.Planner].
func (p *planner) Advance(move game.Move) error {
	joint := []game.Move{move}
	if p.puzzle == nil {
		p.moves = append(p.moves, joint)
		return nil
	}
	return p.puzzle.Advance(joint)
}
