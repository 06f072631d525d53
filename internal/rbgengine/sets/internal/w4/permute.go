// Code generated from package w1 by internal/widths; DO NOT EDIT.

package w4

import "ludex/internal/rbgengine/sets/ir"

// permute moves pieces: all are picked up before the first is put down.
func (m *interpreter) permute(i *ir.Instr, c int32) bool {
	list := m.prog.Permutes[i.X]
	var taken [maxTransfers]uint8
	for k := range list {
		t := &list[k]
		taken[k&(maxTransfers-1)] = t.Piece
		if t.From != ir.Nowhere {
			taken[k&(maxTransfers-1)] = m.pieces[m.mapped(t.From, c)]
		}
	}
	for k := range list {
		at, piece := m.mapped(list[k].To, c), taken[k&(maxTransfers-1)]
		if i.Flag != 0 {
			m.place(at, piece)
		} else {
			m.change(at, piece)
		}
	}
	if i.Flag != 0 {
		return true
	}
	m.newStamp()
	return m.boundActions() && m.tick()
}

// maxTransfers bounds the pieces that are moved at once.
const maxTransfers = 32
