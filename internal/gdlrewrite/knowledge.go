package gdlrewrite

import "ludex/gdl"

// Implied replaces each condition about knowledge in a description of GDL-III by what it
// implies: what a role knows, or everybody does, holds, and only roles know something.
// Negated conditions are replaced too, so the result is good for finding out what can be
// derived if negations are left aside.
func Implied(p *gdl.Program) *gdl.Program {
	if !p.Dialect.Knowledge() {
		return p
	}
	q := copyProgram(p)
	for i := range q.Clauses {
		c := &q.Clauses[i]
		var body []gdl.Formula
		for _, f := range c.Body {
			f = mapAtoms(f, func(f gdl.Formula) gdl.Formula { return implied(q, f) })
			if f.Op == gdl.OpAnd {
				body = append(body, f.Args...)
			} else {
				body = append(body, f)
			}
		}
		c.Body = body
	}
	q.Dialect = gdl.GDLII
	return q
}

// implied returns what an atom implies.
func implied(p *gdl.Program, f gdl.Formula) gdl.Formula {
	role, known, ok := p.Knows(&f.Atom)
	if !ok || known.Kind == gdl.Variable {
		return f
	}
	holds := gdl.Pos(*known)
	if role == nil {
		return holds
	}
	is := gdl.Fn(gdl.Role, *role)
	is.Span = role.Span
	return gdl.And(gdl.Pos(is), holds)
}

// mapAtoms returns a formula with its atoms replaced. Conjunctions and disjunctions
// stay flat.
func mapAtoms(f gdl.Formula, replace func(gdl.Formula) gdl.Formula) gdl.Formula {
	switch f.Op {
	case gdl.OpAtom:
		return replace(f)
	case gdl.OpNot:
		f.Args = []gdl.Formula{mapAtoms(f.Args[0], replace)}
		return f
	}
	args := make([]gdl.Formula, len(f.Args))
	for i := range args {
		args[i] = mapAtoms(f.Args[i], replace)
	}
	if f.Op == gdl.OpAnd {
		return gdl.And(args...)
	}
	return gdl.Or(args...)
}

// KnowledgeNames are the names that [KnowledgeAsFacts] adds to a description.
type KnowledgeNames struct {
	Observer string // the role whose legal moves are the atoms that hold
	Pass     string // its move that does nothing
	Holds    string // the function of its other moves: Holds(P)
	Known    string // the function of facts: Known(R,P), Known(P)
	Fact     string // the function around all other facts, or "" if they are as they were
}

// KnowledgeAsFacts turns a description of GDL-III into one of GDL-II for engines that
// know nothing of knowledge. What is known becomes facts of the state, which the caller
// has to provide: Known(R,P) and Known(P). What holds becomes legal moves of a
// further role, the last one: Holds(P) for each atom P that holds and of which the rules
// ask whether it is known. If the observer moves Pass, as it always should, the next state
// has no facts about knowledge; with another move it has some of them, so that analyses
// of what can become true find them.
//
// The relations role, legal and does of the rules become others, without the observer. If
// the description has no sees clause, it gets the one that lets every role see the joint
// move, unless hidden says that nothing is seen. If a rule speaks about any fact, all facts
// get a function around them, so that it does not speak about knowledge.
func KnowledgeAsFacts(p *gdl.Program, hidden bool) (*gdl.Program, KnowledgeNames) {
	t := newKnowledgeTranslation(p)
	for i := range t.out.Clauses {
		t.clause(&t.out.Clauses[i])
	}
	if !t.sees && !hidden {
		c := seesEverything()
		t.clause(&c)
		t.out.Clauses = append(t.out.Clauses, c)
	}
	t.addObserver()
	return t.out, t.names
}

// A knowledgeTranslation is a description of GDL-III that becomes one of GDL-II.
type knowledgeTranslation struct {
	source *gdl.Program
	out    *gdl.Program
	names  KnowledgeNames
	inner  map[string]string   // relations without the observer
	roles  []gdl.Clause        // facts of the relation of players
	asked  map[gdl.Symbol]bool // of which atoms the rules ask
	atoms  []gdl.Term          // the same as patterns, in order of first appearance
	sees   bool
}

func newKnowledgeTranslation(p *gdl.Program) *knowledgeTranslation {
	t := &knowledgeTranslation{source: p, out: copyProgram(p), inner: map[string]string{}, asked: map[gdl.Symbol]bool{}}
	t.out.Dialect = gdl.GDLII
	t.out.Comments = nil
	words := vocabularyOf(p)
	t.names = KnowledgeNames{words.fresh("observer"), words.fresh("pass"), words.fresh("holds"), words.fresh("known"), ""}
	if speaksOfAnyFact(p) {
		t.names.Fact = words.fresh("fact")
	}
	for _, name := range []string{gdl.Role, gdl.Legal, gdl.Does} {
		t.inner[name] = words.fresh("own_" + name)
	}
	return t
}

// clause translates a clause in place.
func (t *knowledgeTranslation) clause(c *gdl.Clause) {
	switch c.Head.Name {
	case gdl.Role:
		own := copyClause(c)
		own.Head.Name = t.inner[gdl.Role]
		t.roles = append(t.roles, own)
	case gdl.Legal:
		c.Head.Name = t.inner[gdl.Legal]
	case gdl.Sees:
		t.sees = true
	case gdl.Init, gdl.Next, gdl.Base:
		t.wrap(&c.Head)
	}
	for i := range c.Body {
		c.Body[i] = mapAtoms(c.Body[i], t.atom)
	}
}

// atom translates a condition.
func (t *knowledgeTranslation) atom(f gdl.Formula) gdl.Formula {
	if _, known, ok := t.source.Knows(&f.Atom); ok {
		t.ask(known)
		fact := f.Atom
		fact.Name = t.names.Known
		return gdl.Pos(gdl.Fn(gdl.True, fact))
	}
	if own, ok := t.inner[f.Atom.Name]; ok {
		f.Atom.Name = own
	}
	if f.Atom.Name == gdl.True {
		t.wrap(&f.Atom)
	}
	return f
}

// wrap puts the function of facts around the last argument of an atom, if there is one.
func (t *knowledgeTranslation) wrap(atom *gdl.Term) {
	if n := len(atom.Args); n > 0 && t.names.Fact != "" {
		args := append([]gdl.Term(nil), atom.Args...)
		args[n-1] = gdl.Fn(t.names.Fact, args[n-1])
		atom.Args = args
	}
}

// ask records that the rules ask whether an atom is known.
func (t *knowledgeTranslation) ask(known *gdl.Term) {
	s := known.Symbol()
	atom := gdl.Fn(s.Name, variables(s.Arity)...)
	if known.Name == gdl.True && t.names.Fact == "" {
		s = known.Args[0].Symbol()
		atom = gdl.Fn(gdl.True, gdl.Fn(s.Name, variables(s.Arity)...))
		s.Name = gdl.True + " " + s.Name
	}
	if !t.asked[s] {
		t.asked[s] = true
		t.atoms = append(t.atoms, atom)
	}
}

// speaksOfAnyFact reports whether a rule has a variable in place of a fact.
func speaksOfAnyFact(p *gdl.Program) (any bool) {
	look := func(atom *gdl.Term) {
		switch atom.Name {
		case gdl.Init, gdl.Next, gdl.Base, gdl.True:
			any = any || len(atom.Args) == 1 && atom.Args[0].Kind == gdl.Variable
		}
	}
	for i := range p.Clauses {
		look(&p.Clauses[i].Head)
		p.BodyAtoms(&p.Clauses[i], func(a *gdl.Term, _ bool) { look(a) })
	}
	return any
}

// addObserver adds the observer, its moves, and the relations without it.
func (t *knowledgeTranslation) addObserver() {
	role, move := gdl.Var("R"), gdl.Var("M")
	own := func(name string, args ...gdl.Term) gdl.Formula { return gdl.Pos(gdl.Fn(t.inner[name], args...)) }
	add := func(head gdl.Term, body ...gdl.Formula) {
		t.out.Clauses = append(t.out.Clauses, gdl.Clause{Head: head, Body: body})
	}
	observer := gdl.Const(t.names.Observer)
	t.out.Clauses = append(t.out.Clauses, t.roles...)
	add(gdl.Fn(gdl.Role, observer))
	add(gdl.Fn(gdl.Legal, role, move), own(gdl.Legal, role, move))
	add(gdl.Fn(t.inner[gdl.Does], role, move), own(gdl.Role, role), gdl.Pos(gdl.Fn(gdl.Does, role, move)))
	add(gdl.Fn(gdl.Legal, observer, gdl.Const(t.names.Pass)))
	for _, atom := range t.atoms {
		holds := gdl.Fn(t.names.Holds, atom)
		condition := t.atom(gdl.Pos(atom))
		seen := gdl.Pos(gdl.Fn(gdl.Does, observer, holds))
		add(gdl.Fn(gdl.Legal, observer, holds), condition)
		add(gdl.Fn(gdl.Next, gdl.Fn(t.names.Known, role, atom)), own(gdl.Role, role), seen)
		add(gdl.Fn(gdl.Next, gdl.Fn(t.names.Known, atom)), seen)
	}
}

// variables returns different variables, none of which is R.
func variables(n int) []gdl.Term {
	out := make([]gdl.Term, n)
	for i := range out {
		out[i] = gdl.Var("X" + string(rune('a'+i%26)) + string(rune('a'+i/26)))
	}
	return out
}
