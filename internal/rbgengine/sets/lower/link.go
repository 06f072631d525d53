package lower

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// link gives every function its registers, puts the code together and resolves
// labels and calls.
func (l *lowerer) link() error {
	l.bury()
	l.components()
	l.frames()
	for _, f := range l.functions {
		f.tidy()
		f.keepRegisters(uint16(l.classCount()))
		f.entry = int32(len(l.prog.Code))
		l.prog.Code = append(l.prog.Code, f.ins...)
		if len(l.prog.Code) > maxCode {
			return fmt.Errorf("%w: more than %d instructions", errSize, maxCode)
		}
		l.prog.Registers = max(l.prog.Registers, int(f.setBase+f.maxSets))
		l.prog.CellRegs = max(l.prog.CellRegs, int(f.cellBase+f.maxCells))
	}
	if l.prog.Registers > maxRegisters || l.prog.CellRegs > maxCellRegs {
		return fmt.Errorf("%w: %d and %d registers, the limits are %d and %d", errSize,
			l.prog.Registers, l.prog.CellRegs, maxRegisters, maxCellRegs)
	}
	for _, f := range l.functions {
		l.resolve(f)
	}
	return nil
}

// bury drops questions whose answers are known and what is of no use from all
// functions but the keepers'.
func (l *lowerer) bury() {
	results := map[*function]map[uint16]bool{}
	for _, p := range l.normal.patterns {
		if p.value != nil {
			if results[p.value] == nil {
				results[p.value] = map[uint16]bool{}
			}
			results[p.value][p.result] = true
		}
	}
	for _, f := range l.functions {
		if f.keeps {
			continue
		}
		f.thread()
		for f.bury(results[f]) {
		}
	}
}

// below returns the functions that can be entered while this one is under way.
func (f *function) below() []*function { return append(f.calls[:len(f.calls):len(f.calls)], f.uses...) }

// resolve replaces labels by places and registers by those of the frame.
func (l *lowerer) resolve(f *function) {
	for k := range f.ins {
		at := f.entry + int32(k)
		i := &l.prog.Code[at]
		switch {
		case i.Op == ir.Call:
			i.J = l.functions[i.J].entry
		case !i.Op.Jumps():
		case i.J == none:
			i.J = at + 1
		default:
			i.J = f.entry + f.labels[i.J]
		}
		i.Relocate(uint16(l.classCount()), f.setBase, f.cellBase)
	}
}

// components finds functions that can call each other in a circle.
func (l *lowerer) components() {
	index := 0
	low := make([]int, len(l.functions))
	num := make([]int, len(l.functions))
	var stack []*function
	component := 0
	var visit func(f *function)
	visit = func(f *function) {
		index++
		num[f.number], low[f.number] = index, index
		stack = append(stack, f)
		f.onStack = true
		for _, g := range f.below() {
			if num[g.number] == 0 {
				visit(g)
				low[f.number] = min(low[f.number], low[g.number])
			} else if g.onStack {
				low[f.number] = min(low[f.number], num[g.number])
			}
		}
		if low[f.number] == num[f.number] {
			component++
			for {
				g := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				g.onStack = false
				g.component = component
				if g == f {
					break
				}
			}
		}
	}
	for _, f := range l.functions {
		if num[f.number] == 0 {
			visit(f)
		}
	}
}

// frames gives functions registers behind those of all functions that can be
// under way when they are called. Functions of a circle share theirs, as calls
// among them keep what the calling one has.
func (l *lowerer) frames() {
	classes := uint16(l.classCount())
	members := map[int][]*function{}
	last := 0
	for _, f := range l.functions {
		members[f.component] = append(members[f.component], f)
		last = max(last, f.component)
	}
	// Components are numbered from the called to the calling ones.
	for c := last; c > 0; c-- {
		var sets, cells uint16
		for _, f := range members[c] {
			sets, cells = max(sets, f.setBase), max(cells, f.cellBase)
		}
		for _, f := range members[c] {
			f.setBase, f.cellBase = sets, cells
		}
		for _, f := range members[c] {
			sets = max(sets, f.setBase+f.maxSets-classes)
			cells = max(cells, f.cellBase+f.maxCells-1)
		}
		for _, f := range members[c] {
			for _, g := range f.below() {
				if g.component != c {
					g.setBase, g.cellBase = max(g.setBase, sets), max(g.cellBase, cells)
				}
			}
		}
	}
}

// keepRegisters has calls that may lead back to the function keep its
// registers. Labels move with the instructions.
func (f *function) keepRegisters(classes uint16) {
	k := 0
	var ins []ir.Instr
	at := make([]int32, len(f.ins)+1)
	for n, i := range f.ins {
		at[n] = int32(len(ins))
		if i.Op != ir.Call {
			ins = append(ins, i)
			continue
		}
		g := f.calls[k]
		k++
		if g.component != f.component {
			ins = append(ins, i)
			continue
		}
		save := ir.Instr{Op: ir.Save, A: f.setBase + classes, B: f.setBase + f.maxSets, C: f.cellBase + 1, D: int32(f.cellBase + f.maxCells)}
		ins = append(ins, save, i)
		save.Op = ir.Restore
		ins = append(ins, save)
	}
	at[len(f.ins)] = int32(len(ins))
	for n, p := range f.labels {
		if p >= 0 {
			f.labels[n] = at[p]
		}
	}
	f.ins = ins
}

// tidy drops what is not needed: the copy of an argument that nobody looks at,
// jumps to the next instruction, and jumps to jumps.
func (f *function) tidy() {
	var ins []ir.Instr
	at := make([]int32, len(f.ins)+1)
	for n, i := range f.ins {
		at[n] = int32(len(ins))
		if i.Op == ir.Jump && f.labels[i.J] == int32(n)+1 || i.Op == ir.Move && i.B == argument && !f.reads(i.A) {
			continue
		}
		if i.Op.Jumps() && i.Op != ir.Call && i.J != none {
			i.J = f.final(i.J)
		}
		ins = append(ins, i)
	}
	at[len(f.ins)] = int32(len(ins))
	for n, p := range f.labels {
		if p >= 0 {
			f.labels[n] = at[p]
		}
	}
	f.ins = ins
}

// final follows jumps from a label.
func (f *function) final(label int32) int32 {
	for range 100 {
		p := f.labels[label]
		if int(p) >= len(f.ins) || f.ins[p].Op != ir.Jump {
			break
		}
		label = f.ins[p].J
	}
	return label
}

// reads reports whether an instruction uses a cell register.
func (f *function) reads(cell uint16) bool {
	for k := range f.ins {
		if i := &f.ins[k]; i.ReadsCell(cell) {
			return true
		}
	}
	return false
}
