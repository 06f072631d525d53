package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// instr emits an instruction that can occur in generators, patterns and keepers.
func (b *body) instr(i *ir.Instr, at int32) {
	if onlyTests(i.Op) && (i.J == at+1 || b.elided[at]) {
		return
	}
	switch i.Op {
	case ir.Clear:
		if b.P.Words == 1 {
			b.Line("%s = 0", b.dst(i.A))
		} else {
			b.Line("%s = set{}", b.dst(i.A))
		}
	case ir.Copy:
		b.Line("%s = %s", b.dst(i.A), b.set(i.B))
	case ir.Load:
		b.Line("%s = %s", b.dst(i.A), b.sets.mask(i.X))
	case ir.Bit:
		c := b.cell(i.B)
		switch {
		case b.P.Words == 1:
			b.Line("%s = 1 << (%s & 63)", b.dst(i.A), c)
		case b.sets.wide():
			b.Line("%s = set{}", b.dst(i.A))
			b.sets.add(b.dst(i.A), c, true)
		default:
			b.Line("%s = single(%s)", b.dst(i.A), c)
		}
	case ir.And:
		b.setOp("and", i, b.set(i.C), at)
	case ir.AndNot:
		b.setOp("andNot", i, b.set(i.C), at)
	case ir.AndMask:
		b.setOp("and", i, b.sets.mask(i.X), at)
	case ir.AndNotMask:
		b.setOp("andNot", i, b.sets.mask(i.X), at)
	case ir.Or:
		b.sets.assign(b.dst(i.A), "or", b.set(i.B), b.set(i.C))
	case ir.OrMasked:
		b.temporary()
		b.sets.assign("t", "and", b.set(i.B), b.sets.mask(i.X))
		b.sets.assign(b.dst(i.A), "or", b.set(i.A), "t")
	case ir.AddBit:
		b.sets.add(b.dst(i.A), b.cell(i.B), true)
	case ir.Shift:
		b.sets.shift(b.dst(i.A), b.set(i.B), i.X, i.D)
		b.jumpIf(b.emptyRegIf(i, at), i, at)
	case ir.ShiftAnd:
		b.shiftAnd(i)
		b.jumpIf(b.emptyRegIf(i, at), i, at)
	case ir.ShiftOr:
		b.shiftOr(i)
	case ir.Row:
		b.Line("%s = table%d[%s]", b.dst(i.A), b.tables.table(i.X), b.sets.index(b.cell(i.B)))
		b.jumpIf(b.emptyRegIf(i, at), i, at)
	case ir.RowAnd:
		row := fmt.Sprintf("table%d[%s]", b.tables.table(i.X), b.sets.index(b.cell(i.B)))
		b.sets.assign(b.dst(i.A), "and", row, b.set(i.C))
		b.jumpIf(b.emptyRegIf(i, at), i, at)
	case ir.Unite:
		b.unite(i)
		b.jumpIf(b.emptyRegIf(i, at), i, at)
	case ir.RayOr:
		b.rayOr(i)
	case ir.Flood:
		b.filtering().flood(i, at, false)
	case ir.FloodUntil:
		b.filtering().flood(i, at, true)
	case ir.JumpEmpty:
		b.jumpIf(b.sets.empty(b.set(i.A)), i, at)
	case ir.JumpAny:
		b.jumpIf(b.sets.notEmpty(b.set(i.A)), i, at)
	case ir.Jump:
		if i.J != at+1 {
			b.Goto(b.place(i.J))
		}
	default:
		b.cellInstr(i, at)
	}
}

// onlyTests reports whether an operation has no effect but a conditional jump.
func onlyTests(op ir.Op) bool {
	switch op {
	case ir.JumpEmpty, ir.JumpAny, ir.InClass, ir.InSet, ir.Test, ir.TestVar, ir.Probe, ir.ReadHolds:
		return true
	}
	return false
}

// cellInstr emits an instruction on cells and conditions.
func (b *body) cellInstr(i *ir.Instr, at int32) {
	switch i.Op {
	case ir.Next:
		s := b.set(i.B)
		b.jumpIf(b.sets.empty(s), i, at)
		b.Line("%s = %s", b.dstCell(i.A), b.sets.lowest(s))
		b.sets.dropLowest(s)
	case ir.Move:
		if i.A != i.B {
			b.Line("%s = %s", b.dstCell(i.A), b.cell(i.B))
		}
	case ir.Take, ir.TakeOn:
		b.take(i, at)
	case ir.InClass:
		b.jumpIf(b.sets.hasNot(b.set(i.C), b.cell(i.A)), i, at)
	case ir.InSet:
		b.jumpIf(b.sets.hasNot(b.maskOperand(i.X), b.cell(i.A)), i, at)
	case ir.Test:
		b.jumpIf("!("+b.exprs.condition(i.X)+")", i, at)
	case ir.TestVar:
		b.jumpIf(fmt.Sprintf("m.v[%d] %s %d", i.A, opposite(rbg.Relation(i.Flag)), i.X), i, at)
	case ir.Probe:
		call := ""
		if b.local && b.Forms.Inlined(i.X) {
			call = b.inlineProbe(i.X, b.cell(i.A), at)
		} else {
			call = b.tests.probe(i.X, plain, b.cell(i.A))
		}
		if i.Flag == 0 {
			call = "!" + call
		}
		b.jumpIf(call, i, at)
	case ir.Filter, ir.FilterOver, ir.FilterMade:
		b.filtering().filter(i)
		b.jumpIf(b.emptyRegIf(i, at), i, at)
	case ir.Forget:
		b.tests.forgetSteady(i.X)
	case ir.ReadSet:
		b.filtering().dependencySet(i)
	case ir.ReadHolds:
		b.filters.dependencySet(i.X)
		if i.Flag != 0 {
			b.jumpIf(fmt.Sprintf("m.held%d", i.X), i, at)
		} else {
			b.jumpIf(fmt.Sprintf("!m.held%d", i.X), i, at)
		}
	default:
		b.searchInstr(i, at)
	}
}

// searchInstr emits an instruction of a move generator.
func (b *body) searchInstr(i *ir.Instr, at int32) {
	switch i.Op {
	case ir.Apply:
		b.undo().apply(i, at)
	case ir.Revert:
		active := b.f.Active[at]
		b.undo().revert(active[len(active)-1], len(active)-1)
	case ir.ShiftLeaf:
		b.shiftAnd(i)
		if b.P.Words > 1 && i.J != at+1 { // what follows continues from these cells
			b.jumpIf(b.emptyReg(i), i, at)
			b.leaf(i.A, i.Y, at)
			return
		}
		if b.mode == count || b.mode == draw {
			b.leaf(i.A, i.Y, at)
			return
		}
		if b.mode == list && b.P.Words == 1 {
			b.sparse[at] = true
			b.leaf(i.A, i.Y, at)
			return
		}
		b.Open("if %s", b.sets.notEmpty(b.set(i.A)))
		b.leaf(i.A, i.Y, at)
		b.End()
	case ir.Leaf:
		b.leaf(i.A, i.X, at)
	case ir.Found:
		b.undo().revertAll(at)
		b.leave("true")
	case ir.Return:
		b.leave("false")
	case ir.Call:
		b.writeBack()
		b.Open("if m.%s(%s)", b.functionName(i.J), b.cell(0))
		b.undo().revertAll(at)
		b.Line("return true")
		b.End()
		b.readBack()
	case ir.Save, ir.Restore: // local variables need not be kept
	default:
		b.fail(fmt.Errorf("an instruction %v is in a place where it is not expected", i.Op))
	}
}

func (b *body) emptyReg(i *ir.Instr) string { return b.sets.empty(b.set(i.A)) }

func (b *body) setOp(op string, i *ir.Instr, second string, at int32) {
	b.sets.assign(b.dst(i.A), op, b.set(i.B), second)
	b.jumpIf(b.emptyRegIf(i, at), i, at)
}

// emptyRegIf is emptyReg if the jump is emitted.
func (b *body) emptyRegIf(i *ir.Instr, at int32) string {
	if i.J == at+1 || b.elided[at] {
		return ""
	}
	return b.emptyReg(i)
}

// temporary declares a set t in the function.
func (b *body) temporary() { b.saved["t"] = "set" }

func (b *body) shiftAnd(i *ir.Instr) {
	d := b.dst(i.A)
	switch {
	case b.P.Words == 1:
		b.Line("%s = %s & %s", d, b.sets.moved(b.set(i.B), i.X, i.D), b.set(i.C))
	case !b.sets.wide():
		b.Line("%s = and(%s, %s)", d, b.sets.moved(b.set(i.B), i.X, i.D), b.set(i.C))
	default:
		if i.A == i.C {
			b.temporary()
			b.sets.shift("t", b.set(i.B), i.X, i.D)
			b.sets.assign(d, "and", "t", b.set(i.C))
			return
		}
		b.sets.shift(d, b.set(i.B), i.X, i.D)
		b.sets.assign(d, "and", d, b.set(i.C))
	}
}

func (b *body) shiftOr(i *ir.Instr) {
	d := b.dst(i.A)
	switch {
	case b.P.Words == 1:
		b.Line("%s |= %s", d, b.sets.moved(b.set(i.B), i.X, i.D))
	case !b.sets.wide():
		b.Line("%s = or(%s, %s)", d, d, b.sets.moved(b.set(i.B), i.X, i.D))
	default:
		b.temporary()
		b.sets.shift("t", b.set(i.B), i.X, i.D)
		b.sets.assign(d, "or", d, "t")
	}
}

// unite emits the union of the rows of the cells of a set.
func (b *body) unite(i *ir.Instr) {
	b.temporary()
	b.saved["u"] = "set"
	b.Line("t = %s", b.set(i.B))
	if b.P.Words == 1 {
		b.Line("u = 0")
	} else {
		b.Line("u = set{}")
	}
	b.Open("for %s", b.sets.notEmpty("t"))
	b.sets.assign("u", "or", "u", fmt.Sprintf("table%d[%s]", b.tables.table(i.X), b.sets.index(b.sets.lowest("t"))))
	b.sets.dropLowest("t")
	b.End()
	b.Line("%s = u", b.dst(i.A))
}

func (b *body) rayOr(i *ir.Instr) {
	b.tests.ray(i.X, b.cell(i.B), b.set(i.C), i.Flag != 0, func(seen string) {
		d := b.dst(i.A)
		if b.P.Words == 1 {
			b.Line("%s |= %s", d, seen)
		} else {
			b.sets.assign(d, "or", d, seen)
		}
	}, b.temporary)
}

// ray emits the computation of a ray as far as its cells are in a set. It passes the
// result to use as an expression or a variable.
func (e *testCode) ray(ray int32, c, within string, last bool, use func(string), temporary func()) {
	e.tables.rayTables[ray] = true
	name := "rayUp"
	if e.P.Rays[ray].Downward {
		name = "rayDown"
	}
	row := fmt.Sprintf("ray%d[%s]", ray, e.sets.index(c))
	if e.sets.wide() {
		temporary()
		e.Line("%s(&t, &%s, &%s, %v)", name, row, within, last)
		use("t")
		return
	}
	use(fmt.Sprintf("%s(%s, %s, %v)", name, row, within, last))
}

// index returns a cell as an index without a bounds check.
func (e *setCode) index(c string) string {
	if e.P.Words == 1 {
		return c + "&63"
	}
	return c
}

// take emits a step of a cell.
func (b *body) take(i *ir.Instr, at int32) {
	if i.J == at+1 {
		b.fail(fmt.Errorf("a step that may fail leads to the next instruction at %d", at))
		return
	}
	if to, ok := b.Maps.ConstantTarget(i.X); ok && i.Op == ir.Take {
		b.Line("%s = %d", b.dstCell(i.A), to)
		return
	}
	from, d := b.cell(i.B), b.dstCell(i.A)
	delta, ok := b.Maps.DistanceOf(i.X)
	if b.P.Words == 1 && ok {
		m := b.Maps.Domain(i.X)
		target := fmt.Sprintf("(%s%+d)", from, delta)
		conditions := ""
		if m != b.All[0] {
			conditions = fmt.Sprintf("uint64(%#x)>>(%s&63)&1 == 0", m, from)
		}
		if i.Op == ir.TakeOn {
			if conditions != "" {
				conditions += " || "
			}
			conditions += b.sets.hasNot(b.set(i.C), target)
		}
		if conditions != "" {
			b.jumpIf(conditions, i, at)
		}
		b.Line("%s = %s%+d", d, from, delta)
		return
	}
	b.saved["k"] = "int"
	b.Line("k = int(map%d[%s])", b.tables.mapTable(i.X), b.sets.index(from))
	condition := "k < 0"
	if i.Op == ir.TakeOn {
		condition += " || " + b.sets.hasNot(b.set(i.C), "k")
	}
	b.jumpIf(condition, i, at)
	b.Line("%s = k", d)
}

// mapped returns the target of a map as an expression. The map must be defined there.
func (e *tableCode) mapped(m int32, c string) string {
	if m < 0 {
		return c
	}
	if delta, ok := e.Maps.DistanceOf(m); ok {
		if delta == 0 {
			return c
		}
		return fmt.Sprintf("(%s%+d)", c, delta)
	}
	return fmt.Sprintf("int(map%d[%s])", e.mapTable(m), e.sets.index(c))
}

// maskOperand returns a mask as an operand of a shift.
func (b *body) maskOperand(x int32) string {
	if b.P.Words == 1 {
		return fmt.Sprintf("uint64(%#x)", b.P.Masks[x][0])
	}
	return b.sets.mask(x)
}

// flood emits the closure of a set.
func (b filterCall) flood(i *ir.Instr, at int32, until bool) {
	name := b.floods.floodFunction(i.X, i.Flag != 0, until)
	d, into := b.dst(i.A), b.set(i.C)
	b.set(i.A)
	switch {
	case until && b.sets.wide():
		b.jumpIf(fmt.Sprintf("%s(&%s, &%s, &%s)", name, d, into, b.set(i.B)), i, at)
	case until:
		b.saved["met"] = "bool"
		b.Line("%s, met = %s(%s, %s, %s)", d, name, d, into, b.set(i.B))
		b.jumpIf("met", i, at)
	case b.sets.wide():
		b.Line("%s(&%s, &%s)", name, d, into)
	default:
		b.Line("%s = %s(%s, %s)", d, name, d, into)
	}
}

// leaf emits what a mode does with the moves of a set.
func (b *body) leaf(r uint16, apply, at int32) {
	b.leaves = true
	s := ""
	if b.mode != find {
		s = b.set(r)
	}
	switch b.mode {
	case find:
		b.undo().revertAll(at)
		b.Line("m.found = 1")
		b.Line("return true")
	case draw:
		b.drawing().drawLeaf(s, apply, at)
	case count:
		b.Line("found += %s", b.sets.size(s))
	case list:
		b.tables.applies[apply] = true
		b.Line("log[n] = entry{%s, int32(found), %d, m.at}", s, apply)
		if b.sparse[at] && b.P.Words == 1 {
			b.Line("n += int((%s | -%s) >> 63)", s, s)
		} else {
			b.Line("n++")
		}
		b.Line("found += %s", b.sets.size(s))
	}
}

// writeBack emits code that stores the local counters in the machine before a call or
// a return.
func (b *body) writeBack() {
	if b.counts && (b.mode == list || b.mode == count) {
		b.Line("m.found = found")
	}
	if b.counts && b.mode == list {
		b.Line("m.entries = n")
	}
}

// readBack emits code that loads the counters after a call.
func (b *body) readBack() {
	if b.counts && b.mode != find {
		b.Line("found = m.found")
	}
	if b.counts && b.mode == list {
		b.Line("n = m.entries")
		b.room()
	}
}

// room emits code that makes room for all entries that the function adds before it
// checks again.
func (b *body) room() {
	b.Open("if len(m.log)-n < %d", b.leafCount)
	b.Line("m.grow(n, %d)", b.leafCount)
	b.End()
	b.Line("log = m.log")
}
