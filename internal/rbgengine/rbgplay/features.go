package rbgplay

import (
	"fmt"
	"math/bits"

	"ludex/game"
)

var _ game.Featurer = (*Game)(nil)

// featureLevels bounds the features of a variable. The values of a variable that can
// have more are divided into ranges.
const featureLevels = 32

// features are the numbers of the first features of each kind.
type features struct {
	values                      []int32 // by variable
	at, passed, control, number int32
}

// newFeatures numbers the features of a game: what lies on each cell first.
func newFeatures(g *Game) (f features) {
	n := len(g.rules.Board.Cells) * len(g.rules.Pieces)
	for i := range g.rules.Variables {
		f.values = append(f.values, int32(n))
		n += min(int(g.rules.Variables[i].Bound)+1, featureLevels)
	}
	f.at = int32(n)
	f.passed = f.at + int32(len(g.rules.Board.Cells))
	f.control = f.passed + int32(len(g.rules.Modifiers)) + 1
	f.number = f.control + int32(len(g.roles)) + 1
	return f
}

// Fingerprint implements [game.Featurer].
func (g *Game) Fingerprint() string {
	if g.rules.File == nil {
		return ""
	}
	return g.rules.File.Fingerprint("//")
}

// level returns the place of a value among the features of a variable.
func (g *Game) level(variable int, value int32) int32 {
	if n := int64(g.rules.Variables[variable].Bound) + 1; n > featureLevels {
		return int32(int64(value) * featureLevels / n)
	}
	return value
}

// ExactFeatures reports whether each value of a variable has a feature of its own.
func (g *Game) ExactFeatures(variable int) bool {
	return int64(g.rules.Variables[variable].Bound)+1 <= featureLevels
}

// Features implements [game.Featurer]: what lies on every cell, the values of
// variables, the current cell, the switch that was passed last, and who is to move.
func (g *Game) Features() []string {
	texts := make([]string, 0, g.features.number)
	for _, cell := range g.texts.cells {
		for i := range g.rules.Pieces {
			texts = append(texts, "(cell "+cell+" "+g.rules.Pieces[i].Name+")")
		}
	}
	for i := range g.rules.Variables {
		v := &g.rules.Variables[i]
		for level := range min(int(v.Bound)+1, featureLevels) {
			texts = append(texts, fmt.Sprintf("(value %s %d)", v.Name, level))
		}
	}
	for _, cell := range g.texts.cells {
		texts = append(texts, "(at "+cell+")")
	}
	for i := range len(g.rules.Modifiers) + 1 {
		texts = append(texts, fmt.Sprintf("(switch %d)", i))
	}
	for _, role := range g.roles {
		texts = append(texts, "(control "+role+")")
	}
	return append(texts, "(control "+keeper+")")
}

// AppendFeatures implements [game.Featurer].
func (g *Game) AppendFeatures(s game.State, dst []int32) []int32 {
	perWord, width := g.layout.packing()
	mask := uint64(1)<<width - 1
	pieces := int32(len(g.rules.Pieces))
	for c := range g.layout.Cells {
		piece := s[g.layout.Board+c/perWord] >> (c % perWord * width) & mask
		dst = append(dst, int32(c)*pieces+int32(piece))
	}
	for i, first := range g.features.values {
		dst = append(dst, first+g.level(i, Value(s, i)))
	}
	return append(dst, g.features.at+Cell(s), g.features.passed+Passed(s), g.control(s))
}

// control returns the feature for the player to move.
func (g *Game) control(s game.State) int32 {
	mover := g.rules.Mover(int(Passed(s)))
	if mover < 0 {
		mover = len(g.roles)
	}
	return g.features.control + int32(mover)
}

// AppendChanges implements [game.Featurer].
func (g *Game) AppendChanges(from, to game.State, gone, come []int32) (newGone, newCome []int32) {
	perWord, width := g.layout.packing()
	mask := uint64(1)<<width - 1
	pieces := int32(len(g.rules.Pieces))
	for w := g.layout.Board; w < g.layout.Words; w++ {
		for diff := from[w] ^ to[w]; diff != 0; {
			k := bits.TrailingZeros64(diff) / width
			shift := k * width
			diff &^= mask << shift
			cell := int32((w-g.layout.Board)*perWord + k)
			gone = append(gone, cell*pieces+int32(from[w]>>shift&mask))
			come = append(come, cell*pieces+int32(to[w]>>shift&mask))
		}
	}
	change := func(a, b int32) {
		if a != b {
			gone, come = append(gone, a), append(come, b)
		}
	}
	for i, first := range g.features.values {
		change(first+g.level(i, Value(from, i)), first+g.level(i, Value(to, i)))
	}
	change(g.features.at+Cell(from), g.features.at+Cell(to))
	change(g.features.passed+Passed(from), g.features.passed+Passed(to))
	change(g.control(from), g.control(to))
	return gone, come
}
