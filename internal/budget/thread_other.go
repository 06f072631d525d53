//go:build !linux

package budget

import "time"

// ThreadClock returns the wall clock.
func ThreadClock() (clock func() time.Duration, release func()) {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }, func() {}
}
