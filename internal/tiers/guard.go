package tiers

import (
	"context"
	"errors"

	"ludex/game"
)

// guard returns a game on an engine that may fail, such as another process. What fails is
// computed by the first engine, and if that succeeds, the game does without the other one
// from then on. So no answer is lost.
func (p *preparation) guard(g game.Game) game.Game { return &guarded{g, p} }

// A guarded game is a game on an engine that may fail.
type guarded struct {
	game.Game
	*preparation
}

// Capabilities returns what the engine can do.
func (g *guarded) Capabilities() game.Capabilities {
	c := game.CapabilitiesOf(g.Game)
	if c.Playouts != nil {
		c.Playouts = g
	}
	if c.Runners != nil {
		c.Runners = g
	}
	if c.Perft != nil {
		c.Perft = guardedCounter{g, c.Perft}
	}
	return c
}

// Close closes what the engine uses, if it can be closed.
func (g *guarded) Close() { release(g.Game) }

// rescue calls compute again, on the first engine, if the engine has failed with an error.
// If that succeeds, the engine is dropped.
func (g *guarded) rescue(ctx context.Context, failure error, compute func(game.Game) error) error {
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	if err := compute(g.first); err != nil {
		return errors.Join(failure, err)
	}
	if ctx.Err() == nil {
		g.drop(g.Game.Engine(), failure)
	}
	return nil
}

// Playouts implements [game.Playouter].
func (g *guarded) Playouts(ctx context.Context, opt game.PlayoutOptions) (res game.PlayoutResult, err error) {
	res, err = game.Playouts(ctx, g.Game, opt)
	err = g.rescue(ctx, err, func(first game.Game) (err error) {
		res, err = game.Playouts(ctx, first, opt)
		return err
	})
	return res, err
}

// A guardedCounter counts positions on an engine that may fail.
type guardedCounter struct {
	game  *guarded
	inner game.PerftCounter
}

// Perft implements [game.PerftCounter].
func (c guardedCounter) Perft(ctx context.Context, from game.State, depth int, terminal bool) (counts []game.PerftCount, err error) {
	counts, err = c.inner.Perft(ctx, from, depth, terminal)
	err = c.game.rescue(ctx, err, func(first game.Game) (err error) {
		counts, err = game.Perft(ctx, first, from, depth, terminal)
		return err
	})
	return counts, err
}

// NewRunner implements [game.RunnerMaker].
func (g *guarded) NewRunner() game.Runner { return &guardedRunner{game.NewRunner(g.Game), g} }

// A guardedRunner runs playouts on an engine that may fail, and on the first engine after
// it has failed.
type guardedRunner struct {
	game.Runner
	game *guarded
}

// Traces implements [game.Tracer].
func (r *guardedRunner) Traces() bool {
	t, ok := r.Runner.(game.Tracer)
	return ok && t.Traces()
}

// Run implements [game.Runner].
func (r *guardedRunner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	err := r.Runner.Run(ctx, from, opt, results)
	return r.game.rescue(ctx, err, func(first game.Game) error {
		r.Runner = game.NewRunner(first)
		return r.Runner.Run(ctx, from, opt, results)
	})
}

// drop gives the uses of an engine back to the first one.
func (p *preparation) drop(engine string, failure error) {
	p.put(game.Tier{Engine: engine, Refused: "it failed: " + failure.Error()})
	p.mu.Lock()
	p.late[engine] = true // the failure may not happen again
	p.mu.Unlock()
	for _, u := range uses {
		if p.fastest(u).Engine() == engine {
			p.take(u, p.first)
		}
	}
}
