package w1

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// TestFill compares a Kogge-Stone fill with single steps.
func TestFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delta := rapid.IntRange(-63, 63).Filter(func(d int) bool { return d != 0 }).Draw(t, "delta")
		draw := func(name string) uint64 {
			return rapid.Uint64().Draw(t, name) | rapid.SampledFrom([]uint64{0, 0, ^uint64(0), 0xfefefefefefefefe}).Draw(t, name)
		}
		mask := draw("mask")
		if delta > 0 {
			mask &= ^uint64(0) >> delta
		} else {
			mask &= ^uint64(0) << -delta
		}
		all, within, from := rapid.Uint64().Draw(t, "all"), draw("within"), rapid.Bool().Draw(t, "from")
		want := all
		for range 64 {
			if from {
				want |= bits.RotateLeft64(want&within&mask, delta)
			} else {
				want |= bits.RotateLeft64(want&mask, delta) & within
			}
		}
		if got := fill(all, within, mask, delta, from); got != want {
			t.Errorf("the cells are %#x, want %#x", got, want)
		}
	})
}
