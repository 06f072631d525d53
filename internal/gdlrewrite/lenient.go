package gdlrewrite

import (
	"slices"

	"ludex/gdl"
)

// Lenient returns the program with errors repaired whose meaning is clear:
//
//   - a free variable for the role in the head of legal, sees, goal or input
//     stands for every role, so role(R) becomes a condition;
//   - a variable that occurs in one negation and nowhere else means that it holds
//     for no value, so what is negated becomes a relation of its own;
//   - next, init, base and input in bodies are read as the relations that their
//     heads define.
//
// Everything else stays as it is, errors included. Clauses keep their places.
func Lenient(p *gdl.Program) *gdl.Program {
	l := &lenient{out: copyProgram(p), words: vocabularyOf(p)}
	l.splitKeywords()
	for i := range l.out.Clauses {
		c := &l.out.Clauses[i]
		l.bindRole(c)
		for k := range c.Body {
			l.negations(c, &c.Body[k])
		}
	}
	l.out.Clauses = append(l.out.Clauses, l.added...)
	return l.out
}

type lenient struct {
	out   *gdl.Program
	words vocabulary
	added []gdl.Clause
}

// splitKeywords gives keywords that are allowed in heads only, but occur in
// bodies, a relation of their own.
func (l *lenient) splitKeywords() {
	for _, keyword := range []string{gdl.Next, gdl.Init, gdl.Base, gdl.Input} {
		arity, ok := l.out.Dialect.Arity(keyword)
		if !ok || !l.reads(keyword, arity) {
			continue
		}
		name := l.words.fresh(keyword + "_holds")
		l.rename(keyword, arity, name)
		var args []gdl.Term
		for _, v := range []string{"A", "B"}[:arity] {
			args = append(args, gdl.Var(v))
		}
		l.added = append(l.added, rule(gdl.Fn(keyword, args...), gdl.Pos(gdl.Fn(name, slices.Clone(args)...))))
	}
}

// reads reports whether a body has an atom of a relation.
func (l *lenient) reads(name string, arity int) bool {
	found := false
	for i := range l.out.Clauses {
		l.out.Clauses[i].Atoms(func(a *gdl.Term, _ bool) { found = found || a.Name == name && len(a.Args) == arity })
	}
	return found
}

// rename gives a relation another name everywhere.
func (l *lenient) rename(old string, arity int, name string) {
	change := func(a *gdl.Term) {
		if a.Name == old && len(a.Args) == arity {
			a.Name = name
		}
	}
	for i := range l.out.Clauses {
		c := &l.out.Clauses[i]
		change(&c.Head)
		c.Atoms(func(a *gdl.Term, _ bool) { change(a) })
	}
}

// bindRole adds the condition that a variable is a role, if it stands where a role
// does in the head and nothing binds it.
func (l *lenient) bindRole(c *gdl.Clause) {
	switch c.Head.Name {
	case gdl.Legal, gdl.Goal, gdl.Sees, gdl.Input:
	default:
		return
	}
	if len(c.Head.Args) == 0 || c.Head.Args[0].Kind != gdl.Variable {
		return
	}
	role := c.Head.Args[0]
	if !binds(c.Body, role.Name) {
		c.Body = append([]gdl.Formula{gdl.Pos(gdl.Term{Kind: gdl.Function, Name: gdl.Role, Args: []gdl.Term{role}, Span: role.Span})}, c.Body...)
	}
}

// binds reports whether a conjunction binds a variable whenever it holds.
func binds(body []gdl.Formula, name string) bool {
	return slices.ContainsFunc(body, func(f gdl.Formula) bool {
		switch f.Op {
		case gdl.OpAtom:
			return f.Atom.Name != gdl.Distinct && mentions(&f.Atom, name)
		case gdl.OpAnd:
			return binds(f.Args, name)
		case gdl.OpOr:
			for i := range f.Args {
				if !binds(f.Args[i:i+1], name) {
					return false
				}
			}
			return true
		}
		return false
	})
}

func mentions(t *gdl.Term, name string) bool { return occurrences(t, name) > 0 }

// occurrences returns how often a variable occurs in a term.
func occurrences(t *gdl.Term, name string) int {
	n := 0
	t.Walk(func(s *gdl.Term) {
		if s.Kind == gdl.Variable && s.Name == name {
			n++
		}
	})
	return n
}

// negations replaces atoms in a formula that are negated and have variables of
// their own.
func (l *lenient) negations(c *gdl.Clause, f *gdl.Formula) {
	if f.Op != gdl.OpNot {
		for i := range f.Args {
			l.negations(c, &f.Args[i])
		}
		return
	}
	if inner := &f.Args[0]; inner.Op == gdl.OpAtom && inner.Atom.Name != gdl.Distinct {
		l.project(c, &inner.Atom)
	}
}

// project replaces a negated atom by one about those of its variables that occur
// elsewhere in the clause.
func (l *lenient) project(c *gdl.Clause, atom *gdl.Term) {
	var own, shared []string
	atom.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable || slices.Contains(own, t.Name) || slices.Contains(shared, t.Name) {
			return
		}
		total := 0
		c.Walk(func(s *gdl.Term) {
			if s.Kind == gdl.Variable && s.Name == t.Name {
				total++
			}
		})
		if total == occurrences(atom, t.Name) {
			own = append(own, t.Name)
		} else {
			shared = append(shared, t.Name)
		}
	})
	if own == nil {
		return
	}
	head := gdl.Term{Kind: gdl.Constant, Name: l.words.fresh("some_" + atom.Name), Span: atom.Span}
	for _, name := range shared {
		head.Args, head.Kind = append(head.Args, gdl.Var(name)), gdl.Function
	}
	l.added = append(l.added, gdl.Clause{Head: copyTerm(&head), Body: []gdl.Formula{gdl.Pos(copyTerm(atom))}, Span: c.Span})
	*atom = head
}
