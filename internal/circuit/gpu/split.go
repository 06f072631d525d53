package gpu

import (
	"fmt"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// local keeps signals in the local memory of a thread. Netlists are cut into functions, which
// pass values through that memory, too.
type local struct {
	code  *Code
	slots map[uint32]uint32      // by signal
	free  []uint32               // slots for values between functions
	made  map[string][]*function // by the name of a netlist
}

func newLocal(c *Code, signals int) *local {
	return &local{code: c, slots: make(map[uint32]uint32, signals), made: make(map[string][]*function)}
}

func (s *local) slot(signal uint32) uint32 {
	at, ok := s.slots[signal]
	if !ok {
		at = s.take()
		s.slots[signal] = at
	}
	return at
}

// take returns an unused slot.
func (s *local) take() uint32 {
	s.code.local++
	return uint32(s.code.local - 1)
}

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
const chunk = 2000

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
	for _, slots := range p.release {
		s.free = append(s.free, slots...)
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
	release  map[int][]uint32   // by part: slots that are free after it
	writes   [][]bitslice.Write // by part
}

func newSplitter(s *local, n *bitslice.Netlist) *splitter {
	p := &splitter{
		s: s, n: n,
		last: make([]int, len(n.Reads)+len(n.Tables)), lastRead: make(map[uint32]int),
		kept: make(map[int32]uint32), release: make(map[int][]uint32),
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

// part adds the code of a part.
func (p *splitter) part(b *builder, part int) {
	known := make(map[int32]reg)
	get := func(v int32) reg {
		r, ok := known[v]
		if !ok {
			if int(v) < len(p.n.Reads) {
				r = p.s.read(b, p.n.Reads[v])
			} else {
				r = b.emit(opLocal, p.kept[v])
			}
			known[v] = r
		}
		return r
	}
	first := part * chunk
	var computed []int32
	for i := first; i < min(first+chunk, len(p.n.Tables)); i++ {
		t := &p.n.Tables[i]
		var in [3]reg
		for k := range in {
			in[k] = get(t.In[min(k, int(t.N)-1)])
		}
		v := int32(len(p.n.Reads) + i)
		known[v] = b.emit(opTable, uint32(widen(t.Bits, int(t.N))), in[0], in[1], in[2])
		computed = append(computed, v)
	}
	for _, v := range computed {
		if p.last[v] > part {
			p.kept[v] = p.temporary(part, p.last[v])
			b.into(zero, opKeep, p.kept[v], known[v])
		}
	}
	values := make([]reg, len(p.writes[part]))
	for i, w := range p.writes[part] {
		values[i] = get(w.Value)
	}
	for i, w := range p.writes[part] {
		p.s.write(b, w.Signal, values[i])
	}
}

// temporary returns a slot for a value from one part to another.
func (p *splitter) temporary(from, to int) uint32 {
	for part, slots := range p.release {
		if part < from {
			p.s.free = append(p.s.free, slots...)
			delete(p.release, part)
		}
	}
	slices.Sort(p.s.free)
	var slot uint32
	if n := len(p.s.free); n > 0 {
		slot = p.s.free[0]
		p.s.free = p.s.free[1:]
	} else {
		slot = p.s.take()
	}
	p.release[to] = append(p.release[to], slot)
	return slot
}
