package lower

import "ludex/internal/rbgengine/sets/ir"

// An operand is where paths have come to: one cell or a set of cells, with a
// displacement that has not been carried out yet.
type operand struct {
	cell int      // a cell register, or -1
	reg  int      // a set register if cell is -1; it is read only
	set  ir.Bits  // a constant set if both are -1
	disp *mapping // or nil
	on   uint64   // the pieces that may be there, or 0 if nothing is known
}

func (p operand) single() bool { return p.cell >= 0 }

// A generator emits code that finds moves.
type generator struct {
	exprEmitter
	exists bool // in a pattern: one path to the end is enough
}

// A flow is a region that is being emitted.
type flow struct {
	*region
	joined map[*node]uint16 // the sets of nodes with several predecessors
}

// region emits the paths from a node to the next modifiers, and what follows
// those.
func (g *generator) region(start *node, p operand) {
	m := g.mark()
	defer g.release(m)
	fl := &flow{region: g.facts.regionOf(start), joined: map[*node]uint16{}}
	if fl.cyclic {
		g.fixpoint(fl, start, p)
		return
	}
	for _, n := range fl.order {
		if fl.arrivals[n] > 1 {
			fl.joined[n] = g.newSet()
			g.op(ir.Clear, fl.joined[n], 0, 0, 0)
		}
	}
	g.visit(fl, start, p)
	for _, n := range fl.order {
		if reg, ok := fl.joined[n]; ok {
			skip := g.label()
			g.emit(ir.Instr{Op: ir.JumpEmpty, A: reg, J: skip})
			g.visit(fl, n, operand{cell: -1, reg: int(reg)})
			g.function.bind(skip)
		}
	}
}

// fixpoint emits a cyclic region: all sets grow until nothing changes, and only
// then the modifiers are emitted.
func (g *generator) fixpoint(fl *flow, start *node, p operand) {
	for _, n := range fl.order {
		fl.joined[n] = g.newSet()
		g.op(ir.Clear, fl.joined[n], 0, 0, 0)
	}
	g.addTo(fl.joined[start], p, none)
	changed, again := g.newSet(), g.label()
	g.function.bind(again)
	g.op(ir.Clear, changed, 0, 0, 0)
	for _, n := range fl.order {
		if !n.modifier() {
			g.propagate(fl, n, changed)
		}
	}
	g.emit(ir.Instr{Op: ir.JumpAny, A: changed, J: again})
	for _, n := range fl.order {
		if n.modifier() {
			skip := g.label()
			g.emit(ir.Instr{Op: ir.JumpEmpty, A: fl.joined[n], J: skip})
			g.modifier(n, operand{cell: -1, reg: int(fl.joined[n])})
			g.function.bind(skip)
		}
	}
}

// propagate emits one node of a cyclic region, and adds what is new at its
// successors to changed.
func (g *generator) propagate(fl *flow, n *node, changed uint16) {
	m := g.mark()
	defer g.release(m)
	skip := g.label()
	g.emit(ir.Instr{Op: ir.JumpEmpty, A: fl.joined[n], J: skip})
	next := n.successors()
	before := make([]uint16, len(next))
	for i, w := range next {
		before[i] = g.newSet()
		g.op(ir.Copy, before[i], fl.joined[w], 0, 0)
	}
	g.visit(fl, n, operand{cell: -1, reg: int(fl.joined[n])})
	for i, w := range next {
		g.emit(ir.Instr{Op: ir.AndNot, A: before[i], B: fl.joined[w], C: before[i], J: none})
		g.op(ir.Or, changed, changed, before[i], 0)
	}
	g.function.bind(skip)
}

// visit emits a node for an operand that is not empty.
func (g *generator) visit(fl *flow, n *node, p operand) {
	m := g.mark()
	defer g.release(m)
	switch n.kind {
	case nFree:
		fail := g.label()
		q := g.forward(n.x, p, fail)
		g.arriveAt(fl, n.next, q, fail)
		g.function.bind(fail)
	case nAlt, nStar:
		for _, w := range n.successorsFor(g.exists) {
			fail := g.label()
			g.arriveAt(fl, w, p, fail)
			g.function.bind(fail)
		}
	default:
		g.modifier(n, p)
	}
}

// arriveAt emits the arrival of an operand at a node.
func (g *generator) arriveAt(fl *flow, n *node, p operand, fail int32) {
	if reg, ok := fl.joined[n]; ok {
		g.addTo(reg, p, fail)
		return
	}
	if n.modifier() || n.kind == nAlt || n.kind == nStar {
		p = g.flush(p, fail)
	}
	g.visit(fl, n, p)
}

// modifier emits a modifier that paths have reached, and what follows.
func (g *generator) modifier(n *node, p operand) {
	m := g.mark()
	defer g.release(m)
	switch n.kind {
	case nEnd:
		if g.exists {
			g.op(ir.Found, 0, 0, 0, 0)
		}
	case nSwitch:
		g.op(ir.Leaf, g.setOf(p), 0, 0, g.pool.applyID(g.pool.act(n, g.board.identity)))
	default:
		if (&treeEmitter{g}).emitSetWise(n, p) {
			g.prog.Stats.SetWise++
			return
		}
		g.prog.Stats.Concrete++
		g.applyModifier(n, p)
	}
}

// applyModifier emits code that applies a modifier to each cell in turn, finds
// the moves from there, and undoes it.
func (g *generator) applyModifier(n *node, p operand) {
	end := g.label()
	acts := g.pool.applyID(g.pool.act(n, g.board.identity))
	cell := uint16(0)
	again := end
	if p.single() {
		cell = uint16(p.cell)
	} else {
		rest := g.newSet()
		g.op(ir.Copy, rest, g.setOf(p), 0, 0)
		cell = g.newCell()
		again = g.label()
		g.function.bind(again)
		g.emit(ir.Instr{Op: ir.Next, A: cell, B: rest, J: end})
	}
	g.emit(ir.Instr{Op: ir.Apply, A: cell, X: acts, J: again})
	g.call(g.follow(n.next), cell)
	g.op(ir.Revert, 0, 0, 0, 0)
	if again != end {
		g.jump(again)
	}
	g.function.bind(end)
}

// follow returns the function that continues from a node.
func (g *generator) follow(n *node) *function {
	if g.exists {
		return g.searcher(n)
	}
	return g.generator(n)
}
