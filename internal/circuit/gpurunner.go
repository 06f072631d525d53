//go:build !js && !small

package circuit

import (
	"context"
	"runtime"

	"ludex/game"
	"ludex/internal/circuit/gpu"
)

// A gpuRunner runs playouts from many states on a GPU.
type gpuRunner struct {
	game     *Game
	batch    *gpu.Batch // made when first needed
	maxSteps int        // of the batch
	starts
}

const (
	// gpuGroups is how many groups of plays take about the time of one: a device has room for more, but their states have
	// to get there.
	gpuGroups = 2048
	// freeGroups is how many groups a state gets at most, if fewer playouts were asked for.
	freeGroups = 8
)

// newGPURunner returns a runner for a game on a GPU.
func newGPURunner(g *Game) game.Runner {
	return &gpuRunner{game: g, starts: starts{slow: unreachable{game: g}}}
}

// Width implements [game.Runner].
func (*gpuRunner) Width(count int) int { return max(1, gpuGroups/groupsFor(count)) }

// groupsFor returns how many groups have a number of plays.
func groupsFor(count int) int { return max(1, (count+gpu.Lanes-1)/gpu.Lanes) }

// Run implements [game.Runner].
func (r *gpuRunner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	if err := r.collect(ctx, from, opt, results); err != nil {
		return err
	}
	if err := r.ready(opt.MaxSteps); err != nil {
		return err
	}
	return r.play(ctx, opt, results)
}

// play runs playouts on the device until the context ends. States that are few get more of them.
func (r *gpuRunner) play(ctx context.Context, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	seed := opt.Seed
	width := r.Width(opt.Count)
	for first := 0; first < len(r.list); first += width {
		last := min(first+width, len(r.list))
		groups := max(groupsFor(opt.Count), min(freeGroups, gpuGroups/(last-first)))
		tallies, ok, err := r.batch.Run(ctx, r.list[first:last], groups, seed)
		if err != nil || !ok {
			return err
		}
		for i := range tallies {
			add(&results[r.numbers[first+i]], &tallies[i])
		}
		seed += 1 << 32 // so that no two batches have the same
	}
	return nil
}

// ready makes the batch.
func (r *gpuRunner) ready(maxSteps int) (err error) {
	if r.batch != nil && r.maxSteps == maxSteps {
		return nil
	}
	if r.batch, err = r.game.gpu.batch(maxSteps); err != nil {
		return err
	}
	r.maxSteps = maxSteps
	// The memory of the device goes with the runner.
	runtime.AddCleanup(r, func(b *gpu.Batch) { _ = b.Close() }, r.batch)
	return nil
}
