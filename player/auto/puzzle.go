package auto

import (
	"context"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/player/mcts"
	"ludex/player/nested"
)

// A puzzler plays puzzles with two searches, since either is good at what the
// other is not: nested search finds long plans whose parts pay off, and has its
// best plan for certain; tree search finds short plans among many positions. The
// better prospect decides.
type puzzler struct {
	plan *nested.Player
	tree *mcts.Player
	last player.Analyst // whose move was taken last
}

func newPuzzler(solve nested.Solver, opt mcts.Options) *puzzler {
	return &puzzler{plan: &nested.Player{Solve: solve}, tree: mcts.NewPlayer(opt)}
}

// planning is the part of the time that the plan gets.
const planning = 4

// Start implements [player.Player].
func (p *puzzler) Start(ctx context.Context, s player.Setup) error {
	err := p.half(ctx, func(ctx context.Context) error { return p.plan.Start(ctx, s) })
	if err != nil {
		return err
	}
	if p.perfect() { // the tree is prepared and does not think
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		cancel()
	}
	return p.tree.Start(ctx, s)
}

// half does something with the part of the time that the plan gets.
func (p *puzzler) half(ctx context.Context, f func(context.Context) error) error {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/planning)
		defer cancel()
	}
	return f(ctx)
}

// perfect reports whether there is a plan that cannot be better.
func (p *puzzler) perfect() bool { return prospect(p.plan) >= 100 }

// prospect returns the goal that a player expects, or -1 if it does not know.
func prospect(of player.Analyst) float64 {
	if a := of.Analysis(); len(a.Values) > 0 {
		return a.Values[0]
	}
	return -1
}

// Choose implements [player.Player].
func (p *puzzler) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	var planned game.Move
	err := p.half(ctx, func(ctx context.Context) (err error) {
		planned, err = p.plan.Choose(ctx, legal)
		return err
	})
	p.last = p.plan
	if err != nil || p.perfect() {
		return planned, err
	}
	move, err := p.tree.Choose(ctx, legal)
	if err != nil || prospect(p.plan) >= prospect(p.tree) {
		return planned, err
	}
	p.last = p.tree
	return move, nil
}

// Observe implements [player.Player].
func (p *puzzler) Observe(ctx context.Context, e player.Event) error {
	if err := p.plan.Observe(ctx, e); err != nil {
		return err
	}
	return p.tree.Observe(ctx, e)
}

// Stop implements [player.Player].
func (p *puzzler) Stop() {
	p.plan.Stop()
	p.tree.Stop()
}

// Note implements [player.Noter].
func (p *puzzler) Note() string { return player.NoteOf(p.plan) }

// Analysis implements [player.Analyst].
func (p *puzzler) Analysis() player.Analysis {
	if p.last == nil {
		return player.Analysis{}
	}
	return p.last.Analysis()
}
