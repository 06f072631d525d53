package gdlref

import (
	"cmp"
	"context"
	"slices"

	"ludex/gdl"
)

// Eval computes the minimal model of a safe program, game or not, together with
// further facts: the input of an open program. It returns the atoms of the
// relations that the program defines, sorted by their canonical prefix texts.
// With a query, which may have variables, it returns the instances of the query
// that hold instead.
//
// Only the relation distinct has a special meaning. Negation must be stratified, at least
// on ground atoms. Only the limits of the options are used.
func Eval(ctx context.Context, p *gdl.Program, input []gdl.Term, query *gdl.Term, opt Options) (_ []gdl.Term, err error) {
	defer catch(&err)
	c, err := newProgram(p, input, false)
	if err != nil {
		return nil, err
	}
	c.terms.memory = opt.Memory
	m := newMachine(c, opt.limits())
	m.Bind(ctx)
	var atoms []term
	collect := func(rel symbol, args []term) { atoms = append(atoms, m.view.make(rel, args)) }
	if query != nil {
		q, err := m.newQuery(query)
		if q == nil || err != nil {
			return nil, err
		}
		name := c.terms.symbol(q.atom.Symbol())
		m.each(q, func(args []term) bool { collect(name, args); return true })
	} else {
		for _, s := range definedRelations(p) {
			name := c.terms.symbol(s)
			m.eachAtom(c.numbers[s], func(args []term) { collect(name, args) })
		}
	}
	slices.SortFunc(atoms, func(a, b term) int { return cmp.Compare(m.text(a), m.text(b)) })
	out := make([]gdl.Term, len(atoms))
	for i, a := range atoms {
		out[i] = c.terms.tree(a)
	}
	return out, nil
}

// definedRelations returns the relations in the heads of a program's clauses.
func definedRelations(p *gdl.Program) []gdl.Symbol {
	var out []gdl.Symbol
	seen := map[gdl.Symbol]bool{}
	for i := range p.Clauses {
		if s := p.Clauses[i].Head.Symbol(); !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// eachAtom calls visit with the arguments of every atom of a relation that
// holds.
func (m *Machine) eachAtom(rel int, visit func(args []term)) {
	args := make([]term, m.program.relations[rel].name.Arity)
	for i := range args {
		args[i] = free
	}
	s, t := m.call(rel, args)
	for a := s.tables[t].first; a != none; a = s.after(t, a) {
		for i := range args {
			args[i] = s.value(a, i)
		}
		visit(args)
	}
}
