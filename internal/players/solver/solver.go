// Package solver adapts package solve to players: it solves puzzles while they are played.
package solver

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/internal/tiers"
	"ludex/solve"
)

// Puzzle returns a [nested.Solver] whose tables take at most the given bytes, or
// [solve.defaultMemory] if memory is 0.
func Puzzle(memory int64) nested.Solver {
	return func(g game.Game, from game.State) (nested.Planner, error) {
		if err := solve.CheckPuzzle(g); err != nil {
			return nil, err
		}
		return &planner{game: g, from: from, options: solve.Options{Memory: memory}}, nil
	}
}

// A planner is a [solve.Puzzle] for players. The rules are analysed in the first run, which
// takes a while in large games. What they say about facts is known only on the engine that a
// game awaits; so that is waited for, and if it comes later, the search begins anew.
type planner struct {
	game    game.Game
	from    game.State // where moves begins
	options solve.Options
	puzzle  *solve.Puzzle // nil before the first run
	pending bool          // its game awaits an engine
	moves   [][]game.Move // made so far
}

// waitShare is the divisor of the time that may be spent on waiting for an engine.
const waitShare = 2

// Run implements [nested.Planner].
func (p *planner) Run(ctx context.Context, nodes int) error {
	if err := p.open(ctx); err != nil {
		return err
	}
	return p.puzzle.Run(ctx, nodes)
}

// open begins the search, or begins it anew if a faster engine is there since.
func (p *planner) open(ctx context.Context) error {
	if p.puzzle == nil {
		p.wait(ctx)
	}
	g, from, pending := tiers.Settled(p.game, p.from)
	if p.puzzle != nil && pending == p.pending {
		return nil
	}
	puzzle, err := solve.NewPuzzle(g, from, p.options)
	if err != nil {
		return err
	}
	for _, joint := range p.moves {
		if err := puzzle.Advance(joint); err != nil {
			return err
		}
	}
	p.puzzle, p.pending = puzzle, pending
	return nil
}

// wait waits for the engine that a game awaits, for a part of the time if that is limited.
func (p *planner) wait(ctx context.Context) {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/waitShare)
		defer cancel()
	}
	_ = tiers.Settle(ctx, p.game) // if it is not ready, the search begins without it
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

// Finished implements [nested.Planner]. With another engine the search may get further.
func (p *planner) Finished() bool {
	if p.puzzle == nil || !p.puzzle.Finished() {
		return false
	}
	_, _, pending := tiers.Settled(p.game, p.from)
	return pending == p.pending
}

// Advance implements [nested.Planner].
func (p *planner) Advance(move game.Move) error {
	joint := []game.Move{move}
	p.moves = append(p.moves, joint)
	if p.puzzle == nil {
		return nil
	}
	return p.puzzle.Advance(joint)
}
