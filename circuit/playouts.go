package circuit

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludex/circuit/lanes"
	"ludex/game"
)

// Playouts runs random playouts, 512 at once. Playouts from a state that no play
// leads to are run one by one, since the programs hold only for the others.
func (g *Game) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	run := lanes.RunOptions{Count: opt.Count, Time: opt.Time, Seed: opt.Seed, Threads: opt.Threads, MaxSteps: opt.MaxSteps}
	if opt.From != nil {
		if run.Phase = g.phaseOf(opt.From); run.Phase < 0 {
			return game.ScalarPlayouts(ctx, g, opt)
		}
		run.From = make([]bool, len(g.spec.State))
		for i := range run.From {
			run.From[i] = opt.From[i>>6]>>(i&63)&1 == 1
		}
	}
	start := time.Now()
	e, err := g.player()
	if err != nil {
		return game.PlayoutResult{}, err
	}
	compiled := time.Since(start)
	res, err := e.Run(ctx, run)
	if res.First > 0 {
		res.First += compiled // whoever waits for the first playout waits for that too
	}
	return res.PlayoutResult, err
}

// An engine is the gate programs compiled for a kernel, when they are first
// needed.
type engine struct {
	once sync.Once
	*lanes.Engine
	err error
}

func (e *engine) compile(p *lanes.Program, k lanes.Kernel) (*lanes.Engine, error) {
	e.once.Do(func() { e.Engine, e.err = lanes.New(p, k) })
	return e.Engine, e.err
}

// player returns the engine for playouts.
func (g *Game) player() (*lanes.Engine, error) { return g.playing.compile(g.program, g.kernel) }

// interpreter returns the engine for expansions, which are too few for code to
// be worth generating.
func (g *Game) interpreter() (*lanes.Engine, error) {
	return g.expanding.compile(g.program, g.interpreting())
}

// interpreting returns the kernel of the game, or the fastest one that generates no
// code where that one does.
func (g *Game) interpreting() lanes.Kernel {
	if g.kernel != lanes.Auto && g.kernel != lanes.Native {
		return g.kernel
	}
	can := lanes.Kernels()
	return can[slices.IndexFunc(can, func(k lanes.Kernel) bool { return k != lanes.Native })]
}

// On returns the game with its lanes on a certain kernel. It has the circuits in
// common with this one.
func (g *Game) On(k lanes.Kernel) (*Game, error) {
	if can := lanes.Kernels(); !slices.Contains(can, k) {
		return nil, fmt.Errorf("this processor cannot run the kernel %q, but %v", k, can)
	}
	return &Game{circuits: g.circuits, kernel: k}, nil
}
