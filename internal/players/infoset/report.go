package infoset

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/player"
)

// minShareRatio is the probability, relative to the most likely move, below which a
// mixed strategy never makes a move. Smaller probabilities are mostly noise.
const minShareRatio = 0.4

// best returns the move to make.
func (s *Search) best(t *infotracker.Tracker, legal []game.Move) game.Move {
	list := s.candidates(t, legal)
	var shares []float64
	total := 0.0
	for _, c := range list {
		share := c.Share
		if share < minShareRatio*list[0].Share {
			share = 0
		}
		shares = append(shares, share)
		total += share
	}
	for k := range shares {
		shares[k] /= total
	}
	return list[s.rng.sample(shares)].Move
}

// candidates lists the moves of the role, the best first.
func (s *Search) candidates(t *infotracker.Tracker, legal []game.Move) []player.Candidate {
	list := make([]player.Candidate, len(legal))
	for k, m := range legal {
		list[k] = player.Candidate{Move: m, Value: 50}
	}
	switch {
	case s.opt.Determinize:
		s.byState(t, list)
	default:
		s.byView(t, legal, list)
	}
	slices.SortStableFunc(list, func(a, b player.Candidate) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(b.Value, a.Value))
	})
	if list[0].Share == 0 {
		list[0].Share = 1
	}
	return list
}

// byView fills in the statistics of the node of the role's view.
func (s *Search) byView(t *infotracker.Tracker, legal []game.Move, list []player.Candidate) {
	n := s.forest.find(uint64(t.View()))
	if n == nil {
		return
	}
	open := n.legalArms(legal, nil)
	shares := n.strategy(open, s.rule == Regret, nil)
	most := 0
	for k, i := range open {
		a := &n.arms[i]
		list[k].Visits, list[k].Value, list[k].Share = uint64(a.visits), 100*a.mean(n.mean(0.5)), shares[k]
		if a.visits > n.arms[open[most]].visits {
			most = k
		}
	}
	if s.rule != Bounds {
		return
	}
	for k := range list {
		list[k].Share = 0
	}
	list[most].Share = 1
}

// byState fills in the mean statistics of the nodes of all states in the role's
// information set.
func (s *Search) byState(t *infotracker.Tracker, list []player.Candidate) {
	total := 0.0
	for k := range list {
		list[k].Value = 0
	}
	for i := range t.Len() {
		s.state = append(s.state[:0], t.State(i)...)
		n := s.forest.find(s.key(int(s.role)))
		if n == nil {
			continue
		}
		w := t.Weight(i)
		total += w
		for k := range list {
			if j := slices.Index(n.moves, list[k].Move); j >= 0 {
				list[k].Visits += uint64(n.arms[j].visits)
				list[k].Value += 100 * w * n.arms[j].mean(n.mean(0.5))
			}
		}
	}
	best := 0
	for k := range list {
		if total > 0 {
			list[k].Value /= total
		}
		if list[k].Value > list[best].Value {
			best = k
		}
	}
	list[best].Share = 1
}

// analysis returns the results of the search.
func (s *Search) analysis(t *infotracker.Tracker) player.Analysis {
	a := player.Analysis{
		Role: s.role, Nodes: s.stats.simulations, Playouts: s.stats.playouts, Elapsed: s.stats.elapsed,
		Values: make([]float64, len(s.joint)), Exact: make([]bool, len(s.joint)),
	}
	for r := range a.Values {
		a.Values[r] = 50
	}
	if legal := s.machine.Legal(t.State(0), s.role, nil); len(legal) > 0 {
		a.Moves = s.candidates(t, legal)
		a.Values[s.role] = a.Moves[0].Value
	}
	return a
}
