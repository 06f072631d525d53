package mcts

import "ludex/game"

// expand finds out which moves there are from a node, so that one can go on from
// it. A node from which one cannot is an end.
func (s *Search) expand(n *node) {
	in := &expansion{mover: game.NoRole, base: make([]game.Move, s.roles)}
	choices := 0
	for r := range s.legal {
		s.legal[r] = s.moves(n.state, game.Role(r), s.legal[r][:0])
		if len(s.legal[r]) == 0 {
			s.end(n)
			return
		}
		in.base[r] = s.legal[r][0]
		if len(s.legal[r]) > 1 {
			in.mover = game.Role(r)
			choices++
		}
	}
	n.expansion = in
	switch {
	case choices > 1:
		in.joint = s.newJoint()
	case choices == 1:
		s.split(in, s.legal[in.mover], 0)
	default:
		in.mover = 0 // a step without a choice is a turn of anybody
		in.moves = append(in.moves, s.legal[0]...)
	}
	s.used += in.bytes()
}

// moves returns the legal moves of a role.
func (s *Search) moves(state game.State, r game.Role, dst []game.Move) []game.Move {
	if s.lister != nil {
		return s.lister.Moves(state, r, dst)
	}
	return s.machine.Legal(state, r, dst)
}

// addEdge adds the edge of the first move that has none.
func (s *Search) addEdge(in *expansion, child *node) {
	in.edges = append(in.edges, edge{child: child})
	for range s.roles {
		in.shares = append(in.shares, 0)
	}
	s.used += edgeBytes + 4*s.roles
}

// follow returns the node behind an edge of a turn, or of the first move that has
// no edge yet.
func (s *Search) child(n *node, index int) *node {
	in := n.expansion
	if index == len(in.edges) {
		s.addEdge(in, nil)
	}
	e := &in.edges[index]
	if e.live() == nil {
		if in.complete(index) {
			in.base[in.mover] = in.moves[index]
			e.child = s.step(n, in.base)
		} else {
			e.child = s.partialNode(n, in.groups[index])
		}
		s.restoreStatistics(e.child, e.visits, in.share(index, s.roles))
	}
	return e.child
}

// step returns the node after a joint move.
func (s *Search) step(n *node, joint []game.Move) *node {
	s.after = s.machine.Next(n.position(), joint, s.after[:0])
	return s.nodeAfter(s.after)
}

// revive gives a node that was forgotten, and is needed again, the statistics
// that its edge has kept.
func (s *Search) restoreStatistics(n *node, visits int32, share []float32) {
	if visits == 0 || n.known() || n.inFlight > 0 {
		return
	}
	n.visits, n.weight = visits, visits
	for r := range n.tallies {
		n.tallies[r].sum = float64(share[r]) * float64(visits)
	}
}
