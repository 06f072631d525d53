package ground

import (
	"slices"

	"ludex/internal/circuit"
	"ludex/internal/scc"
)

// NegativeLoop looks for an atom of a spec that depends on its own negation. If
// there is one it returns a loop of atoms: each has a rule that mentions the
// next, the last one mentions the first, and the first negates the second (or,
// if it stands alone, itself).
func NegativeLoop(spec *circuit.Spec) (atoms []int32, found bool) {
	graph, _ := dependencies(spec.Rules, spec.Atoms)
	component, _ := graph.Components()
	head, negated := negativeEdge(spec.Rules, component)
	if head < 0 {
		return nil, false
	}
	if head == negated {
		return []int32{head}, true
	}
	return append([]int32{head}, findPath(graph, negated, head, component)...), true
}

// dependencies returns the graph that leads from the head of each rule to the
// atoms of its body, and where the rules of each atom are.
func dependencies(rules []int32, atoms int) (*scc.Graph, *ruleIndex) {
	first := rulesOf(rules, atoms)
	g := &scc.Graph{Ends: make([]int32, atoms), Edges: make([]int32, 0, len(rules))}
	for a := range int32(atoms) {
		for _, at := range first.of(a) {
			for _, l := range rules[at+2 : at+2+rules[at+1]] {
				g.Edges = append(g.Edges, l>>1)
			}
		}
		g.Ends[a] = int32(len(g.Edges))
	}
	return g, first
}

// negativeEdge returns the head of a rule and an atom that it negates in the
// same component, or -1.
func negativeEdge(rules, component []int32) (head, negated int32) {
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		for _, l := range rules[i+2 : i+2+int(rules[i+1])] {
			if l&1 != 0 && component[l>>1] == component[rules[i]] {
				return rules[i], l >> 1
			}
		}
	}
	return -1, -1
}

// findPath returns a shortest path between two nodes of one component, without the
// last node.
func findPath(g *scc.Graph, from, to int32, component []int32) []int32 {
	parent := map[int32]int32{from: from}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		if v == to {
			break
		}
		first, end := g.Successors(v)
		for _, w := range g.Edges[first:end] {
			if _, seen := parent[w]; !seen && component[w] == component[to] {
				parent[w] = v
				queue = append(queue, w)
			}
		}
	}
	var out []int32
	for v := parent[to]; ; v = parent[v] {
		out = append(out, v)
		if v == from {
			break
		}
	}
	slices.Reverse(out)
	return out
}
