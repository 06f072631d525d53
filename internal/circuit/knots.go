package circuit

// A knot is a set of nodes that depend on each other through feedback. It is
// computed as one thing.
type knot struct {
	inner []int32 // conjunctions, in the order of their dependence
	vars  []int32 // nodes that are fed back
}

// findKnots returns the knots among the nodes that belong to a part, each after
// those that it depends on, and by node the knot that it belongs to or none.
func findKnots(g graph, parts []part) ([]knot, []int32) {
	of := make([]int32, g.size())
	for i := range of {
		of[i] = none
	}
	if !g.looped() {
		return nil, of
	}
	f := &knotFinder{graph: g, of: of, index: make([]int32, g.size()), low: make([]int32, g.size()), open: make([]bool, g.size())}
	for i := range of {
		if f.index[i] == 0 && parts[i] != partNone {
			f.visit(int32(i))
		}
	}
	for i, k := range of { // numbers ascend along dependence, except through feedback
		switch {
		case k == none:
		case g.feedback(int32(i)):
			f.knots[k].vars = append(f.knots[k].vars, int32(i))
		default:
			f.knots[k].inner = append(f.knots[k].inner, int32(i))
		}
	}
	return f.knots, of
}

// A knotFinder finds strongly connected nodes with Tarjan's algorithm.
type knotFinder struct {
	graph      graph
	of         []int32
	index, low []int32
	open       []bool
	stack      []int32
	met        int32
	knots      []knot
}

func (f *knotFinder) visit(id int32) {
	f.met++
	f.index[id], f.low[id] = f.met, f.met
	f.stack = append(f.stack, id)
	f.open[id] = true
	for _, in := range f.graph.dependencies(id) {
		switch w := in.node(); {
		case f.index[w] == 0:
			f.visit(w)
			f.low[id] = min(f.low[id], f.low[w])
		case f.open[w]:
			f.low[id] = min(f.low[id], f.index[w])
		}
	}
	if f.low[id] == f.index[id] {
		f.close(id)
	}
}

// close takes a component off the stack. A fed back node is a knot even if it is
// alone, since something has to give it its value.
func (f *knotFinder) close(first int32) {
	k := len(f.stack) - 1
	for f.stack[k] != first {
		k--
	}
	component := f.stack[k:]
	if len(component) > 1 || f.graph.feedback(first) {
		for _, id := range component {
			f.of[id] = int32(len(f.knots))
		}
		f.knots = append(f.knots, knot{})
	}
	for _, id := range component {
		f.open[id] = false
	}
	f.stack = f.stack[:k]
}
