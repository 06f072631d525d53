package playerprotocol

import (
	"context"
	"sync"
	"time"

	"ludex/internal/sleep"
	"ludex/timed"
)

// A remoteClock is the manager's clock as a player needs it: it shows the game
// time at which a move sent now would arrive. It implements [timed.Clock].
type remoteClock struct {
	unit time.Duration

	mu   sync.Mutex
	base timed.Time // what it showed
	at   time.Time  // then; zero before the match begins
	last timed.Time // what it showed last
}

// set sets the clock by a notice. If the connection knows the offset of the
// manager's clock, the time since the notice was sent is known, and half a round
// trip is added; otherwise the latency is assumed to be zero.
func (c *remoteClock) set(m Message, conn Conn) {
	if m.Now == nil {
		return
	}
	now := time.Now()
	var age time.Duration
	if clocked, ok := conn.(Clocked); ok && m.Clock != 0 {
		if ahead, way, known := clocked.Offset(); known {
			age = max(0, now.Add(ahead).Sub(time.UnixMicro(m.Clock))) + way/2
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base, c.at = *m.Now, now.Add(-age)
}

// Now implements [timed.Clock]. It never goes back.
func (c *remoteClock) Now() timed.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at.IsZero() {
		c.last = max(c.last, c.base+timed.FromDuration(time.Since(c.at), c.unit))
	}
	return c.last
}

// Wait implements [timed.Clock].
func (c *remoteClock) Wait(ctx context.Context, past timed.Time, wake <-chan struct{}) (bool, error) {
	for {
		left := past + timed.Moment - c.Now()
		if left <= 0 {
			return true, nil
		}
		if woken, err := sleep.UnlessWoken(ctx, max(left.Duration(c.unit), 1), wake); err != nil {
			return false, err
		} else if woken {
			return c.Now() > past, nil
		}
	}
}

// Halt does nothing: the clock is the manager's.
func (c *remoteClock) Halt() {}

// Go does nothing.
func (c *remoteClock) Go() {}
