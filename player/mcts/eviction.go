package mcts

import (
	"math/bits"
	"time"
)

// About how many bytes things take, what belongs to them included.
const (
	nodeBytes     = 200
	innerBytes    = 200
	armBytes      = 40
	edgeBytes     = 24
	groupBytes    = 24
	amafBytes     = 100
	amafSlotBytes = 24
)

// bytes returns about how many bytes a node takes without its moves.
func (n *node) bytes() int { return nodeBytes + 8*len(n.state) + 16*len(n.tallies) }

// bytes returns about how many bytes the moves of a node take.
func (in *expansion) bytes() int {
	b := innerBytes + 8*len(in.keys) + 4*(len(in.moves)+len(in.base)+len(in.shares)) + edgeBytes*len(in.edges)
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
		b += amafBytes + amafSlotBytes*len(in.amaf.slots)
	}
	return b
}

// limit returns how many bytes the graph may take.
func (s *Search) limit() int { return s.opt.Memory << 20 }

// minGCBytes is how many bytes are too few to be tidied.
const minGCBytes = 1 << 20

// tidy forgets what cannot be reached from the root any more. That takes time in
// proportion to the graph; so it is done again only when the graph has grown as
// much as is left now.
func (s *Search) collectGarbage() {
	s.mark()
	s.remove(func(n *node) bool { return n.markedAt != s.epoch })
	s.gcAt = max(2*s.used, minGCBytes)
}

// sweepTime returns about how long a sweep takes at most.
func (s *Search) evictionTime() time.Duration { return time.Duration(len(s.table)) * time.Microsecond }

// sweep forgets nodes until half of the memory is free: those that cannot be
// reached from the root any more, and then those visited least. No simulation may
// be under way. Edges keep the statistics of what is forgotten below them.
func (s *Search) evict() {
	s.collectGarbage()
	if s.used <= s.limit()/2 {
		return
	}
	var sizes [33]int // by the number of bits of the visits
	for _, n := range s.table {
		for ; n != nil; n = n.chain {
			sizes[bits.Len32(uint32(n.visits))] += n.total()
		}
	}
	least, kept := len(sizes), 0
	for least > 0 && kept+sizes[least-1] <= s.limit()/2 {
		least--
		kept += sizes[least]
	}
	s.remove(func(n *node) bool { return n != s.root && bits.Len32(uint32(n.visits)) < least })
}

// total returns about how many bytes a node and its moves take.
func (n *node) total() int {
	if n.expansion == nil {
		return n.bytes()
	}
	return n.bytes() + n.expansion.bytes()
}

// mark passes through all nodes that can be reached from the root.
func (s *Search) mark() {
	s.epoch++
	stack := []*node{s.root}
	s.root.markedAt = s.epoch
	visit := func(n *node) {
		if n != nil && !n.evicted && n.markedAt != s.epoch {
			n.markedAt = s.epoch
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

// drop forgets nodes, and counts the memory of the others.
func (s *Search) remove(lost func(*node) bool) {
	s.used = 0
	for hash, n := range s.table {
		var kept *node
		for n != nil {
			next := n.chain
			if lost(n) {
				*n = node{evicted: true} // whoever still holds it, holds little
			} else {
				n.chain, kept = kept, n
				s.used += n.total()
			}
			n = next
		}
		if kept == nil {
			delete(s.table, hash)
		} else {
			s.table[hash] = kept
		}
	}
}
