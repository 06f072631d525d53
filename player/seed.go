package player

import "ludex/game"

// derive returns a seed for one of several uses of a seed. Seeds that differ in
// anything give unrelated ones.
func derive(seed, use uint64) uint64 {
	return game.NewRand(game.NewRand(seed).Uint64() + use).Uint64()
}

// What a match derives seeds for, beyond the roles, which count from 0.
const (
	useMatch  = 1 << 32 // moves of chance, and in place of missing ones
	useSeries = 1 << 33 // the matches of a series
)
