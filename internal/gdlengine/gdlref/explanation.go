package gdlref

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// An Explanation says why a query holds or does not hold.
type Explanation struct {
	Query    gdl.Term
	Proofs   []*Proof  // a derivation of each instance that holds
	More     bool      // further instances hold, which are not shown
	Failures []Failure // if none holds: how far each rule for it gets
	Note     string    // if none holds and there is no rule: why
	Err      error     // the question could not be answered

	program *program
}

// A Proof is a derivation of an atom, or says that a negation holds.
type Proof struct {
	Atom    gdl.Term
	Negated bool        // the atom does not hold
	Clause  *gdl.Clause // that derives the atom, or nil
	Reason  string      // without a clause: what makes the atom hold
	Parts   []*Proof    // the conditions of the clause; a part may be shared
}

// A Failure says where a rule for a query fails: at the first condition that
// does not hold for the values found so far, in the instance that gets furthest.
type Failure struct {
	Clause    *gdl.Clause
	Condition *gdl.Formula // with values filled in; nil if the rule holds for other arguments only
	Values    []Value      // of the rule's variables, as far as they have any
	Because   *Proof       // of a negated condition: the derivation of its atom
}

// A Value is what a variable stands for.
type Value struct {
	Variable string
	Term     gdl.Term
}

// Holds reports whether an instance of the query holds.
func (e *Explanation) Holds() bool { return len(e.Proofs) > 0 }

// String returns the explanation as indented lines, in the program's syntax.
func (e *Explanation) String() string {
	w := &writer{program: e.program, shown: map[*Proof]bool{}}
	switch {
	case e.Err != nil:
		w.line(0, "%s: %v", w.term(&e.Query), e.Err)
	case e.Holds():
		for _, p := range e.Proofs {
			w.proof(0, p)
		}
		if e.More {
			w.line(0, "and more instances of %s", w.term(&e.Query))
		}
	default:
		w.line(0, "%s does not hold", w.term(&e.Query))
		if e.Note != "" {
			w.line(1, "%s", e.Note)
		}
		for i := range e.Failures {
			w.failure(&e.Failures[i])
		}
	}
	return w.String()
}

// A writer prints explanations.
type writer struct {
	strings.Builder
	program *program
	shown   map[*Proof]bool // derivations that need not be repeated
}

func (w *writer) line(depth int, text string, args ...any) {
	fmt.Fprintf(w, "%*s%s\n", 2*depth, "", fmt.Sprintf(text, args...))
}

func (w *writer) term(t *gdl.Term) string { return gdlformat.Term(t, w.program.syntax()) }

func (w *writer) proof(depth int, p *Proof) {
	f := gdl.Pos(p.Atom)
	if p.Negated {
		f = gdl.Not(p.Atom)
	}
	text := gdlformat.Formula(&f, w.program.syntax())
	switch {
	case w.shown[p] && len(p.Parts) > 0:
		w.line(depth, "%s  as above", text)
		return
	case p.Clause == nil:
		w.line(depth, "%s  %s", text, p.Reason)
	default:
		w.line(depth, "%s  by %s", text, w.clause(p.Clause))
	}
	w.shown[p] = true
	for _, part := range p.Parts {
		w.proof(depth+1, part)
	}
}

// clause names a clause by its place, or by its head if it has none.
func (w *writer) clause(c *gdl.Clause) string {
	if place := w.program.place(c); place != "" {
		return place
	}
	return "the clause for " + w.term(&c.Head)
}

func (w *writer) failure(f *Failure) {
	if f.Condition == nil {
		w.line(1, "%s holds for other arguments only%s", w.clause(f.Clause), w.values(f.Values))
		return
	}
	w.line(1, "%s fails at %s%s", w.clause(f.Clause), gdlformat.Formula(f.Condition, w.program.syntax()), w.values(f.Values))
	if f.Because != nil {
		w.proof(2, f.Because)
	}
}

func (w *writer) values(vs []Value) string {
	var parts []string
	for i := range vs {
		parts = append(parts, w.program.variableText(vs[i].Variable)+" = "+w.term(&vs[i].Term))
	}
	if len(parts) == 0 {
		return ""
	}
	return " with " + strings.Join(parts, ", ")
}
