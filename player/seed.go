package player

import "ludex/game"

// DeriveSeed returns a seed for one of several uses of a seed, which numbers name,
// the most general one first. Seeds that differ in anything are unrelated.
func DeriveSeed(seed uint64, uses ...uint64) uint64 {
	seed = game.NewRand(seed).Uint64()
	for _, use := range uses {
		seed = game.NewRand(seed + use).Uint64()
	}
	return seed
}

// useMatch is the use of a match's seed for moves of chance and for moves in place
// of missing ones. The uses below it are the seeds of the roles, counted from 0.
const useMatch = 1 << 32
