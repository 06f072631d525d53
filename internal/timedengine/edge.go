//go:build !js

package timedengine

import (
	"encoding/binary"

	"ludex/gdl"
)

// An Edge is what an event does to a node. The instants of the next state are taken from
// those before, or are a given time from now.
type Edge struct {
	key     edgeKey
	to      *Node
	take    []take
	checks  []check
	expired []int32
	sees    [][]int32 // by role: percepts
	keys    []uint64  // by role: a hash of the percepts
	bad     bool      // it is irregular
	facts   []held    // of the next state, where rules compare lifetimes
	carried []int32   // the expired facts of the next state
}

// A take is an instant of the next state: that of a slot, or a time from now.
type take struct {
	slot   int32 // or -1
	length gdl.Lifetime
}

// A check is two lifetimes that one fact gets, which must be equal.
type check struct{ a, b take }

// An edgeKey is an event with at most one move in a node with at most 64 timers.
type edgeKey struct {
	expired uint64
	move    uint32 // 2·(number of the move plus 1), or 0; plus 1 if no time has passed
}

// Update lets the state reach an instant, which is not after the first expiry, where some
// roles move, in the order of roles. Nothing may happen at all.
func (e *Engine) Update(s State, at gdl.Lifetime, moves []Move) (State, *Edge, error) {
	n := e.current(s.Node, s.Until, s.Now)
	edge := e.edge(n, s.Until, at, at == s.Now, moves)
	next := State{Until: make([]gdl.Lifetime, len(edge.take)), Gone: edge.expired, Now: at}
	if at == s.Now {
		next.Gone = s.Gone
	}
	if !edge.fill(s.Until, at, next.Until) {
		return State{}, nil, ErrIrregular
	}
	next.Node = e.next(edge, next.Until, at)
	return next, edge, nil
}

// next returns the node that an edge leads to.
func (e *Engine) next(edge *Edge, until []gdl.Lifetime, at gdl.Lifetime) *Node {
	if edge.to != nil && edge.to.age == e.age {
		return edge.to
	}
	n := e.node(edge.facts, edge.carried, until, at)
	if len(e.prog.comparisons) == 0 {
		edge.to = n
	}
	return n
}

// fill computes the instants of the next state. It reports whether the state is regular.
func (edge *Edge) fill(until []gdl.Lifetime, at gdl.Lifetime, dst []gdl.Lifetime) bool {
	if edge.bad {
		return false
	}
	for i, t := range edge.take {
		dst[i] = t.in(until, at)
	}
	for _, c := range edge.checks {
		if c.a.in(until, at) != c.b.in(until, at) {
			return false
		}
	}
	return true
}

func (t take) in(until []gdl.Lifetime, at gdl.Lifetime) gdl.Lifetime {
	if t.slot >= 0 {
		return until[t.slot]
	}
	return at + t.length
}

// edge returns what an event does to a node.
func (e *Engine) edge(n *Node, until []gdl.Lifetime, at gdl.Lifetime, still bool, moves []Move) *Edge {
	if len(n.timers) > 64 || len(moves) > 1 || len(e.prog.comparisons) > 0 {
		return e.otherEdge(n, until, at, still, moves)
	}
	key := edgeKey{}
	for i, u := range until {
		if u == at {
			key.expired |= 1 << i
		}
	}
	if len(moves) == 1 {
		key.move = 2 * (e.prog.numberOf(moves[0]) + 1)
	}
	if still {
		key.move++
	}
	if edge := n.find(key); edge != nil {
		return edge
	}
	edge := e.newEdge(n, until, at, still, moves)
	edge.key = key
	n.add(edge)
	return edge
}

// numberOf numbers the moves of all roles.
func (p *Program) numberOf(m Move) uint32 { return uint32(p.legalAt[m.Role] - 1 + m.Move) }

// hash spreads keys over a table.
func (k edgeKey) hash() uint64 {
	h := (k.expired ^ uint64(k.move)<<32 ^ uint64(k.move)) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// find returns the edge of an event, or nil.
func (n *Node) find(key edgeKey) *Edge {
	if len(n.table) == 0 {
		return nil
	}
	mask := uint64(len(n.table) - 1)
	for i := key.hash() & mask; n.table[i] != nil; i = (i + 1) & mask {
		if n.table[i].key == key {
			return n.table[i]
		}
	}
	return nil
}

// add adds an edge to the table, at most half of which is used.
func (n *Node) add(edge *Edge) {
	if 2*(n.used+1) > len(n.table) {
		old := n.table
		n.table = make([]*Edge, max(4, 2*len(old)))
		for _, x := range old {
			if x != nil {
				n.place(x)
			}
		}
	}
	n.used++
	n.place(edge)
}

func (n *Node) place(edge *Edge) {
	mask := uint64(len(n.table) - 1)
	i := edge.key.hash() & mask
	for n.table[i] != nil {
		i = (i + 1) & mask
	}
	n.table[i] = edge
}

// otherEdge is like edge, for any event.
func (e *Engine) otherEdge(n *Node, until []gdl.Lifetime, at gdl.Lifetime, still bool, moves []Move) *Edge {
	key := e.key[:0]
	for i, u := range until {
		if u == at {
			key = binary.AppendUvarint(key, uint64(i)+1)
		}
	}
	key = append(key, 0, '0')
	if still {
		key = append(key, '1')
	}
	for _, m := range moves {
		key = binary.AppendUvarint(key, uint64(m.Role))
		key = binary.AppendUvarint(key, uint64(m.Move))
	}
	for _, w := range e.code(n.facts, until, at) {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	e.key = key
	if edge, ok := n.others[string(key)]; ok {
		return edge
	}
	name := string(key)
	edge := e.newEdge(n, until, at, still, moves)
	if n.others == nil {
		n.others = map[string]*Edge{}
	}
	n.others[name] = edge
	return edge
}

// newEdge computes what an event does to a node.
func (e *Engine) newEdge(n *Node, until []gdl.Lifetime, at gdl.Lifetime, still bool, moves []Move) *Edge {
	p, in, edge := e.prog, e.inputs[:0], &Edge{}
	slots := make(map[int32]int32, len(n.facts)) // of facts that have not expired
	for _, h := range n.facts {
		f := &p.facts[h.fact]
		if h.slot >= 0 && until[h.slot] <= at {
			edge.expired = append(edge.expired, h.fact)
			in = append(in, f.gone)
			continue
		}
		slots[h.fact] = h.slot
		in = append(in, f.holds)
		if h.slot < 0 {
			in = append(in, f.lasts)
		}
	}
	for _, m := range moves {
		in = append(in, p.moves[m.Role][m.Move].does)
	}
	e.inputs = e.compared(in, e.code(n.facts, until, at))
	e.eval.set(e.inputs)
	if edge.carried = n.expired; !still {
		edge.carried = p.mattering(edge.expired)
	}
	e.collect(edge, slots)
	e.perceive(edge, moves)
	e.kept += 8 + len(edge.take)
	return edge
}

// mattering returns the expired facts that matter to what holds in a state.
func (p *Program) mattering(expired []int32) []int32 {
	var out []int32
	for _, f := range expired {
		if p.facts[f].matters {
			out = append(out, f)
		}
	}
	return out
}

// collect finds the facts of the next state and where their instants come from.
func (e *Engine) collect(edge *Edge, slots map[int32]int32) {
	p := e.prog
	var last take // what the last fact gets; a length of Forever if it lasts
	p.eachGive(e.eval, func(g *give) {
		t := take{-1, g.length}
		if g.from >= 0 {
			if t.slot = slots[g.from]; t.slot < 0 {
				t.length = gdl.Forever
			}
		}
		edge.bad = edge.bad || t.slot < 0 && t.length == 0
		lasts := t.slot < 0 && t.length == gdl.Forever
		if k := len(edge.facts); k > 0 && edge.facts[k-1].fact == g.to {
			switch {
			case last == t:
			case lasts || edge.facts[k-1].slot < 0:
				edge.bad = true
			default:
				edge.checks = append(edge.checks, check{last, t})
			}
			return
		}
		last = t
		if lasts {
			edge.facts = append(edge.facts, held{g.to, -1})
			return
		}
		edge.facts = append(edge.facts, held{g.to, int32(len(edge.take))})
		edge.take = append(edge.take, t)
	})
}

// eachGive calls visit for what the rules derive for the next state, in the order of facts.
func (p *Program) eachGive(e *evaluator, visit func(g *give)) {
	e.each(p.givesAt, p.goalsAt, func(bit int32) { visit(&p.gives[bit-p.givesAt]) })
}

// perceive finds what the roles see.
func (e *Engine) perceive(edge *Edge, moves []Move) {
	p := e.prog
	edge.sees, edge.keys = make([][]int32, len(p.roles)), make([]uint64, len(p.roles))
	if p.hidden {
		e.eval.each(p.seesAt, p.outputs, func(bit int32) {
			if s := &p.percepts[bit-p.seesAt]; s.Role != p.random {
				p.see(edge, s.Role, int32(s.Percept))
			}
		})
		return
	}
	for r := range edge.sees {
		for _, m := range moves {
			p.see(edge, r, int32(p.numberOf(m)))
		}
	}
}

// see adds a percept of a role.
func (p *Program) see(edge *Edge, role int, percept int32) {
	edge.sees[role] = append(edge.sees[role], percept)
	edge.keys[role] += TextKey(p.perceptText(percept)) // in any order
}
