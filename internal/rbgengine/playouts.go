package rbgengine

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/compiled"
	"ludex/rbg"
)

const (
	// trialTime is how long an engine is tried.
	trialTime = 100 * time.Millisecond
	// shortRun is what is spent on finding an engine even if the run is short.
	shortRun = 2 * time.Second
	// buildRun is for how long playouts must run for a program to be built unasked.
	buildRun = 10 * time.Second
	// compiledGain is more than compiling makes of the speed of sets.
	compiledGain = 8
)

// preparing returns how long one more engine may take to prepare, given that the
// game is playable already.
func (o *Options) preparing() time.Duration {
	return min(o.limit()/4, max(shortRun, o.Run/2))
}

// fastestPlayouts returns the game on the engine that runs its playouts fastest
// among the one that it is given, lanes and compiled, as far as these can be had.
func fastestPlayouts(ctx context.Context, g *rbg.Game, opt Options, sets *Opened) *Opened {
	best, slow := sets, speed(ctx, sets.Game)
	top := slow
	opt.Time = opt.preparing()
	if fast, err := openLanes(ctx, g, opt, sets.Game); err == nil {
		if v := speed(ctx, fast.Game); v > top {
			best, top = fast, v
		}
	}
	if top > compiledGain*slow {
		return best
	}
	program, err := compiled.New(ctx, g, compiled.Options{Time: opt.Time, Build: opt.Time, Memory: opt.Memory, CachedOnly: opt.Run < buildRun})
	if err != nil {
		return best
	}
	if speed(ctx, program) > top {
		return &Opened{Game: program}
	}
	program.Close()
	return best
}

// speed returns how many states an engine passes in a second.
func speed(ctx context.Context, g game.Game) float64 {
	warm := game.PlayoutOptions{Count: 1, Time: trialTime, Seed: 1} // some things are made when first needed
	if res, err := game.Playouts(ctx, g, warm); err != nil || res.States == 0 {
		return 0
	}
	res, err := game.Playouts(ctx, g, game.PlayoutOptions{Time: trialTime, Seed: 1})
	if err != nil || res.Elapsed <= 0 {
		return 0
	}
	return float64(res.States) / res.Elapsed.Seconds()
}
