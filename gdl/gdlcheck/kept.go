package gdlcheck

import (
	"slices"

	"ludex/gdl"
	"ludex/source"
)

var kept = &Check{
	Name:  "kept",
	Doc:   "A fact that changes is not kept as well.",
	Codes: []*source.Code{keptTwice},
	Whole: true,
	Run:   runKept,
}

var keptTwice = &source.Code{ID: "GDL092", Severity: source.Warning,
	Title: "a fact that is changed and kept",
	Doc: `One rule of "next" replaces a fact by another one, but a rule without any condition
keeps the old fact too, so that both hold afterwards:

    next(door(open)) :- true(door(closed)) & does(ann,push)
    next(F) :- true(F)

A rule that keeps facts (a frame rule) needs a condition that excludes those that
change:

    next(door(D)) :- true(door(D)) & ~pushed
    pushed :- does(ann,push)`}

// runKept looks for rules of next whose facts replace facts that a rule without
// conditions keeps.
func runKept(p *Pass) {
	frames := p.frameRules()
	if len(frames) == 0 {
		return
	}
	single := p.singleFacts()
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		fact := nextFact(c)
		if fact == nil || fact.Kind == gdl.Variable {
			continue
		}
		for _, frame := range frames {
			if frame == c || !(p.replaces(c, fact, frame) || single[fact.Symbol()] && nextFact(frame).Kind == gdl.Variable && hasDoes(c)) {
				continue
			}
			p.Report(keptTwice, fact.Span, "%s changes here, but the old fact is kept too", fact.Name).
				Note(frame.Span, "this rule keeps it without a condition").
				Advise("the rule that keeps facts must exclude those that change")
			break
		}
	}
}

// nextFact returns the fact that a rule of next derives, or nil.
func nextFact(c *gdl.Clause) *gdl.Term {
	if n := len(c.Head.Args); c.Head.Name == gdl.Next && (n == 1 || n == 2) {
		return &c.Head.Args[n-1]
	}
	return nil
}

// frameRules returns the rules of next that keep facts without any condition: all of
// them, or all with one name.
func (p *Pass) frameRules() (list []*gdl.Clause) {
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		fact := nextFact(c)
		if fact == nil || len(c.Body) != 1 {
			continue
		}
		atom, negated, ok := c.Body[0].Literal()
		if !ok || negated || atom.Name != gdl.True || !slices.EqualFunc(atom.Args, c.Head.Args, equalTerms) {
			continue
		}
		if fact.Kind == gdl.Variable || distinctVariables(fact.Args) {
			list = append(list, c)
		}
	}
	return list
}

func equalTerms(a, b gdl.Term) bool { return a.Equal(&b) }

// distinctVariables reports whether terms are variables, each another one.
func distinctVariables(terms []gdl.Term) bool {
	seen := map[string]bool{}
	for i := range terms {
		if terms[i].Kind != gdl.Variable || seen[terms[i].Name] {
			return false
		}
		seen[terms[i].Name] = true
	}
	return true
}

// replaces reports whether a rule derives a fact where another one was that differs
// from it in one constant, and that the frame rule keeps.
func (p *Pass) replaces(c *gdl.Clause, fact *gdl.Term, frame *gdl.Clause) bool {
	if kept := nextFact(frame); kept.Kind != gdl.Variable && kept.Symbol() != fact.Symbol() {
		return false
	}
	return slices.ContainsFunc(c.Body, func(f gdl.Formula) bool {
		atom, negated, ok := f.Literal()
		if !ok || negated || atom.Name != gdl.True || len(atom.Args) == 0 {
			return false
		}
		old := &atom.Args[len(atom.Args)-1]
		return old.Symbol() == fact.Symbol() && differInOneConstant(old.Args, fact.Args)
	})
}

func differInOneConstant(a, b []gdl.Term) bool {
	different := 0
	for i := range a {
		if a[i].Equal(&b[i]) {
			continue
		}
		if a[i].Kind != gdl.Constant || b[i].Kind != gdl.Constant {
			return false
		}
		different++
	}
	return different == 1
}

// singleFacts returns the names of the facts of which the initial state has just one,
// with an argument.
func (p *Pass) singleFacts() map[gdl.Symbol]bool {
	count := map[gdl.Symbol]int{}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		n := len(c.Head.Args)
		if c.Head.Name != gdl.Init || n == 0 || len(c.Head.Args[n-1].Args) == 0 {
			continue
		}
		if c.Head.IsGround() {
			count[c.Head.Args[n-1].Symbol()]++
		} else {
			count[c.Head.Args[n-1].Symbol()] = maxInstances
		}
	}
	single := map[gdl.Symbol]bool{}
	for s, n := range count {
		single[s] = n == 1
	}
	return single
}

// hasDoes reports whether a rule depends directly on a move.
func hasDoes(c *gdl.Clause) (found bool) {
	c.Atoms(func(a *gdl.Term, _ bool) { found = found || a.Name == gdl.Does })
	return found
}
