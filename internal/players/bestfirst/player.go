package bestfirst

import (
	"context"
	"errors"
	"slices"

	"ludex/game"
	"ludex/internal/neural"
	"ludex/player"
)

// Options say how positions are valued.
type Options struct {
	// Share is the weight of the network; the rest is that of playouts. 1 runs none.
	Share float64
	// Playouts is the number of playouts per position.
	Playouts int
	Memory   int // of the tree, in MiB
	Threads  int
}

// Defaults returns the options of a search by the network alone.
func Defaults() Options { return Options{Share: 1, Playouts: 16, Memory: 256, Threads: 1} }

// A Player plays by best-first search.
type Player struct {
	Net     *neural.Network // whose features are those of the game
	Options Options

	setup   player.Setup
	tracker *player.Tracker
	search  *search
	chosen  *game.Move // in the current state; nil if it was not asked for one
}

var (
	_ player.Player   = (*Player)(nil)
	_ player.Analyst  = (*Player)(nil)
	_ player.Ponderer = (*Player)(nil)
)

// defaultStates is the number of states per move if nothing limits it.
const defaultStates = 100_000

// Start implements [player.Player]. Without a node budget it searches until the start
// clock ends.
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	*p = Player{Net: p.Net, Options: p.Options, setup: s}
	source := game.CapabilitiesOf(s.Game).Features
	if source == nil || s.Game.Hidden() {
		return errors.New("best-first search needs a game without hidden information whose states have features")
	}
	p.tracker = player.NewTracker(s)
	p.search = newSearch(s.Game, func(thread int) evaluator { return p.newEvaluator(source, thread) }, p.tracker.State, max(p.Options.Threads, 1), p.Options.Memory<<20)
	if _, timed := ctx.Deadline(); !timed || s.Nodes > 0 {
		return p.tracker.Machine.Err()
	}
	return p.search.run(ctx, 0)
}

// newEvaluator returns an evaluator for a thread.
func (p *Player) newEvaluator(source game.Featurer, thread int) evaluator {
	e := evaluator{net: p.Net.NewEvaluator(source), share: float32(p.Options.Share), count: p.Options.Playouts, seed: p.setup.Seed + uint64(thread)<<32}
	if p.Options.Share < 1 {
		e.runner = game.NewRunner(p.setup.Game)
		e.width = max(e.runner.Width(e.count), 1)
	}
	return e
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if len(legal) == 1 {
		return legal[0], nil
	}
	if err := p.search.run(ctx, p.budget(ctx)); err != nil {
		return legal[0], err
	}
	n := p.search.root
	if n.role != p.setup.Role || len(n.children) == 0 {
		return legal[0], nil // the time did not suffice for anything
	}
	move := n.moves[n.decide()]
	if !slices.Contains(legal, move) {
		return legal[0], nil
	}
	p.chosen = &move
	return move, nil
}

// budget returns the number of states for a move, 0 for no limit.
func (p *Player) budget(ctx context.Context) int {
	_, timed := ctx.Deadline()
	switch {
	case p.setup.Nodes > 0:
		return p.setup.Nodes
	case timed || p.setup.Nodes < 0:
		return 0
	}
	return defaultStates
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error {
	if err := p.tracker.Observe(e); err != nil {
		return err
	}
	p.chosen = nil
	p.search.setRoot(p.tracker.State)
	return nil
}

// Ponder implements [player.Ponderer].
func (p *Player) Ponder(ctx context.Context) error {
	if p.search == nil {
		return nil
	}
	if p.chosen != nil {
		if next, ok := p.tracker.After(p.setup.Role, *p.chosen); ok {
			p.search.setRoot(next)
		}
	}
	return p.search.run(ctx, 0)
}

// Stop implements [player.Player].
func (p *Player) Stop() { p.search, p.tracker = nil, nil }
