package gogen

import (
	"fmt"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// permute emits the call that permutes pieces.
func (k *keeper) permute(in *ir.Instr) {
	k.beforeModifier(in)
	if !k.keeperMethods.permutes[in.X] {
		k.keeperMethods.permutes[in.X] = true
		k.queue = append(k.queue, func() { k.keeperMethods.printPermute(in.X) })
	}
	k.Line("m.permute%d(%s)", in.X, k.cell(in.A))
	k.afterModifier(in)
}

// printPermute emits the method of a permutation. On boards of one word, classes are
// updated by shifted masks; otherwise pieces are put one by one.
func (e *keeperMethods) printPermute(id int32) {
	list := e.P.Permutes[id]
	e.Line("// permute%d permutes pieces.", id)
	e.Func("(m *Machine) permute%d(c int)", id)
	moves := e.shiftsOf(list)
	if e.P.Words > 1 || e.reachUsed || len(e.memos.byKey) > 0 || len(moves) > 2*len(list) {
		e.transferEach(list)
	} else {
		e.transferMasks(id, list, moves)
	}
	e.End()
	e.Blank()
}

// transferEach emits code that moves pieces one by one.
func (e *keeperMethods) transferEach(list []ir.Transfer) {
	for p := range e.P.Pieces {
		e.effects.putName(uint8(p))
	}
	for n, t := range list {
		if t.From != ir.Nowhere {
			e.Line("q%d := m.piece(%s)", n, e.tables.mapped(t.From, "c"))
		}
	}
	for n, t := range list {
		if to := e.tables.mapped(t.To, "c"); t.From != ir.Nowhere {
			e.Line("m.put(%s, q%d)", to, n)
		} else {
			e.Line("m.put%d(%s)", t.Piece, to)
		}
	}
}

// A move is the transfers by one distance, by the cell of the keeper.
type move struct {
	delta int32
	from  []ir.Bits
}

// shiftsOf groups transfers by their distance.
func (e *keeperMethods) shiftsOf(list []ir.Transfer) []move {
	var out []move
	for _, c := range e.P.BitOf {
		for _, t := range list {
			to, from := e.Maps.Destination(t.To, c), e.Maps.Destination(t.From, c)
			if to < 0 || from < 0 {
				continue
			}
			k := slices.IndexFunc(out, func(m move) bool { return m.delta == to-from })
			if k < 0 {
				k = len(out)
				out = append(out, move{to - from, e.Maps.EmptyRows()})
			}
			out[k].from[c].Set(int(from))
		}
	}
	return out
}

// transferMasks emits code that updates the classes and the mailbox.
func (e *keeperMethods) transferMasks(id int32, list []ir.Transfer, moves []move) {
	to := e.Maps.EmptyRows()
	fixed := map[uint8][]ir.Bits{}
	for _, c := range e.P.BitOf {
		for _, t := range list {
			at := e.Maps.Destination(t.To, c)
			if at < 0 {
				continue
			}
			to[c].Set(int(at))
			if t.From == ir.Nowhere {
				if fixed[t.Piece] == nil {
					fixed[t.Piece] = e.Maps.EmptyRows()
				}
				fixed[t.Piece][c].Set(int(at))
			}
		}
	}
	e.tables.rowTable(fmt.Sprintf("permuted%d", id), to)
	e.Line("to := permuted%d[c&63]", id)
	for n, mv := range moves {
		e.tables.rowTable(fmt.Sprintf("moved%d_%d", id, n), mv.from)
		e.Line("from%d := moved%d_%d[c&63]", n, id, n)
	}
	for k, class := range e.P.Classes {
		var parts []string
		for n, mv := range moves {
			shift := fmt.Sprintf("<<%d", mv.delta)
			if mv.delta < 0 {
				shift = fmt.Sprintf(">>%d", -mv.delta)
			}
			parts = append(parts, fmt.Sprintf("m.s%d&from%d%s", k, n, shift))
		}
		for _, p := range sortedKeys(fixed) {
			if class>>p&1 != 0 {
				e.tables.rowTable(fmt.Sprintf("laid%d_%d", id, p), fixed[p])
				parts = append(parts, fmt.Sprintf("laid%d_%d[c&63]", id, p))
			}
		}
		e.Line("m.s%d = m.s%d&^to | %s", k, k, strings.Join(parts, " | "))
	}
	if e.mailbox {
		for n, t := range list {
			if t.From != ir.Nowhere {
				e.Line("q%d := m.pieces[%s]", n, e.sets.index(e.tables.mapped(t.From, "c")))
			}
		}
		for n, t := range list {
			piece := fmt.Sprint(t.Piece)
			if t.From != ir.Nowhere {
				piece = fmt.Sprintf("q%d", n)
			}
			e.Line("m.pieces[%s] = %s", e.sets.index(e.tables.mapped(t.To, "c")), piece)
		}
	}
	if e.versions {
		e.Line("m.touch()")
	}
}

// rowTable requests a table of sets.
func (e *tableCode) rowTable(name string, rows []ir.Bits) { e.rowTables[name] = rows }

// permuteTables emits the tables of permutations.
func (e *tableCode) permuteTables() {
	for _, name := range sortedKeys(e.rowTables) {
		e.setTable(name, "cells of permuted pieces", e.rowTables[name])
	}
}
