package lower

import "ludex/rbg"

// A nodeKind says what a node does.
type nodeKind uint8

const (
	nFree   nodeKind = iota // an expression without modifiers
	nAlt                    // one of several
	nStar                   // an expression with modifiers, any number of times
	nOff                    // modifiers
	nAssign                 //
	nSwitch                 //
	nEnd                    // the end of the rules or of a pattern
)

// A node is a node of the control-flow graph of the rules.
type node struct {
	id   int
	kind nodeKind
	x    *expr     // nFree
	src  *rbg.Expr // modifiers
	next *node
	alts []*node
	body *node // nStar
	// loopEnd marks the node behind the body of a star, where a keeper tries to
	// leave the star first. Where a star is reached, it tries to enter first.
	loopEnd bool
}

// modifier reports whether paths of tests and shifts end here.
func (n *node) modifier() bool { return n.kind >= nOff }

// A graph is the control-flow graph of an expression.
type graph struct {
	start    *node
	nodes    []*node
	switches map[int]*node // by index
}

// newGraph returns the graph of an expression.
func newGraph(x *expr) *graph {
	g := &graph{switches: map[int]*node{}}
	g.start = g.build(x, g.add(node{kind: nEnd}))
	return g
}

// entry returns the node behind a switch, or where the rules begin for 0. It
// returns nil if the graph has no such switch.
func (g *graph) entry(index int) *node {
	if index == 0 {
		return g.start
	}
	if s := g.switches[index]; s != nil {
		return s.next
	}
	return nil
}

func (g *graph) add(n node) *node {
	n.id = len(g.nodes)
	p := &n
	g.nodes = append(g.nodes, p)
	return p
}

// build makes the nodes of an expression that is followed by a node, and returns
// the first of them.
func (g *graph) build(x *expr, next *node) *node {
	if !x.mods {
		if x.isAlways() {
			return next
		}
		return g.add(node{kind: nFree, x: x, next: next})
	}
	switch x.kind {
	case kOff:
		return g.add(node{kind: nOff, src: x.src, next: next})
	case kAssign:
		return g.add(node{kind: nAssign, src: x.src, next: next})
	case kSwitch:
		n := g.add(node{kind: nSwitch, src: x.src, next: next})
		g.switches[x.src.Index] = n
		return n
	case kSum:
		n := node{kind: nAlt}
		for _, k := range x.kids {
			n.alts = append(n.alts, g.build(k, next))
		}
		return g.add(n)
	case kCat:
		return g.sequence(x.kids, next)
	default:
		after := g.add(node{kind: nStar, next: next, loopEnd: true})
		after.body = g.build(x.kids[0], after)
		return g.add(node{kind: nStar, next: next, body: after.body})
	}
}

// sequence builds kids from the last to the first. Adjacent kids without
// modifiers become one node.
func (g *graph) sequence(kids []*expr, next *node) *node {
	for end := len(kids); end > 0; {
		start := end
		for start > 0 && !kids[start-1].mods {
			start--
		}
		if start < end {
			next = g.build(measure(&expr{kind: kCat, kids: kids[start:end:end]}), next)
		} else {
			start--
			next = g.build(kids[start], next)
		}
		end = start
	}
	return next
}

// successors returns the next nodes within a region.
func (n *node) successors() []*node {
	switch n.kind {
	case nFree:
		return []*node{n.next}
	case nAlt:
		return n.alts
	case nStar:
		return []*node{n.body, n.next}
	default:
		return nil
	}
}

// successorsFor returns the next nodes within a region. If one path to the end is
// enough, stars are left before they are entered.
func (n *node) successorsFor(end bool) []*node {
	if end && n.kind == nStar {
		return []*node{n.next, n.body}
	}
	return n.successors()
}

// A region is the nodes on the paths from a node to the next modifiers, in
// topological order unless it is cyclic.
type region struct {
	order    []*node
	arrivals map[*node]int // the number of predecessors in the region
	cyclic   bool
}

func newRegion(start *node) *region {
	r := &region{arrivals: map[*node]int{}}
	state := map[*node]int{}
	var visit func(n *node)
	visit = func(n *node) {
		state[n] = 1
		for _, w := range n.successors() {
			r.arrivals[w]++
			switch state[w] {
			case 0:
				visit(w)
			case 1:
				r.cyclic = true
			}
		}
		state[n] = 2
		r.order = append(r.order, n)
	}
	visit(start)
	for i, j := 0, len(r.order)-1; i < j; i, j = i+1, j-1 {
		r.order[i], r.order[j] = r.order[j], r.order[i]
	}
	return r
}

// repeats reports whether a star with modifiers can be repeated within one move.
func (f *facts) repeats(n *node) bool {
	known, ok := f.loops[n]
	if !ok {
		seen := map[*node]bool{}
		var reach func(m *node) bool
		reach = func(m *node) bool {
			if m == nil || seen[m] || f.ctx.Err() != nil || m.kind == nSwitch || m.kind == nEnd {
				return false
			}
			seen[m] = true
			if m.kind == nStar && m.body == n.body {
				return true
			}
			if m.kind == nOff || m.kind == nAssign {
				return reach(m.next)
			}
			for _, w := range m.successors() {
				if reach(w) {
					return true
				}
			}
			return false
		}
		known = reach(n.body)
		f.loops[n] = known
	}
	return known
}
