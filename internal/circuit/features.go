package circuit

import (
	"math/bits"

	"ludex/game"
)

var _ game.Featurer = (*Game)(nil)

// Fingerprint implements [game.Featurer].
func (g *Game) Fingerprint() string { return g.spec.Source }

// Features implements [game.Featurer]: the facts, numbered by their bits.
func (g *Game) Features() []string {
	texts := make([]string, len(g.spec.State))
	for i := range texts {
		texts[i] = g.spec.State[i].Text
	}
	return texts
}

// AppendFeatures implements [game.Featurer].
func (g *Game) AppendFeatures(s game.State, dst []int32) []int32 {
	for i, w := range s {
		dst = appendBits(w, i, dst)
	}
	return dst
}

// AppendChanges implements [game.Featurer]. Words that a state lacks at its end are 0.
func (g *Game) AppendChanges(from, to game.State, gone, come []int32) (newGone, newCome []int32) {
	for i := range max(len(from), len(to)) {
		var a, b uint64
		if i < len(from) {
			a = from[i]
		}
		if i < len(to) {
			b = to[i]
		}
		gone = appendBits(a&^b, i, gone)
		come = appendBits(b&^a, i, come)
	}
	return gone, come
}

// appendBits appends the numbers of the bits of word i.
func appendBits(w uint64, i int, dst []int32) []int32 {
	for ; w != 0; w &= w - 1 {
		dst = append(dst, int32(i<<6+bits.TrailingZeros64(w)))
	}
	return dst
}

// Moves returns the texts of all moves of a role, by number.
func (g *Game) Moves(r game.Role) []string {
	texts := make([]string, len(g.spec.Moves[r]))
	for i := range texts {
		texts[i] = g.spec.Moves[r][i].Text
	}
	return texts
}
