package gpu

import (
	"fmt"

	"ludex/internal/circuit/bitslice"
)

// score counts the goals of plays that have just ended, or sets their last states aside for
// the goal net, which is run when a play ends whose place there is taken.
func (m *maker) score(ph *bitslice.StepPhase, number int, ended reg) {
	n := m.k.steps.Net
	if n == nil {
		m.whenAny(ended, func(b *builder) {
			inner := *m
			inner.builder = b
			inner.stages(m.signals, ph.Goals, fmt.Sprintf("goals%d", number))
			inner.tally(m.signals, ph.GoalsOf, ended)
		})
		return
	}
	m.whenAny(m.and(ended, m.pending), func(b *builder) {
		inner := *m
		inner.builder = b
		inner.flush()
	})
	m.into(m.pending, opTable, 0xFC, m.pending, ended, ended)
	m.whenAny(ended, func(b *builder) { m.setAside(b, ended) })
	if m.k.observed {
		m.flush()
	}
}

// setAside keeps the last states of plays for the goal net.
func (m *maker) setAside(b *builder, ended reg) {
	for i, w := range m.k.steps.Net.Moves {
		state := m.signals.read(b, uint32(w.Value))
		if !m.groups {
			m.net.write(b, w.Signal, b.blend(ended, m.net.read(b, w.Signal), state))
			continue
		}
		word := uint32(m.k.aside() + 1 + i)
		b.into(zero, opStore, word, b.blend(ended, b.emit(opLoad, word), state))
	}
}

// flush counts the goals of the states that were set aside.
func (m *maker) flush() {
	n := m.k.steps.Net
	if n == nil {
		return
	}
	if m.groups {
		for i, w := range n.Moves {
			m.net.write(m.builder, w.Signal, m.emit(opLoad, uint32(m.k.aside()+1+i)))
		}
	}
	m.stages(m.net, n.Code, "net")
	m.tally(m.net, n.GoalsOf, m.pending)
	m.into(m.pending, opSet, 0)
}

// tally counts goals. A role that has several goal values in a play gets none of them.
func (m *maker) tally(s signals, goalsOf []uint32, plays reg) {
	p := m.k.program
	bad := zero
	counted := make(map[int]reg)
	for role := range p.Roles {
		one, several := zero, zero
		for i, g := range p.Goals {
			if g.Role == role {
				x := s.read(m.builder, goalsOf[i])
				counted[i] = x
				if several == zero {
					several = m.and(one, x)
				} else {
					several = m.table(0xF8, several, one, x)
				}
				one = m.or(one, x)
			}
		}
		for i, g := range p.Goals {
			if g.Role == role {
				counted[i] = m.without(counted[i], several)
			}
		}
		if role < len(p.Chance) && p.Chance[role] {
			continue
		}
		bad = m.table(0xFB, bad, one, several) // bad ∨ ¬one ∨ several
	}
	m.addCount(m.counters[tallyBad], m.and(bad, plays))
	for k, i := range m.k.paid {
		m.addCount(m.counters[fixedTallies+k], m.and(counted[i], plays))
	}
}
