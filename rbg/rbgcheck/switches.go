package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var switches = &Check{
	Name:  "switches",
	Doc:   "Patterns contain no switches.",
	Codes: []*source.Code{switchInPattern},
	Run:   runSwitches,
}

var switchInPattern = &source.Code{ID: "RBG070", Severity: source.Error,
	Title: "a switch inside a pattern",
	Doc: `A pattern asks whether a path can be completed, without moving anything and
without handing the move over. A switch inside of it has no meaning; a macro with
a whole move in it cannot be used as a condition:

    #move = anySquare {w} [e] up {e} [w] ->>
    {? move}                                    // wrong
    #move = anySquare {w} [e] up {e} [w]
    {? move} ... move ->>                       // right`}

func runSwitches(p *Pass) {
	seen := map[*rbg.Expr]bool{}
	var inPattern *rbg.Expr
	var visit func(e *rbg.Expr)
	visit = func(e *rbg.Expr) {
		e.Each(func(e *rbg.Expr) bool {
			switch {
			case seen[e]:
				return false
			case e.Kind == rbg.Pattern && inPattern == nil:
				inPattern = e
				visit(e.Kids[0])
				inPattern = nil
				return false
			case e.Kind == rbg.Switch && inPattern != nil:
				p.Report(switchInPattern, e.Origin, "a switch to %s stands inside a pattern", mover(p.Game, e.Player)).
					Note(inPattern.Span, "the pattern is here")
			}
			seen[e] = inPattern != nil || !e.Kind.IsModifier()
			return true
		})
	}
	visit(p.Game.Rules)
}
