package gcd_test

import (
	"testing"

	"ludex/internal/gcd"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ a, b, want int }{{12, 18, 6}, {18, 12, 6}, {0, 5, 5}, {5, 0, 5}, {0, 0, 0}, {-12, 18, 6}, {12, -18, 6}, {7, 9, 1}} {
		if got := gcd.Of(c.a, c.b); got != c.want {
			t.Errorf("gcd.Of(%d, %d) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if got := gcd.Of[uint64](1<<63, 3<<62); got != 1<<62 {
		t.Errorf("of large words: %d", got)
	}
}
