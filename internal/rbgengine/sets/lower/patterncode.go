package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// pattern returns the number of a pattern in the program, for use in a function.
func (e *emitter) pattern(p *pattern, f *function) int32 {
	if p.ir < 0 {
		e.lowerPattern(p)
	}
	if f != nil {
		f.uses = append(f.uses, p.functions...)
	}
	return p.ir
}

// lowerPattern adds a pattern to the program in the form that is chosen for it.
func (e *emitter) lowerPattern(p *pattern) {
	p.ir = int32(len(e.prog.Patterns))
	e.prog.Patterns = append(e.prog.Patterns, ir.Pattern{})
	f := e.forms.form(p)
	q := ir.Pattern{Kind: f.kind, Over: f.over, Remote: f.remote, Few: int32(f.few), Decide: -1, Walk: -1, Code: -1, Value: -1, Mask: -1, Sub: -1}
	for v := range p.vars {
		e.prog.Watched[v] = true
	}
	switch {
	case f.kind == ir.ByMoves:
		e.lowerMoves(p, &q)
	case f.remote:
		e.lowerRemote(p, f, &q)
	default:
		e.lowerLocal(p, f, &q)
	}
	e.prog.Patterns[p.ir] = q
}

// lowerMoves lowers a pattern with modifiers.
func (e *emitter) lowerMoves(p *pattern, q *ir.Pattern) {
	if s := e.facts.invariant[p]; s != nil {
		q.Invariant, q.Key = true, -1
		if s.key >= 0 {
			q.Key = e.pool.exprID(&rbg.Arith{Kind: rbg.PieceCount, Ref: s.key})
		}
	}
	p.search = e.searcher(newGraph(p.body).start)
	p.runs(p.search)
}

// lowerLocal lowers a pattern that begins at the current cell.
func (e *emitter) lowerLocal(p *pattern, f *form, q *ir.Pattern) {
	if f.decision != nil {
		q.Decide = int32(len(e.prog.Decides))
		e.prog.Decides = append(e.prog.Decides, *f.decision)
		e.pool.grow(24*len(f.decision.Nodes) + 4*len(f.decision.Rows))
		e.prog.Stats.Decided++
	} else {
		q.Walk = e.walk(p)
	}
	switch f.kind {
	case ir.ByAttacks:
		e.lowerAttacks(f.attacks, q)
	case ir.ByLines:
		q.Lines = int32(len(e.prog.Lines))
		e.prog.Lines = append(e.prog.Lines, *f.lines)
	case ir.FromCell:
		e.fromCell(p)
	}
	if f.over == ir.ByReach {
		k := p.body.kids
		body := k[0].kids[0]
		q.Reach = int32(len(e.prog.Reaches))
		e.prog.Reaches = append(e.prog.Reaches, ir.Reach{Targets: e.pool.targets(k[1]), Within: e.rules.classes[body.kids[1].class],
			Exit: e.rules.classes[k[2].class], Class: uint16(body.kids[1].class)})
	}
	if f.value {
		e.valueOf(p)
	}
}

// lowerAttacks adds the tables of a pattern that looks in some directions.
func (e *emitter) lowerAttacks(list []attack, q *ir.Pattern) {
	var s ir.Attacks
	q.Classes = make([]bool, len(e.rules.classes))
	for _, a := range list {
		g := ir.Attack{Class: uint16(a.class), Ray: -1}
		if a.rows != nil {
			g.Table = e.pool.tableID(a.rows)
		} else {
			g.Ray, g.Within, g.Last = e.pool.rayID(a.line.m), uint16(a.line.class), a.line.last
			q.Classes[g.Within] = true
		}
		q.Classes[g.Class] = true
		s = append(s, g)
	}
	q.Attacks, q.Flip = int32(len(e.prog.AttackSets)), true
	e.prog.AttackSets = append(e.prog.AttackSets, s)
}

// lowerRemote lowers a pattern that does not depend on the cell.
func (e *emitter) lowerRemote(p *pattern, f *form, q *ir.Pattern) {
	if f.seek != nil {
		e.lowerSeek(p, f.seek, q)
	} else {
		q.Walk = e.walk(p)
	}
	if f.kind == ir.BySeek {
		return
	}
	code := e.newFunction()
	p.code = code
	p.runs(code)
	e.lowerInner(p.body, p)
	e.queue = append(e.queue, func() {
		g := &exprEmitter{e, code}
		end := code.label()
		g.existsPath([]*expr{p.body}, operand{cell: -1, reg: -1, set: e.board.all}, end)
		code.bind(end)
		code.op(ir.Return, 0, 0, 0, 0)
	})
}

// lowerSeek lowers the pattern that the cells of a class are tried with.
func (e *emitter) lowerSeek(p *pattern, s *seek, q *ir.Pattern) {
	q.Class, q.Mask = uint16(s.class), e.pool.maskID(s.set)
	if s.sub == nil {
		return
	}
	q.Sub = e.pattern(s.sub, nil)
	if sub := &e.prog.Patterns[q.Sub]; sub.Flip {
		q.Flip = true
		q.Classes = append([]bool(nil), sub.Classes...)
		q.Classes[q.Class] = true
	}
	p.runs(s.sub.functions...)
}

// fromCell emits code that tests a pattern from one cell.
func (e *emitter) fromCell(p *pattern) {
	f := e.newFunction()
	p.code = f
	p.runs(f)
	e.lowerInner(p.body, p)
	e.queue = append(e.queue, func() {
		g := &exprEmitter{e, f}
		cell := f.newCell()
		f.op(ir.Move, cell, argument, 0, 0)
		end := f.label()
		g.existsPath([]*expr{p.body}, operand{cell: int(cell), reg: -1}, end)
		f.bind(end)
		f.op(ir.Return, 0, 0, 0, 0)
	})
}

// existsPath emits code that finds out whether a sequence can be completed. The
// alternatives of a sum at the end are tried one after the other.
func (g *exprEmitter) existsPath(kids []*expr, p operand, fail int32) {
	for i, x := range kids {
		switch {
		case x.kind == kCat:
			g.existsPath(append(x.kids[:len(x.kids):len(x.kids)], kids[i+1:]...), p, fail)
			return
		case x.kind == kSum && i == len(kids)-1:
			p = g.flush(p, fail)
			for _, k := range x.kids {
				m := g.mark()
				next := g.label()
				g.existsPath([]*expr{k}, p, next)
				g.function.bind(next)
				g.release(m)
			}
			g.jump(fail)
			return
		case x.kind == kStar && g.floodTo(x, kids[i+1:], p, fail):
			return
		}
		p = g.forward(x, p, fail)
	}
	g.flush(p, fail)
	g.op(ir.Found, 0, 0, 0, 0)
}

// floodTo emits a star that floods a class until it reaches a cell from which the
// rest of the sequence can be completed.
func (g *exprEmitter) floodTo(x *expr, rest []*expr, p operand, fail int32) bool {
	plan, class, from, ok := g.floodPlan(x)
	if !ok || len(rest) == 0 {
		return false
	}
	for _, k := range rest {
		if !starFree(k) || !reversible(k) {
			return false
		}
	}
	p = g.flush(p, fail)
	goal := g.flush(g.forward(g.board.reversed(&expr{kind: kCat, kids: rest}), operand{cell: -1, reg: -1, set: g.board.all}, fail), fail)
	r := g.newSet()
	g.op(ir.Copy, r, g.loaded(p), 0, 0)
	flag := uint8(0)
	if from {
		flag = 1
	}
	found := g.label()
	g.emit(ir.Instr{Op: ir.FloodUntil, Flag: flag, A: r, B: g.loaded(goal), C: uint16(class), X: g.pool.planID(plan), J: found})
	g.jump(fail)
	g.function.bind(found)
	g.op(ir.Found, 0, 0, 0, 0)
	return true
}

// valueOf emits code that finds all cells that satisfy a pattern: those that the
// reversed expression reaches from everywhere.
func (e *emitter) valueOf(p *pattern) {
	f := e.newFunction()
	p.value = f
	p.runs(f)
	p.result = f.newSet()
	// Inner patterns are lowered now, since callers must know which functions run.
	e.lowerInner(p.body, p)
	e.queue = append(e.queue, func() {
		g := &exprEmitter{e, f}
		fail := f.label()
		q := g.flush(g.forward(e.board.reversed(p.body), operand{cell: -1, reg: -1, set: e.board.all}, fail), fail)
		f.op(ir.Copy, p.result, g.loaded(q), 0, 0)
		f.op(ir.Return, 0, 0, 0, 0)
		f.bind(fail)
		f.op(ir.Clear, p.result, 0, 0, 0)
		f.op(ir.Return, 0, 0, 0, 0)
	})
}

// lowerInner lowers the inner patterns of an expression.
func (e *emitter) lowerInner(x *expr, p *pattern) {
	if x.kind == kPat {
		e.pattern(x.pat, nil)
		p.runs(x.pat.functions...)
	}
	for _, k := range x.kids {
		e.lowerInner(k, p)
	}
}

// searcher returns the function that finds out whether the end of a pattern with
// modifiers can be reached from a node.
func (e *emitter) searcher(n *node) *function {
	if f, ok := e.gens[n]; ok {
		return f
	}
	f := e.newFunction()
	e.gens[n] = f
	e.queue = append(e.queue, func() {
		g := &generator{exprEmitter{e, f}, true}
		cell := f.newCell()
		f.op(ir.Move, cell, argument, 0, 0)
		g.region(n, operand{cell: int(cell), reg: -1})
		f.op(ir.Return, 0, 0, 0, 0)
	})
	return f
}
