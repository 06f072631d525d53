package bitslice

import "slices"

// A value is a signal of the program, or a temporary of a builder.
type value uint32

// temporary marks values that a builder has made and that have no signal yet.
const temporary value = 1 << 31

// A builder generates code around the code of a phase. Values are created once and
// never change; [builder.place] gives them signals.
type builder struct {
	insts []inst
	temps []temp
	slots slots
	arena []value // for arguments
}

// An inst is an instruction over values.
type inst struct {
	op    op
	level int32   // within its chunk
	args  []value // inputs, then outputs
}

func (n *inst) in() []value  { return n.args[:arity[n.op].in] }
func (n *inst) out() []value { return n.args[arity[n.op].in:] }

// A temp holds what is known about a temporary.
type temp struct {
	signal  uint32
	placed  bool
	kept    bool  // lives until the end of the phase
	fixed   bool  // its signal was given
	chunk   int32 // where it was made, while being placed
	level   int32
	lastUse int32
}

// newBuilder returns a builder whose signals begin at a given number.
func newBuilder(first uint32) *builder {
	return &builder{slots: slots{next: first}}
}

func (b *builder) temp() value {
	b.temps = append(b.temps, temp{})
	return temporary + value(len(b.temps)-1)
}

// emit adds an instruction and returns its outputs.
func (b *builder) emit(o op, in ...value) []value {
	if cap(b.arena)-len(b.arena) < o.size() {
		b.arena = make([]value, 0, 4096)
	}
	first := len(b.arena)
	b.arena = append(b.arena, in...)
	for range arity[o].out {
		b.arena = append(b.arena, b.temp())
	}
	args := b.arena[first:len(b.arena):len(b.arena)]
	b.insts = append(b.insts, inst{op: o, args: args})
	return args[len(in):]
}

// emit1 adds an instruction with one output.
func (b *builder) emit1(o op, in ...value) value { return b.emit(o, in...)[0] }

// emit2 adds an instruction with two outputs.
func (b *builder) emit2(o op, in ...value) (value, value) {
	out := b.emit(o, in...)
	return out[0], out[1]
}

// not returns ¬a.
func (b *builder) not(a value) value {
	switch a {
	case False:
		return True
	case True:
		return False
	}
	return b.emit1(op(And2N2), a, a)
}

// mux returns s ? x : y.
func (b *builder) mux(s, x, y value) value {
	if x == y {
		return x
	}
	return b.emit1(opMux, s, x, y)
}

// add returns the sum and the carry of three bits.
func (b *builder) add(x, y, z value) (sum, carry value) {
	set := slices.DeleteFunc([]value{x, y, z}, func(v value) bool { return v == False })
	switch len(set) {
	case 0:
		return False, False
	case 1:
		return set[0], False
	case 2:
		return b.emit2(opAdd2, set...)
	}
	return b.emit2(opAdd3, set...)
}

// sub returns the difference and the borrow of x - y - z.
func (b *builder) sub(x, y, z value) (difference, borrow value) {
	if y == False && z == False {
		return x, False
	}
	return b.emit2(opSub3, x, y, z)
}

// nor returns a value that is set where none of the values is.
func (b *builder) nor(values []value) value {
	values = slices.DeleteFunc(slices.Clone(values), func(v value) bool { return v == False })
	if slices.Contains(values, True) {
		return False
	}
	switch len(values) {
	case 0:
		return True
	case 1:
		return b.not(values[0])
	case 2:
		return b.emit1(op(And2N2), values[0], values[1])
	}
	v := b.emit1(op(And3N3), values[0], values[1], values[2])
	for values = values[3:]; len(values) > 1; values = values[2:] {
		v = b.emit1(op(And3N2), v, values[0], values[1])
	}
	if len(values) == 1 {
		v = b.emit1(op(And2N1), v, values[0])
	}
	return v
}

// keep makes a value live until the end of the phase, so that code placed later
// can read it.
func (b *builder) keep(v value) {
	if v >= temporary {
		b.temps[v-temporary].kept = true
	}
}

// fix assigns a given signal to a value.
func (b *builder) fix(v value, signal uint32) {
	for i := len(b.insts) - 1; i >= 0; i-- {
		if slices.Contains(b.insts[i].out(), v) {
			if t := &b.temps[v-temporary]; !t.placed {
				t.signal, t.placed, t.kept, t.fixed = signal, true, true, true
				return
			}
		}
	}
	// The value has a signal already: copy it.
	b.emit(op(And2), v, v)[0] = value(signal)
}

// chunkSize is how many instructions are ordered by kind at a time. Longer
// chunks give longer runs of one kind but need more signals.
const chunkSize = 100

// place orders the instructions that were made since the last call, so that
// neighbours are of one kind where possible, gives the temporaries signals, and
// returns the runs.
func (b *builder) place() []run {
	b.order()
	for i := range b.insts {
		b.use(&b.insts[i], int32(i/chunkSize))
	}
	var runs []run
	expire := make([][]uint32, len(b.insts)/chunkSize+1)
	for first := 0; first < len(b.insts); first += chunkSize {
		chunk := b.insts[first:min(first+chunkSize, len(b.insts))]
		for i := range chunk {
			runs = b.assign(runs, &chunk[i], expire)
		}
		b.slots.free = append(b.slots.free, expire[first/chunkSize]...)
	}
	b.insts = b.insts[:0]
	return runs
}

// order sorts each chunk by how deep instructions are in it, then by kind.
func (b *builder) order() {
	for first := 0; first < len(b.insts); first += chunkSize {
		chunk := b.insts[first:min(first+chunkSize, len(b.insts))]
		number := int32(first/chunkSize) + 1
		for i := range chunk {
			n := &chunk[i]
			n.level = 0
			for _, v := range n.in() {
				if v >= temporary && b.temps[v-temporary].chunk == number {
					n.level = max(n.level, b.temps[v-temporary].level+1)
				}
			}
			for _, v := range n.out() {
				if v >= temporary {
					t := &b.temps[v-temporary]
					t.chunk, t.level = number, n.level
				}
			}
		}
		slices.SortStableFunc(chunk, func(x, y inst) int {
			if x.level != y.level {
				return int(x.level - y.level)
			}
			return int(x.op) - int(y.op)
		})
	}
	for i := range b.temps {
		b.temps[i].chunk = 0
	}
}

// use records the chunk in which an instruction reads its inputs.
func (b *builder) use(n *inst, chunk int32) {
	for _, v := range n.in() {
		if v >= temporary {
			b.temps[v-temporary].lastUse = chunk
		}
	}
	for _, v := range n.out() {
		if v >= temporary {
			b.temps[v-temporary].lastUse = chunk
		}
	}
}

// assign gives the outputs of an instruction signals and adds it to the runs.
func (b *builder) assign(runs []run, n *inst, expire [][]uint32) []run {
	if k := len(runs); k == 0 || runs[k-1].op != n.op {
		runs = append(runs, run{op: n.op})
	}
	last := &runs[len(runs)-1]
	for _, v := range n.in() {
		last.args = append(last.args, b.signal(v))
	}
	for _, v := range n.out() {
		if v >= temporary {
			if t := &b.temps[v-temporary]; !t.placed {
				t.signal, t.placed = b.slots.take(), true
				if !t.kept {
					expire[t.lastUse] = append(expire[t.lastUse], t.signal)
				}
			}
		}
		last.args = append(last.args, b.signal(v))
	}
	return runs
}

// signal returns the signal of a value that has been placed.
func (b *builder) signal(v value) uint32 {
	if v < temporary {
		return uint32(v)
	}
	return b.temps[v-temporary].signal
}

// slots hands out signals.
type slots struct {
	next uint32
	free []uint32
}

func (s *slots) take() uint32 {
	if n := len(s.free); n > 0 {
		signal := s.free[n-1]
		s.free = s.free[:n-1]
		return signal
	}
	s.next++
	return s.next - 1
}
