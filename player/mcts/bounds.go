package mcts

import "ludex/game"

// A solver proves values of nodes from bounds of their children (MCTS-Solver,
// score-bounded MCTS), and compares moves by what is proved about them.
type solver struct {
	enabled     bool
	random      game.Role
	proofs      uint32 // number of solved nodes
	constantSum constantSum
}

// narrow intersects the bounds with new ones. Bounds never widen.
func (t *tally) narrow(low, high int32) {
	t.low = max(t.low, min(low, t.high))
	t.high = min(t.high, max(high, t.low))
}

// tighten derives the bounds of a node from its children.
func (s *solver) tighten(n *node) {
	if !s.enabled || n.proved > 0 {
		return
	}
	switch in := n.expansion; {
	case in.joint != nil:
		s.tightenJoint(n)
	case in.mover == s.random:
		s.tightenChance(n)
	default:
		s.tightenTurn(n)
	}
	s.constantSum.tighten(n)
	if s.solved(n) {
		s.prove(n)
	}
}

// solved reports whether the bounds of all roles have met.
func (s *solver) solved(n *node) bool {
	for r := range n.tallies {
		if game.Role(r) != s.random && !n.exact(game.Role(r)) {
			return false
		}
	}
	return true
}

// prove marks a node as solved, with the number of the proof. A proof depends only
// on proofs with smaller numbers.
func (s *solver) prove(n *node) {
	if n.proved == 0 {
		s.proofs++
		n.proved = s.proofs
	}
}

// tightenTurn bounds a turn: the mover gets the maximum over the children, and the
// other roles at least the minimum over the children that an optimal mover may
// choose.
func (s *solver) tightenTurn(n *node) {
	in := n.expansion
	open := len(in.edges) < len(in.moves) // some children are unknown
	var low, high int32
	for i := range in.edges {
		child := in.edges[i].child
		if child == nil {
			open = true
			continue
		}
		t := &child.tallies[in.mover]
		low, high = max(low, t.low), max(high, t.high)
	}
	if open {
		high = top
	}
	mover := &n.tallies[in.mover]
	mover.narrow(low, high)
	s.excludeRefuted(n)
	if s.constantSum.holds() {
		return
	}
	if s.constantSum.two && mover.low == mover.high {
		s.boundOpponent(n)
	}
	if open {
		return
	}
	for r := range n.tallies {
		if game.Role(r) != in.mover {
			n.tallies[r].narrow(in.among(game.Role(r), mover.low))
		}
	}
}

// boundOpponent bounds the opponent's value at a node where the mover's own value is
// proved: among optimal moves, the mover is assumed to choose the worst for the
// opponent.
func (s *solver) boundOpponent(n *node) {
	in := n.expansion
	other := s.constantSum.a + s.constantSum.b - in.mover
	high := int32(top)
	for i := range in.edges {
		child := in.edges[i].child
		if child != nil && child.tallies[in.mover].low == n.tallies[in.mover].low {
			high = min(high, child.tallies[other].high)
		}
	}
	n.tallies[other].narrow(0, high)
}

// excludeRefuted takes moves that the mover would never make out of the mean of a
// node: those proved to be worse than another one, and proved losses unless all
// moves lose. Otherwise the visits of a move that was refuted late would distort the
// mean forever.
func (s *solver) excludeRefuted(n *node) {
	in := n.expansion
	mover := &n.tallies[in.mover]
	for i := range in.edges {
		e := &in.edges[i]
		child := e.child
		if e.excluded || child == nil || n.weight == e.visits {
			continue // the mean needs some visits
		}
		if high := child.tallies[in.mover].high; high < mover.low || high == 0 && mover.high > 0 {
			s.addVisits(n, i, -e.visits)
			e.excluded = true
		}
	}
}

// includeAgain makes the visits of an excluded edge count again, when a simulation
// goes there.
func (s *solver) includeAgain(n *node, index int) {
	if e := &n.expansion.edges[index]; e.excluded {
		s.addVisits(n, index, e.visits)
		e.excluded = false
	}
}

// addVisits adds visits of an edge to the mean of a node, or removes them if the
// number is negative.
func (s *solver) addVisits(n *node, index int, visits int32) {
	n.weight += visits
	for r, v := range n.expansion.share(index) {
		n.tallies[r].sum += float64(v) * float64(visits)
	}
}

// among returns the bounds of a role over all children in which the mover may get
// low or more.
func (in *expansion) among(r game.Role, low int32) (lowest, highest int32) {
	lowest = top
	for i := range in.edges {
		if child := in.edges[i].child; child.tallies[in.mover].high >= low {
			lowest = min(lowest, child.tallies[r].low)
			highest = max(highest, child.tallies[r].high)
		}
	}
	return lowest, highest
}

// tightenChance bounds a chance node by the means of its children's bounds.
func (s *solver) tightenChance(n *node) {
	in := n.expansion
	count := int64(len(in.moves))
	for r := range n.tallies {
		low, high := int64(0), (count-int64(len(in.edges)))*top
		for i := range in.edges {
			if child := in.edges[i].child; child != nil {
				low += int64(child.tallies[r].low)
				high += int64(child.tallies[r].high)
			} else {
				high += top
			}
		}
		if low == high { // round both alike
			n.tallies[r].narrow(int32(low/count), int32(low/count))
		} else {
			n.tallies[r].narrow(int32(low/count), int32((high+count-1)/count))
		}
	}
}

// maxProof is the largest number of joint moves of a simultaneous-move node that the
// solver looks at.
const maxProof = 256

// tightenJoint bounds a simultaneous-move node by the pure maximin value of each
// role. Only nodes with all their children are bounded.
func (s *solver) tightenJoint(n *node) {
	j := n.expansion.joint
	if j.product == 0 || j.product > maxProof || uint64(len(j.children)) < j.product {
		return
	}
	for i := range j.deciders {
		if j.deciders[i].role == s.random {
			return
		}
	}
	for r := range n.tallies {
		low, high := int32(top), int32(0)
		for key := range j.product {
			child := j.child(key)
			if child == nil {
				return
			}
			low, high = min(low, child.tallies[r].low), max(high, child.tallies[r].high)
		}
		n.tallies[r].narrow(low, high)
	}
	for i := range j.deciders {
		d := &j.deciders[i]
		n.tallies[d.role].narrow(j.maximin(d), top)
	}
}

// maximin returns the highest value that a decider can guarantee by one move.
func (j *joint) maximin(d *decider) int32 {
	best := int32(0)
	for arm := range d.arms {
		best = max(best, j.worstCase(d, arm))
	}
	return best
}

// worstCase returns the lowest value of an arm over all moves of the others. All
// children must exist.
func (j *joint) worstCase(d *decider, arm int) int32 {
	least := int32(top)
	for key := range j.product {
		if int(key/d.stride%uint64(len(d.arms))) != arm {
			continue
		}
		child := j.child(key)
		if child == nil {
			return 0
		}
		least = min(least, child.tallies[d.role].low)
	}
	return least
}
