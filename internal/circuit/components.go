package circuit

// A component is a strongly connected component of nodes: they depend on each other
// through feedback, and are computed together as a fixpoint.
type component struct {
	inner []int32 // conjunctions, in the order of their dependence
	vars  []int32 // nodes that are fed back
}

// findComponents returns the components with feedback among the nodes of parts, in
// topological order, and for each node its component or none.
func findComponents(g graph, parts []part) ([]component, []int32) {
	of := make([]int32, g.size())
	for i := range of {
		of[i] = none
	}
	if !g.looped() {
		return nil, of
	}
	f := &componentFinder{graph: g, of: of, index: make([]int32, g.size()), low: make([]int32, g.size()), open: make([]bool, g.size())}
	for i := range of {
		if f.index[i] == 0 && parts[i] != partNone {
			f.visit(int32(i))
		}
	}
	for i, k := range of { // numbers ascend along dependences, except for feedback
		switch {
		case k == none:
		case g.feedback(int32(i)):
			f.components[k].vars = append(f.components[k].vars, int32(i))
		default:
			f.components[k].inner = append(f.components[k].inner, int32(i))
		}
	}
	return f.components, of
}

// A componentFinder finds strongly connected nodes with Tarjan's algorithm.
type componentFinder struct {
	graph      graph
	of         []int32
	index, low []int32
	open       []bool
	stack      []int32
	met        int32
	components []component
}

func (f *componentFinder) visit(id int32) {
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

// close pops a component off the stack. A feedback node is a component even if it is
// alone, since its value must be computed.
func (f *componentFinder) close(first int32) {
	k := len(f.stack) - 1
	for f.stack[k] != first {
		k--
	}
	members := f.stack[k:]
	if len(members) > 1 || f.graph.feedback(first) {
		for _, id := range members {
			f.of[id] = int32(len(f.components))
		}
		f.components = append(f.components, component{})
	}
	for _, id := range members {
		f.open[id] = false
	}
	f.stack = f.stack[:k]
}
