package seat

import (
	"context"
	"time"

	"ludex/player"
)

// Reserve returns how long before the end of a clock thinking ends.
func (o *Options) Reserve(clock time.Duration) time.Duration {
	return min(max(o.Margin, player.Reserve(clock)), clock/3)
}

// thinking returns a context for thinking within a clock, 0 is none, that began to
// run at a time.
func (s *Seat) thinking(began time.Time, clock time.Duration) (context.Context, context.CancelFunc) {
	if clock <= 0 {
		return context.WithCancel(s.ctx)
	}
	return context.WithDeadline(s.ctx, began.Add(clock-s.Reserve(clock)))
}

// alarm returns a channel that tells when an answer has to be sent, nil if there is
// no clock, and what stops it. That is later than the end of thinking, so that a
// player's last answer counts.
func (s *Seat) alarm(began time.Time, clock time.Duration) (<-chan time.Time, func() bool) {
	if clock <= 0 {
		return nil, func() bool { return true }
	}
	timer := time.NewTimer(time.Until(began.Add(clock - s.Reserve(clock)/2)))
	return timer.C, timer.Stop
}
