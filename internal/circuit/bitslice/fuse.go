package bitslice

// fuse merges nodes into their users where a table over three inputs suffices, and
// counts how often each node is used.
func (g *graph) fuse() {
	g.countUses()
	for i := range g.nodes {
		if g.nodes[i].uses > 0 && g.nodes[i].n > 1 {
			for g.absorb(int32(i)) {
			}
		}
	}
}

// countUses counts the uses of nodes by nodes that are needed and by outputs.
func (g *graph) countUses() {
	for _, o := range g.outputs {
		g.nodes[o.node].uses++
	}
	for i := len(g.nodes) - 1; i > 0; i-- {
		if n := &g.nodes[i]; n.uses > 0 {
			for _, x := range n.in[:n.n] {
				g.nodes[x].uses++
			}
		}
	}
}

// absorb merges one or two inputs that nothing else uses into a node, if possible.
func (g *graph) absorb(i int32) bool {
	n := &g.nodes[i]
	for a := range n.n {
		if !g.mergeable(n.in[a]) {
			continue
		}
		if g.substitute(i, 1<<a) {
			return true
		}
		for b := a + 1; b < n.n; b++ {
			if g.mergeable(n.in[b]) && g.substitute(i, 1<<a|1<<b) {
				return true
			}
		}
	}
	return false
}

// mergeable reports whether a node is computed and used once.
func (g *graph) mergeable(i int32) bool { return g.nodes[i].uses == 1 && g.nodes[i].n > 0 }

// substitute merges inputs of a node that are in a set into it, unless it would
// then have more than three inputs.
func (g *graph) substitute(i int32, set uint8) bool {
	n := &g.nodes[i]
	var in [9]int32
	k := 0
	add := func(x int32) {
		for _, y := range in[:k] {
			if x == y {
				return
			}
		}
		in[k] = x
		k++
	}
	for a, x := range n.in[:n.n] {
		if set>>a&1 == 0 {
			add(x)
			continue
		}
		for _, y := range g.nodes[x].in[:g.nodes[x].n] {
			add(y)
		}
	}
	if k > 3 {
		return false
	}
	table := uint8(0)
	for row := range uint8(1) << k {
		table |= g.value(i, set, in[:k], row) << row
	}
	for _, y := range in[:k] {
		g.nodes[y].uses++
	}
	for a, x := range n.in[:n.n] {
		g.nodes[x].uses--
		if set>>a&1 == 1 {
			for _, y := range g.nodes[x].in[:g.nodes[x].n] {
				g.nodes[y].uses--
			}
		}
	}
	n.n, n.table = uint8(k), table
	clear(n.in[:])
	copy(n.in[:], in[:k])
	return true
}

// value computes a node, where the inputs in a set are computed from their own
// inputs and the others have the bits of a row.
func (g *graph) value(i int32, set uint8, in []int32, row uint8) uint8 {
	lookup := func(x int32) uint8 {
		for k, y := range in {
			if x == y {
				return row >> (len(in) - 1 - k) & 1
			}
		}
		return 0
	}
	n := &g.nodes[i]
	index := uint8(0)
	for a, x := range n.in[:n.n] {
		bit := uint8(0)
		if set>>a&1 == 0 {
			bit = lookup(x)
		} else {
			inner := uint8(0)
			for _, y := range g.nodes[x].in[:g.nodes[x].n] {
				inner = inner<<1 | lookup(y)
			}
			bit = g.nodes[x].table >> inner & 1
		}
		index = index<<1 | bit
	}
	return n.table >> index & 1
}
