package gdlref

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/logic"
)

// maxInstances is how many instances of a query are explained.
const maxInstances = 10

// An Explainer is a game that explains by its rules what holds in a state: an interpreted
// one.
type Explainer interface {
	Why(ctx context.Context, s game.State, joint []game.Move, atom gdl.Term) *Explanation
}

// Why explains why a query holds or does not hold in a state, or, if a joint move
// is given, when it is made there. The query is an atom of any relation of the
// description and may have variables.
func (g *Game) Why(ctx context.Context, s game.State, joint []game.Move, atom gdl.Term) *Explanation {
	m := g.machine()
	m.Bind(ctx)
	e := &Explanation{Query: atom, program: g.program}
	m.load(s, joint)
	e.Err = m.explain(e)
	return e
}

func (m *Machine) explain(e *Explanation) (err error) {
	defer catch(&err)
	q, err := m.newQuery(&e.Query)
	if err != nil {
		return err
	}
	if q == nil {
		e.Note = "no clause and no condition mentions " + e.Query.Symbol().String()
		return nil
	}
	e.Query = q.atom
	w := newProver(m)
	rel := q.rule.body[0].relation
	m.each(q, func(args []term) bool {
		if len(e.Proofs) == maxInstances {
			e.More = true
			return false
		}
		e.Proofs = append(e.Proofs, w.prove(rel, args))
		return true
	})
	if !e.Holds() {
		m.explainFailure(e, q, w)
	}
	return nil
}

// explainFailure says why no instance of a query holds.
func (m *Machine) explainFailure(e *Explanation, q *query, w *prover) {
	rel := q.rule.body[0].relation
	switch {
	case rel == distinctRelation:
		e.Note = "the terms are the same"
		return
	case m.program.relations[rel].given == trueSymbol:
		e.Note = "it is not in the state"
		return
	case m.program.relations[rel].given == doesSymbol:
		e.Note = "nobody makes that move"
		return
	case m.program.relations[rel].given.Name == gdl.Knows:
		e.Note = "it is not known: it does not hold in some position that is possible for all one knows"
		return
	}
	for _, r := range m.program.relations[rel].rules {
		if logic.CanUnify(&q.atom, &r.clause.Head) {
			if f, ok := m.furthest(q, r, w); ok {
				e.Failures = append(e.Failures, f)
			}
		}
	}
	if len(e.Failures) == 0 {
		e.Note = "no clause has a head that matches"
	}
}

// furthest runs a rule for a query, in the order of its conditions, and finds
// the condition that is reached but never passed. It returns false if the head
// does not match.
func (m *Machine) furthest(q *query, r *rule, w *prover) (Failure, bool) {
	base := len(m.stack)
	defer func() { m.stack = m.stack[:base] }()
	known := make([]term, len(q.atom.Args))
	for i := range known {
		known[i] = free
		if q.literal.mask>>i&1 != 0 && q.atom.Args[i].IsGround() {
			known[i] = m.program.ground(&q.atom.Args[i])
		}
	}
	mask := maskOf(known)
	p := m.newPlan(noRelation, r, mask, inOrder)
	vars := m.frame(p.vars)
	if !m.enter(p, mask, known, vars) {
		return Failure{}, false
	}
	s := &search{m: m, plan: p, vars: vars, deepest: -1}
	s.visit(0)
	return m.failure(s, mask, w), true
}

func maskOf(args []term) uint64 {
	mask := uint64(0)
	for i, a := range args {
		if a != free {
			mask |= 1 << i
		}
	}
	return mask
}

// A search runs through the instances of a rule and remembers the first one
// that gets furthest.
type search struct {
	m       *Machine
	plan    *plan
	vars    []term
	deepest int
	values  []term // of the variables there
	steps   int
}

// visit continues at literal i.
func (s *search) visit(i int) {
	if i > s.deepest {
		s.deepest = i
		s.values = slices.Clone(s.vars)
	}
	if s.steps++; i == len(s.plan.body) || s.steps > maxProofSteps {
		return
	}
	l := &s.plan.body[i]
	if l.ground {
		if s.m.holds(l, s.vars) != l.negated {
			s.visit(i + 1)
		}
		return
	}
	base := len(s.m.stack)
	c := s.m.open(l, s.vars)
	for s.m.next(&c, s.vars) {
		s.visit(i + 1)
	}
	s.m.stack = s.m.stack[:base]
}

// failure describes how far a search got.
func (m *Machine) failure(s *search, mask uint64, w *prover) Failure {
	p := s.plan
	f := Failure{Clause: p.rule.clause}
	bound := p.boundAt(s.deepest, mask)
	values := map[string]gdl.Term{}
	for v, ok := range bound {
		if ok {
			values[p.rule.names[v]] = m.program.terms.tree(s.values[v])
			f.Values = append(f.Values, Value{p.rule.names[v], values[p.rule.names[v]]})
		}
	}
	if s.deepest == len(p.body) {
		return f
	}
	l := &p.body[s.deepest]
	cond := substituteFormula(&p.rule.clause.Body[l.index], values)
	f.Condition = &cond
	if l.negated && l.relation != distinctRelation {
		f.Because = w.prove(l.relation, m.instance(p.rule.body[l.index].args, s.values))
	}
	return f
}

// boundAt returns which variables have values when literal i is reached.
func (p *plan) boundAt(i int, mask uint64) []bool {
	bound := make([]bool, p.vars)
	mark := func(v int32) { bound[v] = true }
	for k := range p.head {
		if mask>>k&1 != 0 {
			p.head[k].variables(mark)
		}
	}
	for k := range p.body[:i] {
		p.rule.body[p.body[k].index].variables(mark)
	}
	return bound
}

// substituteFormula fills values into a literal.
func substituteFormula(f *gdl.Formula, values map[string]gdl.Term) gdl.Formula {
	out := *f
	out.Atom = substitute(&f.Atom, values)
	out.Args = make([]gdl.Formula, len(f.Args))
	for i := range f.Args {
		out.Args[i] = substituteFormula(&f.Args[i], values)
	}
	return out
}

func substitute(t *gdl.Term, values map[string]gdl.Term) gdl.Term {
	if v, ok := values[t.Name]; ok && t.Kind == gdl.Variable {
		return v
	}
	out := *t
	out.Args = make([]gdl.Term, len(t.Args))
	for i := range t.Args {
		out.Args[i] = substitute(&t.Args[i], values)
	}
	return out
}
