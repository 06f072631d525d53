package circuit

import "ludex/internal/scc"

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
	all, count := neededDependencies(g, parts).Components()
	// A feedback node is a component even if it is alone, since its value must be computed.
	size, fed := make([]int32, count), make([]bool, count)
	for i, k := range all {
		size[k]++
		fed[k] = fed[k] || parts[i] != partNone && g.feedback(int32(i))
	}
	number := make([]int32, count)
	kept := int32(0)
	for k := range number {
		number[k] = none
		if size[k] > 1 || fed[k] {
			number[k] = kept
			kept++
		}
	}
	components := make([]component, kept)
	for i, k := range all { // node numbers ascend along dependences, except for feedback
		if of[i] = number[k]; of[i] == none {
			continue
		}
		c := &components[of[i]]
		if g.feedback(int32(i)) {
			c.vars = append(c.vars, int32(i))
		} else {
			c.inner = append(c.inner, int32(i))
		}
	}
	return components, of
}

// neededDependencies returns the dependencies of the nodes that are needed.
func neededDependencies(g graph, parts []part) *scc.Graph {
	out := &scc.Graph{Ends: make([]int32, g.size())}
	for i := range out.Ends {
		if parts[i] != partNone {
			for _, in := range g.dependencies(int32(i)) {
				out.Edges = append(out.Edges, in.node())
			}
		}
		out.Ends[i] = int32(len(out.Edges))
	}
	return out
}
