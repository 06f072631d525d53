package lanes

import (
	"context"
	"slices"

	"ludex/game"
)

// A streamer implements [game.Streamer] by the circuit.
type streamer struct {
	runner
	fast   game.Streamer
	stream stream
}

// A stream is the state of a streamer.
type stream struct {
	opt    game.PlayoutOptions
	state  game.State // of the circuit
	slow   []slowState
	result [1]game.PlayoutResult
}

// A slowState is an unreachable state, which is not played in lanes.
type slowState struct {
	state         game.State
	count, number int
}

// Begin implements [game.Streamer].
func (r *streamer) Begin(opt game.PlayoutOptions) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	r.stream.opt, r.stream.slow = opt, r.stream.slow[:0]
	return r.fast.Begin(opt)
}

// Room implements [game.Streamer].
func (r *streamer) Room() int { return r.fast.Room() }

// Add implements [game.Streamer].
func (r *streamer) Add(s game.State, count, number int) error {
	st := &r.stream
	state, ok := r.game.state(s, &r.position, st.state)
	if st.state = state; ok {
		return r.fast.Add(state, count, number)
	}
	st.slow = append(st.slow, slowState{slices.Clone(s), count, number})
	return nil
}

// Next implements [game.Streamer].
func (r *streamer) Next(ctx context.Context, done func(number int, res *game.PlayoutResult)) error {
	st := &r.stream
	if len(st.slow) == 0 {
		return r.fast.Next(ctx, done)
	}
	for _, s := range st.slow {
		opt := st.opt
		opt.Count = s.count
		if err := r.scalar().Run(ctx, []game.State{s.state}, opt, st.result[:]); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		done(s.number, &st.result[0])
	}
	st.slow = st.slow[:0]
	return nil
}
