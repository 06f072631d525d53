package timedmatch

import (
	"context"
	"sync"
	"time"

	"ludex/internal/sleep"
	"ludex/timed"
)

// A virtualClock jumps to whatever instant it is asked for.
type virtualClock struct{ now timed.Time }

// NewVirtualClock returns a clock that jumps to whatever instant it is asked for. It
// stands at time 0.
func NewVirtualClock() timed.Clock { return new(virtualClock) }

// Now returns the instant that was waited for last.
func (c *virtualClock) Now() timed.Time { return c.now }

// Wait returns at once. It ignores the context, which [Run] checks, so that waiting
// is cheap.
func (c *virtualClock) Wait(_ context.Context, past timed.Time, _ <-chan struct{}) (bool, error) {
	c.now = max(c.now, past)
	return true, nil
}

// Halt does nothing: the clock never runs by itself.
func (c *virtualClock) Halt() {}

// Go does nothing.
func (c *virtualClock) Go() {}

// A WallClock runs in real time. It is safe for concurrent use.
type WallClock struct {
	unit time.Duration

	mu     sync.Mutex
	start  time.Time
	halted time.Time     // when it was halted, or zero
	lost   time.Duration // total time of earlier halts
}

// NewWallClock returns a clock that starts now. One unit of game time takes the
// given time; 0 is [timed.DefaultUnit].
func NewWallClock(unit time.Duration) *WallClock { return NewWallClockAt(unit, 0) }

// NewWallClockAt returns a clock that starts now, at an instant of a match that goes on.
func NewWallClockAt(unit time.Duration, at timed.Time) *WallClock {
	if unit <= 0 {
		unit = timed.DefaultUnit
	}
	return &WallClock{unit: unit, start: time.Now().Add(-at.Duration(unit))}
}

// Now returns the time that has passed since the start, rounded down.
func (c *WallClock) Now() timed.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return timed.FromDuration(c.elapsed(), c.unit)
}

func (c *WallClock) elapsed() time.Duration {
	if !c.halted.IsZero() {
		return c.halted.Sub(c.start) - c.lost
	}
	return time.Since(c.start) - c.lost
}

// Halt stops the time.
func (c *WallClock) Halt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.halted.IsZero() {
		c.halted = time.Now()
	}
}

// Go resumes the time.
func (c *WallClock) Go() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.halted.IsZero() {
		c.lost += time.Since(c.halted)
		c.halted = time.Time{}
	}
}

// Wait sleeps until an instant is past.
func (c *WallClock) Wait(ctx context.Context, past timed.Time, wake <-chan struct{}) (bool, error) {
	for {
		if c.Now() > past {
			return true, nil
		}
		if woken, err := sleep.UnlessWoken(ctx, c.until(past), wake); err != nil {
			return false, err
		} else if woken {
			return c.Now() > past, nil
		}
	}
}

// until returns how long it takes until an instant is past.
func (c *WallClock) until(past timed.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	const long = 24 * time.Hour // the timer is set again if needed
	wait := (min(past, timed.Forever-timed.Moment) + timed.Moment).Duration(c.unit) - c.elapsed()
	return min(max(wait, 1), long)
}
