package gpu

import (
	"fmt"

	"ludex/internal/circuit/bitslice"
)

// build makes the code.
func (e *Environment) build(memory bool) {
	k := e.Kernel
	m := &stepMaker{maker: maker{builder: newBuilder(), k: k}, e: e}
	k.params = []reg{m.reg()}
	if memory {
		m.signals = newLocal(&k.Code, k.steps.Signals)
	} else {
		m.signals = newRegisters(m.builder)
	}
	if n := k.steps.Net; n != nil {
		m.net = newLocal(&k.Code, n.Signals)
	}
	m.all = m.emit(opSet, ^uint32(0))
	m.begin()
	m.when(unequal, k.params[paramStepping], zero, func(b *builder) {
		inner := *m
		inner.builder = b
		inner.move()
	})
	m.look()
	k.body = m.out
	k.registers = max(k.registers, int(*m.next))
	k.made = &m.maker
	k.chooseShared()
}

// A stepMaker builds the code of an environment.
type stepMaker struct {
	maker
	e      *Environment
	all    reg      // all ones
	phases []reg    // by phase: the plays in it
	steps  []reg    // planes of the number of steps
	after  []uint32 // words of local memory: the next state, where there are several phases
}

func (m *stepMaker) load(word int) reg     { return m.emit(opLoad, uint32(word)) }
func (m *stepMaker) store(word int, r reg) { m.into(zero, opStore, uint32(word), r) }

// begin loads what the thread has kept.
func (m *stepMaker) begin() {
	l := &m.e.Layout
	m.rng = [2]reg{m.load(wordRandom0), m.load(wordRandom1)}
	m.loadState()
	for p := range l.Phases {
		if l.Phases == 1 {
			m.phases = []reg{m.all}
			break
		}
		m.phases = append(m.phases, m.load(l.Phase+p))
	}
	if l.Phases > 1 {
		for range l.States {
			m.after = append(m.after, uint32(m.k.local))
			m.k.local++
		}
	}
	for i := range l.StepBits {
		m.steps = append(m.steps, m.load(l.Steps+i))
	}
}

// loadState sets the signals of the state before the step.
func (m *stepMaker) loadState() {
	for i, s := range m.k.steps.State {
		m.signals.write(m.builder, s, m.load(m.e.Layout.State+i))
	}
}

// move makes a step in all plays. Each phase computes the next state of all plays, of which those
// in the phase take it.
func (m *stepMaker) move() {
	for p := range m.phases {
		if p > 0 {
			m.loadState()
		}
		ph := &m.k.steps.Phases[p]
		m.stages(m.signals, ph.Legal, fmt.Sprintf("legal%d", p))
		m.drawMoves(ph, p)
		m.give(ph, p)
		m.mark(ph)
		m.stages(m.signals, ph.Next, fmt.Sprintf("next%d", p))
		for i, s := range m.k.program.Phases[p].PerceptsOf {
			m.note(p, m.e.Layout.Percept+i, m.signals.read(m.builder, s))
		}
		m.take(p)
	}
	if len(m.phases) > 1 {
		for i, s := range m.k.steps.State {
			m.signals.write(m.builder, s, m.emit(opLocal, m.after[i]))
		}
		last := m.emit(opCopy, 0, m.phases[len(m.phases)-1])
		for p := len(m.phases) - 1; p > 0; p-- {
			m.into(m.phases[p], opCopy, 0, m.phases[p-1])
		}
		m.into(m.phases[0], opCopy, 0, last)
	}
	carry := m.all
	for _, s := range m.steps {
		next := m.and(s, carry)
		m.into(s, opTable, 0x3C, s, carry, carry)
		carry = next
	}
}

// take sets aside the next state of the plays in a phase.
func (m *stepMaker) take(p int) {
	for i, w := range m.after {
		x := m.and(m.phases[p], m.signals.read(m.builder, m.k.steps.State[i]))
		if p > 0 {
			x = m.or(x, m.emit(opLocal, w))
		}
		m.into(zero, opKeep, w, x)
	}
}

// give replaces the moves that were drawn by those that are given, and notes what is made.
func (m *stepMaker) give(ph *bitslice.StepPhase, p int) {
	for role := range ph.Index {
		r := &m.e.Layout.Roles[role]
		given := m.load(r.Given)
		for i := range max(len(ph.Index[role]), r.PositionBits) {
			position, made := zero, zero
			if i < r.PositionBits {
				position = m.load(r.Position + i)
			}
			if i < len(ph.Index[role]) {
				s := ph.Index[role][i]
				made = m.blend(given, m.signals.read(m.builder, s), position)
				m.signals.write(m.builder, s, made)
			}
			if i < r.PositionBits {
				m.note(p, r.Made+i, made)
			}
		}
	}
}

// note stores what holds in the plays of a phase; other phases store it for theirs.
func (m *stepMaker) note(p, word int, x reg) {
	x = m.and(m.phases[p], x)
	if p > 0 {
		x = m.or(x, m.load(word))
	}
	m.store(word, x)
}

// look computes what is known about the states, replaces plays that have ended, and stores
// everything.
func (m *stepMaker) look() {
	l := &m.e.Layout
	terminal, stuck := m.emit(opSet, 0), m.emit(opSet, 0)
	goals := m.goalRegisters()
	for p := range m.phases {
		ph := &m.k.steps.Phases[p]
		m.stages(m.signals, ph.Legal, fmt.Sprintf("legal%d", p))
		here := m.and(m.phases[p], m.signals.read(m.builder, ph.Terminal))
		none := m.and(m.phases[p], m.signals.read(m.builder, ph.NoMove))
		if m.k.program.StuckEnds {
			here, none = m.or(here, none), zero
		}
		m.into(terminal, opTable, 0xFC, terminal, here, here)
		m.into(stuck, opTable, 0xFC, stuck, none, none)
		m.collect(p)
		if m.k.steps.Net == nil {
			m.score(ph, p, here, goals)
		}
	}
	if m.k.steps.Net != nil {
		m.scoreNet(terminal, goals)
	}
	stuck = m.without(stuck, terminal)
	m.addTally(TallyStuck, stuck)
	cut := m.or(stuck, m.without(m.limitReached(), terminal))
	ended := m.or(terminal, cut)
	m.store(l.Done, terminal)
	m.store(l.Truncated, cut)
	m.storeGoals(terminal, goals)
	if m.e.opt.Final {
		ended = zero
	}
	m.storeState(ended)
	m.storeLegal(ended)
	m.store(wordRandom0, m.rng[0])
	m.store(wordRandom1, m.rng[1])
}

// addTally adds the number of plays in a mask to a tally.
func (m *stepMaker) addTally(tally uint32, mask reg) {
	if mask != zero {
		m.into(zero, opTally, tally, m.emit(opCount, 0, mask))
	}
}

// collect stores the legal moves of plays in a phase, if there are several; the last one that has
// a move completes it.
func (m *stepMaker) collect(p int) {
	if len(m.phases) == 1 {
		return
	}
	for role := range m.e.Layout.Roles {
		r := &m.e.Layout.Roles[role]
		for a := range r.Actions {
			x := zero
			if at := r.Positions[p*r.Actions+a]; at >= 0 {
				x = m.signals.read(m.builder, m.k.program.Phases[p].Roles[role].Legal[at])
			}
			if x != zero || p == 0 {
				m.note(p, r.Legal+a, x)
			}
		}
	}
}

// limitReached returns the plays that have made as many steps as allowed.
func (m *stepMaker) limitReached() reg {
	old := m.all
	for i, s := range m.steps {
		if m.k.maxSteps>>i&1 == 1 {
			old = m.and(old, s)
		} else {
			old = m.without(old, s)
		}
	}
	return old
}

// goalRegisters returns, by goal value of a role, a register with the plays that have it.
func (m *stepMaker) goalRegisters() []reg {
	out := make([]reg, len(m.k.program.Goals))
	for i := range out {
		out[i] = m.emit(opSet, 0)
	}
	return out
}

// score computes the goals of plays in a phase that have ended.
func (m *stepMaker) score(ph *bitslice.StepPhase, p int, here reg, goals []reg) {
	m.whenAny(here, func(b *builder) {
		inner := *m
		inner.builder = b
		inner.stages(m.signals, ph.Goals, fmt.Sprintf("goals%d", p))
		for i, s := range ph.GoalsOf {
			x := b.and(here, m.signals.read(b, s))
			b.into(goals[i], opTable, 0xFC, goals[i], x, x)
		}
	})
}

// scoreNet computes goals by the goal net.
func (m *stepMaker) scoreNet(terminal reg, goals []reg) {
	n := m.k.steps.Net
	m.whenAny(terminal, func(b *builder) {
		inner := *m
		inner.builder = b
		for _, w := range n.Moves {
			m.net.write(b, w.Signal, m.signals.read(b, uint32(w.Value)))
		}
		inner.stages(m.net, n.Code, "net")
		for i, s := range n.GoalsOf {
			b.into(goals[i], opCopy, 0, b.and(terminal, m.net.read(b, s)))
		}
	})
}

// storeGoals stores the goals of plays that have ended, and counts roles without exactly one.
func (m *stepMaker) storeGoals(terminal reg, goals []reg) {
	bad := zero
	for role := range m.e.Layout.Roles {
		r := &m.e.Layout.Roles[role]
		one, several := zero, zero
		planes := make([]reg, r.GoalBits)
		for i, g := range m.k.program.Goals {
			if g.Role != role {
				continue
			}
			several = m.or(several, m.and(one, goals[i]))
			one = m.or(one, goals[i])
			for k := range planes {
				if g.Value>>k&1 == 1 {
					planes[k] = m.or(planes[k], goals[i])
				}
			}
		}
		for k, x := range planes {
			m.store(r.Goal+k, m.without(x, several))
		}
		if !r.Chance {
			bad = m.or(bad, m.or(m.without(terminal, one), several))
		}
	}
	m.addTally(TallyBadGoals, bad)
}

// storeState stores the states; plays that have ended begin anew.
func (m *stepMaker) storeState(ended reg) {
	l := &m.e.Layout
	for i, s := range m.k.steps.State {
		m.store(l.State+i, m.begun(ended, m.signals.read(m.builder, s), m.k.steps.Init[i]))
	}
	for p := range m.phases {
		m.store(l.Phase+p, m.begun(ended, m.phases[p], p == 0))
	}
	for i, s := range m.steps {
		m.store(l.Steps+i, m.without(s, ended))
	}
	for i := range l.Percepts { // in a new play nothing has been perceived
		m.store(l.Percept+i, m.without(m.load(l.Percept+i), ended))
	}
}

// begun returns a value with that of the beginning in some plays.
func (m *stepMaker) begun(ended, x reg, first bool) reg {
	if first {
		return m.or(x, ended)
	}
	return m.without(x, ended)
}

// storeLegal stores the legal moves, and who has to decide something.
func (m *stepMaker) storeLegal(ended reg) {
	l := &m.e.Layout
	sole, several := zero, zero
	decides := make([]reg, len(l.Roles))
	for role := range l.Roles {
		r := &l.Roles[role]
		busy, one, two := zero, zero, zero
		for a := range r.Actions {
			x := m.begun(ended, m.legal(role, a), m.e.opt.First[role][a])
			m.store(r.Legal+a, x)
			if !m.e.opt.Idle[role][a] {
				busy = m.or(busy, x)
			}
			two = m.or(two, m.and(one, x))
			one = m.or(one, x)
		}
		decides[role] = m.or(busy, two)
		if r.Chance {
			decides[role] = zero
		}
		m.store(r.Decides, decides[role])
		several = m.or(several, m.and(sole, decides[role]))
		sole = m.or(sole, decides[role])
	}
	for a := range l.Masks {
		x := zero
		for role := range l.Roles {
			if r := &l.Roles[role]; a < r.Actions && decides[role] != zero {
				x = m.or(x, m.and(decides[role], m.load(r.Legal+a)))
			}
		}
		m.store(l.Mask+a, m.without(x, several))
	}
}

// legal returns the plays in which an action is legal.
func (m *stepMaker) legal(role, action int) reg {
	r := &m.e.Layout.Roles[role]
	if len(m.phases) > 1 {
		return m.load(r.Legal + action)
	}
	if at := r.Positions[action]; at >= 0 {
		return m.signals.read(m.builder, m.k.program.Phases[0].Roles[role].Legal[at])
	}
	return zero
}
