package engine

import (
	"context"
	"time"

	"ludex/game"
	"ludex/rbg"
	"ludex/rbg/engine/lanes"
)

func openLanes(ctx context.Context, g *rbg.Game, opt Options) (*Opened, error) {
	opened, err := lanes.New(ctx, g, lanes.Options{Time: opt.limit()})
	if err != nil {
		return nil, err
	}
	return &Opened{Game: opened}, nil
}

// fasterPlayouts returns the game on lanes, if it can be and its playouts are
// then faster than they are on the engine that it is given.
func fasterPlayouts(ctx context.Context, g *rbg.Game, opt Options, o *Opened) *Opened {
	opt.Time = opt.limit() / 4 // the game is playable already
	fast, err := openLanes(ctx, g, opt)
	if err != nil || speed(ctx, fast.Game) <= speed(ctx, o.Game) {
		return o
	}
	return fast
}

// trialTime is how long an engine is tried.
const trialTime = 100 * time.Millisecond

// speed returns how many states an engine passes in a second.
func speed(ctx context.Context, g game.Game) float64 {
	warm := game.PlayoutOptions{Count: 1, Seed: 1} // some things are made when first needed
	if _, err := game.Playouts(ctx, g, warm); err != nil {
		return 0
	}
	res, err := game.Playouts(ctx, g, game.PlayoutOptions{Time: trialTime, Seed: 1})
	if err != nil || res.Elapsed <= 0 {
		return 0
	}
	return float64(res.States) / res.Elapsed.Seconds()
}
