package mcts

import (
	"cmp"
	"errors"
	"slices"

	"ludex/game"
	"ludex/player"
)

// errOver returns why there is no move: a failure, or the end of the play.
func errOver(failure error) error {
	if failure != nil {
		return failure
	}
	return errors.New("the play is over")
}

// maxLine is the maximum length of a principal variation, and maxLines the number of moves
// that have one.
const (
	maxLine  = 100
	maxLines = 8
)

// Analysis returns the results of the search at the root, from a role's point of
// view.
func (s *Search) Analysis(r game.Role) player.Analysis {
	n := s.graph.root
	a := player.Analysis{
		Role: r, Nodes: s.stats.simulations, Playouts: s.stats.playouts, Elapsed: s.stats.elapsed,
		Values: make([]float64, s.graph.roles), Exact: make([]bool, s.graph.roles),
	}
	for i := range a.Values {
		a.Values[i], a.Exact[i] = 50, n.exact(game.Role(i))
		if n.known() {
			a.Values[i] = 100 * n.value(game.Role(i))
		}
	}
	if n.expansion == nil && !n.over {
		s.graph.expand(n)
	}
	if n.expansion != nil {
		a.Moves, a.Line = s.candidates(r), s.line(n, nil)
		if n.expansion.images != nil {
			a.Note = "of moves that a symmetry of the rules maps to each other one was searched, and all have its figures"
		}
	}
	return a
}

// candidates lists the moves of a role in the root, the best first.
func (s *Search) candidates(r game.Role) []player.Candidate {
	in := s.graph.root.expansion
	if in.joint != nil {
		for i := range in.joint.deciders {
			if d := &in.joint.deciders[i]; d.role == r {
				return d.candidates(s.graph.root.shares(d))
			}
		}
	}
	if in.joint != nil || in.mover != r {
		return []player.Candidate{{Move: in.base[r], Share: 1, Visits: uint64(s.graph.root.visits), Value: 100 * s.graph.root.value(r)}}
	}
	return in.withImages(s.turnCandidates())
}

// turnCandidates lists the moves of a turn.
func (s *Search) turnCandidates() []player.Candidate {
	if s.graph.root.expansion.groups != nil {
		return s.splitCandidates()
	}
	n, in := s.graph.root, s.graph.root.expansion
	order := make([]int, len(in.edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case s.graph.solver.better(n, a, b):
			return -1
		case s.graph.solver.better(n, b, a):
			return 1
		}
		return cmp.Compare(in.moves[a], in.moves[b])
	})
	if best := s.graph.solver.decide(n); best >= 0 { // which need not be better than each of the others
		at := slices.Index(order, best)
		copy(order[1:at+1], order[:at])
		order[0] = best
	}
	var list []player.Candidate
	for _, i := range order {
		e := &in.edges[i]
		c := player.Candidate{Move: in.moves[i], Visits: uint64(e.visits), Value: 100 * float64(in.share(i)[in.mover])}
		child := e.child
		if child != nil && child.known() {
			c.Value, c.Exact = 100*child.value(in.mover), child.exact(in.mover)
		}
		if len(list) < maxLines && e.visits > 0 {
			joint := slices.Clone(in.base)
			joint[in.mover] = in.moves[i]
			c.Line = s.line(child, joint)
		}
		list = append(list, c)
	}
	rest := slices.Sorted(slices.Values(in.moves[len(in.edges):]))
	for _, m := range rest {
		list = append(list, player.Candidate{Move: m, Value: 100 * n.value(in.mover)})
	}
	list[0].Share = 1
	return list
}

// candidates lists the moves of a decider, which should be made as often as shares
// say.
func (d *decider) candidates(shares []float64) []player.Candidate {
	list := make([]player.Candidate, len(d.arms))
	for i, a := range d.arms {
		list[i] = player.Candidate{Move: d.moves[i], Visits: uint64(a.visits), Share: shares[i], Value: 50}
		if a.visits > 0 {
			list[i].Value = 100 * a.sum / float64(a.visits)
		}
	}
	slices.SortStableFunc(list, func(a, b player.Candidate) int { return -cmp.Compare(a.Share, b.Share) })
	return list
}

// line returns the principal variation of a node, after the joint move that leads to it
// from the root; nil is none.
func (s *Search) line(n *node, first []game.Move) [][]game.Move {
	var line [][]game.Move
	s.graph.epoch++
	if first != nil && (n == nil || !n.partial) {
		line = append(line, first)
		s.graph.root.markedAt = s.graph.epoch
	}
	for n != nil && n.expansion != nil && n.markedAt != s.graph.epoch && len(line) < maxLine {
		n.markedAt = s.graph.epoch
		var joint []game.Move
		var next *node
		if joint, next = s.expected(n); joint != nil && (next == nil || !next.partial) {
			line = append(line, joint)
		}
		n = next
	}
	return line
}

// expected returns the most likely joint move at a node, and its child.
func (s *Search) expected(n *node) ([]game.Move, *node) {
	in := n.expansion
	joint := slices.Clone(in.base)
	if in.joint == nil {
		best := s.graph.solver.decide(n)
		if best < 0 {
			return nil, nil
		}
		joint[in.mover] = in.moves[best]
		return joint, in.edges[best].child
	}
	if n.visits < 2 {
		return nil, nil
	}
	picks := make([]int32, len(in.joint.deciders))
	for i := range picks {
		d := &in.joint.deciders[i]
		shares := n.shares(d)
		for k, p := range shares {
			if p > shares[picks[i]] {
				picks[i] = int32(k)
			}
		}
		joint[d.role] = d.moves[picks[i]]
	}
	if in.joint.children == nil {
		return joint, nil
	}
	return joint, in.joint.child(in.joint.key(picks))
}
