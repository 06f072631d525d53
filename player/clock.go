package player

import (
	"context"
	"runtime"
	"time"

	"ludex/internal/sleep"
)

// Grace is how much longer than its clock an answer may take. Managers give it to
// all players: to remote ones because of the network, and to those in process
// because a busy machine may schedule them late.
const Grace = time.Second

// Reserve returns how long before the end of a clock a player is told to answer.
// It covers what happens between the end of its thinking and its answer.
func Reserve(clock time.Duration) time.Duration { return min(clock/5, 100*time.Millisecond) }

// A limit is the time that a player has for one answer.
type limit struct {
	think   context.Context // ends when the player is to answer
	wait    context.Context // ends when the answer is late
	allowed time.Duration   // until the answer is late; 0 is no clock
	stop    func()
}

// newLimit starts a clock; 0 is no clock. A remote player keeps the time itself, so
// it is awaited until its answer would be late.
func newLimit(ctx context.Context, clock time.Duration, s *seat) limit {
	if clock <= 0 {
		return limit{ctx, ctx, 0, func() {}}
	}
	allowed, thinking := clock+Grace, clock-Reserve(clock)
	if s.remote {
		thinking = allowed
	}
	wait, stopWait := context.WithTimeout(ctx, allowed)
	think, stopThink := context.WithTimeout(wait, thinking)
	return limit{think, wait, allowed, func() { stopThink(); stopWait() }}
}

// waitFullClock waits until the longest possible duration of a step has passed, so
// that the timing of steps reveals nothing about how long players thought.
func waitFullClock(ctx context.Context, began time.Time, clock time.Duration) {
	_ = sleep.For(ctx, clock+Grace-time.Since(began))
}

// A Deadline tells a search when to stop. It does not rely on the context alone,
// whose timer may fire late when all processors are busy, and it leaves time for
// one more iteration, as long as the longest recent one.
type Deadline struct {
	ctx      context.Context
	deadline time.Time // zero if there is none
	last     time.Time
	longest  time.Duration // of the recent iterations
	yielded  time.Time     // when other goroutines last had a turn
}

// turnTime is how long a search goes on before other goroutines have a turn. Go interrupts
// them after 10 ms only, and where several players think on few processors, a question
// passes through several goroutines before one of them hears of it.
const turnTime = time.Millisecond

// NewDeadline returns the deadline of a context, if it has one.
func NewDeadline(ctx context.Context) *Deadline {
	w := &Deadline{ctx: ctx}
	w.deadline, _ = ctx.Deadline()
	return w
}

// Allows reports whether there is time for another iteration of the search's loop.
// Call it before each.
func (w *Deadline) Allows() bool {
	sleep.Turn()
	if w.ctx.Err() != nil {
		return false
	}
	if w.deadline.IsZero() {
		return true
	}
	now := time.Now()
	if !w.last.IsZero() {
		w.longest = max(now.Sub(w.last), w.longest-w.longest/64)
	}
	w.last = now
	if now.Sub(w.yielded) >= turnTime {
		runtime.Gosched()
		w.yielded = time.Now()
	}
	return now.Add(w.longest).Before(w.deadline)
}
