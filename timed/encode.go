package timed

import (
	"fmt"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// The rule engine has no lifetimes. A timed description is encoded for it so that
// all input is facts of the state:
//
//	true(T,F)        true('is true for'(T,F)), where F is a variable
//	true(T,p(X))     true('p for'(T,X)), so that facts are found by their function
//	expired(F)       true('has expired'(F))
//	does(R,M)        true('has made'(R,M))
//	init(T,F)        init('is true for'(T,F)), and the same for next
//
// Names with a blank cannot occur in a description, so they do not clash.
const (
	holdsFor   = "is true for"
	hasExpired = "has expired"
	hasMade    = "has made"
	forSuffix  = " for"
)

// encode returns a timed program for the rule engine. The result shares memory
// with the program.
func encode(p *gdl.Program) (*gdl.Program, error) {
	q := *p
	q.Comments = nil
	q.Dialect = gdl.GDL
	if p.Dialect.Percepts() {
		q.Dialect = gdl.GDLII
	}
	q.Clauses = make([]gdl.Clause, len(p.Clauses))
	for i := range p.Clauses {
		c := &p.Clauses[i]
		if err := checkArities(p, c); err != nil {
			return nil, err
		}
		q.Clauses[i] = gdl.Clause{Head: encodeHead(&c.Head), Body: encodeFormulas(c.Body), Span: c.Span}
	}
	return &q, nil
}

// checkArities checks that the keywords of a clause have the arities of a timed
// dialect, since the encoding would accept others.
func checkArities(p *gdl.Program, c *gdl.Clause) error {
	switch c.Head.Name {
	case gdl.True, gdl.Does, gdl.Expired:
		return clauseError(p, c, "%s cannot be the head of a clause: it is given by the state and the moves", c.Head.Name)
	}
	var err error
	check := func(atom *gdl.Term, _ bool) {
		want, ok := p.Dialect.Arity(atom.Name)
		if ok && want != len(atom.Args) && err == nil {
			err = clauseError(p, c, "%s has %d arguments here, and %d in %s", atom.Name, len(atom.Args), want, p.Dialect.Title())
		}
	}
	check(&c.Head, false)
	c.Atoms(check)
	return err
}

func clauseError(p *gdl.Program, c *gdl.Clause, message string, args ...any) error {
	text := fmt.Sprintf(message, args...)
	if p.File != nil && c.Span.IsValid() {
		line, col := p.File.Position(c.Span.Start)
		return fmt.Errorf("%s:%d:%d: %s", p.File.Name(), line, col, text)
	}
	return fmt.Errorf("%s: %s", gdlformat.Clause(c, gdl.Prefix), text)
}

func encodeHead(head *gdl.Term) gdl.Term {
	switch head.Name {
	case gdl.Init, gdl.Next:
		out := gdl.Fn(head.Name, gdl.Fn(holdsFor, encodeLifetime(&head.Args[0]), head.Args[1]))
		out.Span = head.Span
		return out
	}
	return *head
}

func encodeFormulas(fs []gdl.Formula) []gdl.Formula {
	out := make([]gdl.Formula, len(fs))
	for i := range fs {
		out[i] = fs[i]
		out[i].Atom = encodeAtom(&fs[i].Atom)
		out[i].Args = encodeFormulas(fs[i].Args)
	}
	return out
}

func encodeAtom(atom *gdl.Term) gdl.Term {
	var fact gdl.Term
	switch atom.Name {
	case gdl.True:
		fact = encodeFact(encodeLifetime(&atom.Args[0]), &atom.Args[1])
	case gdl.Expired:
		fact = gdl.Fn(hasExpired, atom.Args[0])
	case gdl.Does:
		fact = gdl.Fn(hasMade, atom.Args...)
	case gdl.Init, gdl.Next:
		return encodeHead(atom)
	default:
		return *atom
	}
	out := gdl.Fn(gdl.True, fact)
	out.Span = atom.Span
	return out
}

// encodeFact returns the encoding of a fact with a lifetime.
func encodeFact(lifetime gdl.Term, fact *gdl.Term) gdl.Term {
	if fact.Kind == gdl.Variable {
		return gdl.Fn(holdsFor, lifetime, *fact)
	}
	return gdl.Fn(fact.Name+forSuffix, append([]gdl.Term{lifetime}, fact.Args...)...)
}

// encodeLifetime writes a lifetime in its normal form, so that equal ones are
// equal constants.
func encodeLifetime(t *gdl.Term) gdl.Term {
	out := *t
	if t.Kind == gdl.Constant {
		if l, err := gdl.ParseLifetime(t.Name); err == nil {
			out.Name = Time(l).String()
		}
	}
	return out
}
