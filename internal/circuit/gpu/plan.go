package gpu

import (
	"slices"

	"ludex/internal/circuit/bitslice"
)

// A thread has 255 registers. What does not fit is kept in memory by the code itself, since the
// driver's compiler would use local memory for it, which is slow if there is much of it: the
// value whose next use is the farthest leaves its register, and is loaded when it is used again.

// planned is how many values are in registers at once. Other registers are for addresses, and for
// what is loaded ahead.
const planned = 230

// early is how many gates before its use a value is loaded.
const early = 24

// storeCost is how much farther, by percent, the next use of a value may be that must be stored
// when it leaves its register.
const storeCost = 150

// A planner makes the code of a part of a netlist.
type planner struct {
	*splitter
	b        *builder
	part     int
	uses     map[int32][]int          // by value: the gates of this part that use it, or after which it is written
	writesAt map[int][]bitslice.Write // by gate
	regs     map[int32]reg            // by value in a register
	resident []int32                  // those values
	slots    map[int32]uint32         // by value that left its register: where it is
}

// part adds the code of a part.
func (p *splitter) part(b *builder, part int) {
	first := part * chunk
	last := min(first+chunk, len(p.n.Tables))
	l := &planner{
		splitter: p, b: b, part: part, uses: make(map[int32][]int), writesAt: make(map[int][]bitslice.Write),
		regs: make(map[int32]reg), slots: make(map[int32]uint32),
	}
	l.schedule(first, last)
	l.write(first - 1)
	for i := first; i < last; i++ {
		l.gate(i)
	}
}

// schedule finds when values are used, and when signals are written: not before their old values
// were used for the last time.
func (l *planner) schedule(first, last int) {
	until := make(map[uint32]int) // by signal
	for i := first; i < last; i++ {
		t := &l.n.Tables[i]
		for k, v := range t.In[:t.N] {
			if slices.Contains(t.In[:k], v) {
				continue
			}
			l.uses[v] = append(l.uses[v], i)
			if int(v) < len(l.n.Reads) {
				until[l.n.Reads[v]] = i
			}
		}
	}
	for _, w := range l.writes[l.part] {
		at := max(first-1, int(w.Value)-len(l.n.Reads))
		if u, ok := until[w.Signal]; ok {
			at = max(at, u)
		}
		l.writesAt[at] = append(l.writesAt[at], w)
		l.uses[w.Value] = append(l.uses[w.Value], at)
	}
	for _, u := range l.uses {
		slices.Sort(u)
	}
}

// gate adds the code of a gate, and of the writes after it.
func (l *planner) gate(i int) {
	l.ahead(i)
	t := &l.n.Tables[i]
	var in [3]reg
	for k := range in {
		in[k] = l.get(t.In[min(k, int(t.N)-1)], i)
	}
	v := int32(len(l.n.Reads) + i)
	r := l.b.emit(opTable, uint32(widen(t.Bits, int(t.N))), in[0], in[1], in[2])
	for k, x := range t.In[:t.N] {
		if !slices.Contains(t.In[:k], x) {
			l.used(x, i)
		}
	}
	if l.last[v] > l.part {
		l.kept[v] = l.s.takeFree()
		l.b.into(zero, opKeep, l.kept[v], r)
	}
	if len(l.uses[v]) > 0 {
		l.hold(v, r, i)
	}
	l.write(i)
}

// ahead loads what a later gate needs.
func (l *planner) ahead(i int) {
	j := i + early
	if j >= min((l.part+1)*chunk, len(l.n.Tables)) {
		return
	}
	t := &l.n.Tables[j]
	for _, v := range t.In[:t.N] {
		if l.inMemory(v) {
			l.get(v, i)
		}
	}
}

// write writes the signals that are due after a gate.
func (l *planner) write(i int) {
	due := l.writesAt[i]
	values := make([]reg, len(due))
	for k, w := range due {
		values[k] = l.get(w.Value, i)
	}
	for k, w := range due {
		l.s.write(l.b, w.Signal, values[k])
	}
	for _, w := range due {
		l.used(w.Value, i)
	}
}

// get returns a register with a value.
func (l *planner) get(v int32, now int) reg {
	if r, ok := l.regs[v]; ok {
		return r
	}
	var r reg
	if int(v) < len(l.n.Reads) {
		r = l.s.read(l.b, l.n.Reads[v])
	} else {
		r = l.b.emit(opLocal, l.slot(v))
	}
	l.hold(v, r, now)
	return r
}

// slot returns where a computed value is in memory.
func (l *planner) slot(v int32) uint32 {
	if at, ok := l.slots[v]; ok {
		return at
	}
	return l.kept[v]
}

// hold says that a value is in a register. If there are too many, another one leaves its register.
func (l *planner) hold(v int32, r reg, now int) {
	l.regs[v] = r
	l.resident = append(l.resident, v)
	if len(l.resident) > planned {
		l.leave(now)
	}
}

// leave takes the value from its register that is not needed for the longest time.
func (l *planner) leave(now int) {
	best, far := -1, 0
	for i, v := range l.resident {
		next := l.uses[v][0]
		if next <= now {
			continue
		}
		distance := 100 * (next - now)
		if l.inMemory(v) {
			distance = storeCost * (next - now)
		}
		if distance > far {
			best, far = i, distance
		}
	}
	if best < 0 {
		return
	}
	v := l.resident[best]
	if !l.inMemory(v) {
		l.slots[v] = l.s.takeFree()
		l.b.into(zero, opKeep, l.slots[v], l.regs[v])
	}
	l.drop(best)
}

// inMemory says whether a value is in memory, too.
func (l *planner) inMemory(v int32) bool {
	if int(v) < len(l.n.Reads) {
		return true
	}
	_, here := l.slots[v]
	_, before := l.kept[v]
	return here || before
}

// drop says that the i-th value is not in a register any more.
func (l *planner) drop(i int) {
	delete(l.regs, l.resident[i])
	l.resident[i] = l.resident[len(l.resident)-1]
	l.resident = l.resident[:len(l.resident)-1]
}

// used says that a value was used. What is not used again is forgotten.
func (l *planner) used(v int32, now int) {
	u := l.uses[v]
	for len(u) > 0 && u[0] <= now {
		u = u[1:]
	}
	if l.uses[v] = u; len(u) > 0 {
		return
	}
	if i := slices.Index(l.resident, v); i >= 0 {
		l.drop(i)
	}
	if at, ok := l.slots[v]; ok {
		l.s.giveFree(at)
		delete(l.slots, v)
	}
	if at, ok := l.kept[v]; ok && l.last[v] == l.part {
		l.s.giveFree(at)
		delete(l.kept, v)
	}
}
