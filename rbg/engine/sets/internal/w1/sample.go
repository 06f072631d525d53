package w1

import (
	"slices"

	"ludex/rbg/engine/sets/ir"
)

// A random move can be found without finding all: where moves are looked for cell
// by cell, a random cell that has some is enough, and each of its moves then
// stands for as many as there are cells. All moves are about equally likely, as
// far as cells have about the same number of them.

// A loop is one over cells that is sampled: one that makes something at each of
// them.
type loop struct {
	cells int // it began with; 0 if it does not run
	found int // when the last cell was taken
}

// setRough has searches look for some moves only, or for all. A generator that
// calls itself has loops that run in themselves, and always looks for all.
func (m *Machine) setRough(rough bool) {
	if !rough {
		m.rough, m.times = false, 1
		return
	}
	if m.loops == nil {
		if slices.ContainsFunc(m.code, func(i ir.Instr) bool { return i.Op == ir.Save }) {
			return
		}
		m.loops = make([]loop, len(m.code))
	}
	m.rough, m.times = true, 1
	for i := range m.loops {
		m.loops[i] = loop{} // a search that failed may have left some
	}
}

// sample takes a random cell of a loop at an instruction. It returns false if the
// loop ends: because a cell had moves, or none is left.
func (m *Machine) sample(i *ir.Instr, at int32) bool {
	l, s := &m.loops[at], &m.r[i.B&rm]
	n := size(s)
	if n == 0 || l.cells > 0 && m.found > l.found {
		m.times /= max(l.cells, 1)
		l.cells = 0
		return false
	}
	if l.cells == 0 {
		l.cells = n
		m.times *= n
	}
	l.found = m.found
	cell := nth(s, m.rand.Choose(n))
	drop(s, cell)
	m.c[i.A&cm] = int32(cell)
	return true
}
