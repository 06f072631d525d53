package circuit

import (
	"math/bits"
	"slices"
)

// A role makes exactly one move, so circuits speak about sets of moves:
// conjunctions are intersections, negations are complements. A set with more than
// half of the role's moves is kept as the negation of the rest. Thus "every move
// but those that touch this cell" is a small set.

// A moveSet is a set of moves of one role.
type moveSet struct {
	role    int32
	members []int32 // ascending
	node    int32
	next    int32 // the next set with the same hash, or none
}

// moveSets are the sets of a net.
type moveSets struct {
	first  []int32   // by role: its first move; they are numbered role by role
	live   [][]int32 // by role: the moves there are, ascending
	roleOf []int32   // by move
	single []int32   // by move: its singleton set, or none
	self   []int32   // by move: itself, so that sets of one need no memory
	sets   []moveSet
	byHash map[uint64]int32
	marks  []uint32 // by move
	epoch  uint32
	words  []uint64 // scratch
}

// init begins without sets. All moves are live, numbered role by role.
func (s *moveSets) init(live [][]int32) {
	s.live = live
	s.byHash = make(map[uint64]int32)
	count := int32(0)
	for _, moves := range live {
		s.first = append(s.first, count)
		count += int32(len(moves))
	}
	s.marks, s.roleOf = make([]uint32, count), make([]int32, count)
	s.single, s.self = make([]int32, count), make([]int32, count)
	for m := range s.single {
		s.single[m], s.self[m] = none, int32(m)
	}
	for r, moves := range live {
		for _, m := range moves {
			s.roleOf[m] = int32(r)
		}
	}
}

// made returns the literal for "the move is made".
func (n *net) made(move int32) lit {
	return n.setLit(n.moves.roleOf[move], n.moves.self[move:move+1])
}

// setLit returns the literal for "the role's move is one of the members", which
// are sorted. It keeps the slice.
func (n *net) setLit(role int32, members []int32) lit {
	all := n.moves.live[role]
	switch {
	case len(members) == 0:
		return litFalse
	case len(members) == len(all):
		return litTrue
	case 2*len(members) > len(all):
		return lit(n.moveSet(role, without(all, members))<<1) ^ 1
	}
	return lit(n.moveSet(role, members) << 1)
}

// moveSet returns the node of a set.
func (n *net) moveSet(role int32, members []int32) int32 {
	s := &n.moves
	if len(members) == 1 {
		if s.single[members[0]] == none {
			s.single[members[0]] = n.addSet(role, members)
		}
		return s.sets[s.single[members[0]]].node
	}
	h := uint64(role)
	for _, m := range members {
		h = (h ^ uint64(m)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	head, ok := s.byHash[h]
	if !ok {
		head = none
	}
	for k := head; k != none; k = s.sets[k].next {
		if s.sets[k].role == role && slices.Equal(s.sets[k].members, members) {
			return s.sets[k].node
		}
	}
	k := n.addSet(role, members)
	s.sets[k].next = head
	s.byHash[h] = k
	return s.sets[k].node
}

func (n *net) addSet(role int32, members []int32) int32 {
	s := &n.moves
	k := int32(len(s.sets))
	id := n.add(node{kind: kindMoves, x: k})
	s.sets = append(s.sets, moveSet{role, members, id, none})
	return k
}

// intersection returns the literal for "the role's move satisfies each of the
// literals", which are all about sets of that role.
func (n *net) intersection(role int32, parts []lit) lit {
	s := &n.moves
	best := -1
	for i, p := range parts {
		if !p.negated() && (best < 0 || len(n.members(p)) < len(n.members(parts[best]))) {
			best = i
		}
	}
	if best < 0 {
		return n.setLit(role, s.union(n, parts, role)) ^ 1
	}
	left := slices.Clone(n.members(parts[best]))
	for i, p := range parts {
		if i != best {
			left = s.filter(left, n.members(p), !p.negated())
		}
	}
	return n.setLit(role, left)
}

func (n *net) members(l lit) []int32 { return n.moves.sets[n.nodes[l.node()].x].members }

// filter keeps those that are, or are not, in a set.
func (s *moveSets) filter(list, set []int32, in bool) []int32 {
	s.epoch++
	for _, m := range set {
		s.marks[m] = s.epoch
	}
	kept := list[:0]
	for _, m := range list {
		if (s.marks[m] == s.epoch) == in {
			kept = append(kept, m)
		}
	}
	return kept
}

// union returns the sorted union of sets. Large ones are sorted with a bit set,
// since sorting would dominate in games with a hundred thousand moves.
func (s *moveSets) union(n *net, parts []lit, role int32) []int32 {
	var all []int32
	s.epoch++
	for _, p := range parts {
		for _, m := range n.members(p) {
			if s.marks[m] != s.epoch {
				s.marks[m] = s.epoch
				all = append(all, m)
			}
		}
	}
	if live := s.live[role]; len(all) < 32 || len(all) < len(live)/64 {
		slices.Sort(all)
		return all
	}
	return s.sortByBits(all)
}

func (s *moveSets) sortByBits(list []int32) []int32 {
	low, high := slices.Min(list), slices.Max(list)
	s.words = slices.Grow(s.words[:0], int(high-low)/64+1)[:int(high-low)/64+1]
	clear(s.words)
	for _, m := range list {
		s.words[(m-low)>>6] |= 1 << ((m - low) & 63)
	}
	list = list[:0]
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			list = append(list, low+int32(i*64+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// without returns the members of all that are not in some, both sorted.
func without(all, some []int32) []int32 {
	rest := make([]int32, 0, len(all)-len(some))
	for _, m := range all {
		if len(some) > 0 && some[0] == m {
			some = some[1:]
			continue
		}
		rest = append(rest, m)
	}
	return rest
}
