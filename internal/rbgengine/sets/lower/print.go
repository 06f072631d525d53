package lower

import (
	"fmt"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// The printed forms of the outputs of passes. Expressions look like those in the
// rules. A map is printed as distances, each with the number of bits that it moves.

// String returns the numbering of the cells as text.
func (g *board) String() string {
	return fmt.Sprintf("%d cells in %d bits, %d words, in order: %v\nbits of the cells: %v\n", g.cells, g.bits, g.words, g.ordered, g.bitOf)
}

// String returns the normalised rules as text.
func (r *rules) String() string {
	var b strings.Builder
	for i, c := range r.classes {
		fmt.Fprintf(&b, "class %d: %s\n", i, r.piecesText(c))
	}
	for _, p := range r.patterns {
		fmt.Fprintf(&b, "pattern %d: %s\n", p.id, r.exprText(p.body))
	}
	fmt.Fprintf(&b, "rules: %s\n", r.exprText(r.root))
	return b.String()
}

// exprText returns an expression as text.
func (r *rules) exprText(x *expr) string {
	switch x.kind {
	case kMap:
		return x.m.String()
	case kRel:
		pairs := 0
		for _, row := range x.rows {
			pairs += count(row)
		}
		return fmt.Sprintf("relation(%d pairs)", pairs)
	case kJump:
		return "jump" + r.setText(x.set)
	case kMask:
		return "in" + r.setText(x.set)
	case kOn:
		return r.piecesText(r.classes[x.class])
	case kCmp:
		return "{$ " + r.compareText(x.cmp) + "}"
	case kPat:
		sign := "?"
		if x.neg {
			sign = "!"
		}
		return fmt.Sprintf("{%s pattern %d}", sign, x.pat.id)
	case kOff, kAssign, kSwitch:
		return r.modifierText(x.src)
	case kStar:
		return "(" + r.exprText(x.kids[0]) + ")*"
	}
	sep, empty := " ", "always"
	if x.kind == kSum {
		sep, empty = " + ", "never"
	}
	if len(x.kids) == 0 {
		return empty
	}
	var parts []string
	for _, k := range x.kids {
		text := r.exprText(k)
		if k.kind == kSum && x.kind == kCat {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, sep)
}

func (r *rules) modifierText(e *rbg.Expr) string {
	switch {
	case e.Kind == rbg.Off:
		return "[" + r.game.Pieces[e.Piece].Name + "]"
	case e.Kind == rbg.Assign:
		return "[$ " + r.game.Variables[e.Variable].Name + " = " + r.arithText(e.Value) + "]"
	case e.Player == rbg.Keeper:
		return "->>"
	}
	return "->" + r.game.Variables[e.Player].Name
}

func (r *rules) compareText(e *rbg.Expr) string {
	return r.arithText(e.Left) + " " + e.Op.String() + " " + r.arithText(e.Right)
}

func (r *rules) arithText(a *rbg.Arith) string {
	switch a.Kind {
	case rbg.Number:
		return fmt.Sprint(a.Number)
	case rbg.Value:
		return r.game.Variables[a.Ref].Name
	case rbg.PieceCount:
		return "#" + r.game.Pieces[a.Ref].Name
	}
	op := map[rbg.ArithKind]string{rbg.Add: " + ", rbg.Sub: " - ", rbg.Mul: " * ", rbg.Div: " / "}[a.Kind]
	var parts []string
	for _, k := range a.Kids {
		parts = append(parts, r.arithText(k))
	}
	return "(" + strings.Join(parts, op) + ")"
}

// piecesText returns a set of pieces as text.
func (r *rules) piecesText(pieces uint64) string {
	var names []string
	for p := range r.game.Pieces {
		if pieces>>p&1 != 0 {
			names = append(names, r.game.Pieces[p].Name)
		}
	}
	return "{" + strings.Join(names, ",") + "}"
}

// setText returns a set of cells as text: all of them, a few by name, or how many.
func (r *rules) setText(set ir.Bits) string {
	if equal(set, r.board.all) {
		return "(all)"
	}
	if n := count(set); n > 6 {
		return fmt.Sprintf("(%d cells)", n)
	}
	var names []string
	each(set, func(bit int) { names = append(names, r.game.Board.CellText(int(r.board.cellOf[bit]))) })
	slices.Sort(names)
	return "(" + strings.Join(names, " ") + ")"
}

// String returns a map as text.
func (m *mapping) String() string {
	var parts []string
	for _, s := range m.steps {
		parts = append(parts, fmt.Sprintf("%+d:%d", s.delta, count(s.mask)))
	}
	return "shift(" + strings.Join(parts, " ") + ")"
}

// text returns a graph as text: a line for each node, with its successors.
func (g *graph) text(r *rules) string {
	var b strings.Builder
	fmt.Fprintf(&b, "start: %d\n", g.start.id)
	for _, n := range g.nodes {
		fmt.Fprintf(&b, "%d: %s%s\n", n.id, n.text(r), idsText(n.following()))
	}
	return b.String()
}

func (n *node) text(r *rules) string {
	switch n.kind {
	case nFree:
		return r.exprText(n.x)
	case nAlt:
		return "one of"
	case nStar:
		if n.loopEnd {
			return "again"
		}
		return "star"
	case nEnd:
		return "end"
	}
	return r.modifierText(n.src)
}

// idsText returns the numbers of nodes as text.
func idsText(list []*node) string {
	text := ""
	for _, n := range list {
		text += fmt.Sprintf(" →%d", n.id)
	}
	return text
}

// text returns the facts about a graph as text.
func (f *facts) text(r *rules, g *graph) string {
	var b strings.Builder
	for _, n := range g.nodes {
		if pieces, ok := f.contents[n]; ok {
			fmt.Fprintf(&b, "%d: on %s", n.id, r.piecesText(pieces))
		} else {
			fmt.Fprintf(&b, "%d: unreachable", n.id)
		}
		if f.regionOf(n).cyclic {
			b.WriteString(", cyclic")
		}
		if n.kind == nStar && f.repeats(n) {
			b.WriteString(", repeats within a move")
		}
		for _, p := range f.memoised[n] {
			fmt.Fprintf(&b, ", memoises pattern %d", p.id)
		}
		b.WriteString("\n")
	}
	for _, p := range r.patterns {
		if inv := f.invariant[p]; inv != nil && inv.key >= 0 {
			fmt.Fprintf(&b, "pattern %d is invariant but for #%s\n", p.id, r.game.Pieces[inv.key].Name)
		} else if inv != nil {
			fmt.Fprintf(&b, "pattern %d is invariant\n", p.id)
		}
	}
	return b.String()
}

// text returns the forms of all patterns as text. Patterns that are made for
// others come behind.
func (c *chooser) text() string {
	var b strings.Builder
	for i := 0; i < len(c.rules.patterns); i++ {
		p := c.rules.patterns[i]
		fmt.Fprintf(&b, "pattern %d: %s\n    %s\n", p.id, c.rules.exprText(p.body), c.form(p))
	}
	return b.String()
}

// String returns the functions of a unit as text. Labels are printed as L and a
// number.
func (u *unit) String() string {
	var b strings.Builder
	names := u.functionNames()
	for _, f := range u.functions {
		fmt.Fprintf(&b, "function %d: %s\n", f.number, strings.Join(names[f], ", "))
		f.write(&b)
	}
	return b.String()
}

// functionNames returns what functions are for.
func (u *unit) functionNames() map[*function][]string {
	names := map[*function][]string{u.keeper.f: {"keepers"}}
	for i, f := range u.generators {
		if f != nil {
			names[f] = append(names[f], fmt.Sprintf("moves after switch %d", i))
		}
	}
	for _, p := range u.patterns() {
		for f, what := range map[*function]string{p.search: "finds a path", p.value: "finds all cells", p.code: "tests a cell"} {
			if f != nil {
				names[f] = append(names[f], fmt.Sprintf("pattern %d: %s", p.id, what))
			}
		}
	}
	return names
}

// write prints the instructions of a function.
func (f *function) write(b *strings.Builder) {
	at := map[int32][]int32{}
	for label, place := range f.labels {
		at[place] = append(at[place], int32(label))
	}
	for n := range len(f.ins) + 1 {
		for _, label := range at[int32(n)] {
			fmt.Fprintf(b, "  L%d:\n", label)
		}
		if n == len(f.ins) {
			break
		}
		i := f.ins[n]
		target := ""
		switch {
		case i.Op == ir.Call:
			target = fmt.Sprintf(" function %d", i.J)
		case i.Op.Jumps() && i.J != none:
			target = fmt.Sprintf(" → L%d", i.J)
		}
		fmt.Fprintf(b, "\t%s%s\n", i.Operands(), target)
	}
}
