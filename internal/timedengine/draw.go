package timedengine

import (
	"math/bits"

	"ludex/game"
	"ludex/gdl"
)

// WaitingTime draws a waiting time with a given mean and an exponential distribution,
// without rounding errors, so that a seed gives the same times on every machine.
func WaitingTime(r *game.Rand, mean uint64) gdl.Lifetime {
	const longest = gdl.MaxUnits * 1_000_000_000
	whole, fraction := r.Exponential()
	part, _ := bits.Mul64(fraction, mean)
	hi, lo := bits.Mul64(whole, mean)
	if hi != 0 || lo+part > longest {
		return longest
	}
	return gdl.Lifetime(lo + part)
}

// TextKey returns a hash of a text, so that a sum of hashes identifies its terms.
func TextKey(text string) uint64 {
	key := uint64(14695981039346656037)
	for i := range len(text) {
		key = (key ^ uint64(text[i])) * 1099511628211
	}
	return Mix(key)
}

// Mix hashes a number.
func Mix(k uint64) uint64 {
	k = (k ^ k>>30) * 0xBF58476D1CE4E5B9
	k = (k ^ k>>27) * 0x94D049BB133111EB
	return k ^ k>>31
}
