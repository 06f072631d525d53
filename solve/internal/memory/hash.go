package memory

import "ludex/game"

// The odd numbers by which the lanes of a fingerprint differ.
const (
	laneA = 0x9E3779B97F4A7C15
	laneB = 0xD1B54A32D192ED03
)

// mix is a bijection under which every bit of a word depends on all of its bits.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// hash returns a number that is seldom the same for two states. States of one
// word never share it.
func hash(s game.State) uint64 {
	h := uint64(len(s))
	for _, w := range s {
		h = mix(h*laneA + w)
	}
	return h
}

// fingerprint appends two numbers to dst that stand for a state. They are found
// independently of each other.
func fingerprint(s game.State, dst []uint64) []uint64 {
	a, b := uint64(len(s)), ^uint64(len(s))
	for _, w := range s {
		a = mix(a*laneA + w)
		b = mix(b*laneB ^ w)
	}
	return append(dst, a, b)
}
