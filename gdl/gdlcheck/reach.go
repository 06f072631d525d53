package gdlcheck

import (
	"ludex/gdl"
	"ludex/internal/logic"
	"ludex/source"
)

var reachability = &Check{
	Name:  "reachability",
	Doc:   "Every rule can fire.",
	Codes: []*source.Code{deadRule},
	Whole: true,
	Run:   runReachability,
}

var deadRule = &source.Code{ID: "GDL089", Severity: source.Warning,
	Title: "a rule that can never fire",
	Doc: `A condition of the rule can never hold, whatever the state and the moves:
nothing that its relation can ever hold matches the pattern, together with the
conditions before it. The place shown is that condition.

    mark(x). mark(o).
    line(M) :- mark(M) & true(cell(1,1,b)) & distinct(M,M)`}

// maxDead bounds the dead rules that are examined.
const maxDead = 200

// runReachability reports the rules where something goes wrong first. Rules
// that are dead only because others are dead are left out.
func runReachability(p *Pass) {
	clauses, literals := p.Reach().Dead()
	dead := make(map[int]bool, len(clauses))
	for _, n := range clauses {
		dead[n] = true
	}
	for i, n := range clauses[:min(len(clauses), maxDead)] {
		atom, _, _ := literals[i].Literal()
		if !p.rootCause(n, atom, dead) {
			continue
		}
		d := p.Report(deadRule, atom.Span, "this condition can never hold, so the rule can never fire")
		if atom.Name == gdl.Distinct {
			d.Advise("distinct compares a term with itself")
		}
	}
}

// rootCause reports whether a rule is dead by itself: its failing condition does
// not just depend on other dead rules, or for a relation that another check
// reports as undefined or as a keyword with the wrong number of arguments.
func (p *Pass) rootCause(clause int, atom *gdl.Term, dead map[int]bool) bool {
	if atom.Name == gdl.Distinct {
		return true
	}
	if atom.Name == gdl.Knows && p.Keyword(gdl.Knows) {
		return false // what is known is wrong, which another check reports
	}
	if want, keyword := p.Program.Dialect.Arity(atom.Name); keyword && want != len(atom.Args) || !keyword && !p.Defined[atom.Symbol()] {
		return false
	}
	waiting := false
	for i := range p.Program.Clauses {
		if !feeds(&p.Program.Clauses[i].Head, atom) {
			continue
		}
		if !dead[i] {
			return true
		}
		waiting = waiting || i != clause
	}
	return !waiting
}

// feeds reports whether a clause with the given head could make a body atom
// hold: "next" and "init" make "true", and "legal" makes "does".
func feeds(head, atom *gdl.Term) bool {
	name := head.Name
	switch {
	case atom.Name == gdl.True && (name == gdl.Next || name == gdl.Init),
		atom.Name == gdl.Does && name == gdl.Legal:
		name = atom.Name
	case atom.Name == gdl.Expired && (name == gdl.Next || name == gdl.Init) && len(head.Args) == 2:
		return len(atom.Args) == 1 && logic.CanUnify(&head.Args[1], &atom.Args[0])
	}
	if name != atom.Name || len(head.Args) != len(atom.Args) {
		return false
	}
	for i := range head.Args {
		if !logic.CanUnify(&head.Args[i], &atom.Args[i]) {
			return false
		}
	}
	return true
}

var declarations = &Check{
	Name:  "declarations",
	Doc:   "What base and input declare covers what the rules use.",
	Codes: []*source.Code{notInBase, notInInput},
	Whole: true,
	Run:   runDeclarations,
}

var (
	notInBase = &source.Code{ID: "GDL090", Severity: source.Warning,
		Title: "a fact that base does not declare",
		Doc: `The description declares its facts with "base", but no fact that it declares
can match this one. Often a constant is misspelled: a digit 0 for the letter o.`}
	notInInput = &source.Code{ID: "GDL091", Severity: source.Warning,
		Title: "a move that input does not declare",
		Doc: `The description declares its moves with "input", but no move that it declares
can match this one.`}
)

func runDeclarations(p *Pass) {
	base := p.Defined[gdl.Symbol{Name: gdl.Base, Arity: 1}]
	input := p.Defined[gdl.Symbol{Name: gdl.Input, Arity: 2}]
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if len(atom.Args) == 0 {
			return
		}
		switch atom.Name {
		case gdl.Init, gdl.Next, gdl.True:
			fact := &atom.Args[len(atom.Args)-1]
			if base && !p.Reach().Defines(gdl.Base, *fact) {
				p.Report(notInBase, fact.Span, "no fact that base declares matches %s", p.text(fact))
			}
		case gdl.Legal, gdl.Does:
			// A wrong role is reported by another check.
			if input && len(atom.Args) == 2 && p.IsRole(&atom.Args[0]) && !p.Reach().Defines(gdl.Input, atom.Args...) {
				p.Report(notInInput, atom.Args[1].Span, "no move that input declares matches %s", p.text(&atom.Args[1]))
			}
		}
	})
}
