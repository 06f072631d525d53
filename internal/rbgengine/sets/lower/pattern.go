package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// pattern returns the number of a pattern in the program, for use in a function.
func (l *lowerer) pattern(p *pattern, f *function) int32 {
	if p.ir < 0 {
		l.lowerPattern(p)
	}
	if f != nil {
		f.uses = append(f.uses, p.functions...)
	}
	return p.ir
}

// lowerPattern chooses how a pattern is computed.
func (l *lowerer) lowerPattern(p *pattern) {
	p.ir = int32(len(l.prog.Patterns))
	l.prog.Patterns = append(l.prog.Patterns, ir.Pattern{})
	q := ir.Pattern{Decide: -1, Walk: -1, Code: -1, Value: -1, Mask: -1, Sub: -1}
	for v := range p.vars {
		l.prog.Watched[v] = true
	}
	switch {
	case p.mods:
		q.Kind, q.Remote = ir.ByMoves, remoteSearch(p.body)
		if s := l.steady[p]; s != nil {
			q.Steady, q.Key = true, -1
			if s.key >= 0 {
				q.Key = l.arith(&rbg.Arith{Kind: rbg.PieceCount, Ref: s.key})
			}
		}
		g := &graph{switches: map[int]*node{}}
		p.search = l.searcher(g.place(p.body, g.add(node{kind: nEnd})))
		p.runs(p.search)
	case l.jumps(p):
		l.remote(p, &q)
	default:
		l.local(p, &q)
	}
	l.prog.Patterns[p.ir] = q
}

// narrow is how many words sets have at most with which it is quicker to look at
// whole sets from a single cell than to go from cell to cell.
const narrow = 4

// local lowers a pattern that begins at a cell: by a decision table if it is not
// too large, else by a search; and in addition by what is quicker where it is
// possible.
func (l *lowerer) local(p *pattern, q *ir.Pattern) {
	q.Kind = ir.ByDecide
	if q.Decide = l.decide(p); q.Decide < 0 {
		q.Kind = ir.ByWalk
		q.Walk = l.walk(p)
	} else {
		l.prog.Stats.Decided++
	}
	q.Over = q.Kind
	if l.board.words <= narrow && l.avoid&Glances == 0 {
		l.localSets(p, q)
	} else if q.Kind == ir.ByWalk && l.reaches(p, q) {
		q.Kind, q.Over = ir.ByReach, ir.ByReach
	}
	if l.reversible(p.body) {
		q.Few = int32(2 + p.body.size*l.board.words/10)
		l.valueOf(p)
	}
}

// localSets finds a way to compute a pattern from a cell with sets.
func (l *lowerer) localSets(p *pattern, q *ir.Pattern) {
	if s, ok := l.sight(p); ok {
		q.Kind, q.Sight, q.Flip = ir.BySight, int32(len(l.prog.Sights)), true
		l.prog.Sights = append(l.prog.Sights, s)
		q.Classes = make([]bool, l.classCount())
		for _, g := range s {
			q.Classes[g.Class] = true
			if g.Ray >= 0 {
				q.Classes[g.Within] = true
			}
		}
	} else if t, ok := l.lines(p); ok {
		q.Kind, q.Lines = ir.ByLines, int32(len(l.prog.Lines))
		l.prog.Lines = append(l.prog.Lines, t)
	} else if q.Kind == ir.ByWalk && l.reversible(p.body) {
		q.Kind = ir.FromCell
		l.fromCell(p)
	}
}

// jumps reports whether a pattern does not depend on the cell, since it begins
// with a jump.
func (l *lowerer) jumps(p *pattern) bool {
	b := p.body
	return b.kind == kJump || b.kind == kCat && b.kids[0].kind == kJump
}

// remoteSearch reports whether a pattern with modifiers does not depend on the
// cell: it begins with a jump, or with an assignment before it.
func remoteSearch(x *expr) bool {
	if x.kind != kCat {
		return x.kind == kJump
	}
	for _, k := range x.kids {
		switch k.kind {
		case kJump:
			return true
		case kAssign, kCmp:
		default:
			return false
		}
	}
	return false
}

// remote lowers a pattern that does not depend on the cell. A few pieces are
// looked at one by one, many together.
func (l *lowerer) remote(p *pattern, q *ir.Pattern) {
	q.Kind, q.Over, q.Remote = ir.ByCode, ir.ByWalk, true
	if l.seeks(p) {
		l.seek(p, q)
		q.Over = ir.BySeek
		const few = 2
		if l.atStart(l.normal.classes[q.Class]) <= few {
			q.Kind = ir.BySeek
			return
		}
	} else {
		q.Walk = l.walk(p)
	}
	f := l.newFunction()
	p.code = f
	p.runs(f)
	l.lowerInner(p.body, p)
	l.queue = append(l.queue, func() {
		g := &generator{lowerer: l, function: f}
		end := f.label()
		g.anyway([]*expr{p.body}, place{cell: -1, reg: -1, set: l.board.all}, end)
		f.place(end)
		f.op(ir.Return, 0, 0, 0, 0)
	})
}

// fromCell emits code that tests a pattern from one cell.
func (l *lowerer) fromCell(p *pattern) {
	f := l.newFunction()
	p.code = f
	p.runs(f)
	l.lowerInner(p.body, p)
	l.queue = append(l.queue, func() {
		g := &generator{lowerer: l, function: f}
		cell := f.newCell()
		f.op(ir.Move, cell, argument, 0, 0)
		end := f.label()
		g.anyway([]*expr{p.body}, place{cell: int(cell), reg: -1}, end)
		f.place(end)
		f.op(ir.Return, 0, 0, 0, 0)
	})
}

// reaches recognises (s {a})* s {b}, with a relation that leads back and forth.
func (l *lowerer) reaches(p *pattern, q *ir.Pattern) bool {
	k := p.body.kids
	if p.body.kind != kCat || len(k) != 3 || k[0].kind != kStar || k[1].kind != kRel || k[2].kind != kOn {
		return false
	}
	body := k[0].kids[0]
	if body.kind != kCat || len(body.kids) != 2 || body.kids[0].kind != kRel || body.kids[1].kind != kOn {
		return false
	}
	for i, r := range k[1].rows {
		if !equal(r, body.kids[0].rows[i]) {
			return false
		}
		for j := range l.board.bits {
			if r.Has(j) != k[1].rows[j].Has(i) {
				return false
			}
		}
	}
	q.Reach = int32(len(l.prog.Reaches))
	l.prog.Reaches = append(l.prog.Reaches, ir.Reach{Targets: l.targets(k[1]), Within: l.normal.classes[body.kids[1].class],
		Exit: l.normal.classes[k[2].class], Class: uint16(body.kids[1].class)})
	return true
}

// anyway emits code that finds out whether a sequence can be completed. The last
// sum is tried one part after the other.
func (g *generator) anyway(kids []*expr, p place, fail int32) {
	for i, x := range kids {
		switch {
		case x.kind == kCat:
			g.anyway(append(x.kids[:len(x.kids):len(x.kids)], kids[i+1:]...), p, fail)
			return
		case x.kind == kSum && i == len(kids)-1:
			p = g.settle(p, fail)
			for _, k := range x.kids {
				m := g.mark()
				next := g.label()
				g.anyway([]*expr{k}, p, next)
				g.function.place(next)
				g.release(m)
			}
			g.jump(fail)
			return
		case x.kind == kStar && g.floodTo(x, kids[i+1:], p, fail):
			return
		}
		p = g.forward(x, p, fail)
	}
	g.settle(p, fail)
	g.op(ir.Found, 0, 0, 0, 0)
}

// floodTo emits a star that spreads within a class until it comes to where the
// rest of the sequence can be completed.
func (g *generator) floodTo(x *expr, rest []*expr, p place, fail int32) bool {
	plan, class, from, ok := g.flooding(x)
	if !ok || len(rest) == 0 {
		return false
	}
	for _, k := range rest {
		if !starFree(k) || !g.reversible(k) {
			return false
		}
	}
	p = g.settle(p, fail)
	goal := g.settle(g.forward(g.reversed(&expr{kind: kCat, kids: rest}), place{cell: -1, reg: -1, set: g.board.all}, fail), fail)
	r := g.newSet()
	g.op(ir.Copy, r, g.loaded(p), 0, 0)
	flag := uint8(0)
	if from {
		flag = 1
	}
	found := g.label()
	g.emit(ir.Instr{Op: ir.FloodUntil, Flag: flag, A: r, B: g.loaded(goal), C: uint16(class), X: g.planID(plan), J: found})
	g.jump(fail)
	g.function.place(found)
	g.op(ir.Found, 0, 0, 0, 0)
	return true
}

// starFree reports whether an expression has no star, nor a pattern.
func starFree(x *expr) bool {
	if x.kind == kStar || x.kind == kPat {
		return false
	}
	for _, k := range x.kids {
		if !starFree(k) {
			return false
		}
	}
	return x.kind != kRel || starFree(x.whole)
}

// atStart counts the pieces of a class at the beginning of a play.
func (l *lowerer) atStart(class uint64) int {
	n := 0
	for i := range l.game.Board.Cells {
		if class>>l.game.Board.Cells[i].Piece&1 != 0 {
			n++
		}
	}
	return n
}

// seeks reports whether a pattern begins with a jump to the cells of a class.
func (l *lowerer) seeks(p *pattern) bool {
	b := p.body
	return b.kind == kCat && len(b.kids) >= 2 && b.kids[0].kind == kJump && b.kids[1].kind == kOn
}

// seek makes a pattern of the cells of a class that satisfy another pattern.
func (l *lowerer) seek(p *pattern, q *ir.Pattern) {
	b := p.body
	q.Class, q.Mask = uint16(b.kids[1].class), l.mask(b.kids[0].set)
	if len(b.kids) > 2 {
		sub := l.normal.intern(measure(&expr{kind: kCat, kids: b.kids[2:]}))
		q.Sub = l.pattern(sub, nil)
		if sub := &l.prog.Patterns[q.Sub]; sub.Flip {
			q.Flip = true
			q.Classes = append([]bool(nil), sub.Classes...)
			q.Classes[q.Class] = true
		}
		p.runs(sub.functions...)
	}
}

// valueOf emits code that finds all cells that satisfy a pattern: those from
// which the reversed expression comes when it starts everywhere.
func (l *lowerer) valueOf(p *pattern) {
	f := l.newFunction()
	p.value = f
	p.runs(f)
	p.result = f.newSet()
	// Patterns in the pattern are lowered now, since callers must know which
	// functions run.
	l.lowerInner(p.body, p)
	l.queue = append(l.queue, func() {
		g := &generator{lowerer: l, function: f}
		fail := f.label()
		q := g.settle(g.forward(l.reversed(p.body), place{cell: -1, reg: -1, set: l.board.all}, fail), fail)
		f.op(ir.Copy, p.result, g.loaded(q), 0, 0)
		f.op(ir.Return, 0, 0, 0, 0)
		f.place(fail)
		f.op(ir.Clear, p.result, 0, 0, 0)
		f.op(ir.Return, 0, 0, 0, 0)
	})
}

func (l *lowerer) lowerInner(x *expr, p *pattern) {
	if x.kind == kPat {
		l.pattern(x.pat, nil)
		p.runs(x.pat.functions...)
	}
	for _, k := range x.kids {
		l.lowerInner(k, p)
	}
}

// searcher returns the function that finds out whether the end of a pattern with
// modifiers can be reached from a node.
func (l *lowerer) searcher(n *node) *function {
	if f, ok := l.gens[n]; ok {
		return f
	}
	f := l.newFunction()
	l.gens[n] = f
	l.queue = append(l.queue, func() {
		e := &generator{lowerer: l, function: f, exists: true}
		cell := f.newCell()
		f.op(ir.Move, cell, argument, 0, 0)
		e.region(n, place{cell: int(cell), reg: -1})
		f.op(ir.Return, 0, 0, 0, 0)
	})
	return f
}

// resolvePatterns fills in where the code of patterns begins.
func (l *lowerer) resolvePatterns() {
	for _, p := range l.normal.patterns {
		if p.ir < 0 {
			continue
		}
		q := &l.prog.Patterns[p.ir]
		if p.search != nil {
			q.Code = p.search.entry
		}
		if p.value != nil {
			q.Value, q.Result = p.value.entry, p.result+p.value.setBase
		}
		if p.code != nil {
			q.Code = p.code.entry
		}
	}
}
