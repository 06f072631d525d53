package game

import (
	"math/big"
	"slices"
)

// Chance returns the probability that a joint move leads from one state to another if
// the random role, whose entry in the joint move is ignored, chooses uniformly among
// its legal moves. Without a random role it is 1 or 0.
func Chance(g Game, m Machine, from State, joint []Move, to State) *big.Rat {
	random := g.Random()
	if random == NoRole {
		if slices.Equal(m.Next(from, joint, nil), to) {
			return big.NewRat(1, 1)
		}
		return new(big.Rat)
	}
	legal := m.Legal(from, random, nil)
	if len(legal) == 0 {
		return new(big.Rat)
	}
	try, hits := slices.Clone(joint), 0
	var next State
	for _, try[random] = range legal {
		next = m.Next(from, try, next[:0])
		if slices.Equal(next, to) {
			hits++
		}
	}
	return big.NewRat(int64(hits), int64(len(legal)))
}
