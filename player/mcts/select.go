package mcts

import "math"

// pick chooses a move of a turn, or of chance: the index of an edge, or the number
// of edges for a move that was never tried. What is seen of moves elsewhere may be
// nil.
func (s *Search) pick(n *node, ref *amaf) int {
	in := n.expansion
	if in.mover == s.random {
		return s.pickChance(in)
	}
	c := s.exploration(n)
	best, highest := -1, math.Inf(-1)
	for i := range in.edges {
		if score := s.score(n, i, c, ref); score > highest {
			best, highest = i, score
		}
	}
	if len(in.edges) == len(in.moves) {
		return max(best, 0)
	}
	// A move never tried counts as one that was tried once, and is about as good
	// as the position itself.
	fresh, value := s.bestUntried(n, ref)
	if best >= 0 && highest >= value+c+s.opt.Urgency {
		return best
	}
	at := len(in.edges)
	in.swap(at, fresh)
	return at
}

// A position that was visited this often is doubted altogether: evaluations by many
// playouts hardly differ, and may all be wrong in the same way.
const doubtVisits = 20_000

// curiosity returns how much a move that was tried once is preferred: the more, the
// more evaluations differ. At a position that is visited very often, no move is left
// out for good, which costs little and finds what playouts do not see.
func (s *Search) exploration(n *node) float64 {
	visits := float64(n.visits + n.inFlight + 1)
	spread := max(math.Sqrt(s.spread[n.expansion.mover].variance()), min(visits/doubtVisits, 1))
	return s.opt.Explore * spread * math.Sqrt(math.Log(visits))
}

// settledPenalty is subtracted from the score of a move about which there is nothing to
// find out. It is more than all other scores, so such a move is chosen only if all
// are settled. That the mover could have made it is in the bounds of the node.
const settledPenalty = 1e6

// score returns how much an edge deserves to be chosen.
func (s *Search) score(n *node, index int, c float64, ref *amaf) float64 {
	in := n.expansion
	e, r := &in.edges[index], in.mover
	child := e.live()
	value := n.value(r) // if there is no value yet
	switch {
	case s.settled(r, child):
		return child.value(r) - settledPenalty // there is nothing to find out
	case child != nil && child.tallies[r].high <= n.tallies[r].low:
		return -settledPenalty // something is known to be at least as good
	case child != nil && child.known():
		value = child.value(r)
	case e.visits > 0:
		value = float64(in.share(index, s.roles)[r])
	}
	visits := float64(max(e.visits+e.inFlight, 1))
	if ref != nil {
		value = s.graveValue(value, visits, ref, in, index)
	}
	if e.inFlight > 0 { // what is under way counts as lost, so that others go elsewhere
		value *= float64(e.visits) / visits
	}
	return value + c/math.Sqrt(visits)
}

// promising returns the index of the move that was never tried and looks best, and
// how good it looks. Without any sights of moves it is a random one.
func (s *Search) bestUntried(n *node, ref *amaf) (int, float64) {
	in := n.expansion
	tried, value := len(in.edges), n.value(in.mover)
	best := tried + s.rand.Choose(len(in.moves)-tried)
	if ref == nil {
		return best, value
	}
	highest := s.graveValue(value, 1, ref, in, best)
	for i := tried; i < len(in.moves); i++ {
		if v := s.graveValue(value, 1, ref, in, i); v > highest {
			best, highest = i, v
		}
	}
	return best, highest
}

// pickChance chooses for chance. Moves that were made least come first, so that
// all are made equally often.
func (s *Search) pickChance(in *expansion) int {
	if at := len(in.edges); at < len(in.moves) {
		fresh := at + s.rand.Choose(len(in.moves)-at)
		in.swap(at, fresh)
		return at
	}
	best, least, equal := 0, int32(math.MaxInt32), 0
	for i := range in.edges {
		switch made := in.edges[i].visits + in.edges[i].inFlight; {
		case made < least:
			best, least, equal = i, made, 1
		case made == least:
			if equal++; s.rand.Choose(equal) == 0 {
				best = i
			}
		}
	}
	return best
}

// refAt returns what is seen of moves elsewhere that is to be used at a node: that
// of the node itself, if it has seen enough, or of one above it.
func (s *Search) amafFor(n *node, above *amaf) *amaf {
	if a := n.expansion.amaf; a != nil && a.seen >= s.grave {
		return a
	}
	return above
}

// gather makes a node collect what is seen of moves, if it is visited enough. The
// root collects from the beginning.
func (s *Search) enableAMAF(n *node) {
	if s.grave > 0 && n.expansion.amaf == nil && (n == s.root || int(n.visits) >= s.grave) {
		n.expansion.amaf = new(amaf)
		s.used += amafBytes
	}
}

// moved lists what roles with a choice did in a step.
func (s *Search) appendMoves(st *step, picks []int32, dst []tracedMove) []tracedMove {
	in := st.node.expansion
	if in.joint == nil {
		if in.mover != s.random && len(in.moves) > 1 && in.complete(int(st.index)) {
			dst = append(dst, tracedMove{Role: in.mover, Key: s.key(in, int(st.index))})
		}
		return dst
	}
	for i, p := range picks {
		if d := &in.joint.deciders[i]; d.role != s.random {
			dst = append(dst, tracedMove{Role: d.role, Key: keyOf(s.splitter, d.role, d.moves[p])})
		}
	}
	return dst
}
