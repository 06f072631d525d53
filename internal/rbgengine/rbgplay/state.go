package rbgplay

import (
	"ludex/game"
	"ludex/rbg"
)

// A layout describes the words of a state: the switch and the cell in the first
// word, then the values, two per word, then the pieces, eight per word, or four if
// there are many kinds.
type layout struct {
	cells, values int
	wide          bool // pieces have 16 bits
	board, words  int  // the first word of the board, and how many words there are
}

func newLayout(g *rbg.Game) layout {
	l := layout{cells: len(g.Board.Cells), values: len(g.Variables), wide: len(g.Pieces) > 256}
	perWord := 8
	if l.wide {
		perWord = 4
	}
	l.board = 1 + (l.values+1)/2
	l.words = l.board + (l.cells+perWord-1)/perWord
	return l
}

// State returns the words of a position in dst's memory.
func (g *Game) State(p *Position, dst game.State) game.State {
	dst = append(dst[:0], uint64(uint32(p.Switch))<<32|uint64(uint32(p.Cell)))
	var word uint64
	for i, v := range p.Values {
		word |= uint64(uint32(v)) << (i % 2 * 32)
		if i%2 == 1 || i == len(p.Values)-1 {
			dst, word = append(dst, word), 0
		}
	}
	perWord, bits := g.layout.packing()
	for c, piece := range p.Pieces {
		word |= uint64(piece) << (c % perWord * bits)
		if c%perWord == perWord-1 || c == len(p.Pieces)-1 {
			dst, word = append(dst, word), 0
		}
	}
	return dst
}

// packing returns how many cells share a word, and how many bits each has.
func (l *layout) packing() (perWord, bits int) {
	if l.wide {
		return 4, 16
	}
	return 8, 8
}

// Position makes p the position of a state.
func (g *Game) Position(s game.State, p *Position) {
	p.Switch, p.Cell = int32(s[0]>>32), int32(s[0])
	p.Values, p.Pieces = p.Values[:0], p.Pieces[:0]
	for i := range g.layout.values {
		p.Values = append(p.Values, int32(s[1+i/2]>>(i%2*32)))
	}
	perWord, bits := g.layout.packing()
	mask := uint64(1)<<bits - 1
	for c := range g.layout.cells {
		p.Pieces = append(p.Pieces, uint16(s[g.layout.board+c/perWord]>>(c%perWord*bits)&mask))
	}
}

// Copy makes p equal to q, in memory of its own.
func (p *Position) Copy(q *Position) {
	p.Pieces = append(p.Pieces[:0], q.Pieces...)
	p.Values = append(p.Values[:0], q.Values...)
	p.Cell, p.Switch = q.Cell, q.Switch
}
