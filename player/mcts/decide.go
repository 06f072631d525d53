package mcts

import "ludex/game"

// decide returns the index of the best edge of a turn, or -1 if no move was
// tried.
func (s *Search) decide(n *node) int {
	in := n.expansion
	best, sure := -1, -1 // of those about which there is something to find out, and of the others
	for i := range in.edges {
		at := &best
		if s.settled(in.mover, in.edges[i].live()) {
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

// settledPenalty reports whether there is nothing to find out about a child that a role
// could choose: what it gets there is proved, or what whoever moves there gets.
func (s *Search) settled(r game.Role, child *node) bool {
	return child != nil && s.opt.Solver && (child.exact(r) || child.moverSolved())
}

// done reports whether the mover of a turn knows what it gets.
func (n *node) moverSolved() bool {
	return n.expansion != nil && n.expansion.joint == nil && n.exact(n.expansion.mover) && n.known()
}

// rather reports whether the mover of a node prefers a move about which something
// is left to find out to one about which there is not.
func (s *Search) prefersOpen(n *node, open, sure int) bool {
	in, r := n.expansion, n.expansion.mover
	a, b := in.edges[open].live(), in.edges[sure].live()
	if x, y := viable(n, a), viable(n, b); x != y {
		return x
	}
	if n.exact(r) {
		return false // it is what the proof rests on
	}
	return float64(in.share(open, s.roles)[r]) > b.value(r)
}

// decideAny returns the index of the best move of a turn. One that was never tried
// is better than what is lost for sure.
func (s *Search) decideAny(n *node) int {
	in := n.expansion
	best := s.decide(n)
	if fresh := len(in.edges); fresh < len(in.moves) && (best < 0 || !viable(n, in.edges[best].live())) {
		return fresh
	}
	return best
}

// better reports whether an edge is better than another one.
func (s *Search) better(n *node, i, j int) bool {
	in, r := n.expansion, n.expansion.mover
	a, b := in.edges[i].live(), in.edges[j].live()
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
	return in.share(i, s.roles)[r] > in.share(j, s.roles)[r]
}

// viable reports whether a child is not known to be worse than what the node
// promises its mover.
func viable(n, child *node) bool {
	r := n.expansion.mover
	if child == nil {
		return !n.exact(r)
	}
	// What is lost is as good as anything only if all is lost.
	return child.tallies[r].high >= n.tallies[r].low && (child.tallies[r].high > 0 || n.tallies[r].high == 0)
}

// betterProved compares children whose values are proved. A win that was proved
// early rests on other proofs that are still earlier, so that making it comes to
// an end. Among other equal moves, the one is best after which others have most
// to do wrong.
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

// rank returns when a node was proved.
func (n *node) proofOrder() uint32 {
	if n.proved == 0 {
		return ^uint32(0)
	}
	return n.proved
}

// mean returns what playouts said, whatever is proved.
func (t *tally) mean(weight int32) float64 {
	if weight == 0 {
		return float64(t.low) / top
	}
	return t.sum / float64(weight)
}

// Best returns the move that a role should make in the root. Where strategies are
// mixed it is drawn from the best one. Without any simulation it is a legal move.
func (s *Search) Best(r game.Role) (game.Move, error) {
	n := s.root
	if n.expansion == nil && !n.over {
		s.expand(n)
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
		return s.choice(n), nil
	}
	return in.base[r], nil // it has no choice
}

// choice returns the best whole move of a turn.
func (s *Search) choice(n *node) game.Move {
	for {
		in := n.expansion
		best := s.decideAny(n)
		if best == len(in.edges) || in.complete(best) {
			return in.moves[best]
		}
		if n = in.edges[best].live(); n == nil {
			return in.moves[best]
		}
	}
}

// draw returns an arm of the best strategy of a decider: the most frequent one, or
// one at random where strategies are mixed.
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
	at := s.fraction()
	for i, p := range shares {
		if at -= p; at < 0 {
			return i
		}
	}
	return best
}

// shares returns how often a decider should play each of its arms: always the same
// if that is proved to be best, and else as the search has found out.
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

// trap returns what a role would get if whoever moves in a node made any move, all
// equally likely, and everybody played well after it.
func (n *node) uniformReplyValue(r game.Role) float64 {
	t := &n.tallies[r]
	if n.expansion == nil || n.expansion.joint != nil || len(n.expansion.moves) == 0 {
		return float64(t.low) / top
	}
	sum := 0.0
	for i := range n.expansion.moves {
		if i < len(n.expansion.edges) {
			if c := n.expansion.edges[i].live(); c != nil {
				sum += c.value(r)
				continue
			}
		}
		sum += t.mean(n.weight)
	}
	return sum / float64(len(n.expansion.moves))
}
