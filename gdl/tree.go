// Package gdl holds the syntax tree and the vocabulary of the GDL family: GDL,
// GDL-II, rtGDL and rtGDL-II. Parsing, printing, checking and rewriting are in
// its subpackages.
package gdl

import (
	"cmp"
	"fmt"
	"strings"

	"ludex/source"
)

// A TermKind distinguishes variables, constants and functional terms.
type TermKind uint8

// The kinds of terms.
const (
	Variable TermKind = iota
	Constant
	Function
)

// A Term is a variable, an object constant, or a function applied to terms.
// An atom has the same shape, with a relation for its name, so atoms are Terms
// too: a Constant if the relation has no arguments, else a Function.
//
// Names do not depend on the syntax they were read from. A variable has its
// infix spelling (X, not ?x). A constant has the spelling that is printed.
type Term struct {
	Kind TermKind
	Name string
	Args []Term // of a Function, at least one
	Span source.Span
}

// Var returns the variable with an infix name.
func Var(name string) Term { return Term{Kind: Variable, Name: name} }

// Const returns an object constant or a relation without arguments.
func Const(name string) Term { return Term{Kind: Constant, Name: name} }

// Fn returns a function or relation applied to arguments; without arguments it
// is a constant.
func Fn(name string, args ...Term) Term {
	if len(args) == 0 {
		return Const(name)
	}
	return Term{Kind: Function, Name: name, Args: args}
}

// Symbol returns the name and arity of a term that is not a variable.
func (t *Term) Symbol() Symbol { return Symbol{t.Name, len(t.Args)} }

// NameSpan returns the place of the function or relation name alone.
func (t *Term) NameSpan(f *source.File) source.Span {
	if t.Kind != Function || !t.Span.IsValid() {
		return t.Span
	}
	start, end := nameRange(f.Slice(t.Span))
	base := t.Span.Start.Offset()
	return source.Range(base+start, base+end)
}

// nameRange finds the name in the text of a functional term, which is
// "name(…", "'na-me'(…" or "( name …" with comments possible after "(".
func nameRange(text string) (start, end int) {
	if strings.HasPrefix(text, "(") {
		i := 1
		for i < len(text) {
			switch text[i] {
			case ' ', '\t', '\r', '\n', '\f', '\v':
				i++
				continue
			case ';':
				if nl := strings.IndexByte(text[i:], '\n'); nl >= 0 {
					i += nl
					continue
				}
			}
			break
		}
		if n := strings.IndexAny(text[i:], " \t\r\n\f\v();"); n >= 0 {
			return i, i + n
		}
		return i, len(text)
	}
	if strings.HasPrefix(text, "'") {
		return 0, quotedLength(text)
	}
	if n := strings.IndexAny(text, " \t\r\n\f\v(!%/$"); n > 0 {
		return 0, n
	}
	return 0, len(text)
}

// quotedLength returns the length of the quoted name at the beginning of a
// text; a doubled quote stands for one inside.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if i++; i == len(text) || text[i] != '\'' {
			return i
		}
	}
	return len(text)
}

// IsGround reports whether the term has no variables.
func (t *Term) IsGround() bool {
	if t.Kind == Variable {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].IsGround() {
			return false
		}
	}
	return true
}

// Walk calls visit for the term and all terms inside it, outermost first.
func (t *Term) Walk(visit func(*Term)) {
	visit(t)
	for i := range t.Args {
		t.Args[i].Walk(visit)
	}
}

// Equal reports whether two terms are the same, regardless of their positions.
func (t *Term) Equal(u *Term) bool {
	if t.Kind != u.Kind || t.Name != u.Name || len(t.Args) != len(u.Args) {
		return false
	}
	for i := range t.Args {
		if !t.Args[i].Equal(&u.Args[i]) {
			return false
		}
	}
	return true
}

// An Op is the outermost connective of a formula.
type Op uint8

// The connectives. OpAtom means that the formula is an atom.
const (
	OpAtom Op = iota
	OpNot
	OpAnd
	OpOr
)

// A Formula is a condition in the body of a rule. An inequality is an atom
// whose relation is distinct.
//
// Parsing leaves no conjunction inside a conjunction, no disjunction inside a
// disjunction, and none of fewer than two parts, so that equal trees have
// equal texts.
type Formula struct {
	Op   Op
	Atom Term      // of OpAtom
	Args []Formula // one of OpNot, at least two of OpAnd and OpOr
	Span source.Span
}

// Pos returns the formula that is just an atom.
func Pos(atom Term) Formula { return Formula{Op: OpAtom, Atom: atom, Span: atom.Span} }

// Not returns the negation of an atom.
func Not(atom Term) Formula {
	return Formula{Op: OpNot, Args: []Formula{Pos(atom)}, Span: atom.Span}
}

// And returns the conjunction of formulas in its flat form.
func And(fs ...Formula) Formula { return join(OpAnd, fs) }

// Or returns the disjunction of formulas in its flat form.
func Or(fs ...Formula) Formula { return join(OpOr, fs) }

func join(op Op, fs []Formula) Formula {
	flat := make([]Formula, 0, len(fs))
	for _, f := range fs {
		if f.Op == op {
			flat = append(flat, f.Args...)
		} else {
			flat = append(flat, f)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	out := Formula{Op: op, Args: flat}
	if len(flat) > 0 {
		out.Span = flat[0].Span.To(flat[len(flat)-1].Span)
	}
	return out
}

// Literal returns the atom of a positive or negative literal and whether it is
// negated; ok is false for any other formula.
func (f *Formula) Literal() (atom *Term, negated, ok bool) {
	switch {
	case f.Op == OpAtom:
		return &f.Atom, false, true
	case f.Op == OpNot && f.Args[0].Op == OpAtom:
		return &f.Args[0].Atom, true, true
	}
	return nil, false, false
}

// Atoms calls visit for each atom of the formula, in order of appearance, and
// says whether it stands under an odd number of negations.
func (f *Formula) Atoms(visit func(atom *Term, negated bool)) { f.atoms(false, visit) }

func (f *Formula) atoms(negated bool, visit func(*Term, bool)) {
	if f.Op == OpAtom {
		visit(&f.Atom, negated)
		return
	}
	for i := range f.Args {
		f.Args[i].atoms(negated != (f.Op == OpNot), visit)
	}
}

// Equal reports whether two formulas are the same, regardless of their positions.
func (f *Formula) Equal(g *Formula) bool {
	if f.Op != g.Op || len(f.Args) != len(g.Args) {
		return false
	}
	if f.Op == OpAtom {
		return f.Atom.Equal(&g.Atom)
	}
	for i := range f.Args {
		if !f.Args[i].Equal(&g.Args[i]) {
			return false
		}
	}
	return true
}

// A Clause is a fact (no body) or a rule. The body is a conjunction; none of its elements
// is a conjunction.
type Clause struct {
	Head Term
	Body []Formula
	Span source.Span
}

// Equal reports whether two clauses are the same, regardless of their positions.
func (c *Clause) Equal(d *Clause) bool {
	if !c.Head.Equal(&d.Head) || len(c.Body) != len(d.Body) {
		return false
	}
	for i := range c.Body {
		if !c.Body[i].Equal(&d.Body[i]) {
			return false
		}
	}
	return true
}

// Atoms calls visit for each atom of the body, in order of appearance.
func (c *Clause) Atoms(visit func(atom *Term, negated bool)) {
	for i := range c.Body {
		c.Body[i].Atoms(visit)
	}
}

// Walk calls visit for every term of the clause, head first, outermost first.
func (c *Clause) Walk(visit func(*Term)) {
	c.Head.Walk(visit)
	c.Atoms(func(a *Term, _ bool) { a.Walk(visit) })
}

// A Comment is one comment, from its mark to the end of its line.
type Comment struct {
	Text string // what follows the mark, without trailing blanks
	Span source.Span
}

// A Program is a list of clauses: a game description, or any logic program.
type Program struct {
	File          *source.File
	Syntax        Syntax  // what it was read from
	Dialect       Dialect // detected or forced
	CaseSensitive bool    // constants that differ in case are different
	Clauses       []Clause
	Comments      []Comment
}

// Equal reports whether two programs have the same clauses in the same order.
func (p *Program) Equal(q *Program) bool {
	if len(p.Clauses) != len(q.Clauses) {
		return false
	}
	for i := range p.Clauses {
		if !p.Clauses[i].Equal(&q.Clauses[i]) {
			return false
		}
	}
	return true
}

// Walk calls visit for every term of the program.
func (p *Program) Walk(visit func(*Term)) {
	for i := range p.Clauses {
		p.Clauses[i].Walk(visit)
	}
}

// A Symbol is a relation or function: its name and its number of arguments.
type Symbol struct {
	Name  string
	Arity int
}

// Compare orders symbols by name, then by arity.
func (s Symbol) Compare(t Symbol) int {
	return cmp.Or(strings.Compare(s.Name, t.Name), cmp.Compare(s.Arity, t.Arity))
}

// String returns "name/arity".
func (s Symbol) String() string { return fmt.Sprintf("%s/%d", s.Name, s.Arity) }

// Spellings returns the spelling of each constant of the program by its lower-case
// form.
func (p *Program) Spellings() map[string]string {
	out := map[string]string{}
	p.Walk(func(t *Term) {
		if t.Kind != Variable {
			out[strings.ToLower(t.Name)] = t.Name
		}
	})
	return out
}
