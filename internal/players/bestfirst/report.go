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
	a := player.Analysis{Role: p.setup.Role, Nodes: p.search.stats.states, Elapsed: p.search.stats.elapsed}
	for _, v := range n.own {
		a.Values = append(a.Values, 100*float64(v))
		a.Exact = append(a.Exact, n.solved)
	}
	if len(n.children) == 0 {
		return a
	}
	a.Role = n.role
	a.Moves = n.candidates()
	w := p.search.workers[0]
	for i := range a.Moves[:min(len(a.Moves), maxLines)] {
		if c := &a.Moves[i]; c.Visits > 0 {
			c.Line = w.line(n, slices.Index(n.moves, c.Move))
		}
	}
	a.Line = w.line(n, n.decide())
	return a
}

// maxLines is the number of moves with an expected line.
const maxLines = 8

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

// line returns the joint moves that the search expects from a node on, if the move with an
// index is made.
func (w *worker) line(n *node, i int) [][]game.Move {
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
		joint[n.role] = n.moves[i]
		line = append(line, joint)
		if n = n.children[i].node; n != nil && len(n.children) > 0 {
			i = n.decide()
		}
	}
	return line
}
