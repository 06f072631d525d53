package lower

import (
	"slices"
	"testing"

	"ludex/internal/rbgengine/sets/ir"
)

// newTestFunction returns a function with labels at some instructions.
func newTestFunction(ins []ir.Instr, labels ...int32) *function {
	return &function{ins: ins, labels: labels, total: new(int)}
}

// TestEliminateDead removes sets that are not read, and those from which only they
// were computed.
func TestEliminateDead(t *testing.T) {
	f := newTestFunction([]ir.Instr{
		{Op: ir.Load, A: 5, J: none},
		{Op: ir.And, A: 6, B: 5, C: 0, J: none},
		{Op: ir.Load, A: 7, J: none},
		{Op: ir.Leaf, A: 7, J: none},
		{Op: ir.Load, A: 8, J: none},
		{Op: ir.Return},
	})
	for f.eliminateDead(map[uint16]bool{8: true}) {
	}
	var left []ir.Op
	for _, i := range f.ins {
		left = append(left, i.Op)
	}
	if want := []ir.Op{ir.Load, ir.Leaf, ir.Load, ir.Return}; !slices.Equal(left, want) {
		t.Errorf("%v are left, want %v", left, want)
	}
}

// TestThreadJumps redirects a failed probe to behind the opposite one, and the code
// between them to where that one fails.
func TestThreadJumps(t *testing.T) {
	f := newTestFunction([]ir.Instr{
		{Op: ir.Probe, Flag: 1, A: 1, X: 3, J: 0},
		{Op: ir.Leaf, A: 5, J: none},
		{Op: ir.Probe, A: 1, X: 3, J: 1}, // label 0
		{Op: ir.Leaf, A: 6, J: none},
		{Op: ir.Return}, // label 1
	}, 2, 4)
	f.threadJumps()
	if at := f.labels[f.ins[0].J]; f.ins[at].Op != ir.Leaf || f.ins[at].A != 6 {
		t.Errorf("the first probe leads to %v", f.ins[at].String())
	}
	if i := f.ins[2]; i.Op != ir.Jump || f.ins[f.labels[i.J]].Op != ir.Return {
		t.Errorf("behind the first leaf is %v", i.String())
	}
}

// TestSimplifyJumps removes jumps to the next instruction and shortens the others.
func TestSimplifyJumps(t *testing.T) {
	f := newTestFunction([]ir.Instr{
		{Op: ir.JumpEmpty, A: 5, J: 0},
		{Op: ir.Leaf, A: 5, J: none},
		{Op: ir.Jump, J: 1}, // label 0
		{Op: ir.Jump, J: 2}, // label 1
		{Op: ir.Return},     // label 2
	}, 2, 3, 4)
	f.simplifyJumps()
	if len(f.ins) != 3 || f.ins[f.labels[f.ins[0].J]].Op != ir.Return {
		t.Errorf("%d instructions are left: %v", len(f.ins), f.ins)
	}
}
