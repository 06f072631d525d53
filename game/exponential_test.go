package game_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
)

// seedOf returns the seed whose first draw is a given one.
func seedOf(draw uint64) uint64 {
	z := draw
	z ^= z>>31 ^ z>>62
	z *= 0x319642B2D24D8EC3
	z ^= z>>27 ^ z>>54
	z *= 0x96DE1B173F119089
	z ^= z>>30 ^ z>>60
	return z - 0x9E3779B97F4A7C15
}

// Draws are minus the logarithms of draws, in all cells and at their edges.
func TestExponential(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Uint64().Draw(t, "draw")
		if rapid.Bool().Draw(t, "at an edge") {
			edge := rapid.Uint64Range(512, 1023).Draw(t, "edge")
			draw = (edge<<54 + rapid.Uint64Range(0, 4).Draw(t, "above") - 2) >> rapid.IntRange(0, 63).Draw(t, "shift")
		}
		draw |= 1
		whole, fraction := game.NewRand(seedOf(draw)).Exponential()
		got, want := float64(whole)+float64(fraction)/(1<<64), -math.Log(float64(draw)/(1<<64))
		if draw > 1<<63 {
			want = -math.Log1p(-float64(-draw) / (1 << 64))
		}
		if math.Abs(got-want) > 1e-14+1e-15*want {
			t.Fatalf("draw %#x: %v, want %v", draw, got, want)
		}
	})
}

func BenchmarkExponential(b *testing.B) {
	r := game.NewRand(1)
	for b.Loop() {
		r.Exponential()
	}
}
