package bitslice

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludex/game"
	"ludex/internal/sleep"
)

// RunOptions says which playouts are run, and how. The zero value means
// playouts from the initial state on one thread until the context ends.
type RunOptions struct {
	From     []bool        // the state in which playouts start, by state bit; nil is the initial one
	Phase    int           // the phase of From; 0 for the initial state
	Count    int           // how many playouts are run; 0 is no limit
	Time     time.Duration // how long playouts are started; 0 is no limit
	Seed     uint64
	Threads  int    // 0 is 1
	MaxSteps int    // where playouts are cut off; 0 is [game.DefaultMaxSteps]
	Kernel   Kernel // for [Run]
	// Observe, if it is not nil, is called with every step, concurrently if there
	// are several threads. Its argument is valid until it returns.
	Observe func(*Step)
}

// Run compiles a program and runs playouts. Use an [Engine] to run one program
// repeatedly.
func Run(ctx context.Context, p *Program, opt RunOptions) (game.PlayoutResult, error) {
	e, err := New(p, opt.Kernel)
	if err != nil {
		return game.PlayoutResult{}, err
	}
	return e.Run(ctx, opt)
}

// Run runs playouts until the context ends or a limit is reached. With the same
// options, a Count and no Time the result is the same on every machine and kernel,
// except for times. A cancelled context is not an error.
//
// Playouts, Steps, Goals and the other counts of playouts include every playout
// that was started, even those still running when the time was up: they are played
// to the end, since playouts that are still running at a given moment are longer
// than average. States and Elapsed measure speed. They stop when the time is up,
// while all lanes are busy, or with the last playout if Count was given. So the
// number of playouts per second is States/Elapsed divided by the mean length.
func (e *Engine) Run(ctx context.Context, opt RunOptions) (game.PlayoutResult, error) {
	if err := e.complete(&opt); err != nil {
		return game.PlayoutResult{}, err
	}
	results := make([]game.PlayoutResult, opt.Threads)
	var wg sync.WaitGroup
	for t := range results {
		if opt.Count > 0 && share(opt.Count, t, opt.Threads) == 0 {
			continue
		}
		wg.Go(func() { results[t] = e.thread(ctx, &opt, t) })
	}
	wg.Wait()
	sum := game.PlayoutResult{Goals: make([]uint64, e.program.Roles)}
	for t := range results {
		sum.Add(&results[t])
	}
	return sum, nil
}

// complete checks the options and fills in what was left out.
func (e *Engine) complete(opt *RunOptions) error {
	if opt.From == nil {
		opt.From, opt.Phase = e.program.Init, 0
	}
	opt.Threads = max(opt.Threads, 1)
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.DefaultMaxSteps
	}
	switch {
	case len(opt.From) != len(e.program.State):
		return fmt.Errorf("lanes: a start state of %d bits for a game of %d", len(opt.From), len(e.program.State))
	case opt.Phase < 0 || opt.Phase >= len(e.phases):
		return fmt.Errorf("lanes: there is no phase %d", opt.Phase)
	case opt.MaxSteps < 0 || opt.Count < 0 || opt.Time < 0:
		return errors.New("lanes: a negative limit")
	}
	return nil
}

// share returns how many of a number of playouts a thread runs.
func share(count, thread, threads int) int { return (count + thread) / threads }

// thread runs the playouts of one thread.
func (e *Engine) thread(ctx context.Context, opt *RunOptions, number int) game.PlayoutResult {
	p := newPlayer(e, opt.From, opt.Phase, newRNG(opt.Seed, number), opt.MaxSteps)
	p.observe(opt.Observe)
	quota := -1
	if opt.Count > 0 {
		quota = share(opt.Count, number, opt.Threads)
	}
	r := runner{p: p, start: time.Now(), ctx: ctx, batch: 1}
	p.begin(quota)
	r.play(opt.Time)
	states, elapsed := p.states, time.Since(r.start)
	if !p.done() {
		p.stop()
		r.drain(opt.Time)
	}
	p.flush()
	res := p.result()
	res.States, res.Elapsed, res.First = states, elapsed, r.first
	return res
}

// A runner drives a player and checks the clock from time to time.
type runner struct {
	p     *player
	ctx   context.Context
	start time.Time
	first time.Duration
	batch int // steps between checks of the clock
}

// play plays until the time is up, the context ends or all playouts have ended.
func (r *runner) play(limit time.Duration) {
	for r.steps() && r.ctx.Err() == nil && (limit == 0 || time.Since(r.start) < limit) {
		sleep.Turn()
	}
}

const (
	// drainTime is how long playouts may go on after the context was cancelled.
	drainTime = 50 * time.Millisecond
	// lateTime is how long they may go on when their time is up.
	lateTime = 500 * time.Millisecond
)

// drain plays the running playouts to the end, so that means are not biased
// towards short playouts. Those that take too long are abandoned.
func (r *runner) drain(limit time.Duration) {
	var cancelled time.Time
	for r.steps() {
		if limit > 0 && time.Since(r.start) > limit+lateTime {
			return
		}
		if r.ctx.Err() == nil {
			continue
		}
		if cancelled.IsZero() {
			cancelled = time.Now()
		} else if time.Since(cancelled) > drainTime {
			return
		}
	}
}

// steps plays a batch of steps and reports whether there is more to play. The
// size of the batch is adapted so that it takes a fraction of a millisecond.
func (r *runner) steps() bool {
	before := time.Now()
	for range r.batch {
		if r.p.done() {
			return false
		}
		r.p.step()
		if r.first == 0 && r.p.playouts() > 0 {
			r.first = time.Since(r.start)
		}
	}
	switch took := time.Since(before); {
	case took < 100*time.Microsecond:
		r.batch *= 2
	case took > 400*time.Microsecond && r.batch > 1:
		r.batch /= 2
	}
	return true
}

// playouts returns how many playouts have ended.
func (p *player) playouts() uint64 { return p.finished + p.cut + p.stucks }

// result returns the counts, except for states and times.
func (p *player) result() game.PlayoutResult {
	res := game.PlayoutResult{
		Playouts:  p.playouts(),
		Cut:       p.cut,
		Stuck:     p.stucks,
		Abandoned: uint64(p.live),
		BadGoals:  p.tally.badGoals(0, Words),
		Steps:     p.states,
		Goals:     p.tally.total(p.e.program.Roles),
		Finished:  p.finished,
	}
	for lane := range Count {
		if p.wait[lane/64]>>(lane%64)&1 == 0 {
			res.Steps -= p.stepLimit.of(lane, p.steps) - p.uncounted.of(lane)
		}
	}
	return res
}
