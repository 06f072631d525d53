package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A mode says what a generator does with the moves that it finds.
type mode uint8

const (
	list  mode = iota // remembers the moves
	count             // counts them
	find              // ends at the first
	draw              // makes a random one
)

func (m mode) String() string { return [...]string{"list", "count", "find", "draw"}[m] }

// A body is a function while its code is emitted.
type body struct {
	*emitter
	f        *analysis.Function
	mode     mode
	value    int             // the register with a set that is returned, or -1
	pure     bool            // classes and counts are in local variables
	classes  map[uint16]bool // classes that are read
	setRegs  map[uint16]bool // registers in use; true if they are read
	cellRegs map[uint16]bool
	saved    map[string]string // variables for what is reverted, with their types
	leaves   bool
	places   []int32
	// A function with leaves keeps the numbers of moves and entries in variables.
	counts    bool
	leafCount int
	heads     map[int32]bool // places that are jumped back to
	sparse    map[int32]bool // leaves that may be empty
	drawn     []drawnLeaf
	elided    map[int32]bool // places whose jump is left out
	inner     map[int32]bool // places to which something jumps
	local     bool           // classes are variables that change
	done      string         // the label where a random move is chosen
	// labelOf names the labels of places; nil is one label per place.
	labelOf func(at int32) string
	ready   map[int32]bool // local: places at which the bit of the cell is known
}

// printFunction emits a function for a mode.
func (e *emitter) printFunction(f *analysis.Function, m mode, value int) {
	b := &body{emitter: e, f: f, mode: m, value: value, classes: map[uint16]bool{}, setRegs: map[uint16]bool{}, cellRegs: map[uint16]bool{},
		saved: map[string]string{}, done: "done"}
	b.pure = !f.Changes && len(f.Calls) == 0
	b.elided = e.Flow.ElidableJumps(f)
	b.places = e.placesIn(f, m)
	b.surveyLeaves()
	// The code is printed first, to know which variables it needs.
	code := e.Capture(func() {
		b.code()
		if m == draw {
			b.drawing().drawOne()
		}
	})
	b.head()
	e.Append(code)
	e.End()
	e.Blank()
}

// head opens the function and declares its variables.
func (b *body) head() {
	b.origin(b.functionName(b.f.Entry) + " " + verbs[b.mode])
	arg := "_ int"
	if b.cellRegs[0] {
		arg = "c0 int"
	}
	switch {
	case b.value >= 0:
		b.Line("// cells%d returns the cells that satisfy a pattern.", b.f.Entry)
		if b.sets.wide() {
			b.Func("(m *Machine) cells%d(result *set)", b.f.Entry)
		} else {
			b.Func("(m *Machine) cells%d() set", b.f.Entry)
		}
	case b.mode == draw:
		b.Func("(m *Machine) draw%d(%s, r *Rand) int", b.f.Entry, arg)
		b.Line("n := 0")
	default:
		b.Func("(m *Machine) %s(%s) bool", b.functionName(b.f.Entry), arg)
	}
	b.variables("int", "c", b.cellRegs, true)
	b.variables("set", "r", b.setRegs, false)
	for _, name := range sortedKeys(b.saved) {
		b.Var(name, b.saved[name], false)
	}
	if b.pure {
		for _, k := range sortedKeys(b.classes) {
			if b.sets.wide() {
				b.Line("s%d := &m.s%d", k, k)
			} else {
				b.Line("s%d := m.s%d", k, k)
			}
		}
	}
	if b.counts && (b.mode == list || b.mode == count) {
		b.Line("found := m.found")
	}
	if b.counts && b.mode == list {
		b.Line("n := m.entries")
		b.Line("var log []entry")
		b.room()
	}
}

// functionName returns the name of a function in the current mode.
func (b *body) functionName(entry int32) string {
	if b.mode == list && b.shares[entry] != nil {
		return fmt.Sprintf("uncached%d", entry)
	}
	return fmt.Sprintf("%v%d", b.mode, entry)
}

// variables declares registers.
func (b *body) variables(kind, letter string, regs map[uint16]bool, cells bool) {
	for _, r := range sortedKeys(regs) {
		if cells && r == 0 {
			continue
		}
		b.Var(fmt.Sprint(letter, r), kind, !regs[r])
	}
}

// set returns the variable of a set register that is read.
func (b *body) set(r uint16) string {
	if int(r) < len(b.P.Classes) {
		b.classes[r] = true
		if !b.pure && !b.local {
			return fmt.Sprintf("m.s%d", r)
		}
		if b.sets.wide() {
			return fmt.Sprintf("*s%d", r)
		}
		return fmt.Sprintf("s%d", r)
	}
	b.setRegs[r] = true
	return fmt.Sprintf("r%d", r)
}

// dst returns the variable of a set register that is written.
func (b *body) dst(r uint16) string {
	if !b.setRegs[r] {
		b.setRegs[r] = false
	}
	return fmt.Sprintf("r%d", r)
}

// cell returns the variable of a cell register that is read.
func (b *body) cell(c uint16) string {
	b.cellRegs[c] = true
	return fmt.Sprintf("c%d", c)
}

func (b *body) dstCell(c uint16) string {
	if !b.cellRegs[c] {
		b.cellRegs[c] = c == 0
	}
	return fmt.Sprintf("c%d", c)
}

// place returns the label of a place.
func (b *body) place(at int32) string {
	if b.labelOf != nil {
		return b.labelOf(at)
	}
	return fmt.Sprintf("L%d", at)
}

// code emits the instructions.
func (b *body) code() {
	if b.f.Recursive {
		b.Block("if m.tick()", "return true")
	}
	behind := int32(0)
	for k, at := range b.places {
		if at < behind {
			continue
		}
		b.Label(b.place(at))
		i := &b.P.Code[at]
		if s := b.loops().find(at); s != nil {
			b.loops().emit(s, at)
			behind = s.behind
			continue
		}
		if b.heads[at] && b.counts && b.mode == list {
			b.room()
		}
		b.instr(i, at)
		if k+1 < len(b.places) && b.places[k+1] == at+1 || b.mode == find && i.Op == ir.Leaf {
			continue
		}
		for _, to := range analysis.Successors(i, at) {
			if to == at+1 {
				b.Goto(b.place(to))
			}
		}
	}
}

// surveyLeaves counts the leaves, and finds where loops begin and which leaves need no
// test for emptiness.
func (b *body) surveyLeaves() {
	b.heads, b.sparse = map[int32]bool{}, map[int32]bool{}
	for _, at := range b.places {
		i := &b.P.Code[at]
		if i.Op == ir.Leaf || i.Op == ir.ShiftLeaf {
			b.counts = true
			b.leafCount++
		}
		for _, to := range analysis.Successors(i, at) {
			if to <= at {
				b.heads[to] = true
			}
		}
	}
	if b.P.Words > 1 || b.mode == find {
		return
	}
	jumped := map[int32]int{}
	for _, at := range b.places {
		for _, to := range analysis.Successors(&b.P.Code[at], at) {
			if to != at+1 {
				jumped[to]++
			}
		}
	}
	for k, at := range b.places {
		i := &b.P.Code[at]
		if k+1 < len(b.places) && b.places[k+1] == at+1 && i.Op.Jumps() && i.J == at+2 && analysis.ProducesSet(i.Op) {
			if next := &b.P.Code[at+1]; next.Op == ir.Leaf && next.A == i.A && jumped[at+1] == 0 {
				b.sparse[at+1] = true
				b.elided[at] = true
			}
		}
	}
}

// placesIn returns the places of a function that are reached in a mode: a search for
// one move stops at a leaf.
func (e *emitter) placesIn(f *analysis.Function, m mode) []int32 {
	if m != find {
		return f.Places
	}
	seen := map[int32]bool{}
	stack := []int32{f.Entry}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if i := &e.P.Code[at]; i.Op != ir.Leaf {
			stack = append(stack, analysis.Successors(i, at)...)
		}
	}
	return sortedKeys(seen)
}

// jumpIf emits a conditional jump.
func (b *body) jumpIf(condition string, i *ir.Instr, at int32) {
	if i.J == at+1 || b.elided[at] {
		return
	}
	b.Open("if %s", condition)
	b.Goto(b.place(i.J))
	b.End()
}

// leave emits a return.
func (b *body) leave(result string) {
	b.writeBack()
	switch {
	case b.mode == draw:
		b.Goto(b.done)
	case b.value < 0:
		b.Line("return %s", result)
	case b.sets.wide():
		b.Line("*result = %s", b.set(uint16(b.value)))
		b.Line("return")
	default:
		b.Line("return %s", b.set(uint16(b.value)))
	}
}
