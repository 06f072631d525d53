package lower

import "ludex/internal/rbgengine/sets/ir"

// A line is a part of a sequence that goes along a ray while cells are of a
// class.
type line struct {
	m     *mapping
	class int
	last  bool // includes the first cell that is not of the class
	start bool // includes the cell at which it begins
	kids  int  // the number of kids of the sequence
}

// lineAt recognises a line in a sequence: (d {c})*, d {c} (d {c})*, (d {c})* d,
// or d ({c} d)*.
func lineAt(kids []*expr) (line, bool) {
	m, class, stepFirst := starStep(kids[0])
	switch {
	case m != nil && stepFirst && len(kids) > 1 && kids[1].kind == kMap && kids[1].m == m:
		return line{m: m, class: class, last: true, kids: 2}, true
	case m != nil && stepFirst:
		return line{m: m, class: class, start: true, kids: 1}, true
	case kids[0].kind != kMap:
		return line{}, false
	}
	if len(kids) > 1 {
		if m, class, stepFirst := starStep(kids[1]); m == kids[0].m && !stepFirst {
			return line{m: m, class: class, last: true, kids: 2}, true
		}
	}
	if len(kids) > 2 && kids[1].kind == kOn {
		if m, class, stepFirst := starStep(kids[2]); m == kids[0].m && stepFirst && class == kids[1].class {
			return line{m: m, class: class, kids: 3}, true
		}
	}
	return line{}, false
}

// starStep recognises (d {c})* and ({c} d)*.
func starStep(x *expr) (m *mapping, class int, stepFirst bool) {
	if x.kind != kStar || x.kids[0].kind != kCat || len(x.kids[0].kids) != 2 {
		return nil, 0, false
	}
	a, b := x.kids[0].kids[0], x.kids[0].kids[1]
	switch {
	case a.kind == kMap && b.kind == kOn:
		return a.m, b.class, true
	case a.kind == kOn && b.kind == kMap:
		return b.m, a.class, false
	}
	return nil, 0, false
}

// emitRay emits code that adds a line from a single cell to a set.
func (g *exprEmitter) emitRay(ln line, cell, into uint16) {
	flag := uint8(0)
	if ln.last {
		flag = 1
	}
	if ln.start {
		g.op(ir.AddBit, into, cell, 0, 0)
	}
	g.emit(ir.Instr{Op: ir.RayOr, Flag: flag, A: into, B: cell, C: uint16(ln.class), X: g.pool.rayID(ln.m), J: none})
}

// wholeLine returns the line of an expression that is one line and nothing else.
func (g *exprEmitter) wholeLine(x *expr) (line, bool) {
	kids := []*expr{x}
	if x.kind == kCat {
		kids = x.kids
	}
	if len(kids) == 0 {
		return line{}, false
	}
	ln, ok := lineAt(kids)
	return ln, ok && ln.kids == len(kids) && g.pool.rayID(ln.m) >= 0
}

// floodPlan returns the steps and the class of a star that floods a class: from
// its cells if from is set, else to its cells.
func (g *exprEmitter) floodPlan(x *expr) (plan []step, class int, from, ok bool) {
	if x.kids[0].kind != kCat || len(x.kids[0].kids) != 2 {
		return nil, 0, false, false
	}
	a, b := x.kids[0].kids[0], x.kids[0].kids[1]
	if a.kind == kOn {
		a, b, from = b, a, true
	}
	if b.kind != kOn {
		return nil, 0, false, false
	}
	switch a.kind {
	case kMap:
		plan = a.m.steps
	case kRel:
		plan = g.board.plan(a.rows)
	default:
		return nil, 0, false, false
	}
	const most = 12
	return plan, b.class, from, len(plan) <= most
}
