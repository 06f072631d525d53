package gpu

// A reg is a 32-bit register. Any number of them can be used.
type reg int32

// zero is a register that always holds 0.
const zero reg = 0

// An opcode is a kind of instruction.
type opcode uint8

const (
	opTable   opcode = iota // dst = bit by bit the truth table imm over a, b, c
	opSet                   // dst = imm
	opCopy                  // dst = a
	opAdd                   // dst = a + b
	opAddImm                // dst = a + imm
	opSub                   // dst = a - b
	opMulHigh               // dst = the upper half of a·b
	opShl                   // dst = a << imm
	opShr                   // dst = a >> imm
	opCount                 // dst = how many bits of a are set
	opPermute               // dst = four of the eight bytes of a (lower) and b (upper), selected by the hexadecimal digits of imm
	opLow                   // dst = the lowest bit that is set in a, alone
	opMulAdd                // dst = the lower half of a·imm + b
	opRandom                // dst = a random number; a and b are the state of the generator
	opFlag                  // dst = all ones if bit imm of a is set, else 0
	opLoad                  // dst = word imm of the thread's global memory
	opStore                 // word imm of the thread's global memory = a
	opLocal                 // dst = word imm of the thread's local memory
	opKeep                  // word imm of the thread's local memory = a
	opOrAt                  // word a of the thread's local memory |= b
	opLookup                // dst = word imm + a of the constant tables
	opGroups                // dst = how many groups of words of global memory the thread has
	opFirst                 // the first of them is used from here on
	opNext                  // the next of them is used from here on
	opTally                 // tally imm += a
	opNote                  // nothing; observers see what lies in registers there
)

// A statement is an instruction, or one of the structures below.
type statement struct {
	op      opcode
	dst     reg
	a, b, c reg
	imm     uint32

	branch *branch
	loop   *loop
	call   *function
}

// A branch is run where a condition holds. If shared is set, it is also harmless elsewhere, and
// threads that run together may run it together.
type branch struct {
	cond   condition
	shared bool
	body   []statement
}

// A condition compares registers without sign.
type condition struct {
	is   comparison
	a, b reg
}

type comparison uint8

const (
	unequal comparison = iota
	equal
	less
)

// A loop is run as long as a register is not 0 after it; at least once.
type loop struct {
	body []statement
	cond reg
}

// A function is code that is compiled by itself. It shares the local memory with its caller, but
// no registers.
type function struct {
	name string
	code []statement
}

// A Code is what each thread runs.
type Code struct {
	body      []statement
	functions []*function
	registers int
	words     int               // of global memory a thread
	local     int               // words of local memory
	hot       map[uint32]uint32 // by word of local memory that lies in shared memory: its number there
	pinned    map[uint32]bool   // words of local memory that are addressed by registers
	seldom    map[uint32]bool   // words of local memory that are used seldom
	byWarp    bool              // whether the words of a warp lie together
	tallies   int               // how many there are
	tables    []uint32          // constants
	params    []reg             // registers that are set before
}

// A builder appends statements.
type builder struct {
	out  []statement
	next *reg // the next unused register
}

func newBuilder() *builder {
	next := zero + 1
	return &builder{next: &next}
}

// sub returns a builder for a body inside this one's code.
func (b *builder) sub() *builder { return &builder{next: b.next} }

func (b *builder) reg() reg {
	*b.next++
	return *b.next - 1
}

// emit appends an instruction with a new result.
func (b *builder) emit(op opcode, imm uint32, in ...reg) reg {
	d := b.reg()
	b.into(d, op, imm, in...)
	return d
}

// into appends an instruction with a given result.
func (b *builder) into(dst reg, op opcode, imm uint32, in ...reg) {
	s := statement{op: op, dst: dst, imm: imm}
	for i, r := range in {
		switch i {
		case 0:
			s.a = r
		case 1:
			s.b = r
		case 2:
			s.c = r
		}
	}
	b.out = append(b.out, s)
}

// when appends code that runs where a condition holds.
func (b *builder) when(is comparison, x, y reg, body func(*builder)) {
	b.branch(condition{is, x, y}, false, body)
}

// whenAny appends code that runs where a mask is not empty, and is harmless elsewhere.
func (b *builder) whenAny(mask reg, body func(*builder)) {
	b.branch(condition{unequal, mask, zero}, true, body)
}

func (b *builder) branch(cond condition, shared bool, body func(*builder)) {
	s := b.sub()
	body(s)
	b.out = append(b.out, statement{branch: &branch{cond, shared, s.out}})
}

// Operations on masks of plays. A result that is known to be empty is zero.

func (b *builder) table(bits uint8, x, y, z reg) reg {
	switch { // inputs that are zero are folded
	case x == zero && y == zero && z == zero:
		if bits&1 == 0 {
			return zero
		}
	case bits == 0:
		return zero
	}
	return b.emit(opTable, uint32(bits), x, y, z)
}

func (b *builder) and(x, y reg) reg {
	if x == zero || y == zero {
		return zero
	}
	return b.table(0xC0, x, y, y)
}

func (b *builder) or(x, y reg) reg {
	switch zero {
	case x:
		return y
	case y:
		return x
	}
	return b.table(0xFC, x, y, y)
}

func (b *builder) xor(x, y reg) reg {
	switch zero {
	case x:
		return y
	case y:
		return x
	}
	return b.table(0x3C, x, y, y)
}

// without returns x ∧ ¬y.
func (b *builder) without(x, y reg) reg {
	switch zero {
	case x:
		return zero
	case y:
		return x
	}
	return b.table(0x30, x, y, y)
}

// blend returns y where s is set, else x.
func (b *builder) blend(s, x, y reg) reg {
	switch {
	case x == y:
		return x
	case x == zero:
		return b.and(s, y)
	case y == zero:
		return b.without(x, s)
	}
	return b.table(0xAC, s, x, y)
}

func (b *builder) shl(x reg, n uint32) reg {
	if x == zero {
		return zero
	}
	return b.emit(opShl, n, x)
}

func (b *builder) shr(x reg, n uint32) reg {
	if x == zero {
		return zero
	}
	return b.emit(opShr, n, x)
}

func (b *builder) set(imm uint32) reg {
	if imm == 0 {
		return zero
	}
	return b.emit(opSet, imm)
}

// addCount adds the number of bits of a mask to a counter.
func (b *builder) addCount(counter, mask reg) {
	if mask != zero {
		b.into(counter, opAdd, 0, counter, b.emit(opCount, 0, mask))
	}
}

// at returns where a word of a group lies in global memory, if there are so many groups.
func (c *Code) at(word, group, groups int) int {
	if c.byWarp {
		return (group/warp*c.words+word)*warp + group%warp
	}
	return word*groups + group
}

// size returns how many words of global memory a number of groups have.
func (c *Code) size(groups int) int {
	if c.byWarp {
		groups = (groups + warp - 1) / warp * warp
	}
	return c.words * groups
}
