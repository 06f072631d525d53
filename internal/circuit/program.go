package circuit

import "ludex/internal/circuit/bitslice"

// A programmer makes the gate programs of a game.
type programmer struct {
	canon  *canon
	spec   *Spec
	states []uint32 // by canonical state bit: its signal
	out    *bitslice.Program
	stats  *Stats
}

// newProgrammer lays out the state: first the bits that are false at the start,
// then those that are true, so that few operations reset a lane.
func newProgrammer(s *Spec, c *canon, stats *Stats) *programmer {
	p := &programmer{canon: c, spec: s, states: make([]uint32, len(c.state)), stats: stats}
	p.out = &bitslice.Program{State: make([]uint32, len(s.State)), Init: make([]bool, len(s.State)), Roles: len(s.Roles), StuckEnds: s.StuckEnds}
	next := uint32(bitslice.True + 1)
	for _, init := range []bool{false, true} {
		for i, b := range c.state {
			if b.init == init {
				p.states[i] = next
				p.out.State[b.bit], p.out.Init[b.bit] = next, init
				next++
			}
		}
	}
	if s.Uncounted > 0 {
		p.out.Uncounted = p.out.State[s.Uncounted-1]
	}
	if s.Random >= 0 {
		p.out.Chance = make([]bool, len(s.Roles))
		p.out.Chance[s.Random] = true
	}
	for _, g := range s.Goals {
		p.out.Goals = append(p.out.Goals, bitslice.Goal{Role: g.Role, Value: g.Value})
	}
	return p
}

// phase adds the program of a phase.
func (p *programmer) phase(g *gated) {
	n, gates, over, entries := g.net, g.gates, g.over, g.entries
	signal := make([]uint32, len(gates.gates))
	signal[0] = bitslice.True
	next := uint32(bitslice.True + 1 + len(p.states))
	roles := make([]bitslice.PhaseRole, len(entries))
	for i, e := range entries {
		roles[i], next = p.role(n, e, signal, next)
	}
	for i := range gates.gates {
		switch x := &gates.gates[i]; x.kind {
		case gateState:
			signal[i] = p.states[x.x]
		case gateLoop:
			signal[i] = next
			next++
		}
	}
	e := newEmitter(g, signal, int(next))
	ph := bitslice.Phase{
		Legal: e.code(partLegal), Next: e.code(partNext), Goals: e.code(partGoals),
		Terminal: e.layout.signalOf(over.terminal),
		Roles:    roles,
		NextOf:   make([]uint32, len(p.states)),
		GoalsOf:  e.signals(over.goals),

		Percepts:   e.code(partPercepts),
		PerceptsOf: e.signals(over.percepts),
	}
	for i, l := range over.next {
		ph.NextOf[p.canon.state[i].bit] = e.layout.signalOf(l)
	}
	for i, en := range entries {
		ph.Roles[i].Legal = e.legal(n, over.legal[i], en)
	}
	p.out.Phases = append(p.out.Phases, ph)
	p.out.Percepts = len(ph.PerceptsOf)
	p.out.Signals = max(p.out.Signals, e.layout.total)
	p.stats.phase(e, entries)
}

// legal returns the signals of the moves that a role has in a phase.
func (e *emitter) legal(n *net, legal []lit, en *entry) []uint32 {
	out := make([]uint32, len(en.moves))
	base := n.moves.first[en.role]
	for i, m := range en.moves {
		out[i] = e.layout.signalOf(legal[m-base])
	}
	return out
}

// role describes how a role's choice enters, and gives signals to the inputs
// through which it does.
func (p *programmer) role(n *net, e *entry, signal []uint32, next uint32) (bitslice.PhaseRole, uint32) {
	base := n.moves.first[e.role]
	r := bitslice.PhaseRole{Moves: make([]int32, len(e.moves)), Inputs: [2]uint32{next, next}}
	for i, m := range e.moves {
		r.Moves[i] = p.canon.moves[e.role][m-base].number
	}
	if !e.direct {
		r.Planes = []uint32{}
		for _, l := range e.planes {
			signal[l.node()] = next
			r.Planes = append(r.Planes, next)
			next++
		}
		r.Inputs[1] = next
		return r, next
	}
	r.Classes = make([][]uint32, len(e.moves))
	for _, m := range sortedKeys(e.single) {
		signal[e.single[m].node()] = next
		at := e.place[m-e.first]
		r.Classes[at] = append(r.Classes[at], next)
		next++
	}
	for _, set := range sortedKeys(e.classes) {
		signal[e.classes[set].node()] = next
		for _, m := range n.moves.sets[set].members {
			if !e.heavy(m) {
				at := e.place[m-e.first]
				r.Classes[at] = append(r.Classes[at], next)
			}
		}
		next++
	}
	r.Inputs[1] = next
	return r, next
}

// goalNet adds the program that computes goals from states alone.
func (p *programmer) goalNet(n *net, r *roots) {
	g := newGated(n, &roots{terminal: litFalse, goals: r.goals})
	gates, over := g.gates, g.over
	signal := make([]uint32, len(gates.gates))
	signal[0] = bitslice.True
	next := uint32(bitslice.True + 1)
	net := bitslice.GoalNet{State: make([]uint32, len(p.states))}
	for i := range gates.gates {
		switch x := &gates.gates[i]; x.kind {
		case gateState:
			signal[i] = next
			net.State[p.canon.state[x.x].bit] = next
			next++
		case gateLoop:
			signal[i] = next
			next++
		}
	}
	e := newEmitter(g, signal, int(next))
	net.Code, net.GoalsOf, net.Signals = e.code(partGoals), e.signals(over.goals), e.layout.total
	p.out.GoalNet = net
	p.stats.GoalNetGates = g.count()[partGoals]
}
