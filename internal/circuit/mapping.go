package circuit

import "slices"

// flattenArgs bounds the size of conjunctions that are inlined into their user.
const flattenArgs = 64

// A mapper turns a net into gates.
type mapper struct {
	net   *net
	gates *gateNet
	entry []*entry // by role
	uses  []int32
	lit   []lit // by node, or unknown
	args  []lit // scratch
	cover *coverer
}

// mapNet turns what the roots need into gates and returns the roots over gates.
func mapNet(n *net, r *roots) (*gateNet, *roots, []*entry) {
	m := &mapper{net: n, gates: newGateNet(n.watch), uses: countUses(n, r.all()), lit: make([]lit, len(n.nodes))}
	m.entry = newEntries(n, m.uses)
	for i := range m.lit {
		m.lit[i] = unknown
	}
	m.lit[0] = litTrue
	m.inputs()
	m.sets()
	m.conjunctions()
	for i := range m.gates.vars {
		m.gates.vars[i].value = m.of(m.gates.vars[i].value)
	}
	return m.gates, m.roots(r), m.entry
}

// inputs makes gates of the state bits and fed back nodes in use.
func (m *mapper) inputs() {
	for i := range m.net.nodes {
		nd := &m.net.nodes[i]
		if m.uses[i] == 0 {
			continue
		}
		switch nd.kind {
		case kindState:
			m.lit[i] = m.gates.add(gate{kind: gateState, x: nd.x})
		case kindLoop:
			m.lit[i] = m.gates.add(gate{kind: gateLoop, x: int32(len(m.gates.vars))})
			m.gates.vars = append(m.gates.vars, gateVar{gate: m.lit[i].node(), value: m.net.vars[nd.x].value})
		}
	}
}

// sets makes gates of the sets of moves in use.
func (m *mapper) sets() {
	lists := make([][]int32, len(m.net.moves.sets))
	for k, s := range m.net.moves.sets {
		if m.uses[s.node] > 0 && !m.entry[s.role].direct {
			lists[k] = s.members
		}
	}
	cover := newCoverer(lists, len(m.net.moves.roleOf))
	for _, e := range m.entry {
		e.begin(m.gates, m.net, cover)
	}
	for k, s := range m.net.moves.sets {
		if m.uses[s.node] > 0 {
			m.lit[s.node] = m.entry[s.role].set(int32(k))
		}
	}
}

// conjunctions makes gates of the conjunctions in use, arguments first. One
// that only a single conjunction refers to is made as part of it.
func (m *mapper) conjunctions() {
	part := m.parts()
	lists := make([][]int32, len(m.net.nodes))
	for i := range m.net.nodes {
		m.net.watch.tick()
		if m.net.nodes[i].kind == kindAnd && m.uses[i] > 0 && !part[i] {
			m.args = m.args[:0]
			m.gather(int32(i), part)
			lists[i] = m.list()
		}
	}
	m.cover = newCoverer(lists, 2*len(m.net.nodes))
	for i := range m.net.nodes {
		if lists[i] != nil {
			m.conjunction(int32(i))
		}
	}
}

// list returns the collected arguments as a sorted list without repetitions.
func (m *mapper) list() []int32 {
	list := make([]int32, len(m.args))
	for i, a := range m.args {
		list[i] = int32(a)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// conjunction makes the gates of a conjunction, sharing the gates of conjunctions
// that it contains.
func (m *mapper) conjunction(id int32) lit {
	if m.lit[id] != unknown {
		return m.lit[id]
	}
	m.net.watch.tick()
	parts, rest := m.cover.cover(id, nil)
	args := make([]lit, 0, len(parts)+len(rest))
	for _, a := range rest {
		args = append(args, m.of(lit(a)))
	}
	for _, k := range parts {
		args = append(args, m.conjunction(k))
	}
	m.lit[id] = m.gates.simple(args)
	return m.lit[id]
}

// parts finds the conjunctions that are made as part of another one.
func (m *mapper) parts() []bool {
	part := make([]bool, len(m.net.nodes))
	for i := range m.net.nodes {
		if m.uses[i] == 0 {
			continue
		}
		for _, a := range m.net.nodes[i].args {
			child := &m.net.nodes[a.node()]
			if !a.negated() && child.kind == kindAnd && m.uses[a.node()] == 1 && len(child.args) < flattenArgs {
				part[a.node()] = true
			}
		}
	}
	return part
}

// gather adds the arguments of a conjunction to m.args.
func (m *mapper) gather(id int32, part []bool) {
	for _, a := range m.net.nodes[id].args {
		if part[a.node()] {
			m.gather(a.node(), part)
			continue
		}
		m.args = append(m.args, a)
	}
}

// of returns the literal over gates.
func (m *mapper) of(l lit) lit { return m.lit[l.node()] ^ l&1 }

// roots returns the roots over gates, none of them negated but litFalse.
func (m *mapper) roots(r *roots) *roots {
	list := func(from []lit) []lit {
		to := make([]lit, len(from))
		for i, l := range from {
			to[i] = m.gates.positive(m.of(l))
		}
		return to
	}
	out := &roots{terminal: m.gates.positive(m.of(r.terminal))}
	for _, legal := range r.legal {
		out.legal = append(out.legal, list(legal))
	}
	out.next, out.goals, out.percepts = list(r.next), list(r.goals), list(r.percepts)
	for i, l := range out.next {
		if g := &m.gates.gates[l.node()]; g.kind == gateState && g.x != int32(i) {
			out.next[i] = m.gates.copyOf(l) // its source is overwritten when the state is
		}
	}
	return out
}
