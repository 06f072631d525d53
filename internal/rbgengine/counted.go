//go:build !js && !small

package rbgengine

import (
	"context"
	"fmt"
	"sync"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// openLanes prepares lanes. Counting is left to the sets engine: the given one, or
// one made when needed.
func openLanes(ctx context.Context, g *rbg.Game, opt Options, counter game.Game) (*Opened, error) {
	fast, err := newLanes(ctx, g, opt)
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
		s, err := newSets(context.Background(), g, opt)
		if err != nil {
			return fast // which can count as well, more slowly
		}
		return s
	})
	return &Opened{Game: c}, nil
}

// newLanes prepares lanes within the limits.
func newLanes(ctx context.Context, g *rbg.Game, opt Options) (*lanes.Game, error) {
	ctx, cancel := budget.WithSetup(ctx, "setting up lanes", opt.limit())
	defer cancel()
	return lanes.New(ctx, g, lanes.Options{Memory: opt.Memory})
}

// openGPU opens a game in lanes, with its playouts on a GPU.
func openGPU(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	fast, err := newLanes(ctx, g, opt)
	if err != nil {
		return nil, err
	}
	on, err := fast.OnGPU()
	if err != nil {
		return nil, fmt.Errorf("%w; use --engine auto", err)
	}
	return &Opened{Game: on}, nil
}

// A counted game runs playouts in lanes, and counts positions with another engine:
// lanes would visit every position one by one. Both have the same states.
type counted struct {
	*lanes.Game
	counter func() game.Game
}

var _ game.PerftCounter = (*counted)(nil)

// Perft implements [game.PerftCounter].
func (c *counted) Perft(ctx context.Context, from game.State, depth int, terminal bool) ([]game.PerftCount, error) {
	if fast := game.CapabilitiesOf(c.counter()).Perft; fast != nil {
		return fast.Perft(ctx, from, depth, terminal)
	}
	return c.Game.Perft(ctx, from, depth, terminal)
}

// symmetryProver returns what proves the symmetries of a game.
func symmetryProver(g *rbg.Game, opt Options) rbgplay.SymmetryProver {
	return func(ctx context.Context, list []rbgplay.BoardSymmetry) rbgplay.ProvedSymmetries {
		return lanes.ProveSymmetries(ctx, g, list, lanes.Options{Memory: opt.Memory})
	}
}
