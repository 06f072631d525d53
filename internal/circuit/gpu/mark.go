package gpu

import "ludex/internal/circuit/bitslice"

// mark sets the signals of the chosen moves of roles whose moves have signals of their own: play
// by play, from a table. It needs signals in memory.
func (m *maker) mark(ph *bitslice.StepPhase) {
	if ph.Inputs == nil {
		return
	}
	s, ok := m.signals.(*local)
	if !ok {
		panic("gpu: moves with signals of their own, and signals in registers")
	}
	for _, in := range ph.Inputs {
		for i := in[0]; i < in[1]; i++ {
			s.write(m.builder, i, zero)
		}
	}
	for _, a := range ph.Always {
		s.write(m.builder, a, m.set(^uint32(0)))
	}
	for i := range ph.Markers {
		m.marker(s, &ph.Markers[i])
	}
}

// marker sets the signals of one role's moves.
func (m *maker) marker(s *local, mk *bitslice.Marker) {
	c := &m.k.Code
	starts := len(c.tables)
	at := uint32(starts + len(mk.Classes) + 1)
	var list []uint32
	for _, class := range mk.Classes {
		c.tables = append(c.tables, at+uint32(len(list)))
		for _, signal := range class {
			list = append(list, s.slot(signal))
			c.pin(s.slot(signal))
		}
	}
	c.tables = append(c.tables, at+uint32(len(list)))
	c.tables = append(c.tables, list...)

	var bytes [2][octet]reg
	for i := range min(mk.Planes, 2*octet) {
		bytes[i/octet][i%octet] = s.read(m.builder, mk.Index+uint32(i))
	}
	m.transpose(&bytes[0])
	m.transpose(&bytes[1])
	moves := m.set(uint32(len(mk.Classes)))
	for lane := range uint32(Lanes) {
		index := m.lane(bytes[0][lane%octet], bytes[1][lane%octet], lane/octet)
		m.when(less, index, moves, func(b *builder) {
			from := b.emit(opLookup, uint32(starts), index)
			to := b.emit(opLookup, uint32(starts+1), index)
			bit := b.set(1 << lane)
			more := b.emit(opSub, 0, to, from)
			b.when(unequal, more, zero, func(b *builder) {
				body := b.sub()
				body.into(zero, opOrAt, 0, body.emit(opLookup, 0, from), bit)
				body.into(from, opAddImm, 1, from)
				again := body.emit(opSub, 0, to, from)
				b.out = append(b.out, statement{loop: &loop{body.out, again}})
			})
		})
	}
}
