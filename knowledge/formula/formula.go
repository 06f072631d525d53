package formula

import (
	"ludex/gdl"
	"ludex/source"
)

// An Op is the outermost operator of a formula, or the kind of its atom.
type Op uint8

// The operators. The atoms come first.
const (
	Fact     Op = iota // a bare atom: a fact of the state or a static relation
	True               // true(f)
	Legal              // legal(r,m)
	Goal               // goal(r,v)
	Terminal           // terminal
	Distinct           // distinct(s,t)
	Does               // does(r,m)
	Sees               // sees(r,p)
	Static             // static(a)

	Not
	And
	Or
	Implies

	Knows
	Possible
	Everyone
	Common

	Next
	Always
	Eventually
	Can

	Exists
	ForAll
)

// words are the names of the operators.
var words = [...]string{"", gdl.True, gdl.Legal, gdl.Goal, gdl.Terminal, gdl.Distinct, gdl.Does, gdl.Sees, "static",
	gdl.NotWord, gdl.AndWord, gdl.OrWord, "implies", "knows", "possible", "everyone", "common",
	"next", "always", "eventually", "can", "exists", "forall"}

// operators finds operators by their names.
var operators = func() map[string]Op {
	m := map[string]Op{}
	for op, word := range words {
		if word != "" {
			m[word] = Op(op)
		}
	}
	return m
}()

// String returns the name of the operator.
func (op Op) String() string { return words[op] }

// temporal reports whether the operator is temporal.
func (op Op) temporal() bool { return op >= Next && op <= Can }

// remembered reports whether an atom is about the last step, which roles remember.
func (op Op) remembered() bool { return op == Does || op == Sees }

// epistemic reports whether the operator is about knowledge.
func (op Op) epistemic() bool { return op >= Knows && op <= Common }

// atoms is the arity of the atoms that have a fixed one.
var atoms = map[Op]int{True: 1, Legal: 2, Goal: 2, Terminal: 0, Distinct: 2, Does: 2, Sees: 2, Static: 1}

// Unbounded is the number of steps of always, eventually and can to the end of the
// play.
const Unbounded = -1

// A Formula is a statement about a development. The zero value is not a formula.
type Formula struct {
	Op     Op
	Atom   gdl.Term   // of an atom: all of it, or what is inside true(…) or static(…)
	Args   []Formula  // one, but two of Implies and at least two of And and Or
	Roles  []gdl.Term // of an epistemic operator, at least one
	Steps  int        // of a temporal operator; Next has at least one
	Vars   []string   // of a quantifier, at least one
	Domain Domain     // of a quantifier
	Span   source.Span
}

// A Domain is the range of a quantifier: the instances of an atom, or a list of
// terms.
type Domain struct {
	Atom  gdl.Term
	Terms []gdl.Term // instead of the atom, if it is not nil
	Span  source.Span
}

// Equal reports whether two formulas are the same, apart from their source
// positions.
func (f *Formula) Equal(g *Formula) bool {
	if f.Op != g.Op || f.Steps != g.Steps || len(f.Args) != len(g.Args) || len(f.Vars) != len(g.Vars) {
		return false
	}
	if !f.Atom.Equal(&g.Atom) || !equalTerms(f.Roles, g.Roles) ||
		!f.Domain.Atom.Equal(&g.Domain.Atom) || !equalTerms(f.Domain.Terms, g.Domain.Terms) {
		return false
	}
	for i := range f.Vars {
		if f.Vars[i] != g.Vars[i] {
			return false
		}
	}
	for i := range f.Args {
		if !f.Args[i].Equal(&g.Args[i]) {
			return false
		}
	}
	return true
}

// depth returns the nesting depth of a formula, including its terms.
func (f *Formula) depth() int {
	deepest := max(termDepth(&f.Atom), termDepth(&f.Domain.Atom))
	for i := range f.Roles {
		deepest = max(deepest, termDepth(&f.Roles[i]))
	}
	for i := range f.Domain.Terms {
		deepest = max(deepest, termDepth(&f.Domain.Terms[i]))
	}
	for i := range f.Args {
		deepest = max(deepest, f.Args[i].depth())
	}
	return deepest + 1
}

func termDepth(t *gdl.Term) int {
	deepest := 0
	for i := range t.Args {
		deepest = max(deepest, termDepth(&t.Args[i]))
	}
	return deepest + 1
}

func equalTerms(a, b []gdl.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(&b[i]) {
			return false
		}
	}
	return true
}

// join returns a conjunction or disjunction in its flat form.
func join(op Op, parts []Formula) Formula {
	var flat []Formula
	for _, f := range parts {
		if f.Op == op {
			flat = append(flat, f.Args...)
		} else {
			flat = append(flat, f)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return Formula{Op: op, Args: flat, Span: parts[0].Span.To(parts[len(parts)-1].Span)}
}

// The problems of formulas.
var (
	syntax = &source.Code{ID: "FML001", Severity: source.Error, Title: "a formula that cannot be read",
		Doc: `The text is no formula. Examples of formulas:

    knows(jane, hasCard(jane,ace))
    knows(jane, ~knows(rick, hasCard(jane,ace)))
    next exists C in card(C): knows(jane, hasCard(jane,C))
    common({jane,rick}, bettingRound)`}
	meaning = &source.Code{ID: "FML002", Severity: source.Error, Title: "a formula that does not fit the game",
		Doc: `The formula names a role that the game has not, asks what random knows, uses a
variable that no quantifier binds, or quantifies over a relation that the
description has not or that depends on the state. Or a name in it is a fact of
states as well as a relation: true(coin(1)) is the fact, static(coin(1)) the
relation.`}
)

// Codes lists every code this package reports.
var Codes = []*source.Code{syntax, meaning}
