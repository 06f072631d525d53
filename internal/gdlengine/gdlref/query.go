package gdlref

import (
	"fmt"

	"ludex/gdl"
)

// A query is an atom, perhaps with variables, asked by a caller of the package.
type query struct {
	atom    gdl.Term
	rule    *rule // has the atom as its only condition
	literal literal
}

// newQuery prepares a query. It returns nil if the program does not have the
// relation at all.
func (m *solver) newQuery(atom *gdl.Term) (*query, error) {
	q := &query{atom: m.program.spelled(atom), rule: &rule{}}
	if atom.Kind == gdl.Variable {
		return nil, fmt.Errorf("a query is an atom, not a variable")
	}
	c := condition{relation: distinctRelation, args: m.program.patterns(q.rule, q.atom.Args)}
	q.rule.body = []condition{c}
	if s := q.atom.Symbol(); s.Name != gdl.Distinct {
		n, ok := m.program.numbers[s]
		if !ok {
			return nil, nil
		}
		q.rule.body[0].relation = n
	} else if s.Arity != 2 || !q.atom.IsGround() {
		return nil, fmt.Errorf("distinct compares two terms without variables")
	}
	q.literal = m.newLiteral(noRelation, q.rule, 0, make([]bool, len(q.rule.names)))
	return q, nil
}

// noRelation is the head of the plan of a query: none of its literals is in the
// same component.
const noRelation = -1

// each calls visit with the arguments of every instance of the query that
// holds, until it returns false.
func (m *solver) each(q *query, visit func(args []term) bool) {
	base := len(m.stack)
	defer func() { m.stack = m.stack[:base] }()
	vars := m.frame(len(q.rule.names))
	if q.literal.ground {
		if m.holds(&q.literal, vars) {
			visit(m.instance(q.rule.body[0].args, vars))
		}
		return
	}
	c := m.open(&q.literal, vars)
	for m.next(&c, vars) {
		if !visit(m.instance(q.rule.body[0].args, vars)) {
			return
		}
	}
}

// instance returns patterns with their variables replaced by values.
func (m *solver) instance(ps []pattern, vars []term) []term {
	out := make([]term, len(ps))
	for i := range ps {
		out[i] = m.build(&ps[i], vars)
	}
	return out
}
