//go:build !linux

package budget

import "time"

// threadClock returns the clock on the wall.
func threadClock() (clock func() time.Duration, release func()) {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }, func() {}
}
