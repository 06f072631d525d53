package player

import (
	"context"
	"time"
)

// Reserve returns how long before the end of a clock a player is told to answer.
// It covers what happens between the end of its thinking and its answer.
func Reserve(clock time.Duration) time.Duration { return min(clock/5, 100*time.Millisecond) }

// A limit is one run of a clock.
type limit struct {
	think context.Context // ends when the player is to answer
	wait  context.Context // ends when the answer is late
	stop  func()
}

// newLimit starts a clock; 0 is none.
func newLimit(ctx context.Context, clock time.Duration) limit {
	if clock <= 0 {
		return limit{ctx, ctx, func() {}}
	}
	wait, stopWait := context.WithTimeout(ctx, clock)
	think, stopThink := context.WithTimeout(wait, clock-Reserve(clock))
	return limit{think, wait, func() { stopThink(); stopWait() }}
}
