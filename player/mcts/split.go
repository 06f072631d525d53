package mcts

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/player"
)

// Where a role has many moves that begin alike, a search decides one part of the
// move after the other: what to move, then where to, and so on. What was found out
// about one move then counts for all that begin like it, and most of them need
// never be looked at.
//
// A move that is decided in part is a node, too. Its state is that of the position
// with one more word, which says what is decided; it has moves and edges like a
// turn of the same role, but is never evaluated itself: whoever comes to it goes
// on.

// splits reports whether a number of moves is to be split.
func (s *Search) splits(moves int) bool {
	return s.splitter != nil && moves >= s.opt.Split && s.opt.Split > 0
}

// split gives an inner groups of moves that begin alike, if there are any. The
// moves agree in a number of parts; a group is named by its first move.
func (s *Search) split(in *expansion, moves []game.Move, agreed int) {
	in.moves = append(in.moves[:0], moves...)
	if !s.splits(len(moves)) {
		return
	}
	ids, sizes := s.group(in.mover, moves, agreed)
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

// group numbers the groups of moves by the first part in which not all agree, and
// returns the group of each move and the sizes of the groups. The slices are
// scratch memory.
func (s *Search) group(r game.Role, moves []game.Move, agreed int) (ids []int32, sizes []int) {
	for part := agreed; ; part++ {
		ids, sizes = s.groupIDs[:0], s.groupSizes[:0]
		clear(s.groupOf)
		var last uint64
		id, ended := int32(-1), true
		for _, m := range moves {
			p, ok := s.splitter.Part(r, m, part)
			ended = ended && !ok
			if p++; !ok { // moves that have ended differ from all others
				p = 0
			}
			if id < 0 || p != last {
				var seen bool
				if id, seen = s.groupOf[p]; !seen {
					id = int32(len(sizes))
					s.groupOf[p] = id
					sizes = append(sizes, 0)
				}
				last = p
			}
			sizes[id]++
			ids = append(ids, id)
		}
		s.groupIDs, s.groupSizes = ids, sizes
		if len(sizes) > 1 || ended {
			return ids, sizes
		}
	}
}

// enterPart returns the node of a move that is decided in part: it is one of a
// group at a node.
func (s *Search) partialNode(n *node, group []game.Move) *node {
	position := n.position()
	s.after = append(append(s.after[:0], position...), uint64(len(group))<<32|uint64(uint32(group[0])))
	hash := hashState(s.after)
	if p := s.table.find(s.after, hash); p != nil && s.opt.Graph {
		return p
	}
	p := s.newNode(s.after, hash)
	p.partial = true
	p.expansion = &expansion{mover: n.expansion.mover, base: append([]game.Move(nil), n.expansion.base...)}
	s.split(p.expansion, group, 0)
	s.used += p.expansion.bytes()
	return p
}

// position returns the state that a node belongs to.
func (n *node) position() game.State {
	if n.partial {
		return n.state[:len(n.state)-1]
	}
	return n.state
}

// whole reports whether a move of an inner is a whole one.
func (in *expansion) complete(i int) bool { return in.groups == nil || len(in.groups[i]) == 1 }

// swap exchanges two moves that have no edges, or neither of which has.
func (in *expansion) swap(i, j int) {
	in.moves[i], in.moves[j] = in.moves[j], in.moves[i]
	if in.groups != nil {
		in.groups[i], in.groups[j] = in.groups[j], in.groups[i]
	}
	if in.keys != nil {
		in.keys[i], in.keys[j] = in.keys[j], in.keys[i]
	}
}

// defaultSplit is from how many moves on they are split, by default.
const defaultSplit = 64

// splitCandidates lists the whole moves of the root, if they are split.
func (s *Search) splitCandidates() []player.Candidate {
	in := s.root.expansion
	list := s.listParts(s.root, nil)
	best := s.choice(s.root)
	slices.SortStableFunc(list, func(a, b player.Candidate) int {
		switch {
		case a.Move == best && b.Move != best:
			return -1
		case b.Move == best && a.Move != best:
			return 1
		}
		return cmp.Or(-cmp.Compare(a.Visits, b.Visits), -cmp.Compare(a.Value, b.Value), cmp.Compare(a.Move, b.Move))
	})
	if list[0].Move == best && in.mover != s.random {
		list[0].Share = 1
	}
	return list
}

// listParts appends the whole moves of a node.
func (s *Search) listParts(n *node, list []player.Candidate) []player.Candidate {
	in, value := n.expansion, 100*s.root.value(s.root.expansion.mover)
	for i, m := range in.moves {
		tried := i < len(in.edges)
		var child *node
		if tried {
			child = in.edges[i].live()
		}
		switch {
		case in.complete(i) && tried:
			c := player.Candidate{Move: m, Visits: uint64(in.edges[i].visits), Value: 100 * float64(in.share(i, s.roles)[in.mover])}
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
