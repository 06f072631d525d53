package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A treeEmitter emits code for the moves of a modifier, for all cells at once.
type treeEmitter struct{ *generator }

// maxIterations bounds how often a star with modifiers is followed for all cells
// at once.
const maxIterations = 8

// emitSetWise emits code that finds the moves of a modifier for all cells of an
// operand at once. It reports whether that is possible.
func (g *treeEmitter) emitSetWise(n *node, p operand) bool {
	if g.budget <= 0 {
		return false
	}
	root := g.bestTree(n, p)
	if root.tree == nil || g.cellByCell(p, root.tree) {
		return false
	}
	g.emitArrival(root, g.setOf(p))
	return true
}

// bestTree builds the tree of a modifier. Stars with modifiers, such as chains of
// jumps, are followed for all cells at once as often as the budget allows. Longer
// chains are rare, and are followed one by one: they branch too much to be worth
// more code.
func (g *treeEmitter) bestTree(n *node, p operand) *arrival {
	best, t := g.treeOf(n, p, 0)
	for iterations := 1; t.truncated && !t.over && iterations <= maxIterations && !p.single(); iterations++ {
		var root *arrival
		if root, t = g.treeOf(n, p, iterations); root.tree != nil {
			best = root
		}
	}
	return best
}

// treeOf builds the tree of a modifier with a given number of iterations of
// stars.
func (g *treeEmitter) treeOf(n *node, p operand, iterations int) (*arrival, *treeBuilder) {
	b := g.board
	t := &treeBuilder{rules: g.rules, board: b, facts: g.facts, budget: g.budget, maxIterations: iterations, exists: g.exists}
	s := &symbolicState{disp: b.identity, total: b.identity, cells: b.all, vars: map[int]*rbg.Arith{}, on: ^uint64(0)}
	if p.on != 0 {
		s.on = p.on
	}
	root := &arrival{node: n, total: b.identity, count: 1, state: s}
	t.continueAt(root)
	return root, t
}

// tree emits a tree from a set.
func (g *treeEmitter) tree(t *tree, from uint16) {
	m := g.mark()
	defer g.release(m)
	joined := map[*arrival]uint16{}
	for _, a := range t.arrivals {
		if a.count > 1 {
			joined[a] = g.newSet()
			g.op(ir.Clear, joined[a], 0, 0, 0)
		}
	}
	g.branches(t.roots, from, joined)
	for _, a := range t.arrivals {
		if reg, ok := joined[a]; ok {
			skip := g.label()
			g.emit(ir.Instr{Op: ir.JumpEmpty, A: reg, J: skip})
			g.emitArrival(a, reg)
			g.function.bind(skip)
		}
	}
}

func (g *treeEmitter) branches(list []*testNode, from uint16, joined map[*arrival]uint16) {
	for _, b := range list {
		m := g.mark()
		fail := g.label()
		g.branch(b, from, joined, fail)
		g.function.bind(fail)
		g.release(m)
	}
}

func (g *treeEmitter) branch(b *testNode, from uint16, joined map[*arrival]uint16, fail int32) {
	if g.shiftLeaf(b, from, joined, fail) {
		return
	}
	if b.kind != kSwitch {
		g.branches(b.kids, g.emitTest(b, from, fail), joined)
		return
	}
	if reg, ok := joined[b.to]; ok {
		g.addTo(reg, operand{cell: -1, reg: int(from), disp: notIdentity(b.disp, g.board)}, fail)
		return
	}
	g.emitArrival(b.to, g.displaced(from, b.disp, fail))
}

// emitTest emits the test of a node.
func (g *treeEmitter) emitTest(b *testNode, from uint16, fail int32) uint16 {
	switch b.kind {
	case kOn:
		return g.pendingOn(b, from, fail)
	case kMask:
		from = g.displaced(from, b.disp, none)
		r := g.newSet()
		g.emit(ir.Instr{Op: ir.AndMask, A: r, B: from, X: g.pool.maskID(b.set), J: fail})
		return r
	case kCmp:
		g.emit(g.pool.comparison(b.cmp, fail))
		return from
	default:
		return g.pendingPattern(b, g.displaced(from, b.disp, fail), fail)
	}
}

// shiftLeaf emits a shift, a test and the end of moves as one instruction.
func (g *treeEmitter) shiftLeaf(b *testNode, from uint16, joined map[*arrival]uint16, fail int32) bool {
	if b.kind != kOn || b.set != nil || b.drop != nil || len(b.disp.steps) != 1 {
		return false
	}
	for i, k := range b.kids {
		if k.kind != kSwitch || k.to.node.kind != nSwitch || k.disp != g.board.identity {
			continue
		}
		if _, ok := joined[k.to]; ok {
			continue
		}
		st := b.disp.steps[0]
		r := g.newSet()
		g.emit(ir.Instr{Op: ir.ShiftLeaf, A: r, B: from, C: uint16(b.class), X: g.pool.maskID(st.mask), D: int32(st.delta), J: fail, Y: g.leafActs(k.to)})
		g.branches(append(b.kids[:i:i], b.kids[i+1:]...), r, joined)
		return true
	}
	return false
}

// leafActs returns the acts of moves that end with a switch.
func (g *treeEmitter) leafActs(a *arrival) int32 {
	return g.pool.applyID(append(g.acts(a.state.pend), g.pool.act(a.node, g.board.identity))...)
}

func notIdentity(m *mapping, b *board) *mapping {
	if m == b.identity {
		return nil
	}
	return m
}

// displaced carries out a displacement.
func (g *treeEmitter) displaced(from uint16, m *mapping, fail int32) uint16 {
	if m == g.board.identity {
		return from
	}
	return g.shift(from, m, -1, fail)
}

// pendingOn emits a test of pieces, corrected for pending ones.
func (g *treeEmitter) pendingOn(b *testNode, from uint16, fail int32) uint16 {
	class := uint16(b.class)
	if b.set == nil && b.drop == nil {
		if b.disp != g.board.identity {
			return g.shift(from, b.disp, int(class), fail)
		}
		r := g.newSet()
		g.emit(ir.Instr{Op: ir.And, A: r, B: from, C: class, J: fail})
		return r
	}
	from = g.displaced(from, b.disp, fail)
	r := g.newSet()
	g.emit(ir.Instr{Op: ir.And, A: r, B: from, C: class, J: none})
	if b.drop != nil {
		g.emit(ir.Instr{Op: ir.AndNotMask, A: r, B: r, X: g.pool.maskID(b.drop), J: none})
	}
	if b.set != nil {
		g.op(ir.OrMasked, r, from, 0, g.pool.maskID(b.set))
	}
	g.emit(ir.Instr{Op: ir.JumpEmpty, A: r, J: fail})
	return r
}

// pendingPattern emits the test of a pattern under pending modifiers.
func (g *treeEmitter) pendingPattern(b *testNode, from uint16, fail int32) uint16 {
	i := ir.Instr{Op: ir.Filter, A: g.newSet(), B: from, X: g.pattern(b.pat, g.function), D: -1, J: fail}
	if b.neg {
		i.Flag = 1
	}
	switch b.overlay {
	case overlayPieces:
		i.Op, i.D = ir.FilterOver, g.pool.pendsID(b.pend)
		if s := g.findShortcut(b, from); s != nil {
			return g.filterRest(i, s)
		}
	case applyMoves:
		i.Op, i.D = ir.FilterMade, g.pool.applyID(g.acts(b.pend)...)
		if s := g.facts.invariant[b.pat]; s != nil && s.key >= 0 {
			more, _ := g.rules.gained(b.pend, 1<<s.key) // this succeeds for invariant patterns
			i.Y = int32(more)
		}
	}
	g.emit(i)
	return i.A
}

func (g *treeEmitter) acts(list []pending) []ir.Act {
	var acts []ir.Act
	for _, p := range list {
		acts = append(acts, g.pool.act(p.node, p.at))
	}
	return acts
}

// emitArrival emits what follows when tentative moves have reached a modifier.
func (g *treeEmitter) emitArrival(a *arrival, reg uint16) {
	switch {
	case a.node.kind == nEnd:
		if g.exists {
			g.op(ir.Found, 0, 0, 0, 0)
		}
	case a.node.kind == nSwitch:
		g.op(ir.Leaf, reg, 0, 0, g.leafActs(a))
	case a.tree == nil:
		g.applyEach(a, reg)
	case a.node.kind == nAssign:
		g.emitAssignment(a, reg)
	default:
		g.tree(a.tree, reg)
	}
}

// emitAssignment emits the check of a value, unless it is certain.
func (g *treeEmitter) emitAssignment(a *arrival, reg uint16) {
	e := a.node.src
	value := a.value
	bound := int64(g.game.Bound(e.Variable))
	if v, ok := constant(value); ok {
		if v >= 0 && v <= bound {
			g.tree(a.tree, reg)
		}
		return
	}
	fail := g.label()
	for _, c := range []struct {
		op    rbg.Relation
		limit int64
	}{{rbg.LessEqual, bound}, {rbg.GreaterEqual, 0}} {
		test := &rbg.Expr{Kind: rbg.Compare, Op: c.op, Left: value, Right: &rbg.Arith{Kind: rbg.Number, Number: c.limit}}
		g.emit(g.pool.comparison(test, fail))
	}
	g.tree(a.tree, reg)
	g.function.bind(fail)
}

// applyEach emits code that applies the pending modifiers of each move, and goes
// on with it alone.
func (g *treeEmitter) applyEach(a *arrival, reg uint16) {
	m := g.mark()
	defer g.release(m)
	rest, cell := g.newSet(), g.newCell()
	again, end := g.label(), g.label()
	n := a.node
	if !a.atStar {
		n = n.next
	}
	g.op(ir.Copy, rest, reg, 0, 0)
	g.function.bind(again)
	g.emit(ir.Instr{Op: ir.Next, A: cell, B: rest, J: end})
	g.emit(ir.Instr{Op: ir.Apply, A: cell, X: g.pool.applyID(g.acts(a.state.pend)...), J: again})
	g.call(g.follow(n), cell)
	g.op(ir.Revert, 0, 0, 0, 0)
	g.jump(again)
	g.function.bind(end)
	g.prog.Stats.Concrete++
}

// A tree of tests finds the moves of a modifier for all cells at once, with one test
// per direction and distance. For a few cells, it is faster to start from each of
// them: tables have the cells that shifts reach, and lines are looked up at once,
// while a tree branches unpredictably after every step. The cost is estimated with
// the number of pieces on the initial board.

// cellCost is the cost of applying a modifier to one cell, going on from there
// and undoing it, in tests of a tree; each of these is some ten machine
// instructions.
const cellCost = 14

// cellByCell reports whether it is cheaper to find the moves from each cell than
// by a tree for all of them.
func (g *treeEmitter) cellByCell(p operand, t *tree) bool {
	size, ok := t.size()
	cells := g.expectedCells(p)
	return ok && cells > 0 && size > cellCost*cells
}

// expectedCells returns how many cells of an operand there are on the initial
// board.
func (g *treeEmitter) expectedCells(p operand) int {
	switch {
	case p.single():
		return 1
	case p.on == 0:
		return g.board.cells
	}
	n := 0
	for i := range g.game.Board.Cells {
		n += int(p.on >> g.game.Board.Cells[i].Piece & 1)
	}
	return n
}

// size returns the number of tests up to the next modifiers. It fails if there
// are patterns among them, which are better tested for all cells at once.
func (t *tree) size() (n int, ok bool) {
	ok = true
	var count func(list []*testNode)
	count = func(list []*testNode) {
		for _, b := range list {
			n++
			ok = ok && b.kind != kPat
			count(b.kids)
		}
	}
	count(t.roots)
	return n, ok
}
