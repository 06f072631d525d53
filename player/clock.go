package player

import (
	"context"
	"time"
)

// Reserve returns how long before the end of a clock a player is told to answer.
// It covers what happens between the end of its thinking and its answer.
func Reserve(clock time.Duration) time.Duration { return min(clock/5, 100*time.Millisecond) }

// A limit is one run of a clock for one player.
type limit struct {
	think   context.Context // ends when the player is to answer
	wait    context.Context // ends when the answer is late
	allowed time.Duration   // between the two ends; 0 is no clock
	stop    func()
}

// newLimit starts a clock; 0 is none. A player elsewhere has the whole clock and
// its grace, since it keeps the time itself.
func newLimit(ctx context.Context, clock time.Duration, s *seat) limit {
	if clock <= 0 {
		return limit{ctx, ctx, 0, func() {}}
	}
	allowed, reserve := clock, Reserve(clock)
	if s.remote != nil {
		allowed, reserve = clock+s.remote.Grace(), 0
	}
	wait, stopWait := context.WithTimeout(ctx, allowed)
	think, stopThink := context.WithTimeout(wait, allowed-reserve)
	return limit{think, wait, allowed, func() { stopThink(); stopWait() }}
}
