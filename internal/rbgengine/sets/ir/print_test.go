package ir

import (
	"strings"
	"testing"
)

// TestWrite prints a small program.
func TestWrite(t *testing.T) {
	p := &Program{Cells: 3, Bits: 3, Words: 1, Gen: []int32{-1, 2}, Keep: []int32{0, -1}, Patterns: []Pattern{{Code: 1, Value: -1}},
		Code: []Instr{
			{Op: Enter, A: 1, X: 1},
			{Op: ShiftAnd, A: 5, B: 0, C: 1, X: 2, D: -3, J: 0},
			{Op: TestVar, Flag: 2, A: 1, X: 5, J: 1},
		}}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(b.String(), "concrete\n")
	want := `keeper after switch 0:
     0  enter c1 #1
pattern 0:
     1  shiftand r5 r0 r1 #2 by -3 → 0
moves after switch 1:
     2  testvar 1 flag 2 #5 → 1
`
	if code != want {
		t.Errorf("the code is\n%s\nwant\n%s", code, want)
	}
}

// TestOps has every operation have a name, and only one.
func TestOps(t *testing.T) {
	seen := map[string]bool{}
	for op := Clear; op <= ShiftLeaf; op++ {
		if name := op.String(); name == "" || seen[name] {
			t.Errorf("operation %d is called %q", op, name)
		} else {
			seen[name] = true
		}
	}
}

// TestRelocate moves registers, but not classes and arguments.
func TestRelocate(t *testing.T) {
	i := Instr{Op: RowAnd, A: 9, B: 2, C: 3}
	i.Relocate(4, 10, 20)
	if i.A != 19 || i.B != 22 || i.C != 3 {
		t.Errorf("%+v", i)
	}
	i = Instr{Op: Bit, A: 4, B: 0}
	i.Relocate(4, 10, 20)
	if i.A != 14 || i.B != 0 {
		t.Errorf("%+v", i)
	}
}

// TestOperands checks what the optimiser asks of instructions.
func TestOperands(t *testing.T) {
	and := &Instr{Op: And, A: 5, B: 6, C: 7}
	if r, ok := and.MakesSet(); !ok || r != 5 || and.ReadsSet(5) || !and.ReadsSet(6) || !and.ReadsSet(7) || !and.OnlySets() {
		t.Error("and")
	}
	or := &Instr{Op: ShiftOr, A: 5, B: 6}
	if _, ok := or.MakesSet(); ok || !or.ReadsSet(5) {
		t.Error("shiftor reads what it adds to")
	}
	take := &Instr{Op: Take, A: 2, B: 3}
	if take.ReadsCell(2) || !take.ReadsCell(3) || take.OnlySets() {
		t.Error("take")
	}
	if save := (&Instr{Op: Save}); !save.ReadsSet(9) {
		t.Error("save reads all registers")
	}
	if b := make(Bits, 2); !b.Empty() || b.Has(70) {
		t.Error("an empty set")
	} else if b.Set(70); b.Empty() || !b.Has(70) {
		t.Error("a set with one bit")
	}
}
