package mcts

import "ludex/game"

// A sharedSelection is how a worker selects leaves while others do the same. It goes down as
// far as no change of the graph is needed. From there simulations go on when the worker has
// the graph to itself.
type sharedSelection struct {
	machine game.Machine // of the worker
	lister  game.MoveLister
	roles   int
	stopped []*simulation // that go on from simulation.at
	lost    []*simulation // that came to a leaf whose evaluation is in flight
	legal   [][]game.Move // of the simulations that expand a node, by role
}

// newSharedSelection returns a selection without simulations.
func newSharedSelection(m game.Machine, roles int) sharedSelection {
	return sharedSelection{machine: m, lister: game.MachineCapabilitiesOf(m).Moves, roles: roles}
}

// descendShared is [Search.descend] as far as it changes nothing but counts of evaluations
// in flight. It returns false at a leaf whose evaluation is in flight.
func (s *Search) descendShared(sim *simulation) bool {
	sim.reset()
	n := s.graph.root
	var ref *amaf
	for !passed(sim.path, n) {
		if n.proved == 0 && n.visits > 0 && n.expansion == nil {
			sim.at, sim.expands = n, n.deferred.CompareAndSwap(false, true)
			return true
		}
		if s.isLeaf(n) {
			break
		}
		ref = s.selector.amafFor(n, ref)
		index := s.selector.pickTried(n, ref)
		if index < 0 {
			sim.at = n
			return true
		}
		e := &n.expansion.edges[index]
		n.inFlight.Add(1)
		e.inFlight.Add(1)
		sim.path = append(sim.path, step{node: n, index: int32(index)})
		n = e.child
	}
	sim.leaf = n
	sim.open = n.awaited()
	return n.inFlight.Add(1) == 1 || !sim.open
}

// passed reports whether a node is on a path.
func passed(path []step, n *node) bool {
	for i := range path {
		if path[i].node == n {
			return true
		}
	}
	return false
}

// pickTried returns the index of the edge to follow, or -1 if what to do changes the graph.
func (s *selector) pickTried(n *node, ref *amaf) int {
	in := n.expansion
	if in.joint != nil || in.mover == s.random || ref != nil && !in.numbered {
		return -1
	}
	best, highest, c, value := s.bestTried(n, ref)
	if best < 0 || in.edges[best].child == nil || in.edges[best].deferred {
		return -1
	}
	if len(in.edges) < len(in.moves) && highest < s.untriedValue(n, value, ref)+c+s.opt.Urgency {
		return -1
	}
	return best
}

// untriedValue returns the best AMAF value of an untried move, or the value of the node
// if there are no AMAF statistics.
func (s *selector) untriedValue(n *node, value float64, ref *amaf) float64 {
	if ref == nil {
		return value
	}
	in := n.expansion
	highest := s.graveValue(value, 1, ref, in, len(in.edges))
	for i := len(in.edges) + 1; i < len(in.moves); i++ {
		highest = max(highest, s.graveValue(value, 1, ref, in, i))
	}
	return highest
}

// listMoves lists the legal moves at the nodes that simulations expand.
func (d *sharedSelection) listMoves() {
	for i, sim := range d.stopped {
		if !sim.expands {
			continue
		}
		for len(d.legal) < (i+1)*d.roles {
			d.legal = append(d.legal, nil)
		}
		for r := range d.roles {
			moves := &d.legal[i*d.roles+r]
			*moves = listMoves(d.machine, d.lister, sim.at.state, game.Role(r), (*moves)[:0])
		}
	}
}
