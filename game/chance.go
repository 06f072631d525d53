package game

import (
	"math/big"
	"slices"
)

// Chance returns how likely it is that a joint move of the players leads from
// one state to another, if random, whose entry in the joint move does not count,
// chooses uniformly among its legal moves. Without random it is one or zero.
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
