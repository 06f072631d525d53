package rbgcheck

import (
	"slices"

	"ludex/rbg"
	"ludex/source"
)

var stars = &Check{
	Name:  "stars",
	Doc:   "Stars end, and repeat something.",
	Codes: []*source.Code{endlessStar, idleStar},
	Run:   runStars,
}

var (
	endlessStar = &source.Code{ID: "RBG071", Severity: source.Warning,
		Title: "a star that can modify for ever",
		Doc: `The body of the star changes the board or a variable, can be passed without a
switch, and nothing in it comes to fail by that. Every number of repetitions is
a move of its own, so a position has infinitely many moves, which cannot be
computed with:

    ([x])*                          // wrong
    (up [x])*                       // right: the board ends
    ({e} [x] (left + right))*       // right: empty cells run out
    ([$ n = n+1] [x])*              // right: the bound is reached`}
	idleStar = &source.Code{ID: "RBG072", Severity: source.Hint,
		Title: "a star that can repeat nothing",
		Doc: `The body of the star can be passed without an action, or with tests alone, so
that repeating it is the same as leaving it:

    (up*)*      is    up*
    ({e})*      is    nothing at all`}
)

func runStars(p *Pass) {
	seen := map[*rbg.Expr]bool{}
	p.Game.Rules.Each(func(e *rbg.Expr) bool {
		if seen[e] {
			return false
		}
		seen[e] = true
		if e.Kind == rbg.Star && passesIdly(e.Kids[0]) {
			p.Report(idleStar, e.Origin, "the body of this star can be passed without doing anything")
		}
		return true
	})
	if f := p.flow(); f != nil {
		reportEndless(p, f)
	}
}

// passesIdly reports whether an expression can be passed without moving or
// changing anything.
func passesIdly(e *rbg.Expr) bool {
	switch e.Kind {
	case rbg.Sum:
		return slices.ContainsFunc(e.Kids, passesIdly)
	case rbg.Concat:
		return !slices.ContainsFunc(e.Kids, func(k *rbg.Expr) bool { return !passesIdly(k) })
	case rbg.On:
		return len(e.Pieces) > 0
	case rbg.Compare, rbg.Pattern, rbg.Dot, rbg.Star:
		return true
	}
	return false
}

// reportEndless reports the stars that can make changes forever. If they are nested, it
// reports the innermost.
func reportEndless(p *Pass, f *flow) {
	reported := int32(-1)       // where the body of the last one begins
	for _, s := range f.stars { // inner ones first
		if reported >= s.first || !f.visited[s.node] || !newLoop(f, s).endless() {
			continue
		}
		reported = s.first
		p.Report(endlessStar, s.expr.Origin, "this star can change the board or variables for ever without a switch")
	}
}
