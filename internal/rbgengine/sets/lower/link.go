package lower

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/scc"
)

// link assigns registers to functions, concatenates their code, and resolves
// labels and calls.
func link(u *unit) error {
	u.frames(u.components())
	for _, f := range u.functions {
		f.simplifyJumps()
		f.saveRegisters(uint16(u.classes))
		f.entry = int32(len(u.prog.Code))
		u.prog.Code = append(u.prog.Code, f.ins...)
		if len(u.prog.Code) > maxCode {
			return tooMuchCode()
		}
		u.prog.Registers = max(u.prog.Registers, int(f.setBase+f.maxSets))
		u.prog.CellRegs = max(u.prog.CellRegs, int(f.cellBase+f.maxCells))
	}
	if u.prog.Registers > maxRegisters || u.prog.CellRegs > maxCellRegs {
		return fmt.Errorf("%w: %d and %d registers, the limits are %d and %d", errSize,
			u.prog.Registers, u.prog.CellRegs, maxRegisters, maxCellRegs)
	}
	for _, f := range u.functions {
		u.resolve(f)
	}
	u.resolveEntries()
	return nil
}

// resolveEntries fills in where generators, keepers and patterns begin.
func (u *unit) resolveEntries() {
	for i, f := range u.generators {
		if f != nil {
			u.prog.Gen[i] = f.entry
		}
	}
	k := &u.keeper
	for index, label := range k.entries {
		u.prog.Keep[index] = k.f.entry + k.f.labels[label]
	}
	u.prog.KeepCell = k.cell + k.f.cellBase
	for _, p := range u.patterns() {
		q := &u.prog.Patterns[p.ir]
		if p.search != nil {
			q.Code = p.search.entry
		}
		if p.value != nil {
			q.Value, q.Result = p.value.entry, p.result+p.value.setBase
		}
		if p.code != nil {
			q.Code = p.code.entry
		}
	}
}

// callees returns the functions that can be entered while this one runs.
func (f *function) callees() []*function {
	return append(f.calls[:len(f.calls):len(f.calls)], f.uses...)
}

// resolve replaces labels by addresses, and relocates registers to the frame of
// the function.
func (u *unit) resolve(f *function) {
	for k := range f.ins {
		at := f.entry + int32(k)
		i := &u.prog.Code[at]
		switch {
		case i.Op == ir.Call:
			i.J = u.functions[i.J].entry
		case !i.Op.Jumps():
		case i.J == none:
			i.J = at + 1
		default:
			i.J = f.entry + f.labels[i.J]
		}
		i.Relocate(uint16(u.classes), f.setBase, f.cellBase)
	}
}

// components finds the strongly connected components of the call graph and returns how many
// there are. Callees have lower numbers than callers, unless they call each other.
func (u *unit) components() (count int) {
	calls := make([][]int, len(u.functions))
	for k, f := range u.functions {
		for _, g := range f.callees() {
			calls[k] = append(calls[k], g.number)
		}
	}
	component, count := scc.New(calls).Components()
	for k, f := range u.functions {
		f.component = int(component[k])
	}
	return count
}

// frames places the registers of a function behind the registers of all functions
// that can be running when it is called. Mutually recursive functions share a
// frame, as calls between them save the registers of the caller.
func (u *unit) frames(components int) {
	classes := uint16(u.classes)
	members := make([][]*function, components)
	for _, f := range u.functions {
		members[f.component] = append(members[f.component], f)
	}
	for c := components - 1; c >= 0; c-- { // callers before callees
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
			for _, g := range f.callees() {
				if g.component != c {
					g.setBase, g.cellBase = max(g.setBase, sets), max(g.cellBase, cells)
				}
			}
		}
	}
}

// saveRegisters has recursive calls save and restore the registers of the
// function. Labels move with the instructions.
func (f *function) saveRegisters(classes uint16) {
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
	f.replace(ins, at)
}

// replace replaces the code of a function. The labels of an old instruction move to at.
func (f *function) replace(ins []ir.Instr, at []int32) {
	for n, p := range f.labels {
		if p >= 0 {
			f.labels[n] = at[p]
		}
	}
	f.ins = ins
}

// simplifyJumps removes jumps to the next instruction and unused copies of the
// argument, and shortens jumps to jumps.
func (f *function) simplifyJumps() {
	var ins []ir.Instr
	at := make([]int32, len(f.ins)+1)
	for n, i := range f.ins {
		at[n] = int32(len(ins))
		if i.Op == ir.Jump && f.labels[i.J] == int32(n)+1 || i.Op == ir.Move && i.B == argument && !f.reads(i.A) {
			continue
		}
		if i.Op.Jumps() && i.Op != ir.Call && i.J != none {
			i.J = f.jumpTarget(i.J)
		}
		ins = append(ins, i)
	}
	at[len(f.ins)] = int32(len(ins))
	f.replace(ins, at)
}

// jumpTarget follows jumps from a label.
func (f *function) jumpTarget(label int32) int32 {
	for range 100 {
		p := f.labels[label]
		if int(p) >= len(f.ins) || f.ins[p].Op != ir.Jump {
			break
		}
		label = f.ins[p].J
	}
	return label
}

// reads reports whether an instruction reads a cell register.
func (f *function) reads(cell uint16) bool {
	for k := range f.ins {
		if i := &f.ins[k]; i.ReadsCell(cell) {
			return true
		}
	}
	return false
}
