package gpu

import "ludex/internal/circuit/bitslice"

// signals are where the signals of a program are kept.
type signals interface {
	// read returns a register with a signal, valid until the signal is written.
	read(b *builder, signal uint32) reg
	write(b *builder, signal uint32, value reg)
	// stage adds the code of a netlist, under a name.
	stage(m *maker, n *bitslice.Netlist, name string)
	// loop adds the code of a stage with feedback.
	loop(m *maker, st *bitslice.Stage, name string)
}

// registers keep signals in registers.
type registers struct {
	regs map[uint32]reg
	ones reg
	next *builder
}

func newRegisters(b *builder) *registers {
	return &registers{regs: make(map[uint32]reg), ones: b.emit(opSet, ^uint32(0)), next: b}
}

func (s *registers) read(_ *builder, signal uint32) reg {
	switch signal {
	case bitslice.False:
		return zero
	case bitslice.True:
		return s.ones
	}
	r, ok := s.regs[signal]
	if !ok {
		r = s.next.reg()
		s.regs[signal] = r
	}
	return r
}

func (s *registers) write(b *builder, signal uint32, value reg) {
	b.into(s.read(b, signal), opCopy, 0, value)
}

// stage computes all values, each in a register of its own, before signals are written.
func (s *registers) stage(m *maker, n *bitslice.Netlist, _ string) {
	ordered := reorder(n)
	n = &ordered
	values := make([]reg, 0, len(n.Reads)+len(n.Tables))
	for _, r := range n.Reads {
		values = append(values, s.read(m.builder, r))
	}
	for i := range n.Tables {
		values = append(values, m.netTable(&n.Tables[i], values))
	}
	for _, w := range n.Writes {
		s.write(m.builder, w.Signal, values[w.Value])
	}
}

func (s *registers) loop(m *maker, st *bitslice.Stage, name string) { repeat(m, s, st, name) }

// netTable adds the code of a table of a netlist.
func (b *builder) netTable(t *bitslice.Table, values []reg) reg {
	var in [3]reg
	for k := range in {
		in[k] = values[t.In[min(k, int(t.N)-1)]]
	}
	return b.emit(opTable, uint32(widen(t.Bits, int(t.N))), in[0], in[1], in[2])
}

// widen returns a table over three inputs, of which the last ones do not matter.
func widen(bits uint8, n int) uint8 {
	out := uint8(0)
	for i := range uint8(8) {
		out |= bits >> (i >> (3 - n)) & 1 << i
	}
	return out
}

// stages adds the code of stages.
func (m *maker) stages(s signals, list []bitslice.Stage, name string) {
	for i := range list {
		st := &list[i]
		part := name + "_" + string(rune('a'+i%26))
		if i >= 26 {
			part += string(rune('a' + i/26))
		}
		if st.Feedback == nil {
			s.stage(m, &st.Netlist, part)
			continue
		}
		s.loop(m, st, part)
	}
}

// repeat adds the code of a stage with feedback.
func repeat(m *maker, s signals, st *bitslice.Stage, name string) {
	for _, f := range st.Feedback {
		s.write(m.builder, f, zero)
	}
	inner := *m
	inner.builder = m.sub()
	s.stage(&inner, &st.Netlist, name)
	again := s.read(inner.builder, st.Changed)
	m.out = append(m.out, statement{loop: &loop{inner.out, again}})
}
