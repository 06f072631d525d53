package gdl

// Knows splits an atom of a body in GDL-III that says what a role knows, knows(R,P), or
// what is common knowledge, knows(P), where the role is nil. For any other atom ok is
// false. The known P is an atom of a relation or of true.
func (p *Program) Knows(atom *Term) (role, known *Term, ok bool) {
	if !p.Dialect.Knowledge() || atom.Name != Knows {
		return nil, nil, false
	}
	switch len(atom.Args) {
	case 1:
		return nil, &atom.Args[0], true
	case 2:
		return &atom.Args[0], &atom.Args[1], true
	}
	return nil, nil, false
}

// BodyAtoms calls visit for each atom of a clause's body, in order of appearance, and
// after an atom of knows for what is known.
func (p *Program) BodyAtoms(c *Clause, visit func(atom *Term, negated bool)) {
	c.Atoms(func(a *Term, negated bool) {
		visit(a, negated)
		if _, known, ok := p.Knows(a); ok && known.Kind != Variable {
			visit(known, negated)
		}
	})
}
