package circuit

import (
	"context"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// A runner runs playouts in lanes again and again.
type runner struct {
	game     *Game
	batches  *bitslice.BatchRunner // made when first needed
	maxSteps int                   // of the batches
	slow     game.Runner           // for unreachable states, made when needed
	phases   []int                 // of the states
	batch    []int                 // the states that are played at once
	states   [][]uint64            // and their words
}

// NewRunner implements [game.RunnerMaker].
func (g *Game) NewRunner() game.Runner { return &runner{game: g} }

// Width implements [game.Runner]: a word of lanes takes the same time however many
// of them are used.
func (*runner) Width(count int) int { return max(1, bitslice.Count/max(count, 64)) }

// Run implements [game.Runner].
func (r *runner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	r.phases = r.phases[:0]
	for i, s := range from {
		results[i].Clear(len(r.game.spec.Roles))
		r.phases = append(r.phases, r.game.PhaseOf(s))
	}
	for i, phase := range r.phases {
		if phase < 0 {
			if err := r.alone(ctx, from[i], opt, &results[i]); err != nil {
				return err
			}
		}
	}
	if err := r.ready(opt.MaxSteps); err != nil {
		return err
	}
	width := r.Width(opt.Count)
	for phase := range r.game.phases {
		for next := 0; next < len(from) && ctx.Err() == nil; {
			r.batch, r.states = r.batch[:0], r.states[:0]
			for ; next < len(from) && len(r.batch) < width; next++ {
				if r.phases[next] == phase {
					r.batch = append(r.batch, next)
					r.states = append(r.states, from[next])
				}
			}
			r.play(ctx, phase, opt, results)
		}
	}
	return nil
}

// ready makes the batches.
func (r *runner) ready(maxSteps int) error {
	if r.batches != nil && r.maxSteps == maxSteps {
		return nil
	}
	e, err := r.game.player()
	if err != nil {
		return err
	}
	r.batches, r.maxSteps = e.NewBatchRunner(maxSteps), maxSteps
	r.batches.Observe(r.game.observe)
	return nil
}

// play runs the playouts of a batch, as many rounds of them as are needed.
func (r *runner) play(ctx context.Context, phase int, opt game.PlayoutOptions, results []game.PlayoutResult) {
	if len(r.batch) == 0 {
		return
	}
	for round := uint64(0); results[r.batch[0]].Playouts < uint64(max(opt.Count, 1)); round++ {
		// Batches that begin with different states have different seeds.
		tallies, ok := r.batches.Run(ctx, phase, r.states, opt.Seed+uint64(r.batch[0])<<32+round)
		if !ok {
			return
		}
		for i, k := range r.batch {
			add(&results[k], &tallies[i])
		}
	}
}

// add counts what was played from a state.
func add(res *game.PlayoutResult, t *bitslice.Tally) {
	res.Playouts += t.Playouts
	res.Steps += t.Steps
	res.States += t.Steps
	res.Finished += t.Finished
	res.Stuck += t.Stuck
	res.BadGoals += t.BadGoals
	res.Cut += t.Playouts - t.Finished - t.Stuck
	for role, sum := range t.Goals {
		res.Goals[role] += sum
	}
}

// alone runs playouts from an unreachable state.
func (r *runner) alone(ctx context.Context, s game.State, opt game.PlayoutOptions, res *game.PlayoutResult) error {
	if r.slow == nil {
		r.slow = game.NewScalarRunner(r.game)
	}
	results := []game.PlayoutResult{*res}
	err := r.slow.Run(ctx, []game.State{s}, opt, results)
	*res = results[0]
	return err
}
