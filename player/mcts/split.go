package mcts

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/player"
)

// Where a role has many moves with common prefixes, a search decides one part of
// the move after the other: what to move, then where to, and so on. Statistics are
// shared by all moves with the same prefix, and most moves are never visited.
//
// A partially decided move is a node, too. Its state is the state of the position
// with one more word for the decided parts. It has moves and edges like a turn of
// the same role, but is never evaluated itself.

// splits reports whether a number of moves is split.
func (g *graph) splits(moves int) bool {
	return g.splitter != nil && moves >= g.opt.Split && g.opt.Split > 0
}

// split sets the moves of an expansion, and groups them by their next part if there
// are many. The moves agree in the first parts; a group is represented by its first
// move.
func (g *graph) split(in *expansion, moves []game.Move, agreed int) {
	in.moves = append(in.moves[:0], moves...)
	if !g.splits(len(moves)) {
		return
	}
	ids, sizes := g.group(in.mover, moves, agreed)
	if len(sizes) == len(moves) {
		return
	}
	all := make([]game.Move, 0, len(moves))
	in.groups, in.moves = make([][]game.Move, len(sizes)), in.moves[:0]
	for g, size := range sizes {
		in.groups[g] = all[len(all) : len(all) : len(all)+size]
		all = all[:len(all)+size]
	}
	for i, m := range moves {
		in.groups[ids[i]] = append(in.groups[ids[i]], m)
	}
	for _, g := range in.groups {
		in.moves = append(in.moves, g[0])
	}
}

// group numbers the groups of moves by the first part in which they differ, and
// returns the group of each move and the sizes of the groups. The slices are scratch
// memory.
func (g *graph) group(r game.Role, moves []game.Move, agreed int) (ids []int32, sizes []int) {
	for part := agreed; ; part++ {
		ids, sizes = g.groupIDs[:0], g.groupSizes[:0]
		clear(g.groupOf)
		var last uint64
		id, ended := int32(-1), true
		for _, m := range moves {
			p, ok := g.splitter.Part(r, m, part)
			ended = ended && !ok
			if p++; !ok { // moves that have ended differ from all others
				p = 0
			}
			if id < 0 || p != last {
				var seen bool
				if id, seen = g.groupOf[p]; !seen {
					id = int32(len(sizes))
					g.groupOf[p] = id
					sizes = append(sizes, 0)
				}
				last = p
			}
			sizes[id]++
			ids = append(ids, id)
		}
		g.groupIDs, g.groupSizes = ids, sizes
		if len(sizes) > 1 || ended {
			return ids, sizes
		}
	}
}

// partialNode returns the node of a partially decided move: one of a group at a
// node.
func (g *graph) partialNode(n *node, group []game.Move) *node {
	position := n.position()
	g.after = append(append(g.after[:0], position...), uint64(len(group))<<32|uint64(uint32(group[0])))
	hash := statehash.Of(g.after)
	if p := g.table.find(g.after, hash); p != nil && g.opt.Graph {
		return p
	}
	p := g.newNode(g.after, hash)
	p.partial = true
	p.expansion = &expansion{mover: n.expansion.mover, base: append([]game.Move(nil), n.expansion.base...)}
	g.split(p.expansion, group, 0)
	g.used += p.expansion.bytes()
	return p
}

// position returns the state of the position that a node belongs to.
func (n *node) position() game.State {
	if n.partial {
		return n.state[:len(n.state)-1]
	}
	return n.state
}

// complete reports whether a move of an expansion is complete.
func (in *expansion) complete(i int) bool { return in.groups == nil || len(in.groups[i]) == 1 }

// swap exchanges two moves without edges.
func (in *expansion) swap(i, j int) {
	in.moves[i], in.moves[j] = in.moves[j], in.moves[i]
	if in.groups != nil {
		in.groups[i], in.groups[j] = in.groups[j], in.groups[i]
	}
	if in.ids != nil {
		in.ids[i], in.ids[j] = in.ids[j], in.ids[i]
	}
}

// defaultSplit is the default of Options.Split.
const defaultSplit = 64

// splitCandidates lists the complete moves of the root, if they are split.
func (s *Search) splitCandidates() []player.Candidate {
	in := s.graph.root.expansion
	list := s.listParts(s.graph.root, nil)
	best := s.graph.solver.choice(s.graph.root)
	slices.SortStableFunc(list, func(a, b player.Candidate) int {
		switch {
		case a.Move == best && b.Move != best:
			return -1
		case b.Move == best && a.Move != best:
			return 1
		}
		return cmp.Or(-cmp.Compare(a.Visits, b.Visits), -cmp.Compare(a.Value, b.Value), cmp.Compare(a.Move, b.Move))
	})
	if list[0].Move == best && in.mover != s.graph.random {
		list[0].Share = 1
	}
	return list
}

// listParts appends the complete moves of a node.
func (s *Search) listParts(n *node, list []player.Candidate) []player.Candidate {
	in, value := n.expansion, 100*s.graph.root.value(s.graph.root.expansion.mover)
	for i, m := range in.moves {
		tried := i < len(in.edges)
		var child *node
		if tried {
			child = in.edges[i].child
		}
		switch {
		case in.complete(i) && tried:
			c := player.Candidate{Move: m, Visits: uint64(in.edges[i].visits), Value: 100 * float64(in.share(i)[in.mover])}
			if child != nil && child.known() {
				c.Value, c.Exact = 100*child.value(in.mover), child.exact(in.mover)
			}
			list = append(list, c)
		case in.complete(i):
			list = append(list, player.Candidate{Move: m, Value: value})
		case child != nil:
			list = s.listParts(child, list)
		default:
			for _, m := range in.groups[i] {
				list = append(list, player.Candidate{Move: m, Value: value})
			}
		}
	}
	return list
}
