package mcts

import (
	"math"

	"ludex/game"
	"ludex/internal/welford"
)

// A selector chooses moves on the way down: by upper confidence bounds in turns,
// uniformly for chance, and as the options say where roles move simultaneously.
type selector struct {
	graph  *graph
	solver *solver
	opt    *Options
	random game.Role
	rand   *game.Rand

	values []welford.Accumulator // evaluations by role
	grave  int                   // Options.Grave if playouts report their moves, else 0
	weight float64               // of one evaluation, in visits evaluated by one playout
}

// pick chooses a move of a turn, or of chance: the index of an edge, or the number
// of edges for an untried move. The AMAF statistics may be nil.
func (s *selector) pick(n *node, ref *amaf) int {
	in := n.expansion
	if in.mover == s.random {
		return s.pickChance(in)
	}
	if ref != nil && !in.numbered {
		s.graph.number(in)
	}
	best, highest, c, value := s.bestTried(n, ref)
	if len(in.edges) == len(in.moves) {
		return max(best, 0)
	}
	// An untried move counts as tried once with the value of the position.
	fresh, value := s.bestUntried(n, value, ref)
	if best >= 0 && highest >= value+c+s.opt.Urgency {
		return best
	}
	at := len(in.edges)
	in.swap(at, fresh)
	return at
}

// bestTried returns the index of the edge with the highest score, or -1 if there is none,
// and the score; the bonus of a move that was tried once; and the value of the node.
func (s *selector) bestTried(n *node, ref *amaf) (best int, highest, c, value float64) {
	in := n.expansion
	c, value = s.exploration(n), n.value(in.mover)
	loss := s.deviation(in.mover)
	best, highest = -1, math.Inf(-1)
	for i := range in.edges {
		if score := s.score(n, i, value, c, loss, ref); score > highest {
			best, highest = i, score
		}
	}
	return best, highest, c, value
}

// doubtVisits is the number of visits after which a node explores as if evaluations
// had the largest possible deviation. The means of many playouts hardly differ, and
// may share one bias.
const doubtVisits = 20_000

// exploration returns the exploration bonus of a move that was tried once. It is
// proportional to the standard deviation of evaluations, and grows at nodes with
// very many visits, so that no move is neglected forever.
func (s *selector) exploration(n *node) float64 {
	visits := float64(n.visits + n.inFlight.Load() + 1)
	deviation := max(s.deviation(n.expansion.mover), min(visits/doubtVisits, 1))
	return s.opt.Explore * deviation * math.Sqrt(math.Log(visits))
}

// deviation returns the standard deviation of evaluations of a role.
func (s *selector) deviation(r game.Role) float64 { return math.Sqrt(variance(&s.values[r])) }

// variance returns the variance of evaluations. A few of the largest possible
// deviation are assumed before the first.
func variance(values *welford.Accumulator) float64 {
	const assumed = 4
	return (values.Squares + assumed*0.25) / (values.Count + assumed)
}

// settledPenalty is subtracted from the score of a move whose value is proved. It
// exceeds all other scores, so such a move is visited only if all are settled; the
// bounds of the node account for its value.
const settledPenalty = 1e6

// busyPenalty is subtracted from the score of a move whose first evaluation is in flight.
// Whoever chose it would have to wait. It exceeds all scores but settledPenalty.
const busyPenalty = 1e3

// score returns the upper confidence bound of an edge. The value is that of the node,
// which counts if the child has none. An evaluation in flight counts as one that is lower
// than the mean by the loss. If it counted as a lost play, the moves that the search is
// sure of would look worse than others as long as many evaluations are in flight.
func (s *selector) score(n *node, index int, value, c, loss float64, ref *amaf) float64 {
	in := n.expansion
	e, r := &in.edges[index], in.mover
	child := e.child
	switch {
	case e.awaitsEvaluation(child):
		return -busyPenalty
	case s.solver.settled(r, child):
		return child.value(r) - settledPenalty
	case child != nil && child.tally(r).high <= n.tally(r).low:
		return -settledPenalty // something is known to be at least as good
	case child != nil && child.known():
		value = child.value(r)
	case e.visits > 0:
		value = float64(in.share(index)[r])
	}
	inFlight := e.inFlight.Load()
	visits := float64(max(e.visits+inFlight, 1))
	if ref != nil {
		value = s.graveValue(value, visits, ref, in, index)
	}
	return value - loss*float64(inFlight)/visits + c/math.Sqrt(visits)
}

// bestUntried returns the index and the value of the untried move with the best AMAF
// value. Without AMAF statistics it is a random one, with the value of the node.
func (s *selector) bestUntried(n *node, value float64, ref *amaf) (int, float64) {
	in := n.expansion
	tried := len(in.edges)
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

// pickChance chooses one of the least visited moves of chance, so that all are
// visited equally often.
func (s *selector) pickChance(in *expansion) int {
	if at := len(in.edges); at < len(in.moves) {
		fresh := at + s.rand.Choose(len(in.moves)-at)
		in.swap(at, fresh)
		return at
	}
	best, least, equal := 0, int32(math.MaxInt32), 0
	for i := range in.edges {
		switch made := in.edges[i].visits + in.edges[i].inFlight.Load(); {
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

// amafFor returns the AMAF statistics to use at a node: its own if there are enough,
// else those of the nearest ancestor that has enough (GRAVE).
func (s *selector) amafFor(n *node, above *amaf) *amaf {
	if a := n.expansion.amaf; a != nil && a.seen >= s.grave {
		return a
	}
	return above
}

// enableAMAF makes a node with enough visits collect AMAF statistics. The root
// collects from the beginning.
func (s *Search) enableAMAF(n *node) {
	if s.selector.grave > 0 && n.expansion.amaf == nil && (n == s.graph.root || int(n.visits) >= s.selector.grave) {
		n.expansion.amaf = new(amaf)
		s.graph.used += amafBytes
	}
}

// appendMoves appends the moves of a step of a simulation, of roles that had a choice.
func (s *Search) appendMoves(st *step, sim *simulation, dst []seenMove) []seenMove {
	in, values := st.node.expansion, sim.eval.values
	if in.joint == nil {
		if in.mover != s.graph.random && len(in.moves) > 1 && in.complete(int(st.index)) {
			dst = append(dst, seenMove{s.graph.id(in, int(st.index)), float32(values[in.mover])})
		}
		return dst
	}
	for i, p := range sim.choice(st) {
		if d := &in.joint.deciders[i]; d.role != s.graph.random {
			id := s.graph.numbers.id(d.role, keyOf(s.graph.splitter, d.role, d.moves[p]))
			dst = append(dst, seenMove{id, float32(values[d.role])})
		}
	}
	return dst
}
