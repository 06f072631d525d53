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
	starts
	stream stream
}

// NewRunner implements [game.RunnerMaker].
func (g *Game) NewRunner() game.Runner {
	if g.gpu != nil {
		return newGPURunner(g)
	}
	return &runner{game: g, starts: starts{slow: unreachable{game: g}}}
}

// Width implements [game.Runner]: all lanes take the same time, however many of them are
// used.
func (*runner) Width(count int) int { return max(1, bitslice.Count/max(count, 1)) }

// Run implements [game.Runner].
func (r *runner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	if err := r.collect(ctx, from, opt, results); err != nil {
		return err
	}
	if err := r.ready(opt.MaxSteps); err != nil {
		return err
	}
	r.play(ctx, max(opt.Count, 1), opt.Seed, results)
	return nil
}

// maxTogether is how many playouts are run together. If the context ends, they are lost,
// since those that have finished are too short on average.
const maxTogether = 4 * bitslice.Count

// play runs playouts in lanes until the context ends. Lanes that would be idle run more of
// them.
func (r *runner) play(ctx context.Context, count int, seed uint64, results []game.PlayoutResult) {
	width := max(1, maxTogether/count)
	for first := 0; first < len(r.list); first += width {
		last := min(first+width, len(r.list))
		for left := max(count, bitslice.Count/(last-first)); left > 0; left -= maxTogether {
			tallies, ok := r.batches.Run(ctx, r.list[first:last], min(left, maxTogether), seed)
			if !ok {
				return
			}
			for i := range tallies {
				add(&results[r.numbers[first+i]], &tallies[i])
			}
			seed += 1 << 32 // so that no two batches have the same
		}
	}
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

// starts are the states of a run from which gate programs play.
type starts struct {
	list    []bitslice.Start
	numbers []int // of their results
	slow    unreachable
}

// collect clears the results, lists the states, and plays from those that are unreachable.
func (l *starts) collect(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	l.list, l.numbers = l.list[:0], l.numbers[:0]
	g := l.slow.game
	for i, s := range from {
		results[i].Clear(len(g.spec.Roles))
		if phase := g.PhaseOf(s); phase >= 0 {
			l.list, l.numbers = append(l.list, bitslice.Start{Phase: phase, State: s}), append(l.numbers, i)
		} else if err := l.slow.run(ctx, s, opt, &results[i]); err != nil {
			return err
		}
	}
	return nil
}

// unreachable runs playouts from states that no play leads to, for which gate programs are not valid.
type unreachable struct {
	game   *Game
	runner game.Runner // made when needed
}

// run runs playouts from a state.
func (u *unreachable) run(ctx context.Context, s game.State, opt game.PlayoutOptions, res *game.PlayoutResult) error {
	if u.runner == nil {
		u.runner = game.NewScalarRunner(u.game)
	}
	results := []game.PlayoutResult{*res}
	err := u.runner.Run(ctx, []game.State{s}, opt, results)
	*res = results[0]
	return err
}
