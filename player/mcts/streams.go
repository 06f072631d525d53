package mcts

import (
	"context"
	"slices"
	"sync"

	"ludex/game"
	"ludex/internal/panics"
)

// streams evaluates leaves one by one instead of in batches: lanes take a new leaf as soon
// as they are idle, and hand back each leaf as soon as its playouts have ended. So long
// playouts do not hold up short ones. The order of the results depends on their lengths and
// on the clock, so it is for searches with a clock only.
type streams struct {
	workers  []*streamWorker
	cancel   context.CancelFunc
	parallel bool              // workers have goroutines
	results  chan streamResult // of all workers
	group    sync.WaitGroup
}

// A streamWorker plays the leaves of simulations on one runner.
type streamWorker struct {
	ctx    context.Context
	native *native
	stream game.Streamer
	width  int
	sims   []*simulation // that are being played, by number
	unused []int         // numbers
	ended  []*simulation
	err    error

	playing int           // simulations that were sent and have not come back
	inbox   *inbox        // if it has a goroutine
	taken   []*simulation // from the inbox
}

// An inbox holds simulations that were sent to a worker.
type inbox struct {
	mu     sync.Mutex
	sims   []*simulation
	closed bool
	filled chan struct{} // receives after something has changed
}

// put adds simulations. It never waits.
func (b *inbox) put(sims []*simulation) {
	b.mu.Lock()
	b.sims = append(b.sims, sims...)
	b.mu.Unlock()
	b.wake()
}

func (b *inbox) close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.wake()
}

func (b *inbox) wake() {
	select {
	case b.filled <- struct{}{}:
	default: // it will be seen anyway
	}
}

// take moves all simulations to dst. It returns false if the inbox is closed and empty.
func (b *inbox) take(dst []*simulation) ([]*simulation, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	dst = append(dst, b.sims...)
	b.sims = b.sims[:0]
	return dst, !b.closed || len(dst) > 0
}

// A streamResult is what a worker sends back.
type streamResult struct {
	worker *streamWorker
	sims   []*simulation
	err    error
}

// newStreams returns streams for evaluators, or nil if they do not support it.
func newStreams(ctx context.Context, evaluators []evaluator, rand *game.Rand) (*streams, error) {
	s := &streams{parallel: len(evaluators) > 1}
	ctx, s.cancel = context.WithCancel(ctx)
	for _, e := range evaluators {
		n, stream := streamerOf(e)
		if stream == nil {
			s.cancel()
			return nil, nil
		}
		if err := stream.Begin(game.PlayoutOptions{Seed: rand.Uint64()}); err != nil {
			s.cancel()
			return nil, err
		}
		s.workers = append(s.workers, &streamWorker{ctx: ctx, native: n, stream: stream, width: n.width()})
	}
	if s.parallel {
		s.start()
	}
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

// start gives each worker a goroutine.
func (s *streams) start() {
	s.results = make(chan streamResult, len(s.workers))
	for _, w := range s.workers {
		w.inbox = &inbox{filled: make(chan struct{}, 1)}
		s.group.Go(func() { w.run(s.results) })
	}
}

// run plays what is sent, and waits only if there is nothing to play.
func (w *streamWorker) run(results chan<- streamResult) {
	for {
		var open bool
		if w.taken, open = w.inbox.take(w.taken[:0]); !open && !w.busy() {
			return
		}
		w.add(w.taken)
		if !w.busy() {
			<-w.inbox.filled
			continue
		}
		w.next()
		results <- streamResult{w, slices.Clone(w.ended), w.err}
	}
}

// mostStreamed is the largest number of playouts of a leaf for the sake of idle lanes.
const mostStreamed = 64

// busy reports whether something is being played.
func (w *streamWorker) busy() bool { return len(w.sims) > len(w.unused) }

// add begins to play the leaves of simulations. While there are few of them, each gets more
// playouts, so that no lane is idle.
func (w *streamWorker) add(sims []*simulation) {
	count := w.native.count
	if len(sims) > 0 {
		count = max(count, min(w.stream.Room()/len(sims), mostStreamed))
	}
	for _, sim := range sims {
		number := len(w.sims)
		if last := len(w.unused) - 1; last >= 0 {
			number = w.unused[last]
			w.unused = w.unused[:last]
			w.sims[number] = sim
		} else {
			w.sims = append(w.sims, sim)
		}
		sim.eval.playouts, sim.eval.finished = 0, 0
		if err := w.stream.Add(sim.leaf.state, count, number); err != nil && w.err == nil {
			w.err = err
		}
	}
}

// next plays until some leaves are evaluated. If the context ends or something fails, all
// come back, most of them without an evaluation.
func (w *streamWorker) next() {
	w.ended = w.ended[:0]
	if w.err == nil {
		w.err = panics.Catch(func() error { return w.stream.Next(w.ctx, w.evaluated) })
	}
	if w.err == nil && w.ctx.Err() == nil {
		return
	}
	for number, sim := range w.sims {
		if sim != nil {
			w.take(number)
		}
	}
}

// evaluated receives the result of a leaf.
func (w *streamWorker) evaluated(number int, res *game.PlayoutResult) {
	w.sims[number].eval.read(res, w.native.random)
	w.take(number)
}

// take moves a simulation to those that have ended.
func (w *streamWorker) take(number int) {
	w.ended = append(w.ended, w.sims[number])
	w.sims[number] = nil
	w.unused = append(w.unused, number)
}

// capacity returns how many leaves are best played at a time.
func (s *streams) capacity() int { return len(s.workers) * s.workers[0].width }

// playing returns how many leaves are being played.
func (s *streams) playing() (n int) {
	for _, w := range s.workers {
		n += w.playing
	}
	return n
}

// send begins to play the leaves of simulations, on the workers that have the least to do.
func (s *streams) send(sims []*simulation) {
	for len(sims) > 0 {
		w := s.workers[0]
		for _, other := range s.workers {
			if other.playing < w.playing {
				w = other
			}
		}
		n := min(len(sims), max(1, w.width-w.playing))
		if w.playing += n; s.parallel {
			w.inbox.put(sims[:n])
		} else {
			w.add(sims[:n])
		}
		sims = sims[n:]
	}
}

// await waits until some leaves are evaluated. The simulations are valid until the next
// call.
func (s *streams) await() ([]*simulation, error) {
	if s.parallel {
		r := <-s.results
		r.worker.playing -= len(r.sims)
		return r.sims, r.err
	}
	w := s.workers[0]
	w.next()
	w.playing -= len(w.ended)
	return w.ended, w.err
}

// stop ends the goroutines of all workers. Nothing may be played.
func (s *streams) stop() {
	if s.parallel {
		for _, w := range s.workers {
			w.inbox.close()
		}
	}
	s.group.Wait()
	s.cancel()
}
