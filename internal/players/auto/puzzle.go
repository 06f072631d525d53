package auto

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/player"
	"ludex/player/mcts"
)

// A puzzlePlayer plays puzzles with two searches that complement each other: nested
// search finds long plans whose parts pay off, and tree search finds short plans
// among many positions. The one that expects the higher goal decides.
type puzzlePlayer struct {
	plan *nested.Player
	tree player.Analyst
	last player.Analyst // whose move was taken last
}

func newPuzzlePlayer(solve nested.Solver, opt mcts.Options) *puzzlePlayer {
	return &puzzlePlayer{plan: &nested.Player{Solve: solve}, tree: mcts.NewPlayer(opt)}
}

// planShare is the divisor of the time that nested search gets.
const planShare = 4

// Start implements [player.Player].
func (p *puzzlePlayer) Start(ctx context.Context, s player.Setup) error {
	err := p.planTime(ctx, func(ctx context.Context) error { return p.plan.Start(ctx, s) })
	if err != nil {
		return err
	}
	if p.solved() { // the tree is prepared and does not think
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		cancel()
	}
	return p.tree.Start(ctx, s)
}

// planTime calls f with a context for nested search's part of the time.
func (p *puzzlePlayer) planTime(ctx context.Context, f func(context.Context) error) error {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/planShare)
		defer cancel()
	}
	return f(ctx)
}

// solved reports whether there is a plan with the highest possible goal.
func (p *puzzlePlayer) solved() bool { return expectedGoal(p.plan) >= 100 }

// expectedGoal returns the goal that a player expects, or -1 if it is unknown.
func expectedGoal(of player.Analyst) float64 {
	if a := of.Analysis(); len(a.Values) > 0 {
		return a.Values[0]
	}
	return -1
}

// Choose implements [player.Player].
func (p *puzzlePlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	var planned game.Move
	err := p.planTime(ctx, func(ctx context.Context) (err error) {
		planned, err = p.plan.Choose(ctx, legal)
		return err
	})
	p.last = p.plan
	if err != nil || p.solved() {
		return planned, err
	}
	move, err := p.tree.Choose(ctx, legal)
	if err != nil || expectedGoal(p.plan) >= expectedGoal(p.tree) {
		return planned, err
	}
	p.last = p.tree
	return move, nil
}

// Observe implements [player.Player].
func (p *puzzlePlayer) Observe(ctx context.Context, e player.Event) error {
	if err := p.plan.Observe(ctx, e); err != nil {
		return err
	}
	return p.tree.Observe(ctx, e)
}

// Stop implements [player.Player].
func (p *puzzlePlayer) Stop() {
	p.plan.Stop()
	p.tree.Stop()
}

// Note implements [player.Noter].
func (p *puzzlePlayer) Note() string { return player.NoteOf(p.plan) }

// Analysis implements [player.Analyst].
func (p *puzzlePlayer) Analysis() player.Analysis {
	if p.last == nil {
		return player.Analysis{}
	}
	return p.last.Analysis()
}
