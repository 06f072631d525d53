package mcts

import "ludex/game"

// backpropagate adds the result of a simulation to the nodes on its path.
func (s *Search) backpropagate(sim *simulation) {
	s.stats.simulations++
	if sim.open {
		s.storeEvaluation(sim)
	} else {
		s.useKnownValue(sim)
	}
	child := sim.leaf
	for i := len(sim.path) - 1; i >= 0; i-- {
		st := &sim.path[i]
		s.backUp(sim, st, child)
		child = st.node
	}
	s.updateAMAF(sim)
	s.removeInFlight(sim)
}

// useKnownValue sets the evaluation of a simulation to the known value of its leaf.
func (s *Search) useKnownValue(sim *simulation) {
	sum := int32(0)
	for r := range sim.eval.values {
		sim.eval.values[r] = sim.leaf.value(game.Role(r))
		if game.Role(r) != s.graph.random {
			sum += sim.leaf.tallies[r].low / point
		}
	}
	sim.eval.trail = sim.eval.trail[:0]
	if sim.leaf.over {
		s.graph.solver.constantSum.observe(uint64(sum), 1)
	}
}

// storeEvaluation gives the leaf its evaluation.
func (s *Search) storeEvaluation(sim *simulation) {
	n, e := sim.leaf, &sim.eval
	n.visits, n.weight = 1, 1
	for r, v := range e.values {
		n.tallies[r].sum = v
		s.selector.values[r].Add(v)
	}
	s.stats.playouts += uint64(e.playouts)
	s.graph.solver.constantSum.observe(e.sum, e.finished)
}

// backUp updates a node of the path from the child below it.
func (s *Search) backUp(sim *simulation, st *step, child *node) {
	n, in := st.node, st.node.expansion
	if in.joint != nil {
		in.joint.add(sim.choice(st), child, sim.eval.values)
		for r, v := range sim.eval.values {
			n.tallies[r].sum += v
		}
	} else {
		e, share := &in.edges[st.index], in.share(int(st.index))
		s.graph.solver.includeAgain(n, int(st.index))
		before, now := float64(e.visits), float64(e.visits+1)
		e.visits++
		for r := range share {
			// The edge counts the current value of the child for all its visits, so
			// that visits by other paths and proofs take effect at once.
			v := float32(child.value(game.Role(r)))
			n.tallies[r].sum += now*float64(v) - before*float64(share[r])
			share[r] = v
		}
	}
	n.visits++
	n.weight++
	if child.bounded() {
		s.graph.solver.tighten(n)
	}
	if r := in.mover; in.joint == nil && r != s.graph.random && s.graph.solver.settled(r, child) {
		n.tallies[r].floor = max(n.tallies[r].floor, float32(child.value(r)))
	}
}

// updateAMAF adds the moves of the simulation to the AMAF statistics of the nodes
// above them.
func (s *Search) updateAMAF(sim *simulation) {
	if s.selector.grave == 0 {
		return
	}
	s.seenMoves = s.seenMoves[:0]
	for _, m := range sim.eval.trail {
		s.seenMoves = append(s.seenMoves, seenMove{s.graph.numbers.id(m.Role, m.Key), float32(sim.eval.values[m.Role])})
	}
	for i := len(sim.path) - 1; i >= 0; i-- {
		st := &sim.path[i]
		s.seenMoves = s.appendMoves(st, sim, s.seenMoves)
		s.enableAMAF(st.node)
		if a := st.node.expansion.amaf; a != nil {
			before := a.bytes()
			a.add(s.seenMoves)
			s.graph.used += a.bytes() - before
		}
	}
}

// removeInFlight takes a simulation off the in-flight counts of its path.
func (s *Search) removeInFlight(sim *simulation) {
	if sim.leaf != nil {
		sim.leaf.inFlight.Add(-1)
	}
	for i := range sim.path {
		st := &sim.path[i]
		st.node.inFlight.Add(-1)
		if in := st.node.expansion; in.joint != nil {
			for k, p := range sim.choice(st) {
				in.joint.deciders[k].arms[p].inFlight--
			}
		} else {
			in.edges[st.index].inFlight.Add(-1)
		}
	}
}
