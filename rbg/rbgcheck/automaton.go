package rbgcheck

import "ludex/rbg"

// maxEdges is the size of the largest automaton that is analysed. Public games
// have some thousands of edges.
const maxEdges = 1 << 20

// An automaton is the rules as a graph: a path from the start along the edges
// is a sequence of actions that the rules allow. The contents of a pattern form
// a separate graph.
type automaton struct {
	edges         []edge    // in the order of the rules, those inside of patterns included
	out, in       [][]int32 // by node: the edges that leave and enter it
	patterns      []inner   // those inside of a pattern come before it
	patternScopes []patternScope
	stars         []star
	sums          []sum
	rows          []row
	walks         []walk
	start         int32
}

// An edge is one action, or none.
type edge struct {
	from, to int32
	expr     *rbg.Expr // nil for none
	pattern  int32     // of a Pattern: index into the automaton's patterns
	scope    int32     // index into the automaton's patternScopes, or outside
}

// outside is the scope of what is in no pattern.
const outside = -1

// An inner automaton represents the contents of a pattern. The edges from first up to but
// not including end belong to it or to patterns nested in it.
type inner struct {
	start, goal int32
	first, end  int32
}

// A patternScope is an outermost pattern. What actions inside it change is visible in all
// of it and nowhere else.
type patternScope struct {
	puts    []int        // pieces that its actions put somewhere, with repetitions
	assigns map[int]bool // variables that its actions set
}

// changes reports whether actions in the scope change anything.
func (c *patternScope) changes() bool { return len(c.puts) > 0 || len(c.assigns) > 0 }

// A star is a loop: its body begins and ends at the node, and consists of the
// edges from first up to but not including end.
type star struct {
	expr       *rbg.Expr
	node       int32
	first, end int32
	scope      int32
}

// A sum is a choice, with the node at which each alternative begins. The edges
// of alternative k are the ones from edges[k] up to but not including
// edges[k+1].
type sum struct {
	expr   *rbg.Expr
	starts []int32
	edges  []int32
	scope  int32
	inWalk bool // part of a walk, where the order of cells matters
}

// A row is a concatenation, with the node at which each part begins. The edges
// of part k are the ones from edges[k] up to but not including edges[k+1].
type row struct {
	expr   *rbg.Expr
	starts []int32
	edges  []int32
}

// A walk is a part of the rules that consists of nothing but shifts and cannot
// be extended. One of its alternatives may lead nowhere and often does, but not
// all of them. Its edges are the ones from first up to but not including end.
type walk struct {
	from, to    *rbg.Expr // the first and the last part
	start, goal int32
	first, end  int32
	denied      bool // inside a negative pattern
}

// newAutomaton returns the automaton of a game's rules, or nil if it is too
// large to be analysed.
func newAutomaton(g *rbg.Game) *automaton {
	b := &builder{a: &automaton{}, known: map[patternKey]int32{}, shifts: map[*rbg.Expr]bool{}}
	b.a.start = b.node()
	b.add(g.Rules, b.a.start, b.node(), outside)
	if b.full() {
		return nil
	}
	for i, e := range b.a.edges {
		b.a.out[e.from] = append(b.a.out[e.from], int32(i))
		b.a.in[e.to] = append(b.a.in[e.to], int32(i))
	}
	return b.a
}

// A builder makes an automaton.
type builder struct {
	a       *automaton
	known   map[patternKey]int32
	shifts  map[*rbg.Expr]bool // what is known to consist of shifts, or not
	walking bool               // a part that consists of shifts is being built
	denied  bool               // the contents of a negative pattern are being built
}

// A patternKey names a pattern. Subtrees may be shared, and a shared pattern
// needs only one inner automaton per scope.
type patternKey struct {
	expr  *rbg.Expr
	scope int32
}

func (b *builder) full() bool { return len(b.a.edges) > maxEdges }

func (b *builder) node() int32 {
	b.a.out, b.a.in = append(b.a.out, nil), append(b.a.in, nil)
	return int32(len(b.a.out) - 1)
}

func (b *builder) edge(from, to int32, e *rbg.Expr, pattern, scope int32) {
	b.a.edges = append(b.a.edges, edge{from, to, e, pattern, scope})
}

// add builds an expression between two nodes.
func (b *builder) add(e *rbg.Expr, from, to, scope int32) {
	switch {
	case b.full():
	case !b.walking && e.Kind != rbg.Concat && b.isWalk(e):
		b.beginWalk(e, from)
		b.add(e, from, to, scope)
		b.endWalk(e, to)
	case e.Kind == rbg.Sum:
		b.addSum(e, from, to, scope)
	case e.Kind == rbg.Concat:
		b.addRow(e, from, to, scope)
	case e.Kind == rbg.Star:
		b.addStar(e, from, to, scope)
	case e.Kind == rbg.Pattern:
		b.edge(from, to, e, b.inner(e, scope), scope)
	default:
		b.edge(from, to, e, 0, scope)
	}
}

func (b *builder) addSum(e *rbg.Expr, from, to, scope int32) {
	s := sum{expr: e, scope: scope, inWalk: b.walking}
	for _, k := range e.Kids {
		start := b.node()
		s.starts = append(s.starts, start)
		s.edges = append(s.edges, int32(len(b.a.edges)))
		b.edge(from, start, nil, 0, scope)
		b.add(k, start, to, scope)
	}
	s.edges = append(s.edges, int32(len(b.a.edges)))
	b.a.sums = append(b.a.sums, s)
}

func (b *builder) addRow(e *rbg.Expr, from, to, scope int32) {
	r := row{expr: e}
	inside := b.walking
	for i, k := range e.Kids {
		next := to
		if i+1 < len(e.Kids) {
			next = b.node()
		}
		r.starts = append(r.starts, from)
		r.edges = append(r.edges, int32(len(b.a.edges)))
		if !b.walking && b.isWalk(k) {
			b.beginWalk(k, from)
		}
		b.add(k, from, next, scope)
		if b.walking && !inside && (next == to || !b.isWalk(e.Kids[i+1])) {
			b.endWalk(k, next)
		}
		from = next
	}
	r.edges = append(r.edges, int32(len(b.a.edges)))
	if len(e.Kids) == 0 {
		b.edge(from, to, nil, 0, scope)
	}
	b.a.rows = append(b.a.rows, r)
}

func (b *builder) addStar(e *rbg.Expr, from, to, scope int32) {
	s := star{expr: e, node: b.node(), scope: scope}
	b.edge(from, s.node, nil, 0, scope)
	s.first = int32(len(b.a.edges))
	b.add(e.Kids[0], s.node, s.node, scope)
	s.end = int32(len(b.a.edges))
	b.edge(s.node, to, nil, 0, scope)
	b.a.stars = append(b.a.stars, s)
}

// inner builds the contents of a pattern.
func (b *builder) inner(e *rbg.Expr, in int32) int32 {
	key := patternKey{e, in}
	if known, ok := b.known[key]; ok {
		return known
	}
	if in == outside {
		in = int32(len(b.a.patternScopes))
		b.a.patternScopes = append(b.a.patternScopes, newPatternScope(e))
	}
	p := inner{start: b.node(), goal: b.node(), first: int32(len(b.a.edges))}
	denied := b.denied
	b.denied = e.Negative
	b.add(e.Kids[0], p.start, p.goal, in)
	b.denied = denied
	p.end = int32(len(b.a.edges))
	b.a.patterns = append(b.a.patterns, p)
	b.known[key] = int32(len(b.a.patterns) - 1)
	return b.known[key]
}

// isWalk reports whether an expression consists of shifts.
func (b *builder) isWalk(e *rbg.Expr) bool {
	if known, ok := b.shifts[e]; ok {
		return known
	}
	result := e.Kind == rbg.Shift || len(e.Kids) > 0 && e.Kind != rbg.Pattern
	for _, k := range e.Kids {
		result = result && b.isWalk(k)
	}
	b.shifts[e] = result
	return result
}

func (b *builder) beginWalk(e *rbg.Expr, start int32) {
	b.walking = true
	b.a.walks = append(b.a.walks, walk{from: e, start: start, first: int32(len(b.a.edges)), denied: b.denied})
}

func (b *builder) endWalk(e *rbg.Expr, goal int32) {
	b.walking = false
	w := &b.a.walks[len(b.a.walks)-1]
	w.to, w.goal, w.end = e, goal, int32(len(b.a.edges))
}

func newPatternScope(pattern *rbg.Expr) patternScope {
	c := patternScope{assigns: map[int]bool{}}
	seen := map[*rbg.Expr]bool{}
	pattern.Each(func(e *rbg.Expr) bool {
		switch {
		case seen[e]:
			return false
		case e.Kind == rbg.Off:
			c.puts = append(c.puts, e.Piece)
		case e.Kind == rbg.Assign:
			c.assigns[e.Variable] = true
		}
		seen[e] = true
		return true
	})
	return c
}
