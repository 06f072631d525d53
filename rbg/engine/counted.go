package engine

import (
	"context"
	"sync"

	"ludex/game"
	"ludex/rbg"
	"ludex/rbg/engine/lanes"
	"ludex/rbg/engine/sets"
)

// openLanes prepares lanes. Counting is left to the sets engine: to the one that
// is given, or to one that is made when it is needed.
func openLanes(ctx context.Context, g *rbg.Game, opt Options, counter game.Game) (*Opened, error) {
	fast, err := lanes.New(ctx, g, lanes.Options{Time: opt.limit()})
	if err != nil {
		return nil, err
	}
	if opt.Through {
		return &Opened{Game: fast}, nil
	}
	c := &counted{Game: fast}
	c.counter = sync.OnceValue(func() game.Game {
		if counter != nil {
			return counter
		}
		s, err := sets.New(context.Background(), g, sets.Options{Time: opt.limit()})
		if err != nil {
			return fast // which can count as well, more slowly
		}
		return s
	})
	return &Opened{Game: c}, nil
}

// A counted game runs playouts in lanes, and has another engine count positions:
// in lanes every position would be looked at by itself. Both have the same
// states.
type counted struct {
	*lanes.Game
	counter func() game.Game
}

var _ game.Counter = (*counted)(nil)

// Perft implements [game.Counter].
func (c *counted) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	if fast, ok := c.counter().(game.Counter); ok {
		return fast.Perft(ctx, from, depth, terminal)
	}
	return c.Game.Perft(ctx, from, depth, terminal)
}
