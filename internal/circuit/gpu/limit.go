package gpu

// The step limit. Each play has the step in which it began, by planes, modulo a power of two
// above the limit. A thread looks at them only in the step that is due: the first in which
// a play may have reached the limit. Plays that begin later reach it later.

// cut ends plays that have reached the limit.
func (m *maker) cut(terminal reg) {
	m.when(equal, m.now, m.due, func(b *builder) {
		age := m.ages(b)
		old := b.table(0x0F, m.wait, m.wait, m.wait)
		for i, a := range age {
			if m.k.limit()>>i&1 == 1 {
				old = b.and(old, a)
			} else {
				old = b.without(old, a)
			}
		}
		if m.k.program.Uncounted == 0 {
			old = b.without(old, terminal)
		}
		b.addCount(m.counters[tallyCut], old)
		b.into(m.wait, opTable, 0xFC, m.wait, old, old)
		if m.k.program.Uncounted != 0 { // the step too many is taken back
			b.into(m.counters[tallyStates], opSub, 0, m.counters[tallyStates], b.emit(opCount, 0, old))
		}
		m.look(b, age, terminal)
	})
}

// ages returns the planes of the numbers of steps that plays have made.
func (m *maker) ages(b *builder) []reg {
	var out []reg
	borrow := zero
	for i := range m.stamps {
		n, began := b.emit(opFlag, uint32(i), m.now), m.stamp(b, i)
		out = append(out, b.table(0x96, n, began, borrow))
		borrow = b.table(0x8E, n, began, borrow)
	}
	return out
}

// look finds the next step that is due, from the oldest play that goes on.
func (m *maker) look(b *builder, age []reg, terminal reg) {
	oldest := b.emit(opSet, 0)
	among := b.emit(opTable, 0x03, m.wait, terminal, terminal) // those that go on
	for i := len(age) - 1; i >= 0; i-- {
		older := b.and(among, age[i])
		b.when(unequal, older, zero, func(b *builder) {
			b.into(among, opCopy, 0, older)
			b.into(oldest, opAddImm, 1<<i, oldest)
		})
	}
	left := b.emit(opSub, 0, b.set(uint32(m.k.limit())), oldest)
	b.into(m.due, opAdd, 0, m.now, left)
}

// uncount takes back a step of some plays that does not count: they began one step later.
func (m *maker) uncount(plays reg) {
	m.into(m.counters[tallyStates], opSub, 0, m.counters[tallyStates], m.emit(opCount, 0, plays))
	m.whenAny(plays, func(b *builder) {
		carry := plays
		for i := range m.stamps {
			began := m.stamp(b, i)
			m.setStamp(b, i, b.xor(began, carry))
			carry = b.and(began, carry)
		}
	})
}
