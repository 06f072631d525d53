package bitslice

import (
	"math/rand/v2"
	"slices"
)

// shape says what random programs look like.
type shape struct {
	state, roles, phases int
	moves                int // most of a role
	gates                int // of each part
	loops, guards        bool
	net                  bool // with a goal net
	easy                 bool // some move is nearly always legal
}

// randomProgram makes a program of random gates.
func randomProgram(seed uint64, sh shape) *Program {
	r := rand.New(rand.NewPCG(seed, 99))
	p := &Program{Roles: sh.roles}
	m := maker{r: r, next: 2, guards: sh.guards}
	for range sh.state {
		p.State = append(p.State, m.signal())
		p.Init = append(p.Init, r.IntN(2) == 0)
	}
	r.Shuffle(len(p.State), func(i, j int) { p.State[i], p.State[j] = p.State[j], p.State[i] })
	for role := range sh.roles {
		for range r.IntN(3) {
			p.Goals = append(p.Goals, Goal{role, []int{0, 25, 50, 100}[r.IntN(4)]})
		}
	}
	if r.IntN(4) == 0 {
		p.Chance = make([]bool, sh.roles)
		p.Chance[r.IntN(sh.roles)] = true
	}
	for range sh.phases {
		m.next = uint32(2 + sh.state) // phases use the same signals for different things
		p.Phases = append(p.Phases, m.phase(p, sh))
		p.Signals = max(p.Signals, int(m.next))
	}
	if sh.net {
		n := maker{r: r, next: 2}
		for range p.State {
			s := uint32(False)
			if r.IntN(3) > 0 {
				s = n.signal()
				n.known = append(n.known, s)
			}
			p.GoalNet.State = append(p.GoalNet.State, s)
		}
		n.inputs = len(n.known)
		p.GoalNet.Code = n.code(sh.gates, sh.loops)
		p.GoalNet.GoalsOf = make([]uint32, len(p.Goals))
		for i := range p.Goals {
			p.GoalNet.GoalsOf[i] = n.any()
		}
		p.GoalNet.Signals = int(n.next)
	}
	return p
}

// A maker makes the parts of a random program.
type maker struct {
	r      *rand.Rand
	next   uint32
	known  []uint32 // signals that can be read
	inputs int      // how many of them, the first ones, are inputs
	spare  []uint32 // signals that are not read any more
	guards bool
}

func (m *maker) signal() uint32 {
	if n := len(m.spare); n > 0 {
		s := m.spare[n-1]
		m.spare = m.spare[:n-1]
		return s
	}
	m.next++
	return m.next - 1
}

// any returns a signal that can be read, recent ones rather than old ones.
func (m *maker) any() uint32 {
	switch n := len(m.known); {
	case n == 0 || m.r.IntN(20) == 0:
		return uint32(m.r.IntN(2))
	case m.r.IntN(3) == 0:
		return m.known[n-1-m.r.IntN(min(n, 10))]
	case m.r.IntN(2) == 0: // much that is computed is nearly constant
		return m.known[m.r.IntN(min(n, m.inputs))]
	default:
		return m.known[m.r.IntN(n)]
	}
}

// code makes gates, perhaps with guards and a loop among them.
func (m *maker) code(gates int, loops bool) (segments []Segment) {
	for n := 0; n < gates; {
		s := Segment{Op: Op(m.r.IntN(int(NumOps)))}
		for range 1 + m.r.IntN(7) {
			for range s.Op.Inputs() {
				s.Args = append(s.Args, m.any())
			}
			out := m.signal()
			s.Args = append(s.Args, out)
			m.known = append(m.known, out)
			n++
		}
		segments = append(segments, s)
		if m.guards && m.r.IntN(6) == 0 {
			segments = append(segments, m.guarded()...)
		}
		if loops && m.r.IntN(4) == 0 {
			segments = append(segments, Segment{Loop: m.loop()})
		}
	}
	return segments
}

// guarded makes gates that may be left out where a signal is not set, and others
// that make something of them that does not depend on whether they are.
func (m *maker) guarded() []Segment {
	guard := m.any()
	if guard == False {
		guard = True
	}
	s := Segment{Op: Op(m.r.IntN(int(NumOps))), Guard: guard}
	after := Segment{Op: And2}
	var hidden, shown []uint32
	for range 1 + m.r.IntN(7) {
		for range s.Op.Inputs() {
			in := m.any()
			if len(hidden) > 0 && m.r.IntN(2) == 0 {
				in = hidden[m.r.IntN(len(hidden))]
			}
			s.Args = append(s.Args, in)
		}
		hidden = append(hidden, m.signal())
		s.Args = append(s.Args, hidden[len(hidden)-1])
	}
	for _, h := range hidden {
		out := m.signal()
		after.Args = append(after.Args, guard, h, out)
		shown = append(shown, out)
	}
	m.known = append(m.known, shown...)
	return []Segment{s, after}
}

// loop makes a loop of monotone gates: the least set that contains some signals
// and is closed under some implications. Some feedback comes from a signal that was
// computed before, inverted or not, and some straight from other feedback.
func (m *maker) loop() *Loop {
	l := &Loop{}
	n := 1 + m.r.IntN(5)
	var atoms []uint32
	for range n {
		atoms = append(atoms, m.signal())
	}
	for _, a := range atoms {
		b := atoms[m.r.IntN(n)]
		switch m.r.IntN(6) {
		case 0:
			l.Feedback = append(l.Feedback, Feedback{Signal: a, Source: m.any(), Invert: m.r.IntN(2) == 0})
			continue
		case 1:
			l.Feedback = append(l.Feedback, Feedback{Signal: a, Source: b})
			continue
		}
		// a ← (b ∧ x) ∨ y, as ¬(¬(b ∧ x) ∧ ¬y)
		body, source := m.signal(), m.signal()
		l.Gates = append(l.Gates,
			Gate{Op: And2, In: [3]uint32{b, m.any()}, Out: body},
			Gate{Op: And2N2, In: [3]uint32{body, m.any()}, Out: source})
		l.Feedback = append(l.Feedback, Feedback{Signal: a, Source: source, Invert: true})
	}
	m.known = append(m.known, atoms...)
	return l
}

func (m *maker) phase(p *Program, sh shape) Phase {
	m.known = append([]uint32(nil), p.State...)
	m.inputs = len(m.known)
	var ph Phase
	ph.Legal = m.code(sh.gates, sh.loops)
	ph.Terminal = m.signal()
	ph.Legal = append(ph.Legal, Segment{Op: And3, Args: []uint32{m.any(), m.any(), m.any(), ph.Terminal}})
	for range p.Roles {
		ph.Roles = append(ph.Roles, m.role(sh))
	}
	legal := len(m.known)
	ph.Goals = m.code(sh.gates/4+1, sh.loops)
	for range p.Goals {
		ph.GoalsOf = append(ph.GoalsOf, m.any())
	}
	m.known = m.known[:legal]
	m.release(&ph)
	var moves []uint32
	for i := range ph.Roles {
		moves = append(moves, ph.Roles[i].Planes...)
		for s := ph.Roles[i].Inputs[0]; s < ph.Roles[i].Inputs[1]; s++ {
			moves = append(moves, s)
		}
	}
	m.known = append(moves, m.known...)
	m.inputs += len(moves)
	ph.Next = m.code(sh.gates/2, sh.loops)
	m.release(&ph) // what has been read may be overwritten
	ph.Next = append(ph.Next, m.code(sh.gates/2, sh.loops)...)
	m.spare = nil
	for i := range p.State {
		s := p.State[i]
		if m.r.IntN(8) > 0 {
			// A copy, in case it is a state signal of another bit.
			s = m.signal()
			x := m.any()
			ph.Next = append(ph.Next, Segment{Op: And2, Args: []uint32{x, x, s}})
		}
		ph.NextOf = append(ph.NextOf, s)
	}
	return ph
}

// release makes some signals of Legal available for other values in Next.
func (m *maker) release(ph *Phase) {
	used := map[uint32]bool{ph.Terminal: true}
	for _, r := range ph.Roles {
		for _, s := range r.Legal {
			used[s] = true
		}
	}
	for i := m.inputs; i < len(m.known); {
		if used[m.known[i]] || m.r.IntN(3) > 0 {
			i++
			continue
		}
		m.spare = append(m.spare, m.known[i])
		m.known = slices.Delete(m.known, i, i+1)
	}
}

// role makes the moves of a role.
func (m *maker) role(sh shape) (r PhaseRole) {
	n := m.r.IntN(sh.moves + 1)
	if sh.easy {
		n = max(n, 1)
	}
	for i := range n {
		r.Moves = append(r.Moves, int32(i))
		s := m.any()
		if sh.easy && i == 0 && m.r.IntN(4) > 0 {
			s = True
		}
		r.Legal = append(r.Legal, s)
	}
	if m.r.IntN(3) > 0 {
		r.Planes = []uint32{}
		for 1<<len(r.Planes) < n {
			r.Planes = append(r.Planes, m.signal())
		}
		return r
	}
	r.Inputs[0] = m.next
	for range 1 + m.r.IntN(8) {
		m.signal()
	}
	r.Inputs[1] = m.next
	for range n {
		var class []uint32
		for s := r.Inputs[0]; s < r.Inputs[1]; s++ {
			if m.r.IntN(3) == 0 {
				class = append(class, s)
			}
		}
		r.Classes = append(r.Classes, class)
	}
	return r
}
