package ground

// A graph has its nodes' successors one list after the other: those of node v
// end at ends[v] and begin where those of the node before end.
type graph struct {
	ends  []int32
	edges []int32
}

func (g *graph) successors(v int32) (from, to int32) {
	if v > 0 {
		from = g.ends[v-1]
	}
	return from, g.ends[v]
}

// components numbers the strongly connected components so that the successors
// of a component have smaller numbers (Tarjan, without recursion, because
// ground programs have long chains).
func (g *graph) components() (component []int32, count int) {
	t := &tarjan{
		graph:     g,
		component: make([]int32, len(g.ends)),
		index:     make([]int32, len(g.ends)),
		low:       make([]int32, len(g.ends)),
	}
	for v := range g.ends {
		if t.index[v] == 0 {
			t.visit(int32(v))
		}
	}
	return t.component, t.count
}

type tarjan struct {
	graph      *graph
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
	from, to := t.graph.successors(v)
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
		w := t.graph.edges[c.next]
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
