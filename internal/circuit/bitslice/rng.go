package bitslice

import "ludex/game"

// An rng is the generator of a thread: eight xorshift128+ generators side by
// side (Vigna, "Further scramblings of Marsaglia's xorshift generators", with
// the shifts 23, 18, 5), each of which gives one word of a Vec.
//
// Their states are consecutive draws of [game.Rand] with the seed of the run:
// thread t has the draws 16·t to 16·t+15, first the eight older words.
type rng struct{ old, new Vec }

// newRNG returns the generator of a thread.
func newRNG(seed uint64, thread int) *rng {
	r := new(rng)
	r.seed(seed, thread)
	return r
}

// seed makes r the generator of a thread.
func (r *rng) seed(seed uint64, thread int) {
	master := *game.NewRand(seed)
	for range thread * 2 * len(Vec{}) {
		master.Uint64()
	}
	for w := range r.old {
		r.old[w] = master.Uint64()
	}
	for w := range r.new {
		r.new[w] = master.Uint64()
	}
}

// next returns 512 random bits.
func (r *rng) next() (v Vec) {
	for w := range v {
		a, b := r.old[w], r.new[w]
		a ^= a << 23
		a ^= b ^ a>>18 ^ b>>5
		r.old[w], r.new[w] = b, a
		v[w] = a + b
	}
	return v
}
