package training

import (
	"testing"
	"time"
)

// With much time, trials have many games; with less, a clock at which the result says
// something comes first.
func TestTrialClock(t *testing.T) {
	for _, c := range []struct {
		within time.Duration
		length float64
		want   time.Duration
	}{
		{time.Hour, 100, maxClock},
		{240 * time.Second, 100, 100 * time.Millisecond}, // 24 games
		{100 * time.Second, 245, 51 * time.Millisecond},  // 8 games
		{100 * time.Second, 100, goodClock},              // 16 games
		{10 * time.Second, 100, 12500 * time.Microsecond},
		{time.Second, 100, minClock},
	} {
		if got := trialClock(c.within, c.length); got/time.Millisecond != c.want/time.Millisecond {
			t.Errorf("%v for plays of %g steps: %v a move, want %v", c.within, c.length, got, c.want)
		}
	}
}
