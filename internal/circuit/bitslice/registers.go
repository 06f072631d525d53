package bitslice

import "math"

// registers is how many vector registers there are.
const registers = 32

// An instruction is a machine instruction: a move between a register and memory,
// or a truth table over registers, the last of which may be in memory instead.
// With a table over three values the destination is the first of them.
type instruction struct {
	kind  kind
	table uint8 // as of a node
	dst   int8
	b, c  int8  // c is negative if memory is read instead
	mem   int32 // a signal
}

type kind uint8

const (
	load  kind = iota // dst = mem
	store             // mem = b
	copyR             // dst = b
	lut1              // dst = table(c)
	lut2              // dst = table(b, c)
	lut3              // dst = table(dst, b, c)
)

// An allocator turns a schedule into instructions. When a register is needed, the
// value whose next use is farthest away is evicted.
type allocator struct {
	g     *graph
	code  []instruction
	most  int32   // the end of the places in memory for values
	slots []int32 // free slots
	given []int32 // slots that the current instruction may still read

	reg   []int8  // by node: its register, or -1
	mem   []int32 // by node: where it lies in memory, or -1
	owned []bool  // by node: that place is a slot
	in    [registers]int32
	busy  uint32 // registers of the instruction being made

	uses  []int32 // positions at which nodes are used, node after node, and
	first []int32 // by node: where those that are still to come begin
	end   []int32
}

// never is the next use of a value that is no longer needed.
const never = math.MaxInt32

// allocate makes the instructions for a schedule. Values that have to be kept
// in memory use signals from spill on; it returns the end of those.
func (g *graph) allocate(order []int32, spill int) ([]instruction, int) {
	a := newAllocator(g, order, int32(spill))
	writes := a.plan(order)
	for pos, n := range order {
		a.compute(n)
		for len(writes) > 0 && writes[0].at == int32(pos) {
			a.write(writes[0].output)
			writes = writes[1:]
		}
	}
	return a.code, int(a.most)
}

func newAllocator(g *graph, order []int32, spill int32) *allocator {
	n := len(g.nodes)
	a := &allocator{
		g: g, most: spill,
		reg: make([]int8, n), mem: make([]int32, n), owned: make([]bool, n),
		first: make([]int32, n), end: make([]int32, n),
		code: make([]instruction, 0, 2*len(order)),
	}
	for i := range g.nodes {
		a.reg[i] = -1
		a.mem[i] = g.nodes[i].home
	}
	return a
}

// nextUse returns where a value is used next.
func (a *allocator) nextUse(n int32) int32 {
	if a.first[n] == a.end[n] {
		return never
	}
	return a.uses[a.first[n]]
}

// consume records a use as done, and drops values without further uses.
func (a *allocator) consume(n int32) {
	a.first[n]++
	if a.nextUse(n) != never {
		return
	}
	if r := a.reg[n]; r >= 0 {
		a.in[r] = 0
		a.reg[n] = -1
	}
	if a.owned[n] {
		a.given = append(a.given, a.mem[n])
		a.owned[n] = false
	}
}

// dies reports whether the current use is the last.
func (a *allocator) dies(n int32) bool { return a.end[n]-a.first[n] == 1 }

// compute adds the instructions that compute a node.
func (a *allocator) compute(n int32) {
	nd := &a.g.nodes[n]
	a.busy = 0
	for _, x := range nd.in[:nd.n] {
		if r := a.reg[x]; r >= 0 {
			a.busy |= 1 << r
		}
	}
	switch nd.n {
	case 1:
		a.compute1(n, nd)
	case 2:
		a.compute2(n, nd)
	default:
		a.compute3(n, nd)
	}
	a.slots = append(a.slots, a.given...)
	a.given = a.given[:0]
}

func (a *allocator) compute1(n int32, nd *node) {
	x := nd.in[0]
	i := instruction{kind: lut1, table: nd.table}
	a.operand(&i, x)
	a.consume(x)
	a.define(&i, n)
}

func (a *allocator) compute2(n int32, nd *node) {
	b, c := nd.in[0], nd.in[1]
	table := nd.table
	if a.inMemory(b) && (!a.inMemory(c) || a.nextButOne(c) < a.nextButOne(b)) {
		b, c = c, b
		table = swapInputs(table, 2, 0, 1)
	}
	i := instruction{kind: lut2, table: table, b: a.toRegister(b)}
	a.operand(&i, c)
	a.consume(b)
	a.consume(c)
	a.define(&i, n)
}

// compute3 chooses which of three values is overwritten, and which one may stay
// in memory.
func (a *allocator) compute3(n int32, nd *node) {
	in, table := nd.in, nd.table
	swap := func(i, j int) {
		if i != j {
			in[i], in[j] = in[j], in[i]
			table = swapInputs(table, 3, i, j)
		}
	}
	// The last operand is the value in memory that is needed again latest.
	last := -1
	for k, x := range in {
		if a.inMemory(x) && (last < 0 || a.nextButOne(x) > a.nextButOne(in[last])) {
			last = k
		}
	}
	if last >= 0 {
		swap(last, 2)
	}
	// The first operand is a value that is not needed again, or else one in memory.
	switch {
	case a.dies(in[0]):
	case a.dies(in[1]):
		swap(0, 1)
	case last < 0 && a.dies(in[2]):
		swap(0, 2)
	case a.inMemory(in[0]):
	case a.inMemory(in[1]):
		swap(0, 1)
	case last >= 0: // the last one is overwritten in a register
		swap(0, 2)
	}
	i := instruction{kind: lut3, table: table}
	overwritten := a.overwrite(in[0])
	i.b = a.toRegister(in[1])
	a.operand(&i, in[2])
	for _, x := range in {
		a.consume(x)
	}
	i.dst = overwritten
	a.busy = 0
	a.code = append(a.code, i)
	a.in[overwritten] = n
	a.reg[n] = overwritten
}

// overwrite returns a register with a value that may be overwritten.
func (a *allocator) overwrite(x int32) int8 {
	if r := a.reg[x]; r >= 0 {
		if a.dies(x) {
			a.in[r] = 0
			a.reg[x] = -1
			return r
		}
		c := a.free()
		a.code = append(a.code, instruction{kind: copyR, dst: c, b: r})
		return c
	}
	r := a.free()
	a.code = append(a.code, instruction{kind: load, dst: r, mem: a.mem[x]})
	return r
}

// inMemory reports whether a value lies in memory only.
func (a *allocator) inMemory(x int32) bool { return a.reg[x] < 0 }

// nextButOne returns where a value is used after the current use.
func (a *allocator) nextButOne(x int32) int32 {
	if a.dies(x) {
		return never
	}
	return a.uses[a.first[x]+1]
}

// operand makes a value the last operand of an instruction. A value in memory is
// loaded only if it can keep a register until its next use.
func (a *allocator) operand(i *instruction, x int32) {
	if a.inMemory(x) && !a.worthLoading(x) {
		i.c, i.mem = -1, a.mem[x]
		return
	}
	i.c = a.toRegister(x)
}

// worthLoading reports whether a value in memory is used again before the value
// that it would evict.
func (a *allocator) worthLoading(x int32) bool {
	next := a.nextButOne(x)
	if next == never {
		return false
	}
	for r, n := range a.in {
		if a.busy>>r&1 == 0 && (n == 0 || a.mem[n] >= 0 && a.nextUse(n) > next) {
			return true
		}
	}
	return false
}

// toRegister returns a register with a value.
func (a *allocator) toRegister(x int32) int8 {
	if r := a.reg[x]; r >= 0 {
		return r
	}
	r := a.free()
	a.code = append(a.code, instruction{kind: load, dst: r, mem: a.mem[x]})
	a.in[r] = x
	a.reg[x] = r
	return r
}

// define adds an instruction that puts a node into a register of its own.
func (a *allocator) define(i *instruction, n int32) {
	a.busy = 0
	if i.kind != lut1 {
		a.busy = 1 << i.b
	}
	if i.c >= 0 {
		a.busy |= 1 << i.c
	}
	// An operand that is no longer needed may be overwritten.
	switch {
	case i.kind != lut1 && a.in[i.b] == 0:
		i.dst = i.b
	case i.c >= 0 && a.in[i.c] == 0:
		i.dst = i.c
	default:
		i.dst = a.free()
	}
	a.code = append(a.code, *i)
	a.in[i.dst] = n
	a.reg[n] = i.dst
}

// free returns a register for the use of the instruction being made.
func (a *allocator) free() int8 {
	best, farthest := -1, int32(-1)
	for r, n := range a.in {
		if a.busy>>r&1 == 1 {
			continue
		}
		if n == 0 {
			best = r
			break
		}
		next := a.nextUse(n)
		if a.mem[n] >= 0 && next != never {
			next += cleanBonus // nothing needs to be stored
		}
		if next > farthest {
			best, farthest = r, next
		}
	}
	if n := a.in[best]; n != 0 {
		a.evict(n, int8(best))
	}
	a.busy |= 1 << best
	return int8(best)
}

// cleanBonus is how much farther the next use of a value without a copy in memory
// must be for it to be evicted instead of one with a copy.
const cleanBonus = 8

// evict takes a value out of its register.
func (a *allocator) evict(n int32, r int8) {
	if a.mem[n] < 0 {
		var slot int32
		if k := len(a.slots); k > 0 {
			slot = a.slots[k-1]
			a.slots = a.slots[:k-1]
		} else {
			slot = a.most
			a.most++
		}
		a.mem[n], a.owned[n] = slot, true
		a.code = append(a.code, instruction{kind: store, b: r, mem: slot})
	}
	a.reg[n] = -1
	a.in[r] = 0
}

// write stores an output.
func (a *allocator) write(o output) {
	a.busy = 0
	r := a.reg[o.node]
	if r < 0 {
		r = a.toRegister(o.node)
	}
	a.code = append(a.code, instruction{kind: store, b: r, mem: int32(o.signal)})
	if a.mem[o.node] < 0 {
		a.mem[o.node] = int32(o.signal)
	}
	a.consume(o.node)
}
