package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A shortcut is what is known of a pattern under pending modifiers before it is
// tested: that it holds on the cells of a register; or, if read is not negative,
// that the modifiers do not affect it on cells outside of the register.
type shortcut struct {
	reg  uint16
	read int32
}

// findShortcut emits code that finds cells on which a pattern need not be tested.
func (g *treeEmitter) findShortcut(b *testNode, from uint16) *shortcut {
	if e := g.unaffected(b); e != nil {
		return e
	}
	return g.holdsOnShortPath(b, from)
}

// filterRest emits a filter for the cells that need it. The outcome is known for
// the others.
func (g *treeEmitter) filterRest(i ir.Instr, e *shortcut) uint16 {
	untested, rest, source, fail := g.newSet(), i.A, i.B, i.J
	known, unknown := ir.And, ir.AndNot
	if e.read >= 0 {
		known, unknown = unknown, known
	}
	tested, done := g.label(), g.label()
	g.emit(ir.Instr{Op: unknown, A: untested, B: source, C: e.reg, J: tested})
	i.A, i.B, i.J = untested, untested, tested
	g.emit(i)
	g.function.bind(tested) // untested is empty after the jump
	g.op(ir.Copy, rest, untested, 0, 0)
	switch {
	case e.read >= 0:
		g.emit(ir.Instr{Op: ir.ReadHolds, Flag: i.Flag, X: e.read, J: done})
	case i.Flag != 0: // cells on which it holds are dropped
		g.jump(done)
	}
	g.emit(ir.Instr{Op: known, A: rest, B: source, C: e.reg, J: none})
	g.op(ir.Or, rest, rest, untested, 0)
	g.function.bind(done)
	g.emit(ir.Instr{Op: ir.JumpEmpty, A: rest, J: fail})
	return rest
}

// unaffected emits the cells of moves that may affect a pattern that starts from
// the pieces of a class: they change a cell where it tested for a piece without
// success or, if it holds, a cell that makes it hold. It is for monotone patterns
// only.
func (g *treeEmitter) unaffected(b *testNode) *shortcut {
	id := g.pattern(b.pat, g.function)
	q := &g.prog.Patterns[id]
	if q.Over != ir.BySeek || q.Sub < 0 || g.prog.Patterns[q.Sub].Decide < 0 || !monotone(b.pat.body) {
		return nil
	}
	class, tests := g.rules.classes[q.Class], g.rules.tests(b.pat)
	var puts []pending
	gains := 0
	for _, p := range b.pend {
		if p.node.kind != nOff {
			continue
		}
		if class>>p.node.src.Piece&1 != 0 {
			return nil
		}
		puts = append(puts, p)
		if testsFor(tests, p.node.src.Piece) {
			gains++
		}
	}
	e := &shortcut{reg: g.newSet(), read: -1}
	g.op(ir.Clear, e.reg, 0, 0, 0)
	for _, p := range puts {
		m := g.mark()
		r := ir.Read{Pattern: id, Piece: ir.NoPiece}
		if testsFor(tests, p.node.src.Piece) {
			r.Piece, r.Alone = uint8(p.node.src.Piece), gains == 1
		}
		e.read = g.pool.readID(r)
		reads := g.newSet()
		g.op(ir.ReadSet, reads, 0, 0, e.read)
		g.addTo(e.reg, operand{cell: -1, reg: int(reads), disp: notIdentity(g.board.invert(p.at), g.board)}, none)
		g.release(m)
	}
	return e
}

// testsFor reports whether one of some tests asks for a piece.
func testsFor(tests []uint64, piece int) bool {
	for _, t := range tests {
		if t>>piece&1 != 0 {
			return true
		}
	}
	return false
}

// monotone reports whether an expression is monotone: more tests that hold cannot
// make it fail.
func monotone(x *expr) bool {
	if x.kind == kPat && (x.neg || !monotone(x.pat.body)) {
		return false
	}
	for _, k := range x.kids {
		if !monotone(k) {
			return false
		}
	}
	return true
}

// holdsOnShortPath emits the cells for which a pattern holds along a short path.
// It is worthwhile for patterns that need a search.
func (g *treeEmitter) holdsOnShortPath(b *testNode, from uint16) *shortcut {
	if g.prog.Patterns[b.pat.ir].Over != ir.ByWalk {
		return nil
	}
	const most = 60 // nodes
	t := &treeBuilder{rules: g.rules, board: g.board, facts: g.facts, budget: most}
	segment := &segmentBuilder{treeBuilder: t, tree: &tree{}, ok: true, shortPaths: true}
	s := &symbolicState{disp: g.board.identity, total: g.board.identity, cells: g.board.all, pend: b.pend, vars: map[int]*rbg.Arith{}, on: ^uint64(0)}
	end := &node{kind: nEnd}
	roots := merge(segment.expr(b.pat.body, s, func(s *symbolicState) []*testNode { return []*testNode{segment.arrive(end, s, false)} }))
	if !segment.ok || t.over || len(roots) == 0 {
		return nil
	}
	holding := g.newSet()
	g.op(ir.Clear, holding, 0, 0, 0)
	var longer []*testNode
	for _, b := range roots {
		if !g.addOneStep(b, holding) {
			longer = append(longer, b)
		}
	}
	g.addOrigins(longer, from, holding)
	return &shortcut{reg: holding, read: -1}
}

// addOneStep adds the cells from which one step and a test complete a path, if a
// node begins so. The result may contain cells that are not in question.
func (g *treeEmitter) addOneStep(b *testNode, holding uint16) bool {
	if b.kind != kOn || b.class < 0 || b.set != nil || b.drop != nil || !b.disp.injective {
		return false
	}
	for _, k := range b.kids {
		if k.kind == kSwitch && k.disp == g.board.identity {
			back := notIdentity(g.board.invert(b.disp), g.board)
			g.addTo(holding, operand{cell: -1, reg: b.class, disp: back}, none)
			return true
		}
	}
	return false
}

// addOrigins emits paths, and adds the cells where completed paths began.
func (g *treeEmitter) addOrigins(list []*testNode, from, holding uint16) {
	for _, b := range list {
		m := g.mark()
		fail := g.label()
		if b.kind == kSwitch {
			back := g.board.invert(b.to.total)
			reg := g.displaced(from, b.disp, fail)
			g.addTo(holding, operand{cell: -1, reg: int(reg), disp: notIdentity(back, g.board)}, none)
		} else {
			kids := b.kids
			b.kids = nil
			reg := g.emitTest(b, from, fail)
			b.kids = kids
			g.addOrigins(kids, reg, holding)
		}
		g.function.bind(fail)
		g.release(m)
	}
}
