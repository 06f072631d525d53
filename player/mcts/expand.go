package mcts

import "ludex/game"

// expand computes the legal moves of a node. A node where a role has none becomes
// terminal.
func (g *graph) expand(n *node) {
	for r := range g.legal {
		if g.legal[r] = listMoves(g.machine, g.lister, n.state, game.Role(r), g.legal[r][:0]); len(g.legal[r]) == 0 {
			g.end(n)
			return
		}
	}
	g.expandTo(n, g.legal)
}

// expandTo is expand if the legal moves of all roles are known.
func (g *graph) expandTo(n *node, legal [][]game.Move) {
	in := &expansion{mover: game.NoRole, base: make([]game.Move, g.roles)}
	choices := 0
	for r, moves := range legal {
		if len(moves) == 0 {
			g.end(n)
			return
		}
		in.base[r] = moves[0]
		if len(moves) > 1 {
			in.mover = game.Role(r)
			choices++
		}
	}
	n.expansion = in
	switch {
	case choices > 1:
		in.joint = g.newJoint(legal)
	case choices == 1:
		g.split(in, g.distinct(n.state, in, legal[in.mover]), 0)
	default:
		in.mover = 0 // a step without a choice is an arbitrary role's turn
		in.moves = append(in.moves, legal[0]...)
	}
	g.used += in.bytes()
}

// listMoves returns the legal moves of a role, in any order if there is a lister.
func listMoves(m game.Machine, lister game.MoveLister, state game.State, r game.Role, dst []game.Move) []game.Move {
	if lister != nil {
		return lister.Moves(state, r, dst)
	}
	return m.Legal(state, r, dst)
}

// addEdge adds the edge of the first move that has none.
func (g *graph) addEdge(in *expansion, child *node) {
	in.edges = append(in.edges, edge{child: child})
	for range g.roles {
		in.shares = append(in.shares, 0)
	}
	g.used += edgeBytes + 4*g.roles
}

// child returns the node behind an edge of a turn, or behind the first move that has
// no edge yet.
func (g *graph) child(n *node, index int) *node {
	in := n.expansion
	if index == len(in.edges) {
		g.addEdge(in, nil)
	}
	e := &in.edges[index]
	if e.child == nil {
		if in.complete(index) {
			in.base[in.mover] = in.moves[index]
			e.child = g.step(n, in.base)
		} else {
			e.child = g.partialNode(n, in.groups[index])
		}
		g.restoreStatistics(e.child, e.visits, in.share(index))
	}
	return e.child
}

// step returns the node after a joint move.
func (g *graph) step(n *node, joint []game.Move) *node {
	g.after = g.machine.Next(n.position(), joint, g.after[:0])
	return g.nodeAfter(g.after)
}

// restoreStatistics gives a node that was evicted, and is needed again, the
// statistics of its edge.
func (g *graph) restoreStatistics(n *node, visits int32, share []float32) {
	if visits == 0 || n.known() || n.inFlight.Load() > 0 {
		return
	}
	n.visits, n.weight = visits, visits
	for r := range n.tallies {
		n.tallies[r].sum = float64(share[r]) * float64(visits)
	}
}
