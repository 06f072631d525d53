package bestfirst

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/player"
)

// Analysis implements [player.Analyst].
func (p *Player) Analysis() player.Analysis {
	if p.search == nil {
		return player.Analysis{}
	}
	n := p.search.root
	a := player.Analysis{Role: p.setup.Role, Nodes: p.search.stats.states}
	for _, v := range n.own {
		a.Values = append(a.Values, 100*float64(v))
		a.Exact = append(a.Exact, n.solved)
	}
	if len(n.children) == 0 {
		return a
	}
	a.Role = n.role
	a.Moves = n.candidates()
	a.Line = p.search.workers[0].line(n)
	return a
}

// candidates returns the moves, the one to make first.
func (n *node) candidates() []player.Candidate {
	list := make([]player.Candidate, len(n.children))
	for i := range list {
		c := &n.children[i]
		list[i] = player.Candidate{Move: n.moves[i], Visits: uint64(c.visits), Value: 100 * float64(n.of(i)[n.role]), Exact: c.solved}
	}
	chosen := n.decide()
	list[chosen].Share = 1
	slices.SortStableFunc(list, func(a, b player.Candidate) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
	return list
}

// line returns the joint moves that the search expects from a node on.
func (w *worker) line(n *node) [][]game.Move {
	var line [][]game.Move
	for n != nil && len(n.children) > 0 {
		joint := make([]game.Move, len(w.legal))
		for r := range joint {
			w.legal[r] = w.machine.Legal(n.state, game.Role(r), w.legal[r][:0])
			if len(w.legal[r]) == 0 {
				return line
			}
			joint[r] = w.legal[r][0]
		}
		i := n.decide()
		joint[n.role] = n.moves[i]
		line = append(line, joint)
		n = n.children[i].node
	}
	return line
}
