package gdlref

import (
	"fmt"

	"ludex/gdl"
)

// maxProofSteps bounds the search for derivations. Beyond it, atoms are shown
// without a derivation.
const maxProofSteps = 1_000_000

// A prover finds derivations of atoms that are known to hold. A derivation never
// uses the atom that it derives, so atoms on the path are excluded; an atom that
// holds always has one.
type prover struct {
	m     *Machine
	done  map[string]*Proof // of atoms derived before; they use no atom of the path
	path  map[string]bool   // atoms that are being derived
	plans map[*rule]*plan
	steps int
}

func newProver(m *Machine) *prover {
	return &prover{m: m, done: map[string]*Proof{}, path: map[string]bool{}, plans: map[*rule]*plan{}}
}

// prove returns a derivation of an atom that holds, or nil if every one would
// use an atom of the path.
func (w *prover) prove(rel int, args []term) *Proof {
	p := &Proof{Atom: w.atom(rel, args)}
	if p.Reason = w.given(rel); p.Reason != "" {
		return p
	}
	if p.Clause = w.fact(rel, args, &p.Atom); p.Clause != nil {
		return p
	}
	key := fmt.Sprint(rel, args)
	switch {
	case w.path[key]:
		return nil
	case w.done[key] != nil:
		return w.done[key]
	}
	w.path[key] = true
	defer delete(w.path, key)
	for _, r := range w.m.program.relations[rel].rules {
		if parts, ok := w.apply(r, args); ok {
			p.Clause, p.Parts = r.clause, parts
			w.done[key] = p
			return p
		}
	}
	if w.steps > maxProofSteps {
		p.Reason = "holds (the search for its derivation was given up)"
		return p
	}
	return nil
}

func (w *prover) atom(rel int, args []term) gdl.Term {
	trees := make([]gdl.Term, len(args))
	for i, a := range args {
		trees[i] = w.m.program.terms.tree(a)
	}
	if rel == distinctRelation {
		return gdl.Fn(gdl.Distinct, trees...)
	}
	return gdl.Fn(w.m.program.relations[rel].name.Name, trees...)
}

// given returns why an atom holds without a clause, or "".
func (w *prover) given(rel int) string {
	switch {
	case rel == distinctRelation:
		return "different terms"
	case w.m.program.relations[rel].given == trueSymbol:
		return "in the state"
	case w.m.program.relations[rel].given == doesSymbol:
		return "the move made"
	case w.m.program.relations[rel].given.Name == gdl.Knows:
		return "known: it holds in every position that is possible for all one knows"
	}
	return ""
}

// fact returns the clause that states an atom, or nil.
func (w *prover) fact(rel int, args []term, atom *gdl.Term) *gdl.Clause {
	facts := &w.m.facts[rel]
	for c, x := facts.first(maskOf(args), args); c >= 0; c = facts.after(x, c) {
		if !equal(args, facts.tuple(c)) {
			continue
		}
		clauses := w.m.program.source.Clauses
		for i := range clauses {
			if len(clauses[i].Body) == 0 && clauses[i].Head.Equal(atom) {
				return &clauses[i]
			}
		}
	}
	return nil
}

// apply looks for an instance of a rule that derives an atom.
func (w *prover) apply(r *rule, args []term) ([]*Proof, bool) {
	m := w.m
	base := len(m.stack)
	defer func() { m.stack = m.stack[:base] }()
	mask := maskOf(args)
	p, ok := w.plans[r]
	if !ok {
		p = m.newPlan(noRelation, r, mask, inOrder)
		w.plans[r] = p
	}
	vars := m.frame(p.vars)
	if !m.enter(p, mask, args, vars) {
		return nil, false
	}
	parts := make([]*Proof, len(p.body))
	return parts, w.conditions(p, 0, vars, parts)
}

// conditions derives the conditions of a rule from literal i on.
func (w *prover) conditions(p *plan, i int, vars []term, parts []*Proof) bool {
	if w.steps++; w.steps > maxProofSteps {
		return false
	}
	if i == len(p.body) {
		return true
	}
	m, l := w.m, &p.body[i]
	if l.ground {
		if m.holds(l, vars) == l.negated {
			return false
		}
		return w.condition(p, i, vars, parts)
	}
	base := len(m.stack)
	defer func() { m.stack = m.stack[:base] }()
	c := m.open(l, vars)
	for m.next(&c, vars) {
		if w.condition(p, i, vars, parts) {
			return true
		}
	}
	return false
}

// condition derives literal i, which holds, and those after it.
func (w *prover) condition(p *plan, i int, vars []term, parts []*Proof) bool {
	l := &p.body[i]
	args := w.m.instance(p.rule.body[l.index].args, vars)
	switch {
	case l.negated:
		parts[l.index] = &Proof{Atom: w.atom(l.relation, args), Negated: true, Reason: "no derivation"}
		if l.relation == distinctRelation {
			parts[l.index].Reason = "equal terms"
		}
	default:
		parts[l.index] = w.prove(l.relation, args)
	}
	return parts[l.index] != nil && w.conditions(p, i+1, vars, parts)
}
