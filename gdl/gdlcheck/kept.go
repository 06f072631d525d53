package gdlcheck

import (
	"slices"

	"ludex/gdl"
	"ludex/internal/logic"
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
	initial := p.initialFacts()
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		fact := nextFact(c)
		if fact == nil || fact.Kind == gdl.Variable {
			continue
		}
		for _, frame := range frames {
			all := nextFact(frame).Kind == gdl.Variable
			if frame == c || !(p.replaces(c, fact, frame) || all && hasDoes(c) && moves(fact, initial[fact.Symbol()])) {
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

// initialFacts returns the facts of the initial state with arguments, by name. Those with a
// name of which rules make some are left out.
func (p *Pass) initialFacts() map[gdl.Symbol][]*gdl.Term {
	facts, open := map[gdl.Symbol][]*gdl.Term{}, map[gdl.Symbol]bool{}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		n := len(c.Head.Args)
		if c.Head.Name != gdl.Init || n == 0 || len(c.Head.Args[n-1].Args) == 0 {
			continue
		}
		fact := &c.Head.Args[n-1]
		facts[fact.Symbol()] = append(facts[fact.Symbol()], fact)
		open[fact.Symbol()] = open[fact.Symbol()] || !c.Head.IsGround()
	}
	for s := range open {
		if open[s] {
			delete(facts, s)
		}
	}
	return facts
}

// moves reports whether a fact seems to take the place of an initial one: there is just one
// with its name, or each of them has other arguments than the one that changes, as
// place(white,left) and place(black,left) have, where place(R,right) takes the place of both.
func moves(fact *gdl.Term, initial []*gdl.Term) bool {
	if len(initial) < 2 {
		return len(initial) == 1
	}
	for i := range fact.Args {
		if fact.Args[i].Kind == gdl.Constant && differWithout(initial, i) &&
			slices.ContainsFunc(initial, func(old *gdl.Term) bool { return differsOnlyAt(fact, old, i) }) {
			return true
		}
	}
	return false
}

// differWithout reports whether facts differ in more than the argument at an index.
func differWithout(facts []*gdl.Term, index int) bool {
	for i, a := range facts {
		for _, b := range facts[:i] {
			if !slices.ContainsFunc(indexes(a.Args), func(j int) bool { return j != index && !a.Args[j].Equal(&b.Args[j]) }) {
				return false
			}
		}
	}
	return true
}

// differsOnlyAt reports whether a fact has another argument than an old one at an index, and
// may have the same ones elsewhere.
func differsOnlyAt(fact, old *gdl.Term, index int) bool {
	return !slices.ContainsFunc(indexes(fact.Args), func(j int) bool {
		if j == index {
			return fact.Args[j].Equal(&old.Args[j])
		}
		return !logic.CanUnify(&fact.Args[j], &old.Args[j])
	})
}

func indexes(terms []gdl.Term) []int {
	list := make([]int, len(terms))
	for i := range list {
		list[i] = i
	}
	return list
}

// hasDoes reports whether a rule depends directly on a move.
func hasDoes(c *gdl.Clause) (found bool) {
	c.Atoms(func(a *gdl.Term, _ bool) { found = found || a.Name == gdl.Does })
	return found
}
