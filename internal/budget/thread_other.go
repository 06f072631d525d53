//go:build !linux

package budget

import "time"

// threadClock returns the wall clock.
func threadClock() (clock func() time.Duration, release func()) {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }, func() {}
}
