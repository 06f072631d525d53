package gpu

import "math/bits"

// A memory is what threads of the interpreter, or of a device, read and write.
type memory struct {
	threads int      // groups of words in all
	grid    int      // threads; group g belongs to thread g mod grid
	words   []uint32 // as Code.at says
	tallies []uint64
}

func (k *Kernel) newMemory(threads int) *memory {
	return &memory{threads: threads, grid: threads, words: make([]uint32, k.size(threads)), tallies: make([]uint64, k.tallies)}
}

// interpret runs the code in all threads, one after the other.
func (c *Code) interpret(mem *memory, params []uint32, note func(int, *statement, *thread, []uint32)) {
	t := &thread{code: c, mem: mem, note: note, regs: make([]uint32, c.registers), local: make([]uint32, c.local)}
	for t.first = range mem.grid {
		t.number = t.first
		clear(t.regs)
		clear(t.local)
		for i, p := range params {
			t.regs[c.params[i]] = p
		}
		t.run(c.body, t.regs)
	}
}

// A thread is a thread of the interpreter.
type thread struct {
	code   *Code
	mem    *memory
	first  int // its first group
	number int // its current group
	regs   []uint32
	local  []uint32
	note   func(int, *statement, *thread, []uint32) // or nil
}

func (t *thread) run(code []statement, r []uint32) {
	for i := range code {
		s := &code[i]
		switch {
		case s.branch != nil:
			if s.branch.cond.holds(r) {
				t.run(s.branch.body, r)
			}
		case s.loop != nil:
			for again := true; again; again = r[s.loop.cond] != 0 {
				t.run(s.loop.body, r)
			}
		case s.call != nil:
			t.run(s.call.code, make([]uint32, t.code.registers))
		default:
			t.step(s, r)
		}
	}
}

// holds evaluates a condition.
func (c *condition) holds(r []uint32) bool {
	switch c.is {
	case equal:
		return r[c.a] == r[c.b]
	case less:
		return r[c.a] < r[c.b]
	}
	return r[c.a] != r[c.b]
}

// step runs one instruction.
func (t *thread) step(s *statement, r []uint32) {
	a, b, c := r[s.a], r[s.b], r[s.c]
	var d uint32
	switch s.op {
	case opTable:
		for i := range uint32(8) {
			if s.imm>>i&1 == 1 {
				d |= pick(a, i>>2&1) & pick(b, i>>1&1) & pick(c, i&1)
			}
		}
	case opSet:
		d = s.imm
	case opCopy:
		d = a
	case opAdd:
		d = a + b
	case opAddImm:
		d = a + s.imm
	case opSub:
		d = a - b
	case opMulHigh:
		d = uint32(uint64(a) * uint64(b) >> 32)
	case opShl:
		d = a << s.imm
	case opShr:
		d = a >> s.imm
	case opCount:
		d = uint32(bits.OnesCount32(a))
	case opPermute:
		both := uint64(b)<<32 | uint64(a)
		for i := range 4 {
			d |= uint32(both>>(8*(s.imm>>(4*i)&7))) & 0xff << (8 * i)
		}
	case opLow:
		d = a & -a
	case opMulAdd:
		d = a*s.imm + b
	case opRandom:
		d = a*scrambler + b
		x := uint64(a)*multiplier + uint64(b)
		r[s.a], r[s.b] = uint32(x), uint32(x>>32)
	case opFlag:
		d = -(a >> s.imm & 1)
	case opLoad:
		d = t.mem.words[t.code.at(int(s.imm), t.number, t.mem.threads)]
	case opStore:
		t.mem.words[t.code.at(int(s.imm), t.number, t.mem.threads)] = a
	case opLocal:
		d = t.local[s.imm]
	case opKeep:
		t.local[s.imm] = a
	case opOrAt:
		t.local[a] |= b
	case opLookup:
		d = t.code.tables[s.imm+a]
	case opGroups:
		d = uint32((t.mem.threads - t.first + t.mem.grid - 1) / t.mem.grid)
	case opFirst:
		t.number = t.first
	case opNext:
		t.number += t.mem.grid
	case opNote:
		if t.note != nil {
			t.note(t.number, s, t, r)
		}
	case opTally:
		t.mem.tallies[s.imm] += uint64(int32(a)) // counts of one launch may be negative
	}
	if s.dst != zero {
		r[s.dst] = d
	}
}

// pick returns x or its inverse.
func pick(x, bit uint32) uint32 {
	if bit == 1 {
		return x
	}
	return ^x
}

// The random numbers come from a multiply-with-carry generator with a state of 64 bits and a period
// of about 2⁶³. What it returns mixes both halves of the state, by a multiplication, since the
// gates leave the multipliers of a device idle.
const (
	multiplier = 4294883355
	scrambler  = 0x9E3779B1
)
