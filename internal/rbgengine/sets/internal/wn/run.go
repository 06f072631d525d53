// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

const (
	rm = registers - 1
	cm = cellRegs - 1
)

// run executes instructions until the function returns, and reports whether
// something was found. Keepers run until they have made all their moves.
func (m *interpreter) run(pc int32) bool {
	r, c, code := m.r, m.c, m.code
	depth := len(m.returns)
	for {
		i := &code[pc]
		pc++
		switch i.Op {
		case ir.Clear:
			clear(&r[i.A&rm])
		case ir.Copy:
			assign(&r[i.A&rm], &r[i.B&rm])
		case ir.Load:
			assign(&r[i.A&rm], &m.masks[i.X])
		case ir.Bit:
			clear(&r[i.A&rm])
			add(&r[i.A&rm], int(c[i.B&cm]))
		case ir.And:
			if !and(&r[i.A&rm], &r[i.B&rm], &r[i.C&rm]) {
				pc = i.J
			}
		case ir.AndNot:
			if !andNot(&r[i.A&rm], &r[i.B&rm], &r[i.C&rm]) {
				pc = i.J
			}
		case ir.AndMask:
			if !and(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X]) {
				pc = i.J
			}
		case ir.AndNotMask:
			if !andNot(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X]) {
				pc = i.J
			}
		case ir.Or:
			or(&r[i.A&rm], &r[i.B&rm], &r[i.C&rm])
		case ir.OrMasked:
			orMasked(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X])
		case ir.AddBit:
			add(&r[i.A&rm], int(c[i.B&cm]))
		case ir.Shift:
			if !shift(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X], int(i.D)) {
				pc = i.J
			}
		case ir.ShiftAnd:
			if !shiftAnd(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X], int(i.D), &r[i.C&rm]) {
				pc = i.J
			}
		case ir.ShiftOr:
			shiftOr(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X], int(i.D))
		case ir.Row:
			t := &m.tables[i.X][c[i.B&cm]]
			assign(&r[i.A&rm], t)
			if isEmpty(t) {
				pc = i.J
			}
		case ir.RowAnd:
			if !and(&r[i.A&rm], &m.tables[i.X][c[i.B&cm]], &r[i.C&rm]) {
				pc = i.J
			}
		case ir.JumpEmpty:
			if isEmpty(&r[i.A&rm]) {
				pc = i.J
			}
		case ir.JumpAny:
			if !isEmpty(&r[i.A&rm]) {
				pc = i.J
			}
		case ir.Jump:
			pc = i.J
		case ir.Next:
			if isEmpty(&r[i.B&rm]) {
				pc = i.J
			} else {
				c[i.A&cm] = int32(lowest(&r[i.B&rm]))
				dropLowest(&r[i.B&rm])
			}
		case ir.Move:
			c[i.A&cm] = c[i.B&cm]
		case ir.Take:
			t := int32(m.maps[i.X][c[i.B&cm]])
			if t < 0 {
				pc = i.J
			} else {
				c[i.A&cm] = t
			}
		case ir.TakeOn:
			t := int32(m.maps[i.X][c[i.B&cm]])
			if t < 0 || !has(&r[i.C&rm], int(t)) {
				pc = i.J
			} else {
				c[i.A&cm] = t
			}
		case ir.InClass:
			if !has(&r[i.C&rm], int(c[i.A&cm])) {
				pc = i.J
			}
		case ir.InSet:
			if !has(&m.masks[i.X], int(c[i.A&cm])) {
				pc = i.J
			}
		case ir.ReadHolds:
			if m.readHeld[i.X] == (i.Flag != 0) {
				pc = i.J
			}
		case ir.ShiftLeaf:
			if !shiftAnd(&r[i.A&rm], &r[i.B&rm], &m.masks[i.X], int(i.D), &r[i.C&rm]) {
				pc = i.J
			} else if n := len(m.log); m.mode == listing && n < cap(m.log) {
				m.log = m.log[:n+1]
				e := &m.log[n]
				e.before, e.apply, e.prefix = m.found, i.Y, m.at
				assign(&e.cells, &r[i.A&rm])
				m.found += size(&e.cells)
			} else if m.leaf(&r[i.A&rm], i.Y) {
				return m.end(depth)
			}
		case ir.Leaf:
			if n := len(m.log); m.mode == listing && n < cap(m.log) {
				m.log = m.log[:n+1]
				e := &m.log[n]
				e.before, e.apply, e.prefix = m.found, i.X, m.at
				assign(&e.cells, &r[i.A&rm])
				m.found += size(&e.cells)
			} else if m.leaf(&r[i.A&rm], i.X) {
				return m.end(depth)
			}
		case ir.Unite:
			if !m.unite(&r[i.A&rm], &r[i.B&rm], m.tables[i.X]) {
				pc = i.J
			}
		case ir.RayOr:
			t := &m.rays[i.X]
			ray(&r[i.A&rm], &t.sets[c[i.B&cm]], &r[i.C&rm], t.downward, i.Flag != 0)
		case ir.Flood:
			flood(&r[i.A&rm], &r[i.C&rm], m.plans[i.X], i.Flag != 0, nil, m.scratch)
		case ir.FloodUntil:
			if flood(&r[i.A&rm], &r[i.C&rm], m.plans[i.X], i.Flag != 0, &r[i.B&rm], m.scratch) {
				pc = i.J
			}
		case ir.Test:
			if !m.holds(i.X) {
				pc = i.J
			}
		case ir.TestVar:
			if !rbg.Relation(i.Flag).Holds(int64(m.vars[i.A]), int64(i.X)) {
				pc = i.J
			}
		case ir.Probe:
			if m.probe(i.X, c[i.A&cm]) == (i.Flag != 0) {
				pc = i.J
			}
		case ir.Filter:
			if !m.filter(i) {
				pc = i.J
			}
		case ir.FilterOver:
			if !m.filterEach(i) {
				pc = i.J
			}
		case ir.FilterMade:
			if !m.filterMade(i) {
				pc = i.J
			}
		case ir.Forget:
			m.memoKnown[i.X], m.memoTruth[i.X] = 0, 0
		case ir.ReadSet:
			assign(&r[i.A&rm], m.readSet(i.X))
		case ir.Apply:
			if !m.apply(i.X, c[i.A&cm]) {
				if m.err != nil {
					return m.end(depth)
				}
				pc = i.J
			}
		case ir.Revert:
			m.revert()
		case ir.Found:
			return m.end(depth)
		case ir.Call:
			m.returns = append(m.returns, pc)
			pc = i.J
			if !m.tick() {
				return m.end(depth)
			}
		case ir.Return:
			n := len(m.returns) - 1
			if n < depth {
				return false
			}
			pc = m.returns[n]
			m.returns = m.returns[:n]
		case ir.Save:
			m.save(i)
		case ir.Restore:
			m.restore(i)
		case ir.Try:
			m.try(i.J)
		case ir.Fail:
			if pc = m.retry(); pc < 0 {
				return false
			}
		case ir.Choose:
			if s := &r[i.B&rm]; i.Flag != 0 && !isEmpty(s) {
				c[i.A&cm] = m.first(s)
			} else if pc = m.choose(i, pc); pc < 0 {
				return false
			}
		case ir.Mark:
			if !m.mark(i.X*int32(m.bits) + c[i.A&cm]) {
				if pc = m.retry(); pc < 0 {
					return false
				}
			}
		case ir.Put:
			if !m.put(c[i.A&cm], uint8(i.B), i.Flag != 0) {
				return false
			}
		case ir.Flip:
			if !m.flipRay(i, c[i.A&cm]) {
				return false
			}
		case ir.Permute:
			if !m.permute(i, c[i.A&cm]) {
				return false
			}
		case ir.Sweep:
			if last := m.sweep(i); last >= 0 {
				c[i.A&cm] = last
			} else {
				pc = i.J
			}
		case ir.SetVar:
			if pc = m.assignOrFail(int64(i.X), i, pc); pc < 0 {
				return false
			}
		case ir.AddVar:
			if pc = m.assignOrFail(int64(m.vars[i.B])+int64(i.X), i, pc); pc < 0 {
				return false
			}
		case ir.Assign:
			if pc = m.assignExprOrFail(i, pc); pc < 0 {
				return false
			}
		case ir.Enter:
			if pc = m.enter(c[i.A&cm], i.X); pc < 0 {
				return true
			}
		default:
			m.fail(fmt.Errorf("the program has an instruction %v", i.Op))
			return m.end(depth)
		}
	}
}

// end ends a run with success at any call depth.
func (m *interpreter) end(depth int) bool {
	m.returns = m.returns[:depth]
	return true
}

// apply applies acts at a cell: all of them, or none if one is impossible.
func (m *interpreter) apply(id, cell int32) bool {
	if len(m.frames) >= maxActions {
		m.fail(tooManyActions())
		return false
	}
	if m.work++; m.work&4095 == 0 && !m.checkLimits() {
		return false
	}
	mark := int32(len(m.undo))
	for k := range m.prog.Applies[id] {
		a := &m.prog.Applies[id][k]
		switch a.Kind {
		case ir.PutPiece:
			at := cell
			if a.Map >= 0 {
				at = int32(m.prog.Maps[a.Map][cell])
			}
			m.change(at, uint8(a.Arg))
		case ir.SetConst:
			m.setVar(a.Arg, a.Value)
		case ir.SetExpr:
			v, ok := m.assigned(a.Arg, a.Value)
			if !ok {
				m.undoTo(mark)
				return false
			}
			m.setVar(a.Arg, v)
		}
	}
	m.frames = append(m.frames, frame{mark, m.at})
	if m.mode == listing {
		m.prefix = append(m.prefix, prefix{m.at, id, cell})
		m.at = int32(len(m.prefix)) - 1
	}
	return true
}

// revert undoes the last apply.
func (m *interpreter) revert() {
	f := m.frames[len(m.frames)-1]
	m.frames = m.frames[:len(m.frames)-1]
	m.undoTo(f.undo)
	m.at = f.prefix
}

// leaf counts or records moves. It reports true if that ends the search. The loop of run
// repeats the listing of moves in line, because most time is spent there.
func (m *interpreter) leaf(cells *set, apply int32) bool {
	switch m.mode {
	case finding:
		m.found = 1
		return true
	case listing:
		if len(m.log) == cap(m.log) {
			if m.checkMemory(len(m.log) / 2); m.err != nil {
				return true
			}
			m.log = append(m.log, make([]entry, len(m.log)+64)...)[:len(m.log)]
			for k := len(m.log); k < cap(m.log); k++ {
				m.log[:cap(m.log)][k].cells = makeSets(1, m.prog.Words)[0]
			}
		}
		m.log = m.log[:len(m.log)+1]
		e := &m.log[len(m.log)-1]
		e.before, e.apply, e.prefix = m.found, apply, m.at
		assign(&e.cells, cells)
	}
	m.found += size(cells)
	return false
}

func (m *interpreter) save(i *ir.Instr) {
	for k := i.A; k < i.B; k++ {
		n := len(m.saved)
		if n == cap(m.saved) {
			m.saved = append(m.saved, makeSets(n+64, m.prog.Words)...)[:n]
		}
		m.saved = m.saved[:n+1]
		assign(&m.saved[n], &m.r[k])
	}
	for k := i.C; k < uint16(i.D); k++ {
		m.savedC = append(m.savedC, m.c[k])
	}
}

func (m *interpreter) restore(i *ir.Instr) {
	n := len(m.saved) - int(i.B-i.A)
	for k := i.A; k < i.B; k++ {
		assign(&m.r[k], &m.saved[n+int(k-i.A)])
	}
	m.saved = m.saved[:n]
	n = len(m.savedC) - int(uint16(i.D)-i.C)
	copy(m.c[i.C:i.D], m.savedC[n:])
	m.savedC = m.savedC[:n]
}
