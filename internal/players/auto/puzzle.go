package auto

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/player"
	"ludex/player/mcts"
)

// A puzzlePlayer plays puzzles with searches that complement each other: a planner visits
// all positions, or those that the relaxed rules recommend, nested search finds long plans
// whose parts pay off, and tree search finds short plans among many positions. The one that
// expects the highest goal decides. The planner has a thread of its own if there are several,
// or else half of the time.
type puzzlePlayer struct {
	plan     *nested.Player // the planner and nested search
	tree     player.Analyst
	last     player.Analyst // whose move was taken last
	parallel bool           // the planner thinks while the others do
	planned  chan error     // the planner's answer, if it has not stopped yet
}

func newPuzzlePlayer(solve nested.Solver, opt mcts.Options) *puzzlePlayer {
	p := &puzzlePlayer{plan: &nested.Player{Solve: solve}, parallel: solve != nil && opt.Threads > 1}
	if p.parallel {
		opt.Threads--
	}
	p.tree = mcts.NewPlayer(opt)
	return p
}

// Divisors of the time that searches get.
const (
	plannerShare = 2 // the planner, if it thinks in turn with the others
	nestedShare  = 4 // nested search, of what is left
)

// Start implements [player.Player].
func (p *puzzlePlayer) Start(ctx context.Context, s player.Setup) error {
	if err := p.plan.Prepare(s); err != nil {
		return err
	}
	return p.think(ctx, func(ctx context.Context) error {
		if _, timed := ctx.Deadline(); s.Nodes <= 0 && timed {
			if err := share(ctx, nestedShare, p.plan.Search); err != nil {
				return err
			}
		}
		if p.plan.Solved() { // the tree is prepared and does not think
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(ctx)
			cancel()
		}
		return p.tree.Start(ctx, s)
	})
}

// think lets the planner and other searches think, at the same time or in turn. The others
// stop when the planner has solved the puzzle.
func (p *puzzlePlayer) think(ctx context.Context, others func(context.Context) error) error {
	if p.busy() || !p.plan.Plans() {
		return others(ctx)
	}
	plan := p.plan.NewPlan()
	if _, timed := ctx.Deadline(); !timed || !p.parallel {
		err := share(ctx, plannerShare, func(ctx context.Context) error {
			_, err := plan(ctx)
			return err
		})
		p.plan.Adopt(err)
		return others(ctx)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	planned := make(chan error, 1)
	p.planned = planned
	go func() {
		solved, err := plan(ctx)
		planned <- err
		if solved {
			stop()
		}
	}()
	err := others(ctx)
	if p.plan.Solved() || err != nil {
		stop()
	}
	p.wait(ctx)
	return err
}

// patience is how long a move waits for the planner to stop when its time is up. What the
// planner finds after that is for the next move.
const patience = 20 * time.Millisecond

// wait waits for the planner until the context ends, and a little longer.
func (p *puzzlePlayer) wait(ctx context.Context) {
	var late <-chan time.Time
	for end := ctx.Done(); ; end = nil {
		select {
		case err := <-p.planned:
			p.adopt(err)
			return
		case <-end:
			late = time.After(patience)
		case <-late:
			return
		}
	}
}

// busy reports whether the planner has not stopped yet.
func (p *puzzlePlayer) busy() bool {
	if p.planned == nil {
		return false
	}
	select {
	case err := <-p.planned:
		p.adopt(err)
		return false
	default:
		return true
	}
}

// adopt takes over what the planner found.
func (p *puzzlePlayer) adopt(err error) {
	p.planned = nil
	p.plan.Adopt(err)
}

// share calls f with a context for a part of the time.
func share(ctx context.Context, divisor int, f func(context.Context) error) error {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(divisor))
		defer cancel()
	}
	return f(ctx)
}

// expectedGoal returns the goal that a player expects, or -1 if it is unknown.
func expectedGoal(of player.Analyst) float64 {
	if a := of.Analysis(); len(a.Values) > 0 {
		return a.Values[0]
	}
	return -1
}

// Choose implements [player.Player].
func (p *puzzlePlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	var move game.Move
	searched := false
	err := p.think(ctx, func(ctx context.Context) error {
		if err := share(ctx, nestedShare, p.plan.Search); err != nil || p.plan.Solved() {
			return err
		}
		var err error
		move, err = p.tree.Choose(ctx, legal)
		searched = err == nil
		return err
	})
	p.last = p.plan
	if !searched || p.plan.Solved() || expectedGoal(p.plan) >= expectedGoal(p.tree) {
		return p.plan.Next(legal), err
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
	if p.planned != nil {
		<-p.planned
	}
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
