package benchmark

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/tiers"
)

// A Run is playouts that were run on one engine.
type Run struct {
	Game   game.Game // on that engine
	Result game.PlayoutResult
	Spent  Spent
}

// shortestWait is how long a run waits for faster engines at least: about what one of
// them may take to prepare. A short run could not move to it on the way.
const shortestWait = 8 * time.Second

// Wait waits for the fastest engine of a game that is going to be measured for a time,
// but not longer than half of that or eight seconds. It reports whether all engines are
// ready.
func Wait(ctx context.Context, g game.Game, run time.Duration) (ready bool) {
	t := game.CapabilitiesOf(g).Tiers
	if t == nil {
		return true
	}
	limited, cancel := context.WithTimeout(ctx, max(shortestWait, run/2))
	defer cancel()
	t.Prepare(limited)
	return limited.Err() == nil
}

// Playouts runs random playouts on the fastest engine that is ready. If a faster one
// takes over on the way, there is a run for each, the last one last.
func Playouts(ctx context.Context, g game.Game, opt game.PlayoutOptions) ([]Run, error) {
	t := game.CapabilitiesOf(g).Tiers
	var runs []Run
	for {
		on, replaced := g, (<-chan struct{})(nil)
		if t != nil {
			on, replaced = t.Fastest(game.ForPlayouts)
		}
		run := Run{Game: on}
		done := true
		var err error
		run.Spent, err = Measure(on, func() (err error) {
			run.Result, done, err = tiers.Until(ctx, on, opt, replaced)
			return err
		})
		runs = append(runs, run)
		if !done {
			done = !tiers.Rest(&opt, &run.Result)
		}
		if err != nil || done {
			return runs, err
		}
	}
}
