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

// What one to four draws add to the state, modulo 2⁶⁴.
const (
	increment  = 0x9E3779B97F4A7C15
	increment2 = 0x3C6EF372FE94F82A
	increment3 = 0xDAA66D2C7DDF743F
	increment4 = 0x78DDE6E5FD29F054
)

// Uint64 returns the next draw.
func (r *Rand) Uint64() uint64 {
	r.state += increment
	return mix(r.state)
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Skip makes a draw that nobody needs yet, see [Rand.ChooseAgain].
func (r *Rand) Skip() { r.state += increment }

// ChooseAgain returns the number from 0 to n-1 that the last draw chooses.
func (r *Rand) ChooseAgain(n int) int {
	hi, _ := bits.Mul64(mix(r.state), uint64(n))
	return int(hi)
}

// Choose returns a number from 0 to n-1; n must be positive.
func (r *Rand) Choose(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Exponential draws a number with the exponential distribution of mean 1, as a
// whole part and a fraction in units of 2⁻⁶⁴, by comparisons alone (J. von
// Neumann, Various techniques used in connection with random digits, 1951):
// a run of falling numbers of odd length gives its first number as the fraction,
// and every run of even length before it adds 1.
func (r *Rand) Exponential() (whole, fraction uint64) {
	for s := r.state; ; whole++ {
		// Four draws are made at once, since the processor need not wait for one to make the
		// next, and of 24 runs 23 end among them.
		a, b, c, d := mix(s+increment), mix(s+increment2), mix(s+increment3), mix(s+increment4)
		switch {
		case b >= a:
			r.state = s + increment2
			return whole, a
		case c >= b:
			s += increment3
			continue
		case d >= c:
			r.state = s + increment4
			return whole, a
		}
		s += increment4
		length := 4
		for last := d; ; length++ {
			s += increment
			next := mix(s)
			if next >= last {
				break
			}
			last = next
		}
		if length%2 == 1 {
			r.state = s
			return whole, a
		}
	}
}
