package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// The tests of trees under pending modifiers.

// on returns the test of a piece: on the board, or pending.
func (g *segmentBuilder) on(x *expr, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	pieces := g.rules.classes[x.class]
	pass, fail := g.board.newBits(), g.board.newBits()
	open := append(ir.Bits(nil), s.cells...)
	for i := len(s.pend) - 1; i >= 0; i-- {
		p := &s.pend[i]
		if p.node.kind != nOff {
			continue
		}
		to := fail
		if pieces>>p.node.src.Piece&1 != 0 {
			to = pass
		}
		for c, t := range p.at.to {
			if int(t) == c && open.Has(c) {
				to.Set(c)
				open[c>>6] &^= 1 << (c & 63)
			}
		}
	}
	c := *s
	c.on &= pieces
	c.disp = g.board.identity
	if open.Empty() { // the outcome is known
		if pass.Empty() {
			return nil
		}
		if fail.Empty() {
			c.disp = s.disp
			return then(&c)
		}
		return g.masked(pass, s, then)
	}
	b := &testNode{kind: kOn, class: x.class, disp: s.disp}
	if !pass.Empty() {
		b.set = pass
	}
	if !fail.Empty() {
		b.drop = fail
		c.cells = append(ir.Bits(nil), s.cells...)
		for i := range fail {
			c.cells[i] &^= fail[i]
		}
	}
	b.kids = then(&c)
	return []*testNode{b}
}

func (g *segmentBuilder) masked(set ir.Bits, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	c := *s
	c.cells = g.board.newBits()
	same := true
	for i := range set {
		c.cells[i] = s.cells[i] & set[i]
		same = same && c.cells[i] == s.cells[i]
	}
	if same {
		return then(s)
	}
	if c.cells.Empty() {
		return nil
	}
	c.disp = g.board.identity
	return []*testNode{{kind: kMask, set: set, disp: s.disp, kids: then(&c)}}
}

// comparison returns a comparison, with the values of assigned variables.
func (g *segmentBuilder) comparison(e *rbg.Expr, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	c := *e
	var ok, too bool
	c.Left, ok = g.value(e.Left, s)
	c.Right, too = g.value(e.Right, s)
	if !ok || !too {
		g.ok = false
		return nil
	}
	left, known := constant(c.Left)
	right, too := constant(c.Right)
	if known && too {
		if !c.Op.Holds(left, right) {
			return nil
		}
		return then(s)
	}
	n := *s
	n.disp = s.disp
	return []*testNode{{kind: kCmp, cmp: &c, kids: then(&n)}}
}

// patternTest returns the test of a pattern.
func (g *segmentBuilder) patternTest(x *expr, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	if g.shortPaths {
		return g.inlinePattern(x, s, then)
	}
	b := &testNode{kind: kPat, pat: x.pat, neg: x.neg, disp: s.disp, pend: s.pend}
	if g.affects(g.rules.tests(x.pat), s) {
		b.overlay = overlayPieces
		if x.pat.mods || x.pat.counts || len(s.pend) > maxPends {
			b.overlay = applyMoves
		}
	}
	for v := range s.vars {
		if x.pat.vars[v] {
			b.overlay = applyMoves
		}
	}
	c := *s
	c.disp = g.board.identity
	b.kids = then(&c)
	return []*testNode{b}
}

// inlinePattern follows a pattern as if it were part of the path. This is correct
// if the path ends with it, since it does not matter where it ends.
func (g *segmentBuilder) inlinePattern(x *expr, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	rest := then(s)
	if x.neg || x.pat.mods || len(rest) != 1 || rest[0].kind != kSwitch || rest[0].disp != s.disp {
		return nil
	}
	rest[0].to.count--
	return g.expr(x.pat.body, s, then)
}

// affects reports whether pending pieces can change the outcome of one of some
// tests.
func (g *treeBuilder) affects(tests []uint64, s *symbolicState) bool {
	for _, p := range s.pend {
		if p.node.kind != nOff {
			continue
		}
		for _, t := range tests {
			old := p.old & (1<<len(g.rules.game.Pieces) - 1)
			if t>>p.node.src.Piece&1 != 0 && old&^t != 0 || t>>p.node.src.Piece&1 == 0 && old&t != 0 {
				return true
			}
		}
	}
	return false
}

// merge merges nodes with the same test.
func merge(list []*testNode) []*testNode {
	var out []*testNode
next:
	for _, b := range list {
		for _, o := range out {
			if o.same(b) {
				o.kids = append(o.kids, b.kids...)
				continue next
			}
		}
		out = append(out, b)
	}
	for _, b := range out {
		b.kids = merge(b.kids)
	}
	return out
}

// same reports whether two nodes are the same test.
func (b *testNode) same(o *testNode) bool {
	if b.kind != o.kind || b.disp != o.disp || b.kind == kSwitch {
		return false
	}
	switch b.kind {
	case kOn:
		return b.class == o.class && sameSet(b.set, o.set) && sameSet(b.drop, o.drop)
	case kMask:
		return equal(b.set, o.set)
	case kPat:
		return b.pat == o.pat && b.neg == o.neg && b.overlay == o.overlay
	}
	return false
}

func sameSet(a, b ir.Bits) bool { return len(a) == len(b) && (a == nil || equal(a, b)) }
