package lower

import "ludex/internal/rbgengine/sets/ir"

// none is the label of the next instruction.
const none = -1

// A function is a part of the program with registers of its own.
type function struct {
	ins         []ir.Instr // J is a label, or the number of a function in calls
	labels      []int32
	sets, cells uint16 // next free registers
	maxSets     uint16 // how many it needs
	maxCells    uint16
	calls       []*function // in the order of the instructions
	uses        []*function // functions that run while patterns are tested
	total       *int        // instructions of all functions
	number      int
	entry       int32
	setBase     uint16
	cellBase    uint16
	component   int
	isKeeper    bool // the code of keepers
}

func (f *function) label() int32 {
	f.labels = append(f.labels, -1)
	return int32(len(f.labels) - 1)
}

// bind binds a label to the next instruction.
func (f *function) bind(label int32) { f.labels[label] = int32(len(f.ins)) }

func (f *function) emit(i ir.Instr) {
	f.ins = append(f.ins, i)
	*f.total++
}

// op emits an instruction that does not jump.
func (f *function) op(op ir.Op, a, b, c uint16, x int32) {
	f.emit(ir.Instr{Op: op, A: a, B: b, C: c, X: x, J: none})
}

func (f *function) jump(label int32) { f.emit(ir.Instr{Op: ir.Jump, J: label}) }

func (f *function) newSet() uint16 {
	f.sets++
	f.maxSets = max(f.maxSets, f.sets)
	return f.sets - 1
}

func (f *function) newCell() uint16 {
	f.cells++
	f.maxCells = max(f.maxCells, f.cells)
	return f.cells - 1
}

// A mark records which registers are in use.
type mark struct{ sets, cells uint16 }

func (f *function) mark() mark     { return mark{f.sets, f.cells} }
func (f *function) release(m mark) { f.sets, f.cells = m.sets, m.cells }

// argument is the cell register in which a function finds its cell.
const argument = 0

// call emits a call with a cell. Whether registers must be saved is known only at
// link time.
func (f *function) call(g *function, cell uint16) {
	f.op(ir.Move, argument, cell, 0, 0)
	f.calls = append(f.calls, g)
	f.emit(ir.Instr{Op: ir.Call, J: int32(g.number)})
}

// A unit is the output of emission: functions with labels, and a program that
// lacks only their code.
type unit struct {
	prog       *ir.Program
	rules      *rules
	classes    int
	functions  []*function
	generators []*function // by index of a switch, or nil
	keeper     keeperEntries
	length     int // instructions of all functions
}

// keeperEntries says where the keepers begin.
type keeperEntries struct {
	f       *function
	entries map[int]int32 // by index of a switch: a label
	cell    uint16        // the register of the current cell
}

// patterns returns the patterns that the program has.
func (u *unit) patterns() []*pattern {
	var list []*pattern
	for _, p := range u.rules.patterns {
		if p.ir >= 0 {
			list = append(list, p)
		}
	}
	return list
}

func (u *unit) newFunction() *function {
	f := &function{number: len(u.functions), total: &u.length, sets: uint16(u.classes), cells: argument + 1}
	f.maxSets, f.maxCells = f.sets, f.cells
	u.functions = append(u.functions, f)
	return f
}
