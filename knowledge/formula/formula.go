package formula

import (
	"ludex/gdl"
	"ludex/source"
)

// An opKind is the outermost operator of a formula, or the kind of its atom.
type opKind uint8

// The operators. The atoms come first.
const (
	opFact     opKind = iota // a bare atom: a fact of the state or a static relation
	opTrue                   // true(f)
	opLegal                  // legal(r,m)
	opGoal                   // goal(r,v)
	opTerminal               // terminal
	opDistinct               // distinct(s,t)
	opDoes                   // does(r,m)
	opSees                   // sees(r,p)
	opStatic                 // static(a)

	opNot
	opAnd
	opOr
	opImplies

	opKnows
	opPossible
	opEveryone
	opCommon

	opNext
	opAlways
	opEventually
	opCan

	opExists
	opForAll
)

// words are the names of the operators.
var words = [...]string{"", gdl.True, gdl.Legal, gdl.Goal, gdl.Terminal, gdl.Distinct, gdl.Does, gdl.Sees, "static",
	gdl.NotWord, gdl.AndWord, gdl.OrWord, "implies", "knows", "possible", "everyone", "common",
	"next", "always", "eventually", "can", "exists", "forall"}

// operators finds operators by their names.
var operators = func() map[string]opKind {
	m := map[string]opKind{}
	for op, word := range words {
		if word != "" {
			m[word] = opKind(op)
		}
	}
	return m
}()

// String returns the name of the operator.
func (op opKind) String() string { return words[op] }

// temporal reports whether the operator is temporal.
func (op opKind) temporal() bool { return op >= opNext && op <= opCan }

// remembered reports whether an atom is about the last step, which roles remember.
func (op opKind) remembered() bool { return op == opDoes || op == opSees }

// epistemic reports whether the operator is about knowledge.
func (op opKind) epistemic() bool { return op >= opKnows && op <= opCommon }

// atoms is the arity of the atoms that have a fixed one.
var atoms = map[opKind]int{opTrue: 1, opLegal: 2, opGoal: 2, opTerminal: 0, opDistinct: 2, opDoes: 2, opSees: 2, opStatic: 1}

// unbounded is the number of steps of always, eventually and can to the end of the
// play.
const unbounded = -1

// A Formula is a statement about a development. The zero value is not a formula.
type Formula struct {
	op     opKind
	atom   gdl.Term   // of an atom: all of it, or what is inside true(…) or static(…)
	args   []Formula  // one, but two of Implies and at least two of And and Or
	roles  []gdl.Term // of an epistemic operator, at least one
	steps  int        // of a temporal operator; Next has at least one
	vars   []string   // of a quantifier, at least one
	domain domain     // of a quantifier
	span   source.Span
}

// A domain is the range of a quantifier: the instances of an atom, or a list of
// terms.
type domain struct {
	Atom  gdl.Term
	Terms []gdl.Term // instead of the atom, if it is not nil
	Span  source.Span
}

// equal reports whether two formulas are the same, apart from their source
// positions.
func (f *Formula) equal(g *Formula) bool {
	if f.op != g.op || f.steps != g.steps || len(f.args) != len(g.args) || len(f.vars) != len(g.vars) {
		return false
	}
	if !f.atom.Equal(&g.atom) || !equalTerms(f.roles, g.roles) ||
		!f.domain.Atom.Equal(&g.domain.Atom) || !equalTerms(f.domain.Terms, g.domain.Terms) {
		return false
	}
	for i := range f.vars {
		if f.vars[i] != g.vars[i] {
			return false
		}
	}
	for i := range f.args {
		if !f.args[i].equal(&g.args[i]) {
			return false
		}
	}
	return true
}

// depth returns the nesting depth of a formula, including its terms.
func (f *Formula) depth() int {
	deepest := max(termDepth(&f.atom), termDepth(&f.domain.Atom))
	for i := range f.roles {
		deepest = max(deepest, termDepth(&f.roles[i]))
	}
	for i := range f.domain.Terms {
		deepest = max(deepest, termDepth(&f.domain.Terms[i]))
	}
	for i := range f.args {
		deepest = max(deepest, f.args[i].depth())
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
func join(op opKind, parts []Formula) Formula {
	var flat []Formula
	for _, f := range parts {
		if f.op == op {
			flat = append(flat, f.args...)
		} else {
			flat = append(flat, f)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return Formula{op: op, args: flat, span: parts[0].span.To(parts[len(parts)-1].span)}
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
