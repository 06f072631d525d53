package lower

import "ludex/internal/rbgengine/sets/ir"

// An exprEmitter emits code for expressions without modifiers, from a cell or a
// set of cells.
type exprEmitter struct {
	*emitter
	*function
}

// flush carries out the pending displacement of an operand; execution continues
// at fail if nothing is left.
func (g *exprEmitter) flush(p operand, fail int32) operand {
	if p.disp == nil || p.disp == g.board.identity {
		p.disp = nil
		return p
	}
	if p.single() {
		cell := g.newCell()
		g.emit(ir.Instr{Op: ir.Take, A: cell, B: uint16(p.cell), X: g.pool.mapID(p.disp), J: fail})
		return operand{cell: int(cell), reg: -1}
	}
	return operand{cell: -1, reg: int(g.shift(g.loaded(p), p.disp, -1, fail))}
}

// loaded returns a register with an operand, without its displacement.
func (g *exprEmitter) loaded(p operand) uint16 {
	if p.single() {
		r := g.newSet()
		g.op(ir.Bit, r, uint16(p.cell), 0, 0)
		return r
	}
	if p.reg < 0 {
		r := g.newSet()
		g.op(ir.Load, r, 0, 0, g.pool.maskID(p.set))
		return r
	}
	return uint16(p.reg)
}

// setOf returns a register with the cells of an operand without displacement.
func (g *exprEmitter) setOf(p operand) uint16 { return g.loaded(p) }

// manySteps is the number of steps above which a table is used.
const manySteps = 10

// shift emits a displacement of a set, intersected with the register and unless
// that is negative.
func (g *exprEmitter) shift(reg uint16, m *mapping, and int, fail int32) uint16 {
	r := g.newSet()
	g.shiftInto(r, reg, m, and, fail)
	return r
}

func (g *exprEmitter) shiftInto(r, reg uint16, m *mapping, and int, fail int32) {
	switch {
	case len(m.steps) == 0:
		g.op(ir.Clear, r, 0, 0, 0)
		if fail != none {
			g.jump(fail)
		}
	case len(m.steps) == 1 && and >= 0:
		s := m.steps[0]
		g.emit(ir.Instr{Op: ir.ShiftAnd, A: r, B: reg, C: uint16(and), X: g.pool.maskID(s.mask), D: int32(s.delta), J: fail})
	case len(m.steps) == 1:
		s := m.steps[0]
		g.emit(ir.Instr{Op: ir.Shift, A: r, B: reg, X: g.pool.maskID(s.mask), D: int32(s.delta), J: fail})
	default:
		if len(m.steps) > manySteps {
			g.emit(ir.Instr{Op: ir.Unite, A: r, B: reg, X: g.pool.tableID(g.board.rowsOf(m)), J: none})
		} else {
			s := m.steps[0]
			g.emit(ir.Instr{Op: ir.Shift, A: r, B: reg, X: g.pool.maskID(s.mask), D: int32(s.delta), J: none})
			for _, s := range m.steps[1:] {
				g.emit(ir.Instr{Op: ir.ShiftOr, A: r, B: reg, X: g.pool.maskID(s.mask), D: int32(s.delta), J: none})
			}
		}
		if and >= 0 {
			g.emit(ir.Instr{Op: ir.And, A: r, B: r, C: uint16(and), J: fail})
		} else if fail != none {
			g.emit(ir.Instr{Op: ir.JumpEmpty, A: r, J: fail})
		}
	}
}

// addTo emits code that adds an operand to a set.
func (g *exprEmitter) addTo(reg uint16, p operand, fail int32) {
	m := g.mark()
	defer g.release(m)
	if p.single() {
		if p = g.flush(p, fail); p.single() {
			g.op(ir.AddBit, reg, uint16(p.cell), 0, 0)
			return
		}
	}
	from := g.loaded(p)
	if p.disp == nil {
		g.op(ir.Or, reg, reg, from, 0)
		return
	}
	if len(p.disp.steps) > manySteps {
		r := g.shift(from, p.disp, -1, none)
		g.op(ir.Or, reg, reg, r, 0)
		return
	}
	for _, s := range p.disp.steps {
		g.emit(ir.Instr{Op: ir.ShiftOr, A: reg, B: from, X: g.pool.maskID(s.mask), D: int32(s.delta), J: none})
	}
}

// forward emits an expression without modifiers. Execution continues at fail if
// no cell is reached. The result may have a pending displacement.
func (g *exprEmitter) forward(x *expr, p operand, fail int32) operand {
	switch x.kind {
	case kMap:
		p.on = 0
		if p.disp != nil {
			p.disp = notIdentity(g.board.compose(p.disp, x.m), g.board)
		} else {
			p.disp = notIdentity(x.m, g.board)
		}
		return p
	case kRel:
		return g.relation(x, p, fail)
	case kJump:
		g.flush(p, fail)
		return operand{cell: -1, reg: -1, set: x.set}
	case kOn:
		return g.on(x, p, fail)
	case kMask:
		return g.masked(x.set, p, fail)
	case kCmp:
		g.test(x, fail)
		return p
	case kPat:
		return g.condition(x, p, fail)
	case kSum:
		return g.sum(x, p, fail)
	case kCat:
		return g.sequence(x.kids, p, fail)
	default:
		return g.star(x, p, fail)
	}
}

// sequence emits kids one after the other. Lines from a single cell are looked up
// in tables.
func (g *exprEmitter) sequence(kids []*expr, p operand, fail int32) operand {
	for len(kids) > 0 {
		if ln, ok := lineAt(kids); ok && p.single() && g.pool.rayID(ln.m) >= 0 {
			p = g.line(ln, p, fail)
			kids = kids[ln.kids:]
			continue
		}
		if len(kids) > 1 && kids[0].kind == kRel && kids[1].kind == kOn && p.single() {
			p = g.flush(p, fail)
			r := g.newSet()
			g.emit(ir.Instr{Op: ir.RowAnd, A: r, B: uint16(p.cell), C: uint16(kids[1].class), X: g.pool.tableID(kids[0].rows), J: fail})
			p = operand{cell: -1, reg: int(r), on: g.rules.classes[kids[1].class]}
			kids = kids[2:]
			continue
		}
		p = g.forward(kids[0], p, fail)
		kids = kids[1:]
	}
	return p
}

// line emits a line from a single cell.
func (g *exprEmitter) line(ln line, p operand, fail int32) operand {
	p = g.flush(p, fail)
	r := g.newSet()
	g.op(ir.Clear, r, 0, 0, 0)
	g.emitRay(ln, uint16(p.cell), r)
	if !ln.start {
		g.emit(ir.Instr{Op: ir.JumpEmpty, A: r, J: fail})
	}
	return operand{cell: -1, reg: int(r)}
}

// test emits a comparison.
func (g *exprEmitter) test(x *expr, fail int32) {
	g.emit(g.pool.comparison(x.cmp, fail))
}

func (g *exprEmitter) relation(x *expr, p operand, fail int32) operand {
	if !p.single() {
		return g.forward(x.whole, p, fail)
	}
	p = g.flush(p, fail)
	r := g.newSet()
	g.emit(ir.Instr{Op: ir.Row, A: r, B: uint16(p.cell), X: g.pool.tableID(x.rows), J: fail})
	return operand{cell: -1, reg: int(r)}
}

func (g *exprEmitter) on(x *expr, p operand, fail int32) operand {
	class, on := uint16(x.class), g.rules.classes[x.class]
	switch {
	case p.single() && p.disp != nil:
		cell := g.newCell()
		g.emit(ir.Instr{Op: ir.TakeOn, A: cell, B: uint16(p.cell), C: class, X: g.pool.mapID(p.disp), J: fail})
		return operand{cell: int(cell), reg: -1, on: on}
	case p.single():
		p.on = on
		g.emit(ir.Instr{Op: ir.InClass, A: uint16(p.cell), C: class, J: fail})
		return p
	case p.disp != nil:
		return operand{cell: -1, reg: int(g.shift(g.loaded(p), p.disp, int(class), fail)), on: on}
	case p.reg < 0 && equal(p.set, g.board.all):
		g.emit(ir.Instr{Op: ir.JumpEmpty, A: class, J: fail})
		return operand{cell: -1, reg: int(class), on: on}
	case p.reg < 0:
		r := g.newSet()
		g.emit(ir.Instr{Op: ir.AndMask, A: r, B: class, X: g.pool.maskID(p.set), J: fail})
		return operand{cell: -1, reg: int(r), on: on}
	}
	r := g.newSet()
	g.emit(ir.Instr{Op: ir.And, A: r, B: uint16(p.reg), C: class, J: fail})
	return operand{cell: -1, reg: int(r), on: on}
}

func (g *exprEmitter) masked(set ir.Bits, p operand, fail int32) operand {
	if equal(set, g.board.all) {
		return p
	}
	p = g.flush(p, fail)
	if p.single() {
		g.emit(ir.Instr{Op: ir.InSet, A: uint16(p.cell), X: g.pool.maskID(set), J: fail})
		return p
	}
	r := g.newSet()
	g.emit(ir.Instr{Op: ir.AndMask, A: r, B: g.loaded(p), X: g.pool.maskID(set), J: fail})
	return operand{cell: -1, reg: int(r), on: p.on}
}

// condition emits the test of a pattern.
func (g *exprEmitter) condition(x *expr, p operand, fail int32) operand {
	p = g.flush(p, fail)
	flag := uint8(0)
	if x.neg {
		flag = 1
	}
	if p.single() {
		id := g.pattern(x.pat, g.function)
		g.emit(ir.Instr{Op: ir.Probe, Flag: flag, A: uint16(p.cell), X: id, J: fail})
		return p
	}
	r := g.newSet()
	const small = 8
	if b := x.pat.body; b.size <= small && starFree(b) && reversible(b) {
		g.cellsOf(b, r)
		op := ir.And
		if x.neg {
			op = ir.AndNot
		}
		g.emit(ir.Instr{Op: op, A: r, B: g.loaded(p), C: r, J: fail})
		return operand{cell: -1, reg: int(r), on: p.on}
	}
	id := g.pattern(x.pat, g.function)
	g.emit(ir.Instr{Op: ir.Filter, Flag: flag, A: r, B: g.loaded(p), X: id, D: -1, J: fail})
	return operand{cell: -1, reg: int(r), on: p.on}
}

// cellsOf emits code that finds all cells that satisfy a small pattern.
func (g *exprEmitter) cellsOf(b *expr, r uint16) {
	m := g.mark()
	defer g.release(m)
	if k := b.kids; b.kind == kCat && len(k) == 2 && k[0].kind == kMap && k[1].kind == kOn && k[0].m.injective {
		g.shiftInto(r, uint16(k[1].class), g.board.invert(k[0].m), -1, none)
		return
	}
	g.op(ir.Clear, r, 0, 0, 0)
	fail := g.label()
	g.addTo(r, g.forward(g.board.reversed(b), operand{cell: -1, reg: -1, set: g.board.all}, fail), fail)
	g.function.bind(fail)
}

func (g *exprEmitter) sum(x *expr, p operand, fail int32) operand {
	p = g.flush(p, fail)
	r := g.newSet()
	g.op(ir.Clear, r, 0, 0, 0)
	for _, k := range x.kids {
		if ln, ok := g.wholeLine(k); ok && p.single() {
			g.emitRay(ln, uint16(p.cell), r)
			continue
		}
		m := g.mark()
		next := g.label()
		g.addTo(r, g.forward(k, p, next), next)
		g.function.bind(next)
		g.release(m)
	}
	g.emit(ir.Instr{Op: ir.JumpEmpty, A: r, J: fail})
	return operand{cell: -1, reg: int(r)}
}

// star emits a loop over the cells that are newly reached.
func (g *exprEmitter) star(x *expr, p operand, fail int32) operand {
	p = g.flush(p, fail)
	if ln, ok := g.wholeLine(x); ok && p.single() {
		return g.line(ln, p, fail)
	}
	if plan, class, from, ok := g.floodPlan(x); ok {
		return g.flood(plan, class, from, p)
	}
	all, fresh := g.newSet(), g.newSet()
	m := g.mark()
	g.op(ir.Copy, all, g.loaded(p), 0, 0)
	g.op(ir.Copy, fresh, all, 0, 0)
	leaps := g.leaps(x.kids[0])
	again, done := g.label(), g.label()
	g.function.bind(again)
	var q operand
	if leaps != nil {
		q = g.leap(leaps, fresh, done)
	} else {
		q = g.flush(g.forward(x.kids[0], operand{cell: -1, reg: int(fresh)}, done), done)
	}
	g.emit(ir.Instr{Op: ir.AndNot, A: fresh, B: g.loaded(q), C: all, J: done})
	g.op(ir.Or, all, all, fresh, 0)
	g.jump(again)
	g.function.bind(done)
	g.release(m)
	return operand{cell: -1, reg: int(all)}
}

// flood emits a star that floods a class of cells.
func (g *exprEmitter) flood(plan []step, class int, from bool, p operand) operand {
	r := g.newSet()
	g.op(ir.Copy, r, g.loaded(p), 0, 0)
	flag := uint8(0)
	if from {
		flag = 1
	}
	g.emit(ir.Instr{Op: ir.Flood, Flag: flag, A: r, C: uint16(class), X: g.pool.planID(plan), J: none})
	return operand{cell: -1, reg: int(r)}
}
