package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var names = &Check{
	Name:  "names",
	Doc:   "What is declared has a use.",
	Codes: []*source.Code{unusedPiece, absentPiece, unusedVariable, constantVariable, unreadVariable, unusedLabel},
	Run:   runNames,
}

var (
	unusedPiece = &source.Code{ID: "RBG050", Severity: source.Warning,
		Title: "a piece that is never used",
		Doc: `The piece is declared, but neither stands on the board at the beginning nor
occurs in the rules. A slip in spelling elsewhere would be reported as an unknown
name, so it is probably left over.`}
	absentPiece = &source.Code{ID: "RBG051", Severity: source.Warning,
		Title: "a piece that is never on the board",
		Doc: `The rules test for the piece or count it, but it is not on the board at the
beginning and no action ever puts it there:

    #pieces = e, w, king     // nothing puts a king
    #rules = ... {w, king} ...

Either an action is missing, such as [king] for a promotion, or the piece can be
left out.`}
	unusedVariable = &source.Code{ID: "RBG052", Severity: source.Warning,
		Title: "a variable that is never used",
		Doc:   `The variable is declared, but the rules neither set nor read it.`}
	constantVariable = &source.Code{ID: "RBG053", Severity: source.Warning,
		Title: "a variable that is never set",
		Doc: `The rules read the variable, but never set it, so it is 0 for ever. Scores of
players are variables too.`}
	unreadVariable = &source.Code{ID: "RBG054", Severity: source.Warning,
		Title: "a variable that is set in vain",
		Doc: `The rules set the variable, but nothing depends on it: it is read by nothing but
its own assignments, and these never fail. A counter that ends the play when it
would pass its bound,

    #variables = turn(99)
    #rules = (... [$ turn = turn + 1] ...)*

is not reported, because its assignment fails at the end.`}
	unusedLabel = &source.Code{ID: "RBG055", Severity: source.Hint,
		Title: "a direction that is never used",
		Doc: `No shift of the rules goes along edges with the label. That is usual for
generated boards, which always have all directions.`}
)

func runNames(p *Pass) {
	g, u := p.Game, p.use()
	for i, piece := range g.Pieces {
		switch {
		case u.onBoard(i):
		case u.tested[i]:
			p.Report(absentPiece, piece.Origin, "the piece %s is never on the board", piece.Name).
				Note(u.tester[i].Span, "it is asked for here")
		default:
			p.Report(unusedPiece, piece.Origin, "the piece %s is never used", piece.Name)
		}
	}
	for i := len(g.Players); i < len(g.Variables); i++ {
		reportVariable(p, i)
	}
	for i, label := range g.Board.Labels {
		if !u.labels[i] {
			p.list.Report(unusedLabel, source.Span{}, "the direction %s is never used", label)
		}
	}
}

func reportVariable(p *Pass, i int) {
	v, u := p.Game.Variables[i], p.use()
	switch {
	case u.assigned[i] == nil && !u.inside[i]:
		if u.read[i] {
			p.Report(constantVariable, v.Origin, "the variable %s is never set, so it is always 0", v.Name).
				Note(u.reader[i].Span, "it is read here")
			return
		}
		p.Report(unusedVariable, v.Origin, "the variable %s is never used", v.Name)
	case !u.read[i] && u.assigned[i] != nil && alwaysSet(p.flow(), i):
		p.Report(unreadVariable, v.Origin, "nothing depends on the variable %s", v.Name).
			Note(u.assigned[i].Span, "it is set here")
	}
}

// alwaysSet reports whether the assignments to a variable never fail.
func alwaysSet(f *flow, variable int) bool {
	if f == nil {
		return false
	}
	for i := range f.edges {
		if e := f.edges[i].expr; e != nil && e.Kind == rbg.Assign && e.Variable == variable && f.doubt[i] {
			return false
		}
	}
	return true
}
