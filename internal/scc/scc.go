// Package scc finds the strongly connected components of a directed graph.
package scc

// A Graph is a directed graph in compressed sparse rows: the successors of node v are in
// Edges, from Ends[v-1], or 0 for the first node, to Ends[v].
type Graph struct {
	Ends  []int32
	Edges []int32
}

// New returns the graph with the given successors of each node.
func New(successors [][]int) *Graph {
	g := &Graph{Ends: make([]int32, len(successors))}
	for v, list := range successors {
		for _, w := range list {
			g.Edges = append(g.Edges, int32(w))
		}
		g.Ends[v] = int32(len(g.Edges))
	}
	return g
}

// Successors returns where the successors of a node are in Edges.
func (g *Graph) Successors(v int32) (from, to int32) {
	if v > 0 {
		from = g.Ends[v-1]
	}
	return from, g.Ends[v]
}

// Components returns the component of each node and the number of components. They are
// numbered in reverse topological order: the successors of a component have smaller
// numbers. It is Tarjan's algorithm without recursion, because ground programs have long
// chains.
func (g *Graph) Components() (component []int32, count int) {
	t := &tarjan{
		graph:     g,
		component: make([]int32, len(g.Ends)),
		index:     make([]int32, len(g.Ends)),
		low:       make([]int32, len(g.Ends)),
	}
	for v := range g.Ends {
		if t.index[v] == 0 {
			t.visit(int32(v))
		}
	}
	return t.component, t.count
}

type tarjan struct {
	graph      *Graph
	component  []int32
	count      int
	index, low []int32 // an index of 0 means not visited
	visited    int32
	stack      []int32 // nodes without a component
	calls      []call
}

type call struct{ node, next, end int32 }

func (t *tarjan) enter(v int32) {
	t.visited++
	t.index[v], t.low[v] = t.visited, t.visited
	t.component[v] = -1
	t.stack = append(t.stack, v)
	from, to := t.graph.Successors(v)
	t.calls = append(t.calls, call{v, from, to})
}

func (t *tarjan) visit(root int32) {
	t.enter(root)
	for len(t.calls) > 0 {
		c := &t.calls[len(t.calls)-1]
		if c.next == c.end {
			t.leave()
			continue
		}
		w := t.graph.Edges[c.next]
		c.next++
		if t.index[w] == 0 {
			t.enter(w)
		} else if t.component[w] < 0 {
			t.low[c.node] = min(t.low[c.node], t.index[w])
		}
	}
}

// leave ends the visit of the node on top of the calls.
func (t *tarjan) leave() {
	v := t.calls[len(t.calls)-1].node
	t.calls = t.calls[:len(t.calls)-1]
	if n := len(t.calls); n > 0 {
		parent := t.calls[n-1].node
		t.low[parent] = min(t.low[parent], t.low[v])
	}
	if t.low[v] != t.index[v] {
		return
	}
	for {
		w := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.component[w] = int32(t.count)
		if w == v {
			break
		}
	}
	t.count++
}
