package circuit

import "math/bits"

// An entry is the way in which the move a role chose enters a gate program.
//
// As planes, the number of the move enters bit by bit, and gates decode it. That
// costs some gates per move, once for all lanes. As classes, each set of moves has
// a signal that is set lane by lane, for the sets of the move chosen there. Which
// is cheaper depends on how many members the sets have.
type entry struct {
	role   int32
	moves  []int32 // by position: the move
	first  int32   // the least of them
	direct bool    // classes, not planes

	gates *gateNet
	net   *net
	cover *coverer

	place   []int32 // by move, from first on: its position
	shares  []int32 // by move, from first on: the number of sets with several members that contain it
	planes  []lit
	decoded map[decodeKey]lit
	single  map[int32]lit // by move that enters directly: its gate
	classes map[int32]lit // by set that enters directly: its gate
	made    map[int32]lit // by set: its literal
}

// A decodeKey is a value of some of the planes.
type decodeKey struct{ from, to, value int32 }

// Measured costs in nanoseconds: a member of a set, or half a move, in gates for
// all lanes; entering one lane's choice; each signal set for it.
const (
	memberCost = 0.4
	laneCost   = 5
	signalCost = 2
)

// heavyMove is the number of sets from which a directly entering move gets a
// signal of its own, which enters the sets by gates.
const heavyMove = 24

// newEntries decides for each role how its choice enters.
func newEntries(n *net, uses []int32) []*entry {
	entries := make([]*entry, len(n.moves.live))
	for r, moves := range n.moves.live {
		entries[r] = newEntry(int32(r), moves)
	}
	members := make([]int, len(entries))
	for _, s := range n.moves.sets {
		if uses[s.node] == 0 || len(s.members) < 2 {
			continue
		}
		members[s.role] += len(s.members)
		for _, m := range s.members {
			entries[s.role].shares[m-entries[s.role].first]++
		}
	}
	for r, e := range entries {
		e.decide(members[r])
	}
	return entries
}

func newEntry(role int32, moves []int32) *entry {
	e := &entry{
		role: role, moves: moves,
		decoded: make(map[decodeKey]lit), single: make(map[int32]lit),
		classes: make(map[int32]lit), made: make(map[int32]lit),
	}
	if len(moves) > 0 {
		e.first = moves[0]
		span := moves[len(moves)-1] - e.first + 1
		e.place, e.shares = make([]int32, span), make([]int32, span)
	}
	for i, m := range moves {
		e.place[m-e.first] = int32(i)
	}
	return e
}

// decide compares the costs, given the number of members of all sets.
func (e *entry) decide(members int) {
	signals, most := 0, 0
	for _, m := range e.moves {
		own := 1
		if !e.heavy(m) {
			own = int(e.shares[m-e.first])
		}
		signals += own
		most = max(most, own)
	}
	count := len(e.moves)
	// All moves get as many signals as the one with the most, which matters where
	// that is far above the average.
	each := max(float64(signals)/float64(max(1, count)), float64(most)/2)
	e.direct = float64(members+2*count)*memberCost > 512*(laneCost+signalCost*each)
}

func (e *entry) heavy(move int32) bool { return e.shares[move-e.first] > heavyMove }

// begin makes the gates through which the choice enters.
func (e *entry) begin(g *gateNet, n *net, cover *coverer) {
	e.gates, e.net, e.cover = g, n, cover
	if e.direct || len(e.moves) < 2 {
		return
	}
	for range bits.Len(uint(len(e.moves) - 1)) {
		e.planes = append(e.planes, g.add(gate{kind: gatePlane}))
	}
}

// set returns the literal for "the move is in a set".
func (e *entry) set(id int32) lit {
	if l, ok := e.made[id]; ok {
		return l
	}
	members := e.net.moves.sets[id].members
	var l lit
	switch {
	case len(members) == 1:
		l = e.move(members[0])
	case e.direct:
		l = e.enter(id, members)
	default:
		l = e.decodeSet(id)
	}
	e.made[id] = l
	return l
}

// decodeSet builds a set from smaller sets and decoded moves.
func (e *entry) decodeSet(id int32) lit {
	parts, rest := e.cover.cover(id, nil)
	args := make([]lit, 0, len(parts)+len(rest))
	for _, m := range rest {
		args = append(args, e.move(m)^1)
	}
	for _, k := range parts {
		args = append(args, e.set(k)^1)
	}
	return e.gates.conjunction(args) ^ 1
}

// enter makes a signal for a set, and adds to it the moves that have signals of
// their own.
func (e *entry) enter(id int32, members []int32) lit {
	var args []lit
	light := false
	for _, m := range members {
		if e.heavy(m) {
			args = append(args, e.move(m)^1)
		} else {
			light = true
		}
	}
	if light {
		e.classes[id] = e.gates.add(gate{kind: gateClass})
		args = append(args, e.classes[id]^1)
	}
	return e.gates.conjunction(args) ^ 1
}

// move returns the literal for "the move is made".
func (e *entry) move(m int32) lit {
	if !e.direct {
		return e.decode(0, int32(len(e.planes)), e.place[m-e.first])
	}
	l, ok := e.single[m]
	if !ok {
		l = e.gates.add(gate{kind: gateClass})
		e.single[m] = l
	}
	return l
}

// decode returns the literal for "the planes have this value".
func (e *entry) decode(from, to, value int32) lit {
	key := decodeKey{from, to, value}
	if l, ok := e.decoded[key]; ok {
		return l
	}
	var args []lit
	if width := to - from; width <= 3 {
		for b := from; b < to; b++ {
			args = append(args, e.planes[b]^lit(value>>(b-from)&1^1))
		}
	} else {
		parts := int32(2)
		if width > 6 && width <= 9 {
			parts = 3
		}
		start := from
		for p := int32(1); p <= parts; p++ {
			end := from + width*p/parts
			args = append(args, e.decode(start, end, value>>(start-from)&(1<<(end-start)-1)))
			start = end
		}
	}
	l := e.gates.conjunction(args)
	e.decoded[key] = l
	return l
}
