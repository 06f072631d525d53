package player

import "ludex/game"

// Chance draws the random moves of a match: the moves of the random role, and the
// moves in place of missing answers. In every step it draws one for each role with
// a choice, needed or not, so that the draws depend only on the seed and the play
// and a record can be checked.
type Chance struct{ rand *game.Rand }

// NewChance returns the random moves of a match with a seed.
func NewChance(seed uint64) *Chance { return &Chance{game.NewRand(DeriveSeed(seed, useMatch))} }

// Draw draws a move for each role of a step. Every role has a legal move. The
// moves are put into dst.
func (l *Chance) Draw(legal [][]game.Move, dst []game.Move) {
	for i, moves := range legal {
		if dst[i] = moves[0]; len(moves) > 1 {
			dst[i] = moves[l.rand.Choose(len(moves))]
		}
	}
}
