package rbgplay

import (
	"slices"

	"ludex/game"
)

// A Layout describes the words of a state: the switch and the cell in the first
// word, then the values, two per word, then the pieces, eight per word, or four if
// there are many kinds.
type Layout struct {
	Cells, Values int
	Wide          bool // pieces have 16 bits
	Board, Words  int  // the first word of the board, and how many words there are
}

// NewLayout returns the layout of the states of a game with so many cells, variables
// and kinds of pieces.
func NewLayout(cells, values, pieces int) Layout {
	l := Layout{Cells: cells, Values: values, Wide: pieces > 256}
	perWord, _ := l.packing()
	l.Board = 1 + (l.Values+1)/2
	l.Words = l.Board + (l.Cells+perWord-1)/perWord
	return l
}

// State returns the words of a position in dst's memory.
func (g *Game) State(p *Position, dst game.State) game.State {
	dst = g.layout.Head(p.Switch, p.Cell, p.Values, dst)
	var word uint64
	perWord, bits := g.layout.packing()
	for c, piece := range p.Pieces {
		word |= uint64(piece) << (c % perWord * bits)
		if c%perWord == perWord-1 || c == len(p.Pieces)-1 {
			dst, word = append(dst, word), 0
		}
	}
	return dst
}

// Head returns the words of a state in front of the board, in dst's memory.
func (l *Layout) Head(passed, cell int32, values []int32, dst game.State) game.State {
	dst = append(dst[:0], uint64(uint32(passed))<<32|uint64(uint32(cell)))
	var word uint64
	for i, v := range values {
		word |= uint64(uint32(v)) << (i % 2 * 32)
		if i%2 == 1 || i == len(values)-1 {
			dst, word = append(dst, word), 0
		}
	}
	return dst
}

// Passed returns the switch that was passed last.
func Passed(s game.State) int32 { return int32(s[0] >> 32) }

// Cell returns the current cell of a state.
func Cell(s game.State) int32 { return int32(s[0]) }

// Value returns the value of a variable in a state.
func Value(s game.State, variable int) int32 { return int32(s[1+variable/2] >> (variable % 2 * 32)) }

// packing returns how many cells share a word, and how many bits each has.
func (l *Layout) packing() (perWord, bits int) {
	if l.Wide {
		return 4, 16
	}
	return 8, 8
}

// Position makes p the position of a state.
func (g *Game) Position(s game.State, p *Position) { g.layout.Unpack(s, p) }

// Unpack makes p the position of a state.
func (l *Layout) Unpack(s game.State, p *Position) {
	p.Switch, p.Cell = Passed(s), Cell(s)
	p.Values, p.Pieces = p.Values[:0], p.Pieces[:0]
	for i := range l.Values {
		p.Values = append(p.Values, Value(s, i))
	}
	perWord, bits := l.packing()
	mask := uint64(1)<<bits - 1
	p.Pieces = slices.Grow(p.Pieces, l.Cells)[:l.Cells]
	for w, rest := l.Board, p.Pieces; len(rest) > 0; w++ {
		n := min(perWord, len(rest))
		word := s[w]
		for i := range rest[:n] {
			rest[i] = uint16(word & mask)
			word >>= bits
		}
		rest = rest[n:]
	}
}

// Copy makes p equal to q, in memory of its own.
func (p *Position) Copy(q *Position) {
	p.Pieces = append(p.Pieces[:0], q.Pieces...)
	p.Values = append(p.Values[:0], q.Values...)
	p.Cell, p.Switch = q.Cell, q.Switch
}
