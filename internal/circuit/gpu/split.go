package gpu

import (
	"fmt"
	"maps"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// local keeps signals in the local memory of a thread. Netlists are cut into functions, which
// pass values through that memory, too.
type local struct {
	code   *Code
	slots  map[uint32]uint32      // by signal
	free   []uint32               // slots for values that are not in use
	made   map[string][]*function // by the name of a netlist
	seldom bool                   // whether its memory should not be shared memory
}

func newLocal(c *Code, signals int) *local {
	return &local{code: c, slots: make(map[uint32]uint32, signals), made: make(map[string][]*function)}
}

func (s *local) slot(signal uint32) uint32 {
	at, ok := s.slots[signal]
	if !ok {
		at = s.takeFree()
		s.slots[signal] = at
	}
	return at
}

// phase says that another phase begins, in which only some signals are still needed: those given.
func (s *local) phase(state []uint32) {
	keep := make(map[uint32]bool)
	for _, x := range state {
		keep[x] = true
	}
	for _, x := range slices.Sorted(maps.Keys(s.slots)) {
		if at := s.slots[x]; !keep[x] && !s.code.pinned[at] {
			s.giveFree(at)
			delete(s.slots, x)
		}
	}
}

// take returns an unused slot.
func (s *local) take() uint32 {
	s.code.local++
	if s.seldom {
		s.code.useSeldom(uint32(s.code.local - 1))
	}
	return uint32(s.code.local - 1)
}

// takeFree returns a slot for a value. The one that has been free for the longest time comes
// first, so that stores do not have to wait for loads.
func (s *local) takeFree() uint32 {
	if len(s.free) == 0 {
		return s.take()
	}
	at := s.free[0]
	s.free = s.free[1:]
	return at
}

// giveFree gives a slot back.
func (s *local) giveFree(at uint32) { s.free = append(s.free, at) }

func (s *local) read(b *builder, signal uint32) reg {
	switch signal {
	case bitslice.False:
		return zero
	case bitslice.True:
		return b.emit(opSet, ^uint32(0))
	}
	return b.emit(opLocal, s.slot(signal))
}

func (s *local) write(b *builder, signal uint32, value reg) {
	b.into(zero, opKeep, s.slot(signal), value)
}

// chunk is how many gates a function has at most.
const chunk = 6000

// stage cuts a netlist into functions, or adds its code here if it is small. A netlist that is
// used again has the same name.
func (s *local) stage(m *maker, n *bitslice.Netlist, name string) {
	if len(n.Tables) <= chunk/8 {
		newSplitter(s, n).part(m.builder, 0)
		return
	}
	if s.made[name] == nil {
		s.made[name] = s.functions(n, name)
	}
	for _, f := range s.made[name] {
		m.out = append(m.out, statement{call: f})
	}
}

// loop makes a function of a loop that has its signals in registers, if they fit there.
func (s *local) loop(m *maker, st *bitslice.Stage, name string) {
	ordered := reorder(&st.Netlist)
	if len(ordered.Reads)+mostLive(&ordered) > planned {
		repeat(m, s, st, name)
		return
	}
	if s.made[name] == nil {
		f := &function{name: name, code: s.loopCode(st)}
		s.made[name] = []*function{f}
		s.code.functions = append(s.code.functions, f)
	}
	m.out = append(m.out, statement{call: s.made[name][0]})
}

// loopCode returns the code of a loop between loads and stores of its signals.
func (s *local) loopCode(st *bitslice.Stage) []statement {
	m := &maker{builder: newBuilder()}
	inside := newRegisters(m.builder)
	for _, r := range st.Reads {
		if r != bitslice.False && r != bitslice.True {
			inside.write(m.builder, r, s.read(m.builder, r))
		}
	}
	repeat(m, inside, st, "")
	for _, w := range st.Writes {
		s.write(m.builder, w.Signal, inside.read(m.builder, w.Signal))
	}
	s.code.registers = max(s.code.registers, int(*m.next))
	return m.out
}

// functions returns the functions of a netlist.
func (s *local) functions(n *bitslice.Netlist, name string) []*function {
	ordered := reorder(n)
	p := newSplitter(s, &ordered)
	var out []*function
	for i := range p.parts() {
		b := newBuilder()
		p.part(b, i)
		out = append(out, &function{name: fmt.Sprintf("%s%d", name, i), code: b.out})
		s.code.registers = max(s.code.registers, int(*b.next))
	}
	s.code.functions = append(s.code.functions, out...)
	return out
}

// A splitter cuts a netlist into parts.
type splitter struct {
	s        *local
	n        *bitslice.Netlist
	last     []int              // by value: the last part that reads it
	lastRead map[uint32]int     // by signal: the last part that reads it
	kept     map[int32]uint32   // by value that a later part reads: its slot
	writes   [][]bitslice.Write // by part
}

func newSplitter(s *local, n *bitslice.Netlist) *splitter {
	p := &splitter{
		s: s, n: n,
		last: make([]int, len(n.Reads)+len(n.Tables)), lastRead: make(map[uint32]int),
		kept:   make(map[int32]uint32),
		writes: make([][]bitslice.Write, max(1, (len(n.Tables)+chunk-1)/chunk)),
	}
	for i := range n.Tables {
		t := &n.Tables[i]
		for _, x := range t.In[:t.N] {
			p.last[x] = i / chunk
		}
	}
	for i, r := range n.Reads {
		p.lastRead[r] = max(p.lastRead[r], p.last[i])
	}
	for _, w := range n.Writes { // not before the old value was read for the last time
		at := max(p.partOf(w.Value), p.lastRead[w.Signal])
		p.writes[at] = append(p.writes[at], w)
		p.last[w.Value] = max(p.last[w.Value], at)
	}
	return p
}

func (p *splitter) parts() int { return len(p.writes) }

// partOf returns the part that computes a value.
func (p *splitter) partOf(value int32) int {
	return max(0, int(value)-len(p.n.Reads)) / chunk
}
