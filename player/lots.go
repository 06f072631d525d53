package player

import "ludex/game"

// Lots are what a match leaves to chance: the moves of the role that chance
// plays, and those in place of missing ones. They are drawn step by step for all
// roles with a choice, whether or not they are needed, so that they follow from
// the seed and the play alone and a record of it can be checked.
type Lots struct{ rand *game.Rand }

// NewLots returns the lots of a match with a seed.
func NewLots(seed uint64) *Lots { return &Lots{game.NewRand(DeriveSeed(seed, useMatch))} }

// Draw draws a move for each role of a step. Every role has a legal move. The
// moves are put into dst.
func (l *Lots) Draw(legal [][]game.Move, dst []game.Move) {
	for i, moves := range legal {
		if dst[i] = moves[0]; len(moves) > 1 {
			dst[i] = moves[l.rand.Choose(len(moves))]
		}
	}
}
