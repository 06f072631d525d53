package ir

import (
	"fmt"
	"io"
	"strings"
)

// WriteTables prints the constants and patterns of a program. Sets are printed as
// hexadecimal words from the highest to the lowest, and large tables as their sizes.
func (p *Program) WriteTables(w io.Writer) error {
	var b strings.Builder
	p.printSets(&b)
	p.printActs(&b)
	p.printPatterns(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// setText returns a set as text.
func setText(b Bits) string {
	text := ""
	for i := len(b) - 1; i >= 0; i-- {
		if text == "" {
			if b[i] != 0 || i == 0 {
				text = fmt.Sprintf("%x", b[i])
			}
			continue
		}
		text += fmt.Sprintf("_%016x", b[i])
	}
	return text
}

// printSets prints sets, and relations between cells.
func (p *Program) printSets(b *strings.Builder) {
	for i, c := range p.Classes {
		fmt.Fprintf(b, "class %d: pieces %b\n", i, c)
	}
	for i, m := range p.Masks {
		fmt.Fprintf(b, "mask %d: %s\n", i, setText(m))
	}
	for i, m := range p.Maps {
		fmt.Fprintf(b, "map %d: %s\n", i, mapText(m))
	}
	for i, t := range p.Tables {
		fmt.Fprintf(b, "table %d: %d pairs\n", i, pairs(t))
	}
	for i, r := range p.Rays {
		fmt.Fprintf(b, "ray %d: %d pairs, downward %v\n", i, pairs(r.Sets), r.Downward)
	}
	for i, plan := range p.Plans {
		fmt.Fprintf(b, "plan %d:", i)
		for _, s := range plan {
			fmt.Fprintf(b, " mask %d by %d", s.Mask, s.Delta)
		}
		b.WriteString("\n")
	}
	for i, list := range p.Permutes {
		fmt.Fprintf(b, "permutation %d: %v\n", i, list)
	}
}

// mapText returns how many bits a map moves how far.
func mapText(m []int16) string {
	var order []int
	count := map[int]int{}
	for i, to := range m {
		if to < 0 {
			continue
		}
		d := int(to) - i
		if count[d] == 0 {
			order = append(order, d)
		}
		count[d]++
	}
	var parts []string
	for _, d := range order {
		parts = append(parts, fmt.Sprintf("%+d:%d", d, count[d]))
	}
	return strings.Join(parts, " ")
}

// pairs returns the number of pairs of a relation.
func pairs(rows []Bits) int {
	n := 0
	for _, r := range rows {
		for i := range len(r) * 64 {
			if r.Has(i) {
				n++
			}
		}
	}
	return n
}

var exprNames = [...]string{Const: "const", Var: "var", Count: "count", Add: "+", Sub: "-", Mul: "*", Div: "/"}

var actNames = [...]string{PutPiece: "put", SetConst: "set", SetExpr: "assign", EndSwitch: "switch"}

// printActs prints numbers, and what moves do.
func (p *Program) printActs(b *strings.Builder) {
	for i, e := range p.Exprs {
		fmt.Fprintf(b, "expression %d: %s value %d ref %d of %v\n", i, exprNames[e.Kind], e.Value, e.Ref, e.Kids)
	}
	for i, c := range p.Compares {
		fmt.Fprintf(b, "comparison %d: %d, relation %d, %d\n", i, c.Left, c.Relation, c.Right)
	}
	for i, acts := range p.Applies {
		fmt.Fprintf(b, "acts %d:", i)
		for _, a := range acts {
			fmt.Fprintf(b, " %s(%d", actNames[a.Kind], a.Arg)
			if a.Kind == SetConst || a.Kind == SetExpr {
				fmt.Fprintf(b, " = %d", a.Value)
			}
			b.WriteString(")")
			if a.Map >= 0 {
				fmt.Fprintf(b, " at map %d", a.Map)
			}
		}
		b.WriteString("\n")
	}
	for i, list := range p.Pends {
		fmt.Fprintf(b, "overlay %d:", i)
		for _, q := range list {
			fmt.Fprintf(b, " put(%d) at map %d", q.Piece, q.Map)
		}
		b.WriteString("\n")
	}
}

var patternNames = [...]string{ByDecide: "decision", ByWalk: "walk", ByReach: "reach", ByLines: "lines", ByAttacks: "attacks",
	ByCode: "code", BySeek: "seek", FromCell: "code from cell", ByMoves: "moves"}

// Name returns the name of the kind.
func (k PatternKind) Name() string { return patternNames[k] }

// printPatterns prints patterns and their tables.
func (p *Program) printPatterns(b *strings.Builder) {
	for i := range p.Patterns {
		q := &p.Patterns[i]
		fmt.Fprintf(b, "pattern %d: %s, with overlay: %s", i, q.Kind.Name(), q.Over.Name())
		for _, f := range [...]struct {
			set  bool
			text string
		}{{q.Remote, "remote"}, {q.Invariant, fmt.Sprintf("invariant but for %d", q.Key)}, {q.Flip, "flips classes"}, {q.Decide >= 0, fmt.Sprintf("decision %d", q.Decide)},
			{q.Walk >= 0, fmt.Sprintf("walk %d", q.Walk)}, {q.Mask >= 0, fmt.Sprintf("seeks class %d in mask %d with %d", q.Class, q.Mask, q.Sub)},
			{q.Few > 0, fmt.Sprintf("few %d", q.Few)}} {
			if f.set {
				b.WriteString(", " + f.text)
			}
		}
		b.WriteString("\n")
	}
	for i, r := range p.Reads {
		fmt.Fprintf(b, "read set %d: pattern %d, piece %d, alone %v\n", i, r.Pattern, r.Piece, r.Alone)
	}
	for i := range p.Decides {
		fmt.Fprintf(b, "decision %d: %d nodes, %d entries\n", i, len(p.Decides[i].Nodes), len(p.Decides[i].Rows))
	}
	for i := range p.Walks {
		fmt.Fprintf(b, "walk %d: %d states, %d marked\n", i, len(p.Walks[i].States), p.Walks[i].Marked)
	}
	for i := range p.Reaches {
		fmt.Fprintf(b, "reach %d: within %b, exit %b\n", i, p.Reaches[i].Within, p.Reaches[i].Exit)
	}
	for i := range p.Lines {
		fmt.Fprintf(b, "lines %d: class %d, %d sets\n", i, p.Lines[i].Class, len(p.Lines[i].Sets))
	}
	for i, list := range p.AttackSets {
		fmt.Fprintf(b, "attacks %d:", i)
		for _, a := range list {
			if a.Ray < 0 {
				fmt.Fprintf(b, " table %d on class %d,", a.Table, a.Class)
			} else {
				fmt.Fprintf(b, " ray %d through class %d on class %d,", a.Ray, a.Within, a.Class)
			}
		}
		b.WriteString("\n")
	}
}
