package lower

import (
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Many tentative moves can be followed at once if they differ only in where they
// began. A set then holds the current cells of all of them, and the board is not
// changed: what their modifiers have put where is known relative to the current
// cell. The paths between modifiers become a tree of tests, since a set can be
// followed along one displacement at a time only.

// A pending is a modifier of tentative moves.
type pending struct {
	node *node
	at   *mapping // from the current cell to the cell of the modifier
	old  uint64   // nOff: the pieces that it may replace
}

// A symbolicState is the state of tentative moves while a tree is built.
type symbolicState struct {
	disp       *mapping // from the cells of the last test
	total      *mapping // from the cells of the last modifier
	cells      ir.Bits  // where the moves can be
	pend       []pending
	vars       map[int]*rbg.Arith // the values of assigned variables, in terms of the state before the moves
	on         uint64             // the pieces that may be on the current cell
	iterations int                // how often stars with modifiers were passed
}

// A testNode is a test of a tree, or the arrival at a modifier.
type testNode struct {
	kind    kind // kOn, kMask, kCmp, kPat; kSwitch for an arrival
	neg     bool
	class   int      // kOn, or -1 if it does not depend on the board
	set     ir.Bits  // kMask; kOn: cells that pass because of a pending modifier
	drop    ir.Bits  // kOn: cells that fail because of a pending modifier
	disp    *mapping // before the test
	cmp     *rbg.Expr
	pat     *pattern
	overlay overlayKind
	pend    []pending
	to      *arrival
	kids    []*testNode
}

// maxPends bounds the pieces of an overlay.
const maxPends = 16

// An overlayKind says how a pattern is tested under pending modifiers.
type overlayKind uint8

const (
	noOverlay     overlayKind = iota // they do not affect it
	overlayPieces                    // their pieces are laid over the board
	applyMoves                       // they are applied and undone
)

// An arrival is a modifier that is reached along one displacement.
type arrival struct {
	node  *node
	total *mapping
	count int
	state *symbolicState
	value *rbg.Arith // nAssign: the value, in terms of the state before the moves
	tree  *tree      // what follows, or nil if the moves are applied one by one
	// atStar says that a star with modifiers is reached, and not a modifier.
	atStar bool
}

// A tree is the paths from a modifier to the next ones.
type tree struct {
	roots    []*testNode
	arrivals []*arrival
}

// A treeBuilder builds trees.
type treeBuilder struct {
	rules         *rules
	board         *board
	facts         *facts
	budget        int
	maxIterations int  // how often stars with modifiers are followed
	truncated     bool // a star could have been followed further
	exists        bool // in a pattern: one path to the end is enough
	over          bool // the budget is spent
}

// segment builds the tree of the paths from a node to the next modifiers. It
// fails where paths cannot be followed for all cells at once.
func (t *treeBuilder) segment(n *node, s *symbolicState) (*tree, bool) {
	g := &segmentBuilder{treeBuilder: t, tree: &tree{}, ok: true}
	s.disp, s.total = t.board.identity, t.board.identity
	g.roots = merge(g.node(n, s, nil))
	if !g.ok || t.over || !g.distinct() {
		return nil, false
	}
	for _, a := range g.arrivals {
		t.continueAt(a)
	}
	if t.over {
		return nil, false
	}
	return g.tree, true
}

// continueAt builds the tree behind a modifier.
func (t *treeBuilder) continueAt(a *arrival) {
	if a.atStar || a.node.kind == nSwitch || a.node.kind == nEnd {
		return
	}
	s := a.state.copy()
	p := pending{node: a.node, at: t.board.identity, old: s.on}
	if known, ok := t.facts.contents[a.node]; ok {
		p.old &= known
	}
	s.pend = append(s.pend, p)
	if a.node.kind == nOff {
		s.on = 1 << a.node.src.Piece
		a.tree, _ = t.segment(a.node.next, s)
	} else if v, ok := t.value(a.node.src.Value, a.state); ok {
		a.value = v
		s.vars[a.node.src.Variable] = v
		a.tree, _ = t.segment(a.node.next, s)
	}
	if a.tree == nil {
		a.state = s
	}
}

func (s *symbolicState) copy() *symbolicState {
	c := *s
	c.pend = append([]pending(nil), s.pend...)
	c.vars = make(map[int]*rbg.Arith, len(s.vars))
	for v, a := range s.vars {
		c.vars[v] = a
	}
	return &c
}

// A segmentBuilder builds one tree.
type segmentBuilder struct {
	*treeBuilder
	*tree
	ok bool
	// shortPaths follows only paths that can be completed without a search.
	shortPaths bool
}

// A pathEntry is a point that a path has passed, to stop infinite loops.
type pathEntry struct {
	at    any
	total *mapping
	outer *pathEntry
}

func (v *pathEntry) seen(at any, total *mapping) bool {
	for ; v != nil; v = v.outer {
		if v.at == at && v.total == total {
			return true
		}
	}
	return false
}

// spend counts a part of a tree against the budget.
func (g *segmentBuilder) spend() bool {
	if g.budget--; g.budget < 0 {
		g.over = true
	}
	return !g.over && g.ok
}

func (g *segmentBuilder) node(n *node, s *symbolicState, path *pathEntry) []*testNode {
	if !g.spend() {
		return nil
	}
	switch n.kind {
	case nFree:
		return g.expr(n.x, s, func(s *symbolicState) []*testNode { return g.node(n.next, s, path) })
	case nAlt:
		return g.allOf(n.alts, s, path)
	case nStar:
		if path.seen(n, s.total) {
			return nil
		}
		if g.facts.repeats(n) {
			if s.iterations == g.maxIterations {
				g.truncated = true
				return []*testNode{g.arrive(n, s, true)}
			}
			c := *s
			c.iterations++
			s = &c
		}
		return g.allOf(n.successorsFor(g.exists), s, &pathEntry{n, s.total, path})
	default:
		return []*testNode{g.arrive(n, s, false)}
	}
}

func (g *segmentBuilder) allOf(nodes []*node, s *symbolicState, path *pathEntry) []*testNode {
	var out []*testNode
	for _, w := range nodes {
		out = append(out, g.node(w, s, path)...)
	}
	return out
}

// arrive returns the arrival at a modifier.
func (g *segmentBuilder) arrive(n *node, s *symbolicState, inside bool) *testNode {
	for _, a := range g.arrivals {
		if a.node == n && a.total == s.total {
			a.count++
			join(a.state.cells, s.cells)
			a.state.on |= s.on
			return &testNode{kind: kSwitch, disp: s.disp, to: a}
		}
	}
	c := s.copy()
	c.cells = append(ir.Bits(nil), s.cells...)
	a := &arrival{node: n, total: s.total, count: 1, state: c, atStar: inside}
	g.arrivals = append(g.arrivals, a)
	return &testNode{kind: kSwitch, disp: s.disp, to: a}
}

// distinct reports whether no move can be found twice: different displacements
// must lead to different cells, and moves at a star are applied one by one only
// if there is nothing else.
func (g *segmentBuilder) distinct() bool {
	for i, a := range g.arrivals {
		if a.atStar && len(g.arrivals) > 1 {
			return false
		}
		for _, b := range g.arrivals[:i] {
			if a.node == b.node && coincide(a.total, b.total) {
				return false
			}
		}
	}
	return true
}

// coincide reports whether two maps agree on some bit.
func coincide(a, b *mapping) bool {
	for i, t := range a.to {
		if t >= 0 && t == b.to[i] {
			return true
		}
	}
	return false
}

// expr returns the tests of an expression, followed by the tests of what comes next.
func (g *segmentBuilder) expr(x *expr, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	if !g.spend() {
		return nil
	}
	switch x.kind {
	case kMap:
		if s = g.displace(s, x.m); s == nil {
			return nil
		}
		return then(s)
	case kOn:
		return g.on(x, s, then)
	case kMask:
		return g.masked(x.set, s, then)
	case kCmp:
		return g.comparison(x.cmp, s, then)
	case kPat:
		return g.patternTest(x, s, then)
	case kSum:
		var out []*testNode
		for _, k := range x.kids {
			out = append(out, g.expr(k, s, then)...)
		}
		return out
	case kCat:
		return g.sequence(x.kids, s, then)
	case kStar:
		return g.star(x, s, then, nil)
	case kRel:
		return g.expr(x.whole, s, then)
	default: // behind a jump, the displacement is unknown
		g.ok = false
		return nil
	}
}

func (g *segmentBuilder) sequence(kids []*expr, s *symbolicState, then func(*symbolicState) []*testNode) []*testNode {
	if len(kids) == 0 {
		return then(s)
	}
	return g.expr(kids[0], s, func(s *symbolicState) []*testNode { return g.sequence(kids[1:], s, then) })
}

func (g *segmentBuilder) star(x *expr, s *symbolicState, then func(*symbolicState) []*testNode, path *pathEntry) []*testNode {
	if path.seen(x, s.total) || !g.spend() {
		return nil
	}
	here := &pathEntry{x, s.total, path}
	out := then(s)
	if g.shortPaths {
		return out
	}
	return append(out, g.expr(x.kids[0], s, func(s *symbolicState) []*testNode { return g.star(x, s, then, here) })...)
}

// displace returns the state after a displacement, or nil if no cell is left.
func (g *segmentBuilder) displace(s *symbolicState, m *mapping) *symbolicState {
	m = g.board.restrict(m, s.cells)
	if m.size == 0 {
		return nil
	}
	if !m.injective {
		g.ok = false
		return nil
	}
	c := *s
	c.disp = g.board.compose(s.disp, m)
	c.total = g.board.compose(s.total, m)
	c.cells = m.image(s.cells, g.board.newBits())
	c.on = ^uint64(0)
	back := g.board.invert(m)
	c.pend = make([]pending, len(s.pend))
	for i, p := range s.pend {
		c.pend[i] = pending{p.node, g.board.compose(back, p.at), p.old}
	}
	return &c
}
