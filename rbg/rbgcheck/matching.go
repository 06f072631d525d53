package rbgcheck

import (
	"fmt"
	"slices"

	"ludex/rbg"
	"ludex/source"
)

var matching = &Check{
	Name:  "matching",
	Doc:   "Tests, shifts and assignments can succeed, and tests can fail.",
	Codes: []*source.Code{deadShift, deadOn, deadCompare, deadPattern, deadAssign, sureOn, sureCompare, surePattern},
	Run:   runMatching,
}

var (
	deadShift = &source.Code{ID: "RBG061", Severity: source.Warning,
		Title: "a way that leads nowhere",
		Doc: `From every cell in which a play can get to this place, the shifts lead off the
board, whichever alternatives are taken, so the path always ends here. On a board
with three rows, for example, this never succeeds:

    up up up`}
	deadOn = &source.Code{ID: "RBG062", Severity: source.Warning,
		Title: "a test for pieces that never holds",
		Doc: `In no cell in which a play can get to this place can one of the pieces ever be: it
is not there at the beginning, and no action that can be reached puts it there. A
path that is meant to end writes {}.`}
	deadCompare = &source.Code{ID: "RBG063", Severity: source.Warning,
		Title: "a comparison that never holds",
		Doc: `The comparison fails whatever values the variables can have: from 0 to what is
ever assigned, at most to their bounds; and whatever numbers of pieces can be on
the board. With #variables = turn(99) this never holds:

    {$ turn == 100}`}
	deadPattern = &source.Code{ID: "RBG065", Severity: source.Warning,
		Title: "a pattern that never holds",
		Doc: `A pattern {? M} never holds if M can be completed from no cell in which a play can
get here; {! M} never holds if M can be completed from all of them, whatever is
on the board.`}
	deadAssign = &source.Code{ID: "RBG067", Severity: source.Warning,
		Title: "an assignment that never succeeds",
		Doc: `The value is always outside the bounds of the variable, or cannot be computed,
because it divides by zero or needs more than 32 bits. Such a path ends, as if a
comparison had failed; values are not cut off at the bound. With #players =
white(50) this fails:

    [$ white = 100]

An assignment that fails only sometimes, such as a counter that is to end the
play at its bound, is not reported.`}
	sureOn = &source.Code{ID: "RBG069", Severity: source.Hint,
		Title: "a test for pieces that always holds",
		Doc: `In every cell in which a play can get to this place, nothing but the pieces of the
test can ever be, so it could be left out.`}
	sureCompare = &source.Code{ID: "RBG064", Severity: source.Warning,
		Title: "a comparison that always holds",
		Doc: `The comparison holds whatever values the variables can have, and whatever numbers
of pieces can be on the board, so it tests nothing. Perhaps a bound was meant that
can be reached, or another relation.`}
	surePattern = &source.Code{ID: "RBG066", Severity: source.Hint,
		Title: "a pattern that always holds",
		Doc: `In every cell in which a play can get to this place the pattern holds whatever is
on the board, so it tests nothing.`}
)

func runMatching(p *Pass) {
	f := p.flow()
	if f == nil {
		return
	}
	reportWalks(p, f)
	for _, pl := range p.places() {
		if i := pl.first(f); i >= 0 && pl.fails(f) && reportDead(p, &f.edges[i]) {
			p.lost = true
			for _, i := range pl.edges {
				p.silent[i] = true
			}
		}
	}
	if p.lost {
		return // other tests may hold only because of the unreachable parts
	}
	for _, pl := range p.places() {
		if i := pl.first(f); i >= 0 && !pl.fails(f) && pl.holds(f) {
			reportSure(p, &f.edges[i])
		}
	}
}

// reportWalks reports walks that lead nowhere. Negative patterns are exempt, since they may
// test exactly that.
func reportWalks(p *Pass, f *flow) {
	type ends struct{ from, to source.Span }
	live := map[ends]bool{}
	for i := range f.walks {
		if w := &f.walks[i]; w.denied || f.arrives(w) {
			live[ends{w.from.Span, w.to.Span}] = true
		}
	}
	for i := range f.walks {
		w := &f.walks[i]
		if !f.visited[w.start] || live[ends{w.from.Span, w.to.Span}] {
			continue
		}
		p.lost = true
		for i := w.first; i < w.end; i++ {
			p.silent[i] = true
		}
		at := w.from.Origin
		if at.In == w.to.In {
			at.Span = at.Span.To(w.to.Span)
		}
		if w.from == w.to && w.from.Kind == rbg.Shift {
			p.Report(deadShift, at, "no cell that can be reached here has an edge %s", p.Game.Board.Labels[w.from.Label])
		} else {
			p.Report(deadShift, at, "from no cell that can be reached here do these shifts lead anywhere")
		}
	}
}

// arrives reports whether a walk can be completed.
func (f *flow) arrives(w *walk) bool {
	for i := w.first; i < w.end; i++ {
		if f.passed[i] && f.edges[i].to == w.goal {
			return true
		}
	}
	return false
}

// reportDead reports an action that never succeeds, unless that is its purpose
// or follows from another problem. It reports whether follow-up problems
// should be suppressed.
func reportDead(p *Pass, e *edge) bool {
	g, x := p.Game, e.expr
	switch x.Kind {
	case rbg.On:
		return reportDeadOn(p, x)
	case rbg.Compare:
		if p.asks(x.Left) || p.asks(x.Right) {
			return true
		}
		p.Report(deadCompare, x.Origin, "this comparison never holds").Advise("%s", valuesText(p, e))
	case rbg.Pattern:
		return reportDeadPattern(p, e)
	case rbg.Assign:
		d := p.Report(deadAssign, x.Origin, "this assignment never succeeds: %s can be 0 to %d",
			g.Variables[x.Variable].Name, g.Bound(x.Variable))
		if v := evaluate(x.Value, p.flow().scope(e.scope)); v.empty() {
			d.Advise("the value can never be computed")
		} else {
			d.Advise("the value is %s", rangeText(v))
		}
	default:
		return false
	}
	return true
}

// asks reports whether an expression reads something that another diagnostic says is always
// 0: a variable that is never set, or the count of a piece that is never on the board.
func (p *Pass) asks(a *rbg.Arith) bool {
	switch a.Kind {
	case rbg.Value:
		return a.Ref >= len(p.Game.Players) && p.use().assigned[a.Ref] == nil && !p.use().inside[a.Ref]
	case rbg.PieceCount:
		return !p.use().onBoard(a.Ref)
	}
	return slices.ContainsFunc(a.Kids, p.asks)
}

func reportDeadOn(p *Pass, x *rbg.Expr) bool {
	if len(x.Pieces) == 0 {
		return false // written to end the path
	}
	absent := !slices.ContainsFunc(x.Pieces, p.use().onBoard)
	if !absent { // otherwise the declaration is reported
		p.Report(deadOn, x.Origin, "no cell that can be reached here ever holds %s", either(pieceNames(p.Game, x.Pieces)))
	}
	return true
}

// reportDeadPattern reports a pattern that never holds. If a positive pattern fails because
// of a part of it, that part is reported already.
func reportDeadPattern(p *Pass, e *edge) bool {
	if e.expr.Negative {
		p.Report(deadPattern, e.expr.Origin, "this pattern never holds: what it forbids is always possible")
		return true
	}
	if in := &p.flow().patterns[e.pattern]; !explained(p, in.first, in.end) {
		p.Report(deadPattern, e.expr.Origin, "this pattern never holds")
	}
	return true
}

func reportSure(p *Pass, e *edge) {
	x := e.expr
	switch x.Kind {
	case rbg.On:
		p.Report(sureOn, x.Origin, "this test always holds")
	case rbg.Compare:
		if !p.asks(x.Left) && !p.asks(x.Right) {
			p.Report(sureCompare, x.Origin, "this comparison always holds").Advise("%s", valuesText(p, e))
		}
	case rbg.Pattern:
		p.Report(surePattern, x.Origin, "this pattern always holds")
	}
}

// valuesText says what the two sides of a comparison can be.
func valuesText(p *Pass, e *edge) string {
	s := p.flow().scope(e.scope)
	return fmt.Sprintf("the left side is %s, the right side is %s",
		rangeText(evaluate(e.expr.Left, s)), rangeText(evaluate(e.expr.Right, s)))
}

func rangeText(v interval) string {
	switch {
	case v.empty():
		return "never a number"
	case v.lo == v.hi:
		return fmt.Sprint(v.lo)
	}
	return fmt.Sprintf("%d to %d", v.lo, v.hi)
}
