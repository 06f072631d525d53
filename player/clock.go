package player

import (
	"context"
	"time"
)

// Grace is how much longer than its clock an answer may take. Managers give it to
// players of all kinds: to those elsewhere because of the network, and to those in
// process because a busy machine may be late to run them.
const Grace = time.Second

// Reserve returns how long before the end of a clock a player is told to answer.
// It covers what happens between the end of its thinking and its answer.
func Reserve(clock time.Duration) time.Duration { return min(clock/5, 100*time.Millisecond) }

// A limit is one run of a clock for one player.
type limit struct {
	think   context.Context // ends when the player is to answer
	wait    context.Context // ends when the answer is late
	allowed time.Duration   // until the answer is late; 0 is no clock
	stop    func()
}

// newLimit starts a clock; 0 is none. A player elsewhere keeps the time itself and
// is waited for as long as an answer may come.
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

// sitOut waits until the longest time is over that a step can take, so that who
// sees when steps are made learns nothing about who answered when.
func sitOut(ctx context.Context, began time.Time, clock time.Duration) {
	timer := time.NewTimer(clock + Grace - time.Since(began))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
