package game

import "math/bits"

// A Rand is the SplitMix64 generator. It makes playouts with the same seed equal on all
// engines and machines. Draw k, counted from 0, of seed s is
// mix(s + (k+1)·0x9E3779B97F4A7C15), and a choice among n is the high word of
// the 128-bit product of the draw and n. There is one draw per role and step, in the
// order of the roles, also for a role with only one legal move.
type Rand struct{ state uint64 }

// NewRand returns a generator with a seed.
func NewRand(seed uint64) *Rand { return &Rand{seed} }

// Uint64 returns the next draw.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Skip leaves out some draws.
func (r *Rand) Skip(draws int) { r.state += uint64(draws) * 0x9E3779B97F4A7C15 }

// Choose returns a number from 0 to n-1; n must be positive.
func (r *Rand) Choose(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}
