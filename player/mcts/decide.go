package mcts

import "ludex/game"

// decide returns the index of the best edge of a turn, or -1 if no move was
// tried.
func (s *solver) decide(n *node) int {
	in := n.expansion
	best, sure := -1, -1 // among open moves, and among settled ones
	for i := range in.edges {
		at := &best
		if s.settled(in.mover, in.edges[i].child) {
			at = &sure
		}
		if *at < 0 || s.better(n, i, *at) {
			*at = i
		}
	}
	if sure < 0 || best >= 0 && s.prefersOpen(n, best, sure) {
		return best
	}
	return sure
}

// settled reports whether searching a child cannot change what a role thinks of it:
// the value of the role, or of the mover there, is proved.
func (s *solver) settled(r game.Role, child *node) bool {
	return child != nil && s.enabled && child.someExact() && (child.exact(r) || child.moverSolved())
}

// someExact reports whether the value of a role is proved.
func (n *node) someExact() bool {
	if !n.many {
		return n.few[0].low == n.few[0].high || n.few[1].low == n.few[1].high
	}
	for i := range n.tallies {
		if n.tallies[i].low == n.tallies[i].high {
			return true
		}
	}
	return false
}

// moverSolved reports whether the node is a turn whose mover's value is proved.
func (n *node) moverSolved() bool {
	return n.expansion != nil && n.expansion.joint == nil && n.exact(n.expansion.mover) && n.known()
}

// prefersOpen reports whether the mover of a node prefers an open move to a settled
// one.
func (s *solver) prefersOpen(n *node, open, sure int) bool {
	in, r := n.expansion, n.expansion.mover
	a, b := in.edges[open].child, in.edges[sure].child
	if x, y := viable(n, a), viable(n, b); x != y {
		return x
	}
	if n.exact(r) {
		return false // the proof depends on the settled move
	}
	return float64(in.share(open)[r]) > b.value(r)
}

// decideAny returns the index of the best move of a turn. An untried move is better
// than a proved loss.
func (s *solver) decideAny(n *node) int {
	in := n.expansion
	best := s.decide(n)
	if fresh := len(in.edges); fresh < len(in.moves) && (best < 0 || !viable(n, in.edges[best].child)) {
		return fresh
	}
	return best
}

// better reports whether an edge is better than another one.
func (s *solver) better(n *node, i, j int) bool {
	in, r := n.expansion, n.expansion.mover
	a, b := in.edges[i].child, in.edges[j].child
	if r == s.random {
		return in.edges[i].visits > in.edges[j].visits
	}
	if x, y := viable(n, a), viable(n, b); x != y {
		return x
	}
	if a != nil && b != nil && a.exact(r) && b.exact(r) {
		return betterProved(a, b, r)
	}
	if s.settled(r, a) && s.settled(r, b) && a.value(r) != b.value(r) {
		return a.value(r) > b.value(r)
	}
	if in.edges[i].visits != in.edges[j].visits {
		return in.edges[i].visits > in.edges[j].visits
	}
	return in.share(i)[r] > in.share(j)[r]
}

// viable reports whether a child is not proved to be worse than the mover's lower
// bound at the node.
func viable(n, child *node) bool {
	r := n.expansion.mover
	if child == nil {
		return !n.exact(r)
	}
	// A loss is viable only if all moves lose.
	return child.tallies[r].high >= n.tallies[r].low && (child.tallies[r].high > 0 || n.tallies[r].high == 0)
}

// betterProved compares children whose values are proved. Of two wins, the one
// proved first is better: it depends only on earlier proofs, so following it makes
// progress. Other ties go to the move after which uniformly random replies are
// best for the role.
func betterProved(a, b *node, r game.Role) bool {
	x, y := &a.tallies[r], &b.tallies[r]
	switch {
	case x.low != y.low:
		return x.low > y.low
	case x.low > top/2:
		return a.proofOrder() < b.proofOrder()
	}
	if u, v := a.uniformReplyValue(r), b.uniformReplyValue(r); u != v {
		return u > v
	}
	return a.visits > b.visits
}

// proofOrder returns the number of the node's proof, or the largest number.
func (n *node) proofOrder() uint32 {
	if n.proved == 0 {
		return ^uint32(0)
	}
	return n.proved
}

// mean returns the mean of evaluations, disregarding the bounds.
func (t *tally) mean(weight int32) float64 {
	if weight == 0 {
		return float64(t.low) / top
	}
	return t.sum / float64(weight)
}

// best returns the best move of a role in the root. Where strategies are mixed, it
// is drawn from the average strategy. Without any simulation it is a legal move.
func (s *Search) best(r game.Role) (game.Move, error) {
	n := s.graph.root
	if n.expansion == nil && !n.over {
		s.graph.expand(n)
	}
	if n.expansion == nil {
		return 0, errOver(s.failure())
	}
	in := n.expansion
	switch {
	case in.joint != nil:
		for i := range in.joint.deciders {
			if d := &in.joint.deciders[i]; d.role == r {
				return d.moves[s.draw(n, d)], nil
			}
		}
	case in.mover == r:
		return s.graph.solver.choice(n), nil
	}
	return in.base[r], nil // the role has no choice
}

// choice returns the best complete move of a turn.
func (s *solver) choice(n *node) game.Move {
	for {
		in := n.expansion
		best := s.decideAny(n)
		if best == len(in.edges) || in.complete(best) {
			return in.moves[best]
		}
		if n = in.edges[best].child; n == nil {
			return in.moves[best]
		}
	}
}

// draw returns the most frequent arm of a decider's strategy, or one drawn from it
// where strategies are mixed.
func (s *Search) draw(n *node, d *decider) int {
	shares := n.shares(d)
	best := 0
	for i, p := range shares {
		if p > shares[best] {
			best = i
		}
	}
	if !n.expansion.joint.mixed {
		return best
	}
	at := s.selector.fraction()
	for i, p := range shares {
		if at -= p; at < 0 {
			return i
		}
	}
	return best
}

// shares returns the probability with which a decider should play each arm: a proved
// best arm always, else the strategy that the search found.
func (n *node) shares(d *decider) []float64 {
	j := n.expansion.joint
	if n.exact(d.role) {
		if arm := j.guaranteeingArm(d, n.tallies[d.role].low); arm >= 0 {
			shares := make([]float64, len(d.arms))
			shares[arm] = 1
			return shares
		}
	}
	return d.strategy(j.mixed)
}

// uniformReplyValue returns the value of a node for a role if the mover there
// chooses uniformly at random, and everybody plays well afterwards.
func (n *node) uniformReplyValue(r game.Role) float64 {
	t := &n.tallies[r]
	if n.expansion == nil || n.expansion.joint != nil || len(n.expansion.moves) == 0 {
		return float64(t.low) / top
	}
	sum := 0.0
	for i := range n.expansion.moves {
		if i < len(n.expansion.edges) {
			if c := n.expansion.edges[i].child; c != nil {
				sum += c.value(r)
				continue
			}
		}
		sum += t.mean(n.weight)
	}
	return sum / float64(len(n.expansion.moves))
}
