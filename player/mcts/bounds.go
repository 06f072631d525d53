package mcts

import "ludex/game"

// narrow takes notice of new bounds. Bounds never become wider.
func (t *tally) narrow(low, high int32) {
	t.low = max(t.low, min(low, t.high))
	t.high = min(t.high, max(high, t.low))
}

// tighten works out what the children of a node prove about it.
func (s *Search) tighten(n *node) {
	if !s.opt.Solver || n.proved > 0 {
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
func (s *Search) solved(n *node) bool {
	for r := range n.tallies {
		if game.Role(r) != s.random && !n.exact(game.Role(r)) {
			return false
		}
	}
	return true
}

// prove notes that a node is solved, and when. Every proof rests on earlier ones.
func (s *Search) prove(n *node) {
	if n.proved == 0 {
		s.proofs++
		n.proved = s.proofs
	}
}

// tightenTurn bounds a turn: the mover can have the best of its children. The
// others can be sure only of what they have in all children that the mover may
// choose, if it plays well.
func (s *Search) tightenTurn(n *node) {
	in := n.expansion
	open := len(in.edges) < len(in.moves) // something is not known at all
	var low, high int32
	for i := range in.edges {
		child := in.edges[i].live()
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

// spite bounds what the other one of two roles gets at a turn whose mover knows
// what it gets: among moves that are equally good for it, it makes one that is bad
// for the other.
func (s *Search) boundOpponent(n *node) {
	in := n.expansion
	other := s.constantSum.a + s.constantSum.b - in.mover
	high := int32(top)
	for i := range in.edges {
		child := in.edges[i].live()
		if child != nil && child.tallies[in.mover].low == n.tallies[in.mover].low {
			high = min(high, child.tallies[other].high)
		}
	}
	n.tallies[other].narrow(0, high)
}

// dismiss takes moves that the mover would never make out of the mean of a node:
// those that are known to be worse than another one, and those that are lost as
// long as not everything is. Otherwise a move that was taken for good and then
// refuted would spoil the mean for ever.
func (s *Search) excludeRefuted(n *node) {
	in := n.expansion
	mover := &n.tallies[in.mover]
	for i := range in.edges {
		e := &in.edges[i]
		child := e.live()
		if e.excluded || child == nil || n.weight == e.visits {
			continue // something has to be left to take the mean of
		}
		if high := child.tallies[in.mover].high; high < mover.low || high == 0 && mover.high > 0 {
			s.addVisits(n, i, -e.visits)
			e.excluded = true
		}
	}
}

// readmit makes the visits of an edge count again. It is needed only if somebody
// goes there nevertheless.
func (s *Search) includeAgain(n *node, index int) {
	if e := &n.expansion.edges[index]; e.excluded {
		s.addVisits(n, index, e.visits)
		e.excluded = false
	}
}

// admit makes a number of visits of an edge count, or if it is negative no longer
// count, in the mean of a node.
func (s *Search) addVisits(n *node, index int, visits int32) {
	n.weight += visits
	for r, v := range n.expansion.share(index, s.roles) {
		n.tallies[r].sum += float64(v) * float64(visits)
	}
}

// among returns the bounds of a role over all children that give the mover a
// chance of at least low.
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

// tightenChance bounds a move of chance: the bounds are means.
func (s *Search) tightenChance(n *node) {
	in := n.expansion
	count := int64(len(in.moves))
	for r := range n.tallies {
		low, high := int64(0), (count-int64(len(in.edges)))*top
		for i := range in.edges {
			if child := in.edges[i].live(); child != nil {
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

// maxProof is from how many joint moves on nothing is proved about a node where
// several roles choose at the same time.
const maxProof = 256

// tightenJoint bounds a node where several roles choose at the same time: a role
// is sure of what one of its moves gives it whatever the others do. Only nodes
// with all their children are bounded.
func (s *Search) tightenJoint(n *node) {
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

// sure returns the highest value that a decider is sure of by one of its moves.
func (j *joint) maximin(d *decider) int32 {
	best := int32(0)
	for arm := range d.arms {
		best = max(best, j.worstCase(d, arm))
	}
	return best
}

// least returns what an arm of a decider gives it at least. All children are
// there.
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
