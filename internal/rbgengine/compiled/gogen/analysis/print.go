package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// String lists what is known of the functions that were asked for, of the keepers, and
// of the forms of patterns. It is meant for tests and for debugging.
func (a *Analysis) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d cells in %d words, classes tell pieces apart: %v\n", a.P.Cells, a.P.Words, a.Facts.PiecesDistinct())
	for _, entry := range slices.Sorted(maps.Keys(a.Flow.Functions)) {
		a.describeFunction(&b, a.Flow.Functions[entry])
	}
	a.describeKeepers(&b)
	for id := range a.P.Patterns {
		fmt.Fprintf(&b, "pattern %d: %s\n", id, a.describePattern(int32(id)))
	}
	memos := FindFilterMemos(a.P)
	for _, key := range slices.Sorted(maps.Keys(memos)) {
		m := memos[key]
		fmt.Fprintf(&b, "filter memo %d: pattern %d, groups %v\n", m.ID, m.Pattern, m.Groups)
	}
	return b.String()
}

// describeFunction lists the properties of a function, and which pieces its acts can
// replace.
func (a *Analysis) describeFunction(b *strings.Builder, f *Function) {
	a.Flow.ResolveCalls(f)
	fmt.Fprintf(b, "function %d: %d places, calls %v", f.Entry, len(f.Places), f.Calls)
	for _, p := range []struct {
		holds bool
		name  string
	}{
		{f.Changes, "changes the board"}, {f.Recursive, "recursive"}, {a.Flow.Drawable(f.Entry), "drawable"},
		{f.ReadsArgument(a.P), "reads its argument"}, {a.Deps.Memoizable(f), "memoizable"},
	} {
		if p.holds {
			b.WriteString(", " + p.name)
		}
	}
	b.WriteByte('\n')
	elided := a.Flow.ElidableJumps(f)
	for _, at := range f.Places {
		i := &a.P.Code[at]
		if elided[at] {
			fmt.Fprintf(b, "\t%d %v: jump elided\n", at, i.Op)
		}
		if acts, ok := actsOf(i); ok {
			fmt.Fprintf(b, "\t%d %v: acts %d replace %s\n", at, i.Op, acts, pieceSets(a.Facts.ReplacedAt(f, at), a.P.Pieces))
		}
	}
}

// actsOf returns the number of the acts of an instruction.
func actsOf(i *ir.Instr) (acts int32, ok bool) {
	switch i.Op {
	case ir.Leaf, ir.Apply:
		return i.X, true
	case ir.ShiftLeaf:
		return i.Y, true
	}
	return 0, false
}

// describeKeepers lists which pieces keepers replace, if nothing is known where they
// begin, and if they only follow moves.
func (a *Analysis) describeKeepers(b *strings.Builder) {
	any, play := a.Facts.KeeperFacts(), a.Facts.PlayFacts()
	for _, at := range slices.Sorted(maps.Keys(any)) {
		i := &a.P.Code[at]
		if i.Op != ir.Put {
			continue
		}
		fmt.Fprintf(b, "keeper %d: piece %d replaces %s", at, i.B, pieceSets([]uint64{a.Facts.at(any[at], i.A)}, a.P.Pieces))
		if f := play[at]; f != nil {
			fmt.Fprintf(b, ", after moves %s", pieceSets([]uint64{a.Facts.at(f, i.A)}, a.P.Pieces))
		}
		b.WriteByte('\n')
	}
}

// at returns the pieces that can lie on the cell of a register.
func (*FactTable) at(f *Facts, c uint16) uint64 {
	if pieces, ok := f.Cell(c)[0]; ok {
		return pieces
	}
	return AnyPiece
}

// describePattern says how a pattern is tested.
func (a *Analysis) describePattern(id int32) string {
	q := &a.P.Patterns[id]
	text := fmt.Sprintf("kind %d", q.Kind)
	switch q.Kind {
	case ir.ByDecide:
		text = "decision"
		if m := a.Forms.Occupancy(q.Decide); m != nil {
			text += fmt.Sprintf(", occupancy of class %d in %d groups", m.Class, len(m.Groups))
		} else if p := a.Forms.PartitionOf(q.Decide); p != nil {
			text += fmt.Sprintf(", at most %d parts", p.Most)
		}
	case ir.ByLines:
		text = "lines"
		if r := a.Forms.RowForm(q.Lines); r != nil {
			text += fmt.Sprintf(", rows %v", r.Shapes)
		}
	case ir.FromCell:
		text = "code"
		if c := a.Forms.ClosureOf(id); c != nil {
			text += fmt.Sprintf(", closure of class %d under plan %d", c.Class, c.Plan)
		}
	}
	if q.Value >= 0 {
		text += fmt.Sprintf(", all cells at once beyond %d", a.Forms.Cutoff(q))
	}
	return text
}

// pieceSets writes sets of pieces; * is any piece.
func pieceSets(list []uint64, pieces int) string {
	all := uint64(1)<<pieces - 1
	out := make([]string, len(list))
	for k, set := range list {
		if set &= all; set == all {
			out[k] = "*"
			continue
		}
		var names []string
		for piece := range pieces {
			if set>>piece&1 != 0 {
				names = append(names, fmt.Sprint(piece))
			}
		}
		out[k] = "{" + strings.Join(names, " ") + "}"
	}
	return strings.Join(out, " ")
}
