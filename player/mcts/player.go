package mcts

import (
	"context"
	"flag"
	"slices"

	"ludex/game"
	"ludex/player"
)

// A searchPlayer plays by a search that keeps its graph from move to move. Games that hide
// information are played at random, and [searchPlayer.Note] says so.
type searchPlayer struct {
	Options Options

	setup   player.Setup
	search  *Search // nil if the game hides information
	tracker *player.Tracker
	chosen  *game.Move // in the current state; nil if it was not asked for one
	rand    *game.Rand
}

var (
	_ player.Player   = (*searchPlayer)(nil)
	_ player.Noter    = (*searchPlayer)(nil)
	_ player.Analyst  = (*searchPlayer)(nil)
	_ player.Ponderer = (*searchPlayer)(nil)
)

// NewPlayer returns a player with options.
func NewPlayer(opt Options) player.Analyst { return &searchPlayer{Options: opt} }

// Kind is the player by name.
func Kind() player.Kind {
	return player.Kind{
		Name: "mcts",
		Doc:  "searches by playouts: any number of players, in turns or at the same time",
		Declare: func(set *flag.FlagSet) func() player.Player {
			opt := Defaults()
			opt.declare(set)
			return func() player.Player { return NewPlayer(opt) }
		},
	}
}

// Start implements [player.Player]. Without a node budget it searches until the
// start clock ends.
func (p *searchPlayer) Start(ctx context.Context, s player.Setup) error {
	*p = searchPlayer{Options: p.Options, setup: s, rand: game.NewRand(s.Seed)}
	if s.Game.Hidden() {
		return nil
	}
	p.tracker = player.NewTracker(s)
	search, err := New(s.Game, p.tracker.State, p.Options, s.Seed)
	if err != nil {
		return err
	}
	p.search = search
	if s.Nodes > 0 {
		return nil
	}
	if err := search.prepareTimed(ctx); err != nil {
		return err
	}
	if _, timed := ctx.Deadline(); !timed {
		return nil
	}
	return search.Run(ctx, Limits{Role: s.Role})
}

// Choose implements [player.Player].
func (p *searchPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.search == nil {
		return legal[p.rand.Choose(len(legal))], nil
	}
	if len(legal) == 1 {
		return legal[0], nil
	}
	if err := p.search.Run(ctx, Limits{Nodes: p.budget(ctx), Role: p.setup.Role}); err != nil {
		return legal[0], err
	}
	if p.search.isInterrupted() {
		return legal[p.rand.Choose(len(legal))], nil
	}
	move, err := p.search.best(p.setup.Role)
	if err != nil || !slices.Contains(legal, move) {
		return legal[0], err
	}
	p.chosen = &move
	return move, nil
}

// budget returns the number of simulations for a move, 0 for no limit. Without any
// external limit it is the one of the options.
func (p *searchPlayer) budget(ctx context.Context) int {
	switch _, timed := ctx.Deadline(); {
	case p.setup.Nodes > 0:
		return p.setup.Nodes
	case p.setup.Nodes < 0 || timed:
		return 0
	}
	return p.Options.Nodes
}

// Observe implements [player.Player].
func (p *searchPlayer) Observe(_ context.Context, e player.Event) error {
	if p.search == nil {
		return nil
	}
	if err := p.tracker.Observe(e); err != nil {
		return err
	}
	p.chosen = nil
	p.search.setRoot(p.tracker.State)
	return p.search.failure()
}

// Ponder implements [player.Ponderer]. It searches the position after its own move, if the
// others have no choice there, and the current one otherwise.
func (p *searchPlayer) Ponder(ctx context.Context) error {
	if p.search == nil {
		return nil
	}
	if p.chosen != nil {
		if next, ok := p.tracker.After(p.setup.Role, *p.chosen); ok {
			p.search.setRoot(next)
		}
	}
	return p.search.Run(ctx, Limits{Role: game.NoRole})
}

// Stop implements [player.Player].
func (p *searchPlayer) Stop() { p.search, p.tracker = nil, nil }

// Note implements [player.Noter].
func (p *searchPlayer) Note() string {
	if p.setup.Game != nil && p.setup.Game.Hidden() {
		return "the game hides information, and mcts does not reason about that: its moves are random"
	}
	return ""
}

// Analysis implements [player.Analyst].
func (p *searchPlayer) Analysis() player.Analysis {
	if p.search == nil {
		return player.Analysis{Note: p.Note()}
	}
	return p.search.Analysis(p.setup.Role)
}
