package circuit

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

var _ game.Streamer = (*runner)(nil)

// A stream is the state of a runner as a [game.Streamer].
type stream struct {
	opt     game.PlayoutOptions
	numbers []int // of the states in lanes
	slow    []slowState
	result  game.PlayoutResult
}

// A slowState is an unreachable state, which is not played in lanes.
type slowState struct {
	state         game.State
	count, number int
}

// idleLanes is how many lanes are idle before states are added. Stopping for each of them
// would take more time than it gains.
const idleLanes = bitslice.Count / 16

// Begin implements [game.Streamer].
func (r *runner) Begin(opt game.PlayoutOptions) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	if err := r.ready(opt.MaxSteps); err != nil {
		return err
	}
	const states = bitslice.Count
	r.batches.Begin(states, opt.Seed)
	r.stream.opt, r.stream.slow = opt, r.stream.slow[:0]
	r.stream.numbers = slices.Grow(r.stream.numbers[:0], states)[:states]
	return nil
}

// Room implements [game.Streamer].
func (r *runner) Room() int { return min(r.batches.Room(), r.batches.Idle()) }

// Add implements [game.Streamer].
func (r *runner) Add(s game.State, count, number int) error {
	st := &r.stream
	if phase := r.game.PhaseOf(s); phase >= 0 {
		st.numbers[r.batches.Add(bitslice.Start{Phase: phase, State: s}, count)] = number
		return nil
	}
	st.slow = append(st.slow, slowState{slices.Clone(s), count, number})
	return nil
}

// Next implements [game.Streamer].
func (r *runner) Next(ctx context.Context, done func(number int, res *game.PlayoutResult)) error {
	st := &r.stream
	if len(st.slow) > 0 {
		return r.nextSlow(ctx, done)
	}
	r.batches.Advance(ctx, idleLanes, func(s int32, t *bitslice.Tally) {
		st.result.Clear(len(r.game.spec.Roles))
		add(&st.result, t)
		done(st.numbers[s], &st.result)
	})
	return nil
}

// nextSlow plays from the unreachable states that were added.
func (r *runner) nextSlow(ctx context.Context, done func(number int, res *game.PlayoutResult)) error {
	st := &r.stream
	for _, s := range st.slow {
		opt := st.opt
		opt.Count = s.count
		if err := r.slow.run(ctx, s.state, opt, &st.result); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		done(s.number, &st.result)
	}
	st.slow = st.slow[:0]
	return nil
}
