package circuit

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// Playouts runs random playouts, 512 at once, or many more on a GPU. Playouts from an unreachable state
// are run one by one, since the programs are valid only for reachable ones.
func (g *Game) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	run := bitslice.RunOptions{Count: opt.Count, Time: opt.Time, Seed: opt.Seed, Threads: opt.Threads, MaxSteps: opt.MaxSteps, Observe: g.observe}
	if opt.From != nil {
		if run.Phase = g.PhaseOf(opt.From); run.Phase < 0 {
			return game.ScalarPlayouts(ctx, g, opt)
		}
		run.From = make([]bool, len(g.spec.State))
		for i := range run.From {
			run.From[i] = opt.From[i>>6]>>(i&63)&1 == 1
		}
	}
	if g.gpu != nil {
		return g.gpu.run(ctx, run)
	}
	start := time.Now()
	e, err := g.player()
	if err != nil {
		return game.PlayoutResult{}, err
	}
	compiled := time.Since(start)
	res, err := e.Run(ctx, run)
	if res.First > 0 {
		res.First += compiled // the time to the first playout includes it
	}
	return res, err
}
