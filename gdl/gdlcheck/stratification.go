package gdlcheck

import (
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/logic"
	"ludex/source"
)

var negation = &Check{
	Name:  "negation",
	Doc:   "No relation depends on its own negation.",
	Codes: []*source.Code{negativeCycle},
	Whole: true,
	Run:   runNegation,
}

var negativeCycle = &source.Code{ID: "GDL030", Severity: source.Warning, Strict: true,
	Title: "negation through recursion",
	Doc: `A relation depends on the negation of itself, directly or through others, so
the relations cannot be evaluated in strata:

    r(X,Z) :- p(X,Y,Z) & ~r(Y,Z)

Published games contain the harmless form goal(R,0) :- role(R) & ~goal(R,100),
where no ground atom depends on itself. Such a description can be evaluated by
ground atoms, and is accepted with this warning, and so is one where the game needs
nothing of the relation. One that needs a ground atom which depends on its own
negation has no meaning and is an error, and so is one where that cannot be found
out within limits. The notes show the cycle. Strict checking refuses all of them.`}

func runNegation(p *Pass) {
	deps := p.Dependencies()
	from, edges := deps.NegativeEdges()
	needed := p.neededRelations()
	var doubtful []*source.Diagnostic
	clauses := clausesByComponent(p.Program, deps, from)
	for i, e := range edges {
		name := deps.Relations[from[i]].Name
		d := p.Report(negativeCycle, e.Span, "%s depends on its own negation", name)
		noteCycle(d, deps, from[i], e)
		switch {
		case !logic.NegativeClauseCycle(clauses[deps.Component[from[i]]]):
			d.Advise("no ground atom depends on its own negation, because the patterns differ; some systems refuse this nevertheless")
		case !needed[from[i]]:
			d.Advise("nothing that the game needs depends on %s, so it does no harm; some systems refuse this nevertheless", name)
		default:
			doubtful = append(doubtful, d)
		}
	}
	if len(doubtful) > 0 {
		severity, advice := decideOnAtoms(p)
		for _, d := range doubtful {
			d.Severity = severity
			d.Advise("%s", advice)
		}
	}
}

// neededRelations reports for each relation whether keywords depend on it. In a
// program that is not a game, everything is needed.
func (p *Pass) neededRelations() []bool {
	deps := p.Dependencies()
	needed := make([]bool, len(deps.Relations))
	var queue []int
	add := func(v int) {
		if !needed[v] {
			needed[v] = true
			queue = append(queue, v)
		}
	}
	game := slices.ContainsFunc(deps.Relations, func(s gdl.Symbol) bool { return p.Keyword(s.Name) && p.Defined[s] })
	for v, s := range deps.Relations {
		if p.Keyword(s.Name) || !game {
			add(v)
		}
	}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, e := range deps.Edges[v] {
			add(e.To)
		}
	}
	return needed
}

// decideOnAtoms turns doubtful negations into errors unless they can be shown to
// be harmless on ground atoms.
func decideOnAtoms(p *Pass) (source.Severity, string) {
	if p.options.NegativeLoop == nil || p.list.HasErrors() || p.Program.Dialect.Timed() {
		return source.Warning, "the description is valid only if no ground atom depends on its own negation"
	}
	loop, err := p.options.NegativeLoop(p.Program)
	switch {
	case err != nil:
		return source.Error, "whether a ground atom depends on its own negation could not be found out: " + err.Error()
	case len(loop) > 0:
		return source.Error, "these ground atoms depend on their own negation: " + strings.Join(loop, " ")
	}
	return source.Warning, "no ground atom that the game needs depends on its own negation; some systems refuse this nevertheless"
}

// maxCycle is how many conditions of a cycle are shown.
const maxCycle = 20

// noteCycle shows how the cycle leads from the negated literal back to its start.
func noteCycle(d *source.Diagnostic, deps *logic.Dependencies, start int, first logic.Edge) {
	back := deps.Cycle(start, first)
	at := first.To
	for i, e := range back {
		if i == maxCycle {
			d.Advise("%d more conditions lead back", len(back)-i)
			break
		}
		sign := ""
		if e.Negated {
			sign = "not "
		}
		d.Note(e.Span, "%s needs %s%s", deps.Relations[at].Name, sign, deps.Relations[e.To].Name)
		at = e.To
	}
}

// clausesByComponent returns the clauses of the components of some relations. When
// these are compared by the patterns of their heads, instead of relation by
// relation, fewer negations are in a cycle: if none is, no ground atom can depend
// on its own negation.
func clausesByComponent(p *gdl.Program, deps *logic.Dependencies, relations []int) map[int][]*gdl.Clause {
	members := map[int][]*gdl.Clause{}
	for _, v := range relations {
		members[deps.Component[v]] = nil
	}
	for i := range p.Clauses {
		c := deps.Component[deps.Index(p.Clauses[i].Head.Symbol())]
		if list, ok := members[c]; ok {
			members[c] = append(list, &p.Clauses[i])
		}
	}
	return members
}

var recursion = &Check{
	Name:  "recursion",
	Doc:   "Recursive rules cannot build ever new terms.",
	Codes: []*source.Code{looseRecursion, growingRecursion},
	Whole: true,
	Run:   runRecursion,
}

var (
	looseRecursion = &source.Code{ID: "GDL040", Severity: source.Warning, Strict: true,
		Title: "the recursion restriction is broken",
		Doc: `In a recursive rule, every argument of the recursive condition must be
ground, or stand among the head's arguments, or occur in a positive condition
outside the recursion:

    r(X,Z) :- r(X,Y) & r(Y,Z)          breaks it: Y occurs only in r
    r(X,Z) :- p(X,Y) & r(Y,Z)          keeps it

No function symbol is involved here, so the rule still derives finitely many
facts, and Ludex accepts it.`}
	growingRecursion = &source.Code{ID: "GDL041", Severity: source.Error,
		Title: "a recursion that can build ever larger terms",
		Doc: `A recursive rule breaks the recursion restriction (see GDL040) and a function
symbol is involved, so it can derive infinitely many facts:

    number(s(X)) :- number(X)

Bound the argument by a positive condition outside the recursion:

    number(s(X)) :- number(X) & small(X)`}
)

func runRecursion(p *Pass) {
	deps := p.Dependencies()
	growing := growingComponents(p, deps)
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		head := deps.Index(c.Head.Symbol())
		if !deps.Recursive[head] {
			continue
		}
		outside := outsideVariables(c, deps, head)
		c.Atoms(func(a *gdl.Term, negated bool) {
			if a.Name == gdl.Distinct || negated || !deps.SameComponent(deps.Index(a.Symbol()), head) {
				return
			}
			if arg := looseArgument(c, a, outside); arg != nil {
				reportRecursion(p, c, a, arg, growing[deps.Component[head]])
			}
		})
	}
}

func reportRecursion(p *Pass, c *gdl.Clause, a, arg *gdl.Term, grows bool) {
	code := looseRecursion
	if grows {
		code = growingRecursion
	}
	d := p.Report(code, arg.Span, "%s stands in the recursive condition %s only", p.text(arg), a.Name)
	if grows {
		d.Advise("the recursion involves functions, so it could derive infinitely many facts")
	}
	d.Advise("an argument of a recursive condition must be ground, an argument of the head, or bound outside the recursion")
}

// growingComponents finds the components whose recursive rules mention a
// function with a variable, and so could build larger and larger terms.
func growingComponents(p *Pass, deps *logic.Dependencies) map[int]bool {
	growing := map[int]bool{}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		head := deps.Index(c.Head.Symbol())
		if !deps.Recursive[head] {
			continue
		}
		mark := func(a *gdl.Term) {
			for j := range a.Args {
				if a.Args[j].Kind == gdl.Function && !a.Args[j].IsGround() {
					growing[deps.Component[head]] = true
				}
			}
		}
		recursive := false
		c.Atoms(func(a *gdl.Term, _ bool) {
			if a.Name != gdl.Distinct && deps.SameComponent(deps.Index(a.Symbol()), head) {
				recursive = true
				mark(a)
			}
		})
		if recursive {
			mark(&c.Head)
		}
	}
	return growing
}

// outsideVariables returns the variables bound by positive conditions that are not
// part of the recursion.
func outsideVariables(c *gdl.Clause, deps *logic.Dependencies, head int) map[string]bool {
	bound := map[string]bool{}
	c.Atoms(func(a *gdl.Term, negated bool) {
		if negated || a.Name == gdl.Distinct || deps.SameComponent(deps.Index(a.Symbol()), head) {
			return
		}
		a.Walk(func(t *gdl.Term) {
			if t.Kind == gdl.Variable {
				bound[t.Name] = true
			}
		})
	})
	return bound
}

// looseArgument returns the first argument that breaks the restriction.
func looseArgument(c *gdl.Clause, a *gdl.Term, outside map[string]bool) *gdl.Term {
next:
	for i := range a.Args {
		arg := &a.Args[i]
		bound := true
		arg.Walk(func(t *gdl.Term) { bound = bound && (t.Kind != gdl.Variable || outside[t.Name]) })
		if bound {
			continue
		}
		for j := range c.Head.Args {
			if c.Head.Args[j].Equal(arg) {
				continue next
			}
		}
		return arg
	}
	return nil
}
