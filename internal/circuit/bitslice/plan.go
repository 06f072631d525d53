package bitslice

import "slices"

// A write says when an output is written.
type write struct {
	output
	at int32 // after the node at this position has been computed
}

// plan records where nodes are used, and returns when outputs are written.
func (a *allocator) plan(order []int32) []write {
	writes := a.g.writes(order)
	for _, n := range order {
		for _, x := range a.g.nodes[n].in[:a.g.nodes[n].n] {
			a.end[x]++
		}
	}
	for _, w := range writes {
		a.end[w.node]++
	}
	sum := int32(0)
	for i := range a.end {
		a.first[i] = sum
		sum += a.end[i]
		a.end[i] = a.first[i]
	}
	a.uses = make([]int32, sum)
	use := func(n, pos int32) {
		a.uses[a.end[n]] = pos
		a.end[n]++
	}
	rest := writes
	for pos, n := range order {
		for _, x := range a.g.nodes[n].in[:a.g.nodes[n].n] {
			use(x, int32(pos))
		}
		for len(rest) > 0 && rest[0].at == int32(pos) {
			use(rest[0].node, int32(pos))
			rest = rest[1:]
		}
	}
	return writes
}

// writes returns when outputs are written, in order: as soon as they are computed
// and the old value in their place is no longer read.
func (g *graph) writes(order []int32) []write {
	position := make([]int32, len(g.nodes)) // where it is computed
	lastRead := make([]int32, len(g.nodes))
	for pos, n := range order {
		position[n] = int32(pos)
		for _, x := range g.nodes[n].in[:g.nodes[n].n] {
			lastRead[x] = int32(pos)
		}
	}
	free := make([]int32, len(g.current)) // by signal: after this position
	for i := range g.nodes {
		if h := g.nodes[i].home; h >= 0 {
			free[h] = max(free[h], lastRead[i])
		}
	}
	writes := make([]write, len(g.outputs))
	for i, o := range g.outputs {
		writes[i] = write{o, max(position[o.node], free[o.signal])}
	}
	slices.SortStableFunc(writes, func(x, y write) int { return int(x.at - y.at) })
	return writes
}
