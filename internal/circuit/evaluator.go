package circuit

import (
	"math/bits"
	"slices"
)

// An evaluator holds the values of a network for a state and a joint move. It
// moves to another state by flipping what differs.
type evaluator struct {
	net     *network
	state   []uint64 // the current state
	joint   []int32  // the current joint move; none where there is none yet
	counts  []uint16 // by node: how many arguments are false; 0 or 1 for inputs
	shown   []uint64 // outputs
	dirty   []uint64 // nodes that have to flip
	summary []uint64 // words of dirty that may be nonzero
	old     []uint16 // scratch

	nodes       []networkNode // copied from net, like the rest, for fast access
	edges       []int32
	hasFeedback bool
}

// newEvaluator returns an evaluator without counts, in which everything is false.
func newEvaluator(n *network) *evaluator {
	nodes := len(n.nodes)
	return &evaluator{
		net:     n,
		counts:  make([]uint16, nodes),
		shown:   make([]uint64, n.layout.words),
		dirty:   make([]uint64, nodes/64),
		summary: make([]uint64, nodes/64/64+1),
	}
}

// clone returns an independent copy.
func (e *evaluator) clone() *evaluator {
	c := *e
	c.state, c.joint, c.counts = slices.Clone(e.state), slices.Clone(e.joint), slices.Clone(e.counts)
	c.shown, c.dirty, c.summary = slices.Clone(e.shown), slices.Clone(e.dirty), slices.Clone(e.summary)
	c.old = nil
	return &c
}

func (e *evaluator) holds(l lit) bool { return (e.counts[l.node()] == 0) != l.negated() }

func (e *evaluator) setShown(bit int32, value bool) {
	e.shown[bit>>6] &^= 1 << (bit & 63)
	if value {
		e.shown[bit>>6] |= 1 << (bit & 63)
	}
}

// show flips the outputs of a node.
func (e *evaluator) show(output int32) {
	if output >= 0 {
		e.shown[output>>6] ^= 1 << (output & 63)
		return
	}
	for _, o := range e.net.outputs[-2-output] {
		e.shown[o>>6] ^= 1 << (o & 63)
	}
}

// load brings the evaluator to a state. What depends on it is computed by run.
func (e *evaluator) load(s []uint64) {
	for w, x := range s {
		d := x ^ e.state[w]
		if d == 0 {
			continue
		}
		e.state[w] = x
		for ; d != 0; d &= d - 1 {
			if v := e.net.states[w<<6|bits.TrailingZeros64(d)]; v != none {
				e.counts[v] ^= 1
				e.flip(v)
			}
		}
	}
}

// move sets the move of a role. The sets that contain the old one or the new
// one, but not both, have to flip.
func (e *evaluator) move(role int, m int32) {
	if e.joint[role] == m {
		return
	}
	if e.joint[role] != none {
		e.touch(e.net.moveAt[role] + e.joint[role])
	}
	e.touch(e.net.moveAt[role] + m)
	e.joint[role] = m
}

func (e *evaluator) touch(move int32) {
	for _, v := range e.net.sets[e.net.setsAt[move]:e.net.setsAt[move+1]] {
		e.counts[v] ^= 1
		e.toggle(v)
	}
}

// toggle records that a node has to flip, or undoes that.
func (e *evaluator) toggle(v int32) {
	e.dirty[v>>6] ^= 1 << (v & 63)
	e.summary[v>>12] |= 1 << (v >> 6 & 63)
}

// flip tells a node's new value to everything that refers to it.
func (e *evaluator) flip(v int32) {
	n := &e.nodes[v]
	if n.output != silent {
		e.show(n.output)
	}
	counts := e.counts
	rise, fall := e.edges[n.first:n.negated], e.edges[n.negated:n.end]
	if counts[v] != 0 {
		rise, fall = fall, rise
	}
	for _, t := range rise {
		counts[t]--
		if counts[t] == 0 {
			e.toggle(t)
		}
	}
	for _, t := range fall {
		if counts[t] == 0 {
			e.toggle(t)
		}
		counts[t]++
	}
	if e.hasFeedback {
		for _, t := range e.net.trigger[v] {
			e.dirty[t>>6] |= 1 << (t & 63)
			e.summary[t>>12] |= 1 << (t >> 6 & 63)
		}
	}
}

// run computes a part. The parts that it depends on must have been run.
func (e *evaluator) run(p part) {
	word, end := e.net.bounds[p]>>6, e.net.bounds[p+1]>>6
	for word < end {
		rest := e.summary[word>>6] >> (word & 63)
		if rest == 0 {
			word = word&^63 + 64
			continue
		}
		word += int32(bits.TrailingZeros64(rest))
		if word >= end {
			return
		}
		for e.dirty[word] != 0 {
			bit := bits.TrailingZeros64(e.dirty[word])
			e.dirty[word] &^= 1 << bit
			if v := word<<6 | int32(bit); e.hasFeedback {
				e.settle(v)
			} else {
				e.flip(v)
			}
		}
		e.summary[word>>6] &^= 1 << (word & 63)
		word++
	}
}

// settle computes a dirty node, which may stand for a component.
func (e *evaluator) settle(v int32) {
	if k := e.net.componentOf[v]; k != none {
		e.computeFixpoint(&e.net.components[k])
		return
	}
	e.flip(v)
}

// computeFixpoint evaluates a component, starting from false, until nothing
// changes. Nodes with a different result then flip.
func (e *evaluator) computeFixpoint(t *fixpoint) {
	e.old = e.old[:0]
	for i, v := range t.nodes {
		e.old = append(e.old, e.counts[v])
		if i < t.vars {
			e.counts[v] = 1
		}
	}
	for changed := true; changed; {
		changed = false
		for i := t.vars; i < len(t.nodes); i++ {
			e.counts[t.nodes[i]] = 0
			for _, a := range t.args[i] {
				if !e.holds(a) {
					e.counts[t.nodes[i]] = 1
					break
				}
			}
		}
		for i, v := range t.nodes[:t.vars] {
			if e.counts[v] != 0 && e.holds(t.args[i][0]) {
				e.counts[v] = 0
				changed = true
			}
		}
	}
	for i, v := range t.nodes {
		if e.counts[v] != e.old[i] {
			e.flip(v)
		}
	}
}
