package mcts

import (
	"context"

	"ludex/game"
	"ludex/internal/panics"
)

// A stream evaluates leaves one by one instead of in batches: lanes take a new leaf as soon
// as they are idle, and hand back each leaf as soon as its playouts have ended. So long
// playouts do not hold up short ones. The order of the results depends on their lengths, and
// how many there are on the clock, so it is for searches with a clock only.
type stream struct {
	ctx      context.Context
	cancel   context.CancelFunc
	native   *native
	streamer game.Streamer
	width    int           // how many leaves are best played at a time
	sims     []*simulation // that are being played, by number
	unused   []int         // numbers
	ended    []*simulation // by the last call of next
	err      error
}

// newStream returns a stream of an evaluator, or nil if there is none.
func newStream(ctx context.Context, e evaluator, seed uint64) (*stream, error) {
	n, streamer := streamerOf(e)
	if streamer == nil {
		return nil, nil
	}
	if err := streamer.Begin(game.PlayoutOptions{Seed: seed}); err != nil {
		return nil, err
	}
	s := &stream{native: n, streamer: streamer, width: n.width()}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s, nil
}

// streamerOf returns the streamer of an evaluator, or nil if it has none, plays one leaf
// at a time, or is faster in batches.
func streamerOf(e evaluator) (*native, game.Streamer) {
	n, ok := e.(*native)
	if !ok || n.batched || n.width() < 2 {
		return nil, nil
	}
	s, _ := n.runner.(game.Streamer)
	return n, s
}

// mostStreamed is the largest number of playouts of a leaf for the sake of idle lanes.
const mostStreamed = 64

// playing returns how many leaves are being played.
func (s *stream) playing() int { return len(s.sims) - len(s.unused) }

// add begins to play the leaves of simulations. While there are few of them, each gets more
// playouts, so that no lane is idle.
func (s *stream) add(sims []*simulation) {
	count := s.native.count
	if len(sims) > 0 {
		count = max(count, min(s.streamer.Room()/len(sims), mostStreamed))
	}
	for _, sim := range sims {
		number := len(s.sims)
		if last := len(s.unused) - 1; last >= 0 {
			number = s.unused[last]
			s.unused = s.unused[:last]
			s.sims[number] = sim
		} else {
			s.sims = append(s.sims, sim)
		}
		sim.eval.playouts, sim.eval.finished = 0, 0
		if err := s.streamer.Add(sim.leaf.state, count, number); err != nil && s.err == nil {
			s.err = err
		}
	}
}

// next plays until some leaves are evaluated. If the context ends or something fails, all
// come back, most of them without an evaluation.
func (s *stream) next() {
	if s.ended = s.ended[:0]; s.playing() == 0 {
		return
	}
	if s.err == nil {
		s.err = panics.Catch(func() error { return s.streamer.Next(s.ctx, s.evaluated) })
	}
	if s.err == nil && s.ctx.Err() == nil {
		return
	}
	for number, sim := range s.sims {
		if sim != nil {
			s.take(number)
		}
	}
}

// evaluated receives the result of a leaf.
func (s *stream) evaluated(number int, res *game.PlayoutResult) {
	s.sims[number].eval.read(res, s.native.random)
	s.take(number)
}

// take moves a simulation to those that have ended.
func (s *stream) take(number int) {
	s.ended = append(s.ended, s.sims[number])
	s.sims[number] = nil
	s.unused = append(s.unused, number)
}
