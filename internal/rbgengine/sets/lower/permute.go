package lower

import (
	"maps"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// emitPermutationFrom emits a permutation of pieces, if that is what a keeper
// does from a node on, for the cells from which it is. The general code must
// follow for the others.
func (k *keeperEmitter) emitPermutationFrom(n *node) {
	domain := k.board.all
	for range 8 {
		st := &symbolicExecutor{rules: k.rules, board: k.board, joinPoints: k.joinPoints, all: 1<<k.prog.Pieces - 1, domain: append(ir.Bits(nil), domain...), stepsLeft: maxSymbolicSteps, touched: map[*mapping]bool{}}
		st.here = st.restricted(domain)
		s, end := st.execute(n)
		if s == nil || st.domain.Empty() {
			return
		}
		if !equal(st.domain, domain) {
			domain = st.domain
			continue
		}
		if st.distinctCells() {
			k.emitPermutation(s, end, domain, st.all)
		}
		return
	}
}

// emitPermutation emits the effect of a symbolic execution from the cells of a
// domain, and a jump to the node where it ended, unless it is not worth it.
func (k *keeperEmitter) emitPermutation(s *symbolicBoard, end *node, domain ir.Bits, all uint64) {
	list, ok := k.transfers(s, all)
	if !ok || len(list) < minTransfers || len(list) > maxTransfers || !k.variablesKnown(s, all) {
		return
	}
	f := k.f
	other := f.label()
	if !equal(domain, k.board.all) {
		f.emit(ir.Instr{Op: ir.InSet, A: k.current, X: k.pool.maskID(domain), J: other})
	}
	flag := uint8(0)
	if k.analysis.cannotFail(end) {
		flag = 1
	}
	id := slices.IndexFunc(k.prog.Permutes, func(p []ir.Transfer) bool { return slices.Equal(p, list) })
	if id < 0 {
		id = len(k.prog.Permutes)
		k.prog.Permutes = append(k.prog.Permutes, list)
	}
	f.emit(ir.Instr{Op: ir.Permute, Flag: flag, A: k.current, X: int32(id), J: none})
	for _, v := range sortedVars(s.vars) {
		k.emitVariable(v, s, flag)
	}
	if s.here != k.board.identity {
		f.emit(ir.Instr{Op: ir.Take, A: k.current, B: k.current, X: k.pool.mapID(s.here), J: k.fail})
	}
	f.jump(k.label(end))
	k.queued = append(k.queued, end)
	f.bind(other)
}

func sortedVars(vars map[int]value) []int {
	var out []int
	for v := range vars {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

// sortedCells returns the keys in the order in which they were interned, so that
// the same rules always give the same program.
func sortedCells(cells map[*mapping]value) []*mapping {
	out := slices.Collect(maps.Keys(cells))
	slices.SortFunc(out, func(a, b *mapping) int { return a.id - b.id })
	return out
}

// transfers returns where the pieces come from. It reports false if a piece was
// replaced by another one, or if none has moved.
func (k *keeperEmitter) transfers(s *symbolicBoard, all uint64) ([]ir.Transfer, bool) {
	var list []ir.Transfer
	moved := false
	for _, m := range sortedCells(s.cells) {
		v := s.cells[m]
		t := ir.Transfer{To: k.pool.mapID(m), From: ir.Nowhere}
		if v.of == nil {
			t.Piece = uint8(v.by[0])
		} else {
			for p, q := range v.by {
				if all>>p&1 != 0 && q != int64(p) {
					return nil, false
				}
			}
			if v.of == m {
				continue
			}
			t.From, moved = k.pool.mapID(v.of), true
		}
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b ir.Transfer) int { return int(a.To - b.To) })
	return list, moved
}

// variablesKnown reports whether the values of all variables can be read off the
// final board.
func (k *keeperEmitter) variablesKnown(s *symbolicBoard, all uint64) bool {
	for _, v := range s.vars {
		if v.of == nil {
			continue
		}
		if k.finalCell(s, v.of) == nil {
			return false
		}
		for p := range v.by {
			if all>>p&1 != 0 && !slices.Contains(k.rules.classes, 1<<p) {
				return false
			}
		}
	}
	return true
}

// finalCell returns where the piece of a cell is in the end, or nil.
func (k *keeperEmitter) finalCell(s *symbolicBoard, of *mapping) *mapping {
	if _, ok := s.cells[of]; !ok {
		return of
	}
	var found *mapping
	for m, v := range s.cells {
		if v.of == of && (found == nil || m.id < found.id) {
			found = m
		}
	}
	return found
}

// emitVariable emits the assignment of a variable, behind the transfers.
func (k *keeperEmitter) emitVariable(variable int, s *symbolicBoard, flag uint8) {
	f := k.f
	set := func(v int64) {
		f.emit(ir.Instr{Op: ir.SetVar, Flag: flag, A: uint16(variable), X: int32(v), J: none})
	}
	v := s.vars[variable]
	if v.of == nil {
		set(v.by[0])
		return
	}
	m := f.mark()
	cell, done := f.newCell(), f.label()
	f.emit(ir.Instr{Op: ir.Move, A: cell, B: k.current})
	if at := k.finalCell(s, v.of); at != k.board.identity {
		f.emit(ir.Instr{Op: ir.Take, A: cell, B: cell, X: k.pool.mapID(at), J: k.fail})
	}
	for p, value := range v.by {
		next := f.label()
		if p+1 < len(v.by) {
			f.emit(ir.Instr{Op: ir.InClass, A: cell, C: uint16(slices.Index(k.rules.classes, 1<<p)), J: next})
		}
		set(value)
		f.jump(done)
		f.bind(next)
	}
	f.bind(done)
	f.release(m)
}
