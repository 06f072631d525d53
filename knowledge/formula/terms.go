package formula

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// show returns a term in the syntax of formulas.
func show(t *gdl.Term) string { return gdlformat.Term(t, gdl.Infix) }

// canonical returns a term in the canonical syntax of games.
func canonical(t *gdl.Term) string { return gdlformat.Term(t, gdl.Prefix) }

// fromCanonical parses a canonical text. A text that is not a term becomes a
// constant, so that it can still be compared.
func fromCanonical(text string) gdl.Term {
	r := &canonicalReader{text: text}
	t, ok := r.term(0)
	if !ok || r.pos != len(text) {
		return gdl.Const(text)
	}
	return t
}

type canonicalReader struct {
	text string
	pos  int
}

// term reads a word or a term in parentheses, with single blanks between words.
func (r *canonicalReader) term(depth int) (gdl.Term, bool) {
	if depth > maxRecursion || r.pos == len(r.text) {
		return gdl.Term{}, false
	}
	if r.text[r.pos] != '(' {
		return r.word()
	}
	r.pos++
	t, ok := r.word()
	for ok && r.pos < len(r.text) && r.text[r.pos] == ' ' {
		r.pos++
		var arg gdl.Term
		arg, ok = r.term(depth + 1)
		t.Kind = gdl.Function
		t.Args = append(t.Args, arg)
	}
	if !ok || r.pos == len(r.text) || r.text[r.pos] != ')' {
		return gdl.Term{}, false
	}
	r.pos++
	return t, true
}

func (r *canonicalReader) word() (gdl.Term, bool) {
	end := strings.IndexAny(r.text[r.pos:], " ()")
	if end < 0 {
		end = len(r.text) - r.pos
	}
	word := r.text[r.pos : r.pos+end]
	r.pos += end
	return gdl.Const(word), word != ""
}

// match extends an environment so that a pattern becomes a term. Variables that are
// bound to themselves, and the anonymous one, are free.
func (q *Query) match(pattern, t *gdl.Term, e *environment) (*environment, bool) {
	if pattern.Kind == gdl.Variable {
		if pattern.Name == anonymous {
			return e, true
		}
		value := e.get(pattern.Name)
		if value == nil || value.Kind == gdl.Variable {
			return e.with(pattern.Name, *t), true
		}
		return e, q.equal(value, t)
	}
	if !q.same(pattern.Name, t.Name) || len(pattern.Args) != len(t.Args) {
		return e, false
	}
	for i := range pattern.Args {
		var ok bool
		if e, ok = q.match(&pattern.Args[i], &t.Args[i], e); !ok {
			return e, false
		}
	}
	return e, true
}

// equal compares two ground terms.
func (q *Query) equal(a, b *gdl.Term) bool {
	if !q.same(a.Name, b.Name) || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !q.equal(&a.Args[i], &b.Args[i]) {
			return false
		}
	}
	return true
}
