//go:build !js

package timedengine

import (
	"fmt"
	"slices"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlrewrite"
)

// The encoding is a description without lifetimes. What its states consist of:
//
//	holds(F)       F is true, for some time
//	lasts(F)       F is true forever
//	gone(F)        F has expired
//	left(T,F)      F is true for T more units; used for constants T only
//	same(F,G)      F and G are true for the same time
//	gets(T,F)      F is true from now on, for T units
//	copies(F,G)    G is true from now on, for as long as F was
//
// The last two are what the rules derive; the others are set before they are evaluated.
// Names with a blank cannot occur in a description, so they do not clash.
const (
	nameHolds  = "fact holds"
	nameLasts  = "fact lasts"
	nameGone   = "fact gone"
	nameLeft   = "fact left"
	nameSame   = "facts same"
	nameGets   = "fact gets"
	nameCopies = "fact copies"
	nameTime   = "a time"
)

// An UnsupportedError says why a description cannot be computed with here.
type UnsupportedError struct{ Reason string }

// Error returns the reason.
func (e *UnsupportedError) Error() string { return e.Reason }

func unsupported(format string, args ...any) error {
	return &UnsupportedError{fmt.Sprintf(format, args...)}
}

// encoder writes the encoding of a description.
type encoder struct {
	source     *gdl.Program
	out        []gdl.Clause
	constants  map[string]bool // lifetimes that rules compare with
	left, same bool            // whether left and same occur
}

// encode returns a description without lifetimes.
func encode(p *gdl.Program) (*gdl.Program, error) {
	p, err := gdlrewrite.RemoveOr(p)
	if err != nil {
		return nil, err
	}
	q := *p
	q.Comments = nil
	q.Dialect = gdl.GDL
	if p.Dialect.Percepts() {
		q.Dialect = gdl.GDLII
	}
	e := &encoder{source: p, constants: map[string]bool{}}
	p.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Constant {
			if l, err := gdl.ParseLifetime(t.Name); err == nil {
				e.constants[l.String()] = true
			}
		}
	})
	for i := range p.Clauses {
		if err := e.clause(&p.Clauses[i]); err != nil {
			return nil, err
		}
	}
	e.reachable()
	q.Clauses = e.out
	return &q, nil
}

// reachable adds rules that say what states can be like.
func (e *encoder) reachable() {
	f, g, t := gdl.Var("F"), gdl.Var("G"), gdl.Var("T")
	gets, copies := state(nameGets, t, g), state(nameCopies, f, g)
	for _, cause := range []gdl.Formula{gets, copies} {
		e.rule(gdl.Fn(gdl.Next, gdl.Fn(nameHolds, g)), cause)
		e.rule(gdl.Fn(gdl.Next, gdl.Fn(nameGone, g)), cause)
		if e.left {
			e.rule(gdl.Fn(gdl.Next, gdl.Fn(nameLeft, gdl.Var("C"), g)), cause, gdl.Pos(gdl.Fn(nameTime, gdl.Var("C"))))
		}
	}
	e.rule(gdl.Fn(gdl.Next, gdl.Fn(nameLasts, g)), state(nameGets, gdl.Const(gdl.Infinity), g))
	e.rule(gdl.Fn(gdl.Next, gdl.Fn(nameLasts, g)), copies, state(nameLasts, f))
	if e.same {
		e.rule(gdl.Fn(gdl.Next, gdl.Fn(nameSame, f, g)), state(nameHolds, f), state(nameHolds, g))
	}
	if e.left {
		names := make([]string, 0, len(e.constants))
		for c := range e.constants {
			names = append(names, c)
		}
		slices.Sort(names)
		for _, c := range names {
			e.rule(gdl.Fn(nameTime, gdl.Const(c)))
		}
	}
}

func (e *encoder) rule(head gdl.Term, body ...gdl.Formula) {
	e.out = append(e.out, gdl.Clause{Head: head, Body: body})
}

// state returns the formula that something is in the state.
func state(name string, args ...gdl.Term) gdl.Formula {
	return gdl.Pos(gdl.Fn(gdl.True, gdl.Fn(name, args...)))
}

// A clauseEncoder encodes a clause without disjunctions.
type clauseEncoder struct {
	*encoder
	clause  *gdl.Clause
	carrier map[string]*gdl.Term // the fact that has a lifetime, by its variable
	body    []gdl.Formula
}

func (e *encoder) clause(c *gdl.Clause) error {
	ce := &clauseEncoder{encoder: e, clause: c, carrier: map[string]*gdl.Term{}}
	ce.findCarriers()
	for i := range c.Body {
		if err := ce.literal(&c.Body[i]); err != nil {
			return err
		}
	}
	head, err := ce.head()
	if err != nil {
		return err
	}
	e.out = append(e.out, gdl.Clause{Head: head, Body: ce.body, Span: c.Span})
	return nil
}

// findCarriers finds the variables that stand for lifetimes of the state: those that true
// binds and no relation does.
func (ce *clauseEncoder) findCarriers() {
	bound := map[string]bool{}
	for i := range ce.clause.Body {
		atom, negated, _ := ce.clause.Body[i].Literal()
		if negated || atom.Name == gdl.Distinct {
			continue
		}
		args := atom.Args
		if atom.Name == gdl.True {
			args = args[1:]
		}
		for j := range args {
			args[j].Walk(func(t *gdl.Term) {
				if t.Kind == gdl.Variable {
					bound[t.Name] = true
				}
			})
		}
	}
	for i := range ce.clause.Body {
		atom, negated, _ := ce.clause.Body[i].Literal()
		if negated || atom.Name != gdl.True || atom.Args[0].Kind != gdl.Variable {
			continue
		}
		if v := atom.Args[0].Name; !bound[v] && ce.carrier[v] == nil {
			ce.carrier[v] = &atom.Args[1]
		}
	}
}

func (ce *clauseEncoder) add(negated bool, f gdl.Formula) {
	if negated {
		f = gdl.Not(f.Atom)
	}
	ce.body = append(ce.body, f)
}

// literal encodes a literal of the body.
func (ce *clauseEncoder) literal(f *gdl.Formula) error {
	atom, negated, ok := f.Literal()
	if !ok {
		return unsupported("%s: this condition is no literal", ce.place())
	}
	switch atom.Name {
	case gdl.True:
		return ce.fact(negated, &atom.Args[0], &atom.Args[1])
	case gdl.Expired:
		if err := ce.plain(&atom.Args[0]); err != nil {
			return err
		}
		ce.add(negated, state(nameGone, atom.Args[0]))
		return nil
	case gdl.Distinct:
		if !negated && len(atom.Args) == 2 {
			return ce.distinct(atom)
		}
	}
	if err := ce.plain(atom); err != nil {
		return err
	}
	ce.body = append(ce.body, *f)
	return nil
}

// place says where the clause is.
func (ce *clauseEncoder) place() string {
	if file := ce.source.File; file != nil && ce.clause.Span.IsValid() {
		line, col := file.Position(ce.clause.Span.Start)
		return fmt.Sprintf("%s:%d:%d", file.Name(), line, col)
	}
	return gdlformat.Clause(ce.clause, gdl.Infix)
}

// plain checks that a term has no lifetimes of the state in it.
func (ce *clauseEncoder) plain(t *gdl.Term) (err error) {
	t.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable && ce.carrier[t.Name] != nil {
			err = unsupported("%s: a lifetime becomes part of something else", ce.place())
		}
	})
	return err
}

// fact encodes true(T,F).
func (ce *clauseEncoder) fact(negated bool, lifetime, fact *gdl.Term) error {
	if err := ce.plain(fact); err != nil {
		return err
	}
	if lifetime.Kind == gdl.Variable {
		switch carrier := ce.carrier[lifetime.Name]; {
		case carrier == nil:
			ce.left = true
			ce.add(negated, state(nameLeft, *lifetime, *fact))
		case carrier == fact:
			ce.add(negated, state(nameHolds, *fact))
		default:
			ce.same = true
			ce.add(negated, state(nameSame, *carrier, *fact))
		}
		return nil
	}
	ce.add(negated, ce.has(lifetime, fact))
	return nil
}

// has returns the formula that a fact has a constant lifetime.
func (e *encoder) has(lifetime, fact *gdl.Term) gdl.Formula {
	if lifetime.Kind == gdl.Constant {
		switch l, err := gdl.ParseLifetime(lifetime.Name); {
		case err != nil:
		case l == gdl.Forever:
			return state(nameLasts, *fact)
		default:
			e.left = true
			return state(nameLeft, gdl.Const(l.String()), *fact)
		}
	}
	e.left = true
	return state(nameLeft, *lifetime, *fact)
}

// distinct encodes distinct(X,Y), where lifetimes of the state may be compared.
func (ce *clauseEncoder) distinct(atom *gdl.Term) error {
	x, y := &atom.Args[0], &atom.Args[1]
	if x.Kind != gdl.Variable || ce.carrier[x.Name] == nil {
		x, y = y, x
	}
	if x.Kind != gdl.Variable || ce.carrier[x.Name] == nil {
		ce.body = append(ce.body, gdl.Pos(*atom))
		return ce.plain(atom)
	}
	fact := ce.carrier[x.Name]
	switch {
	case y.Kind == gdl.Variable && ce.carrier[y.Name] != nil:
		ce.same = true
		ce.add(true, state(nameSame, *fact, *ce.carrier[y.Name]))
	case y.Kind == gdl.Constant && y.Name == gdl.Infinity:
		ce.add(true, state(nameLasts, *fact))
	default: // the rules see names: 1.50 is not 1.5 here
		ce.left = true
		ce.add(true, state(nameLeft, *y, *fact))
	}
	return nil
}

// head encodes the head.
func (ce *clauseEncoder) head() (gdl.Term, error) {
	head := &ce.clause.Head
	if head.Name != gdl.Next && head.Name != gdl.Init {
		return *head, ce.plain(head)
	}
	lifetime, fact := head.Args[0], &head.Args[1]
	if err := ce.plain(fact); err != nil {
		return gdl.Term{}, err
	}
	if lifetime.Kind == gdl.Variable {
		if carrier := ce.carrier[lifetime.Name]; carrier != nil {
			return gdl.Fn(head.Name, gdl.Fn(nameCopies, *carrier, *fact)), nil
		}
	}
	if lifetime.Kind == gdl.Constant {
		if l, err := gdl.ParseLifetime(lifetime.Name); err == nil {
			lifetime = gdl.Const(l.String())
		}
	}
	return gdl.Fn(head.Name, gdl.Fn(nameGets, lifetime, *fact)), nil
}
