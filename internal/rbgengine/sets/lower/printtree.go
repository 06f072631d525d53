package lower

import (
	"fmt"
	"strings"
)

// text returns the tree of tests behind a modifier as text. Tests are indented below
// the tests before them; the modifiers that they reach are numbered and follow with
// their own trees.
func (a *arrival) text(r *rules) string {
	p := &treePrinter{rules: r, numbers: map[*arrival]int{}}
	p.arrival(a, 0)
	return p.b.String()
}

// A treePrinter prints trees.
type treePrinter struct {
	rules   *rules
	numbers map[*arrival]int
	b       strings.Builder
}

func (p *treePrinter) line(depth int, format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteString("\n")
}

func (p *treePrinter) arrival(a *arrival, depth int) {
	text := fmt.Sprintf("%d: node %d, %s", p.number(a), a.node.id, a.node.text(p.rules))
	switch {
	case a.node.kind == nSwitch || a.node.kind == nEnd:
		p.line(depth, "%s", text)
		return
	case a.tree == nil:
		p.line(depth, "%s, then one by one", text)
		return
	}
	p.line(depth, "%s", text)
	for _, n := range a.tree.roots {
		p.node(n, depth+1)
	}
	for _, to := range a.tree.arrivals {
		p.arrival(to, depth+1)
	}
}

// number returns the number of an arrival.
func (p *treePrinter) number(a *arrival) int {
	n, ok := p.numbers[a]
	if !ok {
		n = len(p.numbers)
		p.numbers[a] = n
	}
	return n
}

func (p *treePrinter) node(n *testNode, depth int) {
	text := ""
	if n.disp != nil && n.disp != p.rules.board.identity {
		text = n.disp.String() + " "
	}
	switch n.kind {
	case kSwitch:
		p.line(depth, "%s→ %d", text, p.number(n.to))
		return
	case kOn:
		text += p.rules.piecesText(p.rules.classes[n.class])
		if n.set != nil {
			text += " or " + p.rules.setText(n.set)
		}
		if n.drop != nil {
			text += " without " + p.rules.setText(n.drop)
		}
	case kMask:
		text += "in" + p.rules.setText(n.set)
	case kCmp:
		text += "{$ " + p.rules.compareText(n.cmp) + "}"
	case kPat:
		text += p.rules.exprText(&expr{kind: kPat, pat: n.pat, neg: n.neg})
		text += [...]string{noOverlay: "", overlayPieces: " with overlay", applyMoves: " after the moves"}[n.overlay]
	}
	p.line(depth, "%s", text)
	for _, k := range n.kids {
		p.node(k, depth+1)
	}
}
