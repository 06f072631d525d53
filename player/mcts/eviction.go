package mcts

import (
	"math/bits"
	"time"
)

// Approximate sizes in bytes, including what they refer to.
const (
	nodeBytes     = 200
	innerBytes    = 200
	armBytes      = 40
	edgeBytes     = 24
	groupBytes    = 24
	amafBytes     = 100
	amafSlotBytes = 16
	amafStatBytes = 8
)

// bytes returns about how many bytes a node takes without its moves.
func (n *node) bytes() int { return nodeBytes + 8*len(n.state) + 16*len(n.tallies) }

// bytes returns about how many bytes the moves of a node take.
func (in *expansion) bytes() int {
	b := innerBytes + 8*len(in.ids) + 4*(len(in.moves)+len(in.base)+len(in.shares)) + edgeBytes*len(in.edges)
	for i := range in.groups {
		b += groupBytes + 4*len(in.groups[i])
	}
	if in.joint != nil {
		for i := range in.joint.deciders {
			b += armBytes * len(in.joint.deciders[i].arms)
		}
		b += edgeBytes * len(in.joint.children)
	}
	if in.amaf != nil {
		b += in.amaf.bytes()
	}
	return b
}

// limit returns the memory limit of the graph in bytes.
func (g *graph) limit() int { return g.opt.Memory << 20 }

// minGCBytes is the size below which garbage is never collected.
const minGCBytes = 1 << 20

// collectGarbage removes nodes that cannot be reached from the root. It takes time
// proportional to the graph, so the next collection waits until the graph has
// doubled.
func (g *graph) collectGarbage() {
	g.mark()
	g.remove(func(n *node) bool { return n.markedAt != g.epoch })
	g.gcAt = max(2*g.used, minGCBytes)
}

// evictionTime returns an estimate of how long an eviction takes at most.
func (g *graph) evictionTime() time.Duration { return time.Duration(len(g.table)) * time.Microsecond }

// evict removes nodes until half of the memory is free: unreachable ones first, then
// the least visited. No simulation may be in flight. Edges keep the statistics of
// evicted children.
func (g *graph) evict() {
	g.collectGarbage()
	if g.used <= g.limit()/2 {
		return
	}
	var sizes [33]int // by the number of bits of the visits
	for _, n := range g.table {
		for ; n != nil; n = n.chain {
			sizes[bits.Len32(uint32(n.visits))] += n.total()
		}
	}
	least, kept := len(sizes), 0
	for least > 0 && kept+sizes[least-1] <= g.limit()/2 {
		least--
		kept += sizes[least]
	}
	g.remove(func(n *node) bool { return n != g.root && bits.Len32(uint32(n.visits)) < least })
}

// total returns about how many bytes a node and its moves take.
func (n *node) total() int {
	if n.expansion == nil {
		return n.bytes()
	}
	return n.bytes() + n.expansion.bytes()
}

// mark marks all nodes that can be reached from the root with a new epoch.
func (g *graph) mark() {
	g.epoch++
	stack := []*node{g.root}
	g.root.markedAt = g.epoch
	visit := func(n *node) {
		if n != nil && !n.evicted && n.markedAt != g.epoch {
			n.markedAt = g.epoch
			stack = append(stack, n)
		}
	}
	for len(stack) > 0 {
		in := stack[len(stack)-1].expansion
		stack = stack[:len(stack)-1]
		if in == nil {
			continue
		}
		for i := range in.edges {
			visit(in.edges[i].child)
		}
		if in.joint != nil {
			for _, child := range in.joint.children {
				visit(child)
			}
		}
	}
}

// remove removes the nodes for which lost returns true, and counts the memory of the
// others.
func (g *graph) remove(lost func(*node) bool) {
	g.used = 0
	for hash, n := range g.table {
		var kept *node
		for n != nil {
			next := n.chain
			if lost(n) {
				*n = node{evicted: true} // edges still refer to it
			} else {
				n.chain, kept = kept, n
				g.used += n.total()
			}
			n = next
		}
		if kept == nil {
			delete(g.table, hash)
		} else {
			g.table[hash] = kept
		}
	}
	g.forgetEvicted()
}

// forgetEvicted removes nodes that were evicted from the edges of the others.
func (g *graph) forgetEvicted() {
	for _, n := range g.table {
		for ; n != nil; n = n.chain {
			if n.expansion == nil {
				continue
			}
			for i := range n.expansion.edges {
				if e := &n.expansion.edges[i]; e.child != nil && e.child.evicted {
					e.child = nil
				}
			}
		}
	}
}
