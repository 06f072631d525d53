// Package statehash hashes states and other lists of words, for hash tables and
// transposition tables. The hashes are fast and not cryptographic.
package statehash

import "math/bits"

// Of returns a 64-bit hash of a list of words or numbers, such as a state.
func Of[S ~[]E, E ~uint64 | ~int32](list S) uint64 {
	hash := uint64(len(list))
	for _, e := range list {
		hash = Mix(hash, uint64(e))
	}
	return hash
}

// Mix returns a hash extended by one word: the exclusive or of the halves of a
// 128-bit product.
func Mix(hash, word uint64) uint64 {
	hi, lo := bits.Mul64(hash^word^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
	return hi ^ lo
}

// Fingerprint returns two independent 64-bit hashes of a state, for tables that
// store a fingerprint instead of the state. The first hash is injective on states
// of one word.
func Fingerprint(state []uint64) (a, b uint64) {
	a, b = uint64(len(state)), ^uint64(len(state))
	for _, w := range state {
		a = finalize(a*0x9E3779B97F4A7C15 + w)
		b = finalize(b*0xD1B54A32D192ED03 ^ w)
	}
	return a, b
}

// finalize is the finalizer of SplitMix64, a bijection.
func finalize(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
