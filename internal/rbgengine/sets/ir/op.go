package ir

// An Op is what an instruction does. In the comments, r are set registers, c are
// cell registers, and "else J" means that execution continues at J if the result
// is empty or the test fails.
type Op uint8

// The operations.
const (
	Clear      Op = iota // r[A] = ∅
	Copy                 // r[A] = r[B]
	Load                 // r[A] = Masks[X]
	Bit                  // r[A] = {c[B]}
	And                  // r[A] = r[B] ∩ r[C], else J
	AndNot               // r[A] = r[B] \ r[C], else J
	AndMask              // r[A] = r[B] ∩ Masks[X], else J
	AndNotMask           // r[A] = r[B] \ Masks[X], else J
	Or                   // r[A] = r[B] ∪ r[C]
	OrMasked             // r[A] = r[A] ∪ (r[B] ∩ Masks[X])
	AddBit               // r[A] = r[A] ∪ {c[B]}
	Shift                // r[A] = r[B] ∩ Masks[X] moved by D, else J
	ShiftAnd             // r[A] = (r[B] ∩ Masks[X] moved by D) ∩ r[C], else J
	ShiftOr              // r[A] = r[A] ∪ (r[B] ∩ Masks[X] moved by D)
	Row                  // r[A] = Tables[X] of c[B], else J
	RowAnd               // r[A] = Tables[X] of c[B] ∩ r[C], else J
	Unite                // r[A] = the union of Tables[X] of the cells of r[B], else J
	RayOr                // r[A] = r[A] ∪ Rays[X] of c[B] while cells are in r[C]; Flag 1: with the first that is not
	Flood                // r[A] is closed under Plans[X] into r[C]; Flag 1: from cells in r[C]
	FloodUntil           // like Flood; continues at J as soon as r[A] meets r[B]
	JumpEmpty            // J if r[A] = ∅
	JumpAny              // J if r[A] ≠ ∅
	Jump                 // J

	Next    // c[A] = a cell of r[B], which loses it, else J
	Move    // c[A] = c[B]
	Take    // c[A] = Maps[X] of c[B], else J
	TakeOn  // c[A] = Maps[X] of c[B], if it is in class C, else J
	InClass // c[A] is in class C, else J
	InSet   // c[A] is in Masks[X], else J

	Test       // Compares[X] holds, else J
	TestVar    // variable A has the relation Flag to X, else J
	Probe      // c[A] satisfies pattern X (Flag 1: does not), else J
	Filter     // r[A] = the cells of r[B] that satisfy pattern X (Flag 1: do not), else J
	FilterOver // Filter with Pends[D] laid over the board
	FilterMade // Filter with Applies[D] applied, which adds Y to the key of an invariant pattern
	Forget     // forgets the memoised outcomes of the invariant pattern X
	ReadSet    // r[A] = the cells of Reads[X]
	ReadHolds  // the pattern of Reads[X], after ReadSet, holds (Flag 1: does not), else J

	Apply   // applies Applies[X] at c[A], else J
	Revert  // undoes the last Apply
	Leaf    // the cells of r[A] are moves that end with Applies[X]
	Found   // ends a test with success
	Call    // J
	Return  //
	Save    // saves registers A to B-1 and cell registers C to D-1
	Restore // restores them

	// Only in keepers.
	Try    // pushes a choice point: on failure, continue at J
	Fail   // backtracks
	Choose // c[A] = the first cell of r[B]; on failure, continue here without it (Flag 1: no choice point); fails if empty
	Mark   // fails if c[A] is marked in row X since the last modifier, and marks it
	Put    // piece B on c[A]; Flag 1: never undone, here and below
	Assign // variable A = expression X, else fails
	AddVar // variable A = variable B + X, else fails
	SetVar // variable A = X
	Enter  // the keeper has reached switch X on c[A]
	Flip   // piece Y on the cells of Rays[X] of c[A] while they are in class C, if there are some and the next is in class B; Flag 1: never undone
	// Sweep puts piece B on the first cell of class C in Tables[X] of the first cell
	// of class Y in Masks[D] that has one, and does so again until there is none; if
	// X is -1, on the cells of class Y in Masks[D] themselves. c[A] is the last of
	// these cells; if there is none, else J. Cells are tried in the order of the board.
	Sweep
	Permute // makes the transfers Permutes[X] from c[A]; Flag 1: never undone

	// Fused.
	ShiftLeaf // ShiftAnd, then Leaf with Applies[Y]; J only if empty
)

// An operand says what a field of an instruction is.
type operand uint8

const (
	none operand = iota
	set
	cell
	other
)

// An opInfo describes an operation for printing and relocation.
type opInfo struct {
	name    string
	a, b, c operand
	jumps   bool
}

var ops = [...]opInfo{
	Clear:      {"clear", set, none, none, false},
	Copy:       {"copy", set, set, none, false},
	Load:       {"load", set, none, none, false},
	Bit:        {"bit", set, cell, none, false},
	And:        {"and", set, set, set, true},
	AndNot:     {"andnot", set, set, set, true},
	AndMask:    {"andmask", set, set, none, true},
	AndNotMask: {"andnotmask", set, set, none, true},
	Or:         {"or", set, set, set, false},
	OrMasked:   {"ormasked", set, set, none, false},
	AddBit:     {"addbit", set, cell, none, false},
	Shift:      {"shift", set, set, none, true},
	ShiftAnd:   {"shiftand", set, set, set, true},
	ShiftOr:    {"shiftor", set, set, none, false},
	Row:        {"row", set, cell, none, true},
	RowAnd:     {"rowand", set, cell, set, true},
	Unite:      {"unite", set, set, none, true},
	RayOr:      {"rayor", set, cell, set, false},
	Flood:      {"flood", set, none, set, false},
	FloodUntil: {"flooduntil", set, set, set, true},
	JumpEmpty:  {"jumpempty", set, none, none, true},
	JumpAny:    {"jumpany", set, none, none, true},
	Jump:       {"jump", none, none, none, true},
	Next:       {"next", cell, set, none, true},
	Move:       {"move", cell, cell, none, false},
	Take:       {"take", cell, cell, none, true},
	TakeOn:     {"takeon", cell, cell, other, true},
	InClass:    {"inclass", cell, none, other, true},
	InSet:      {"inset", cell, none, none, true},
	Test:       {"test", none, none, none, true},
	TestVar:    {"testvar", other, none, none, true},
	Probe:      {"probe", cell, none, none, true},
	Filter:     {"filter", set, set, none, true},
	FilterOver: {"filterover", set, set, none, true},
	FilterMade: {"filtermade", set, set, none, true},
	Forget:     {"forget", none, none, none, false},
	ReadSet:    {"readset", set, none, none, false},
	ReadHolds:  {"readholds", none, none, none, true},
	Apply:      {"apply", cell, none, none, true},
	Revert:     {"revert", none, none, none, false},
	Leaf:       {"leaf", set, none, none, false},
	Found:      {"found", none, none, none, false},
	Call:       {"call", none, none, none, true},
	Return:     {"return", none, none, none, false},
	Save:       {"save", other, other, other, false},
	Restore:    {"restore", other, other, other, false},
	Try:        {"try", none, none, none, true},
	Fail:       {"fail", none, none, none, false},
	Choose:     {"choose", cell, set, none, false},
	Mark:       {"mark", cell, none, none, false},
	Put:        {"put", cell, other, none, false},
	Assign:     {"assign", other, none, none, false},
	AddVar:     {"addvar", other, other, none, false},
	SetVar:     {"setvar", other, none, none, false},
	Enter:      {"enter", cell, none, none, false},
	Flip:       {"flip", cell, other, other, false},
	Sweep:      {"sweep", cell, other, other, true},
	Permute:    {"permute", cell, none, none, false},
	ShiftLeaf:  {"shiftleaf", set, set, set, true},
}

// String returns the name of the operation.
func (o Op) String() string { return ops[o].name }

// Jumps reports whether the operation uses J.
func (o Op) Jumps() bool { return ops[o].jumps }

// Relocate adds bases to the register operands. Classes stay as they are, and so
// does the cell register 0, which holds the argument of functions.
func (i *Instr) Relocate(classes, sets, cells uint16) {
	o := &ops[i.Op]
	for _, p := range [...]struct {
		kind operand
		at   *uint16
	}{{o.a, &i.A}, {o.b, &i.B}, {o.c, &i.C}} {
		switch {
		case p.kind == set && *p.at >= classes:
			*p.at += sets
		case p.kind == cell && *p.at > 0:
			*p.at += cells
		}
	}
}

// ReadsCell reports whether the instruction reads a cell register.
func (i *Instr) ReadsCell(c uint16) bool {
	o := &ops[i.Op]
	writes := i.Op == Next || i.Op == Move || i.Op == Take || i.Op == TakeOn || i.Op == Choose || i.Op == Sweep
	return o.a == cell && i.A == c && !writes || o.b == cell && i.B == c || o.c == cell && i.C == c
}

// MakesSet returns the set register that the instruction overwrites. It reports
// false if there is none, or if the instruction has other effects.
func (i *Instr) MakesSet() (r uint16, ok bool) {
	switch i.Op {
	case Clear, Copy, Load, Bit, And, AndNot, AndMask, AndNotMask, Or, Shift, ShiftAnd, Row, RowAnd, Unite:
		return i.A, true
	}
	return 0, false
}

// ReadsSet reports whether the instruction may read a set register.
func (i *Instr) ReadsSet(r uint16) bool {
	if i.Op == Save || i.Op == Restore {
		return true
	}
	_, makes := i.MakesSet()
	o := &ops[i.Op]
	return o.a == set && i.A == r && !makes || o.b == set && i.B == r || o.c == set && i.C == r
}

// OnlySets reports whether the instruction only computes with sets, and perhaps
// jumps.
func (i *Instr) OnlySets() bool { return i.Op <= Jump }
