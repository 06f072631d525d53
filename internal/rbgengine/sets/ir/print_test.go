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

// TestWriteTables prints one constant of each kind.
func TestWriteTables(t *testing.T) {
	p := &Program{Classes: []uint64{5}, Masks: []Bits{{3, 0}, {1, 2}}, Maps: [][]int16{{1, 2, -1}}, Tables: [][]Bits{{{3}, {1}}}, Rays: []Ray{{Sets: []Bits{{6}}, Downward: true}},
		Plans: []Plan{{{Mask: 1, Delta: -2}}}, Permutes: [][]Transfer{{{To: 1, From: Nowhere, Piece: 2}}}, Exprs: []Expr{{Kind: Var, Ref: 3}}, Compares: []Compare{{2, 0, 1}},
		Applies: [][]Act{{{Kind: PutPiece, Arg: 1, Map: 2}, {Kind: SetConst, Arg: 1, Value: 7, Map: -1}}}, Pends: [][]Pend{{{Map: -1, Piece: 2}}},
		Patterns: []Pattern{{Kind: BySeek, Over: ByWalk, Remote: true, Decide: -1, Walk: 0, Mask: 1, Class: 2, Sub: 3}}, Reads: []Read{{Pattern: 0, Piece: 1}},
		Decides: []Decide{{}}, Walks: []Walk{{Marked: 2}}, Reaches: []Reach{{Within: 1, Exit: 2}}, Lines: []Lines{{Class: 4}},
		AttackSets: []Attacks{{{Class: 1, Table: 2, Ray: -1}, {Class: 1, Ray: 0, Within: 3}}}}
	var b strings.Builder
	if err := p.WriteTables(&b); err != nil {
		t.Fatal(err)
	}
	const want = `class 0: pieces 101
mask 0: 3
mask 1: 2_0000000000000001
map 0: +1:2
table 0: 3 pairs
ray 0: 2 pairs, downward true
plan 0: mask 1 by -2
permutation 0: [{1 -2 2}]
expression 0: var value 0 ref 3 of []
comparison 0: 0, relation 2, 1
acts 0: put(1) at map 2 set(1 = 7)
overlay 0: put(2) at map -1
pattern 0: seek, with overlay: walk, remote, walk 0, seeks class 2 in mask 1 with 3
read set 0: pattern 0, piece 1, alone false
decision 0: 0 nodes, 0 entries
walk 0: 0 states, 2 marked
reach 0: within 1, exit 10
lines 0: class 4, 0 sets
attacks 0: table 2 on class 1, ray 0 through class 3 on class 1,
`
	if b.String() != want {
		t.Errorf("the tables are\n%s\nwant\n%s", b.String(), want)
	}
}
