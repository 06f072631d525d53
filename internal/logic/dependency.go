// Package logic analyses the rules of a logic program: the dependency graph with its
// strongly connected components, stratification, an over-approximation of the values of
// arguments, and the Herbrand universe.
package logic

import (
	"slices"

	"ludex/gdl"
	"ludex/internal/scc"
	"ludex/source"
)

// Dependencies is the dependency graph of a program: an edge leads from each
// relation to the relations in the bodies of its rules.
type Dependencies struct {
	Relations []gdl.Symbol // in order of first appearance
	Edges     [][]Edge     // by relation; one per target and sign
	Component []int        // strongly connected component by relation; what it depends on has smaller numbers
	Stratum   []int        // how many negations, and conditions about knowledge, are on the worst path below a relation
	Recursive []bool       // by relation: it depends on itself
	Negative  []bool       // by relation: it depends on its own negation, so that it has no stratum

	index map[gdl.Symbol]int
}

// An Edge says that a relation depends on another one.
type Edge struct {
	To      int
	Negated bool
	Known   bool        // what is known of it counts, so it must be evaluated before
	Clause  int         // the first clause that shows it
	Span    source.Span // the atom in its body
}

type edgeKey struct {
	from, to int
	negated  bool
	known    bool
}

// NewDependencies builds the dependency graph of a program. The relation
// distinct is not part of it. A condition about knowledge depends on what is known.
func NewDependencies(p *gdl.Program) *Dependencies {
	d := &Dependencies{index: map[gdl.Symbol]int{}}
	seen := map[edgeKey]bool{}
	for i := range p.Clauses {
		c := &p.Clauses[i]
		head := d.add(c.Head.Symbol())
		add := func(a *gdl.Term, negated, known bool) {
			key := edgeKey{head, d.add(a.Symbol()), negated, known}
			if !seen[key] {
				seen[key] = true
				d.Edges[head] = append(d.Edges[head], Edge{key.to, negated, known, i, a.Span})
			}
		}
		c.Atoms(func(a *gdl.Term, negated bool) {
			if a.Name == gdl.Distinct {
				return
			}
			add(a, negated, false)
			if _, known, ok := p.Knows(a); ok && known.Kind != gdl.Variable {
				add(known, false, true)
			}
		})
	}
	d.stratify()
	return d
}

func (d *Dependencies) add(s gdl.Symbol) int {
	if i, ok := d.index[s]; ok {
		return i
	}
	i := len(d.Relations)
	d.index[s] = i
	d.Relations = append(d.Relations, s)
	d.Edges = append(d.Edges, nil)
	return i
}

// Index returns the number of a relation, or -1 if the program does not have it.
func (d *Dependencies) Index(s gdl.Symbol) int {
	if i, ok := d.index[s]; ok {
		return i
	}
	return -1
}

func (d *Dependencies) stratify() {
	successors := make([][]int, len(d.Relations))
	d.Recursive = make([]bool, len(d.Relations))
	d.Negative = make([]bool, len(d.Relations))
	for v, edges := range d.Edges {
		for _, e := range edges {
			successors[v] = append(successors[v], e.To)
		}
	}
	component, count := scc.New(successors).Components()
	d.Component = make([]int, len(component))
	members := make([][]int, count)
	for v, c := range component {
		d.Component[v] = int(c)
		members[c] = append(members[c], v)
	}
	d.Stratum = make([]int, len(d.Relations))
	for _, vs := range members { // dependencies come first
		level, negative := 0, false
		for _, v := range vs {
			for _, e := range d.Edges[v] {
				if d.Component[e.To] == d.Component[v] {
					d.Recursive[v] = true
					negative = negative || e.Negated || e.Known
				}
				level = max(level, d.Stratum[e.To]+step(e.Negated || e.Known))
			}
		}
		for _, v := range vs {
			d.Stratum[v] = level
			d.Negative[v] = negative
			d.Recursive[v] = d.Recursive[v] || len(vs) > 1
		}
	}
}

// KnowledgeDepth returns by relation how many conditions about knowledge are on the worst
// path below it. Cycles through them do not count.
func (d *Dependencies) KnowledgeDepth() []int {
	order := make([]int, len(d.Relations))
	for v := range order {
		order[v] = v
	}
	slices.SortStableFunc(order, func(v, w int) int { return d.Component[v] - d.Component[w] })
	depth := make([]int, len(d.Relations))
	for len(order) > 0 { // component by component, dependencies first
		n := 1
		for n < len(order) && d.SameComponent(order[0], order[n]) {
			n++
		}
		most := 0
		for _, v := range order[:n] {
			for _, e := range d.Edges[v] {
				if !d.SameComponent(v, e.To) {
					most = max(most, depth[e.To]+step(e.Known))
				}
			}
		}
		for _, v := range order[:n] {
			depth[v] = most
		}
		order = order[n:]
	}
	return depth
}

func step(strict bool) int {
	if strict {
		return 1
	}
	return 0
}

// SameComponent reports whether two relations depend on each other.
func (d *Dependencies) SameComponent(v, w int) bool { return d.Component[v] == d.Component[w] }

// Cycle returns a shortest list of edges that leads from the end of an edge within a
// component back to the relation that it leaves from. It takes time in proportion
// to the component.
func (d *Dependencies) Cycle(from int, first Edge) []Edge {
	if first.To == from {
		return nil
	}
	return d.path(first.To, func(v int) bool { return d.SameComponent(v, from) }, func(v int) bool { return v == from })
}

// NegativeEdges returns, for each component with a negation inside it, one
// such edge and the relation it leaves from.
func (d *Dependencies) NegativeEdges() (from []int, edges []Edge) {
	return d.edgesInside(func(e Edge) bool { return e.Negated })
}

// KnownEdges returns, for each component in which a relation depends on what is known of
// it, one such edge and the relation it leaves from.
func (d *Dependencies) KnownEdges() (from []int, edges []Edge) {
	return d.edgesInside(func(e Edge) bool { return e.Known })
}

// edgesInside returns one edge with a property for each component that has one inside it.
func (d *Dependencies) edgesInside(has func(Edge) bool) (from []int, edges []Edge) {
	found := map[int]bool{}
	for v := range d.Relations {
		for _, e := range d.Edges[v] {
			if c := d.Component[v]; has(e) && c == d.Component[e.To] && !found[c] {
				found[c] = true
				from, edges = append(from, v), append(edges, e)
			}
		}
	}
	return from, edges
}

// Path returns a shortest list of edges that leads from one relation to a
// relation that satisfies the test, or nil. The path has at least one edge.
func (d *Dependencies) Path(from int, test func(to int) bool) []Edge {
	return d.path(from, func(int) bool { return true }, test)
}

// path is Path through relations that satisfy a test of their own.
func (d *Dependencies) path(from int, through, test func(to int) bool) []Edge {
	type visit struct {
		edge   Edge
		parent int // index of the visit before, -1 at the start
	}
	var queue []visit
	seen := map[int]bool{}
	push := func(v, parent int) {
		for _, e := range d.Edges[v] {
			if !seen[e.To] && through(e.To) {
				seen[e.To] = true
				queue = append(queue, visit{e, parent})
			}
		}
	}
	push(from, -1)
	for i := 0; i < len(queue); i++ {
		if test(queue[i].edge.To) {
			var path []Edge
			for j := i; j >= 0; j = queue[j].parent {
				path = append(path, queue[j].edge)
			}
			slices.Reverse(path)
			return path
		}
		push(queue[i].edge.To, i)
	}
	return nil
}
