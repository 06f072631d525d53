package gdlparse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// A prefixReader reads prefix text in two steps: a clause is first read as one
// term, in which "<=", "not", "and" and "or" are names like others; then the term
// is split into head and body.
type prefixReader struct {
	prog   *gdl.Program
	list   *source.List
	text   string
	pos    int
	consts *constants
	vars   variables
	stack  []gdl.Term // arguments of the open terms
	broken bool       // the current clause has an error and is dropped
	errors int

	// careful means that a parenthesis in the first column begins a new clause.
	// It is set when one was never closed, to find out where. Bodies of rules
	// are often written in the first column, so it is not the first choice.
	careful bool
}

func readPrefix(p *gdl.Program, list *source.List) {
	r := &prefixReader{prog: p, list: list, text: p.File.Text(), consts: newConstants(list, p.CaseSensitive)}
	r.pos = len(r.text) - len(strings.TrimPrefix(r.text, "\ufeff"))
	for r.skip(); r.pos < len(r.text) && r.errors < maxErrors; r.skip() {
		r.clause()
	}
}

// report adds an error and drops the current clause.
func (r *prefixReader) report(code *source.Code, at source.Span, format string, args ...any) *source.Diagnostic {
	r.broken = true
	if r.errors++; r.errors > maxErrors {
		return &source.Diagnostic{}
	}
	return r.list.Report(code, at, format, args...)
}

// skip moves on to the next word or parenthesis.
func (r *prefixReader) skip() {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case gdllex.IsSpace(c):
			r.pos++
		case c == ';':
			r.pos = skipComment(r.prog, r.text, r.pos, 1)
		default:
			return
		}
	}
}

func (r *prefixReader) clause() {
	start := r.pos
	if r.text[start] == ')' {
		r.pos++
		r.report(Unopened, source.Range(start, r.pos), "this closing parenthesis has no partner").
			Fix(source.Range(start, r.pos), "", "remove it")
		return
	}
	comments, seen, errors := len(r.prog.Comments), len(r.list.Items), r.errors
	t, ok := r.clauseTerm()
	if atEnd := r.pos >= len(r.text); !ok && !r.careful && (atEnd || !r.atArrow(start+1)) {
		// The clause swallowed the rest of the file, or it is a fact that
		// swallowed others. Read it once more, looking for the place where the
		// next clause begins.
		r.pos, r.errors = start, errors
		r.prog.Comments = r.prog.Comments[:comments]
		r.list.Items = withoutErrors(r.list.Items, seen)
		r.careful = true
		t, ok = r.clauseTerm()
		r.careful = atEnd
	}
	if !ok || r.broken {
		return
	}
	if c, ok := r.toClause(t); ok {
		r.prog.Clauses = append(r.prog.Clauses, c)
	}
}

// clauseTerm reads a clause as one term.
func (r *prefixReader) clauseTerm() (gdl.Term, bool) {
	r.vars.reset()
	r.vars.caseSensitive = r.prog.CaseSensitive
	r.stack = r.stack[:0]
	r.broken = false
	return r.term(0)
}

// withoutErrors drops the errors from a given index on. Warnings stay, because
// they are given once.
func withoutErrors(items []*source.Diagnostic, from int) []*source.Diagnostic {
	kept := slices.DeleteFunc(items[from:], func(d *source.Diagnostic) bool { return d.Severity == source.Error })
	return items[:from+len(kept)]
}

// term reads a word or a parenthesised term. It returns false if the rest of
// the clause is lost; smaller errors only mark the clause as broken.
func (r *prefixReader) term(depth int) (gdl.Term, bool) {
	if r.text[r.pos] != '(' {
		return r.word(), true
	}
	if depth == MaxDepth {
		return gdl.Term{}, r.skipDeep()
	}
	open, base := r.pos, len(r.stack)
	r.pos++
	for {
		r.skip()
		if r.pos >= len(r.text) || r.startsClause() {
			return gdl.Term{}, r.unclosed(open)
		}
		if r.text[r.pos] == ')' {
			break
		}
		t, ok := r.term(depth + 1)
		if !ok {
			return gdl.Term{}, false
		}
		r.stack = append(r.stack, t)
	}
	r.pos++
	t := r.apply(source.Range(open, r.pos), r.stack[base:])
	r.stack = r.stack[:base]
	return t, true
}

// startsClause reports whether a new clause begins at the position, inside an
// open one: an arrow is never nested, and when careful neither is anything in
// the first column.
func (r *prefixReader) startsClause() bool {
	if r.text[r.pos] != '(' {
		return false
	}
	return r.careful && (r.pos == 0 || r.text[r.pos-1] == '\n') || r.atArrow(r.pos+1)
}

// atArrow reports whether an arrow comes next, after white space.
func (r *prefixReader) atArrow(i int) bool {
	for i < len(r.text) && gdllex.IsSpace(r.text[i]) {
		i++
	}
	rest := r.text[i:]
	return strings.HasPrefix(rest, gdl.Arrow) && (len(rest) == 2 || isDelimiter(rest[2]))
}

func (r *prefixReader) unclosed(open int) bool {
	d := r.report(Unclosed, source.Range(open, open+1), "this parenthesis is never closed")
	if r.pos < len(r.text) {
		d.Note(source.Range(r.pos, r.pos+1), "the next clause begins here")
	}
	return false
}

// skipDeep passes over a parenthesised term that is nested too deeply without
// recursion and reports whether its end was found.
func (r *prefixReader) skipDeep() bool {
	open, depth := r.pos, 0
	r.report(TooDeep, source.Range(open, open+1), "terms are nested more than %d deep here", MaxDepth)
	for ; r.pos < len(r.text); r.skip() {
		switch r.text[r.pos] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				r.pos++
				return true
			}
		}
		r.pos++
	}
	return false
}

// apply makes a term from the parts between two parentheses.
func (r *prefixReader) apply(at source.Span, parts []gdl.Term) gdl.Term {
	if len(parts) == 0 {
		r.report(BadTerm, at, "empty parentheses are no term")
		return gdl.Term{Span: at}
	}
	name := parts[0]
	switch {
	case r.broken:
	case name.Kind == gdl.Variable:
		r.report(BadTerm, name.Span, "a variable cannot be the name of a relation or function")
	case r.text[name.Span.Start.Offset()] == '(':
		r.report(BadTerm, name.Span, "the name of a relation or function is one word, not a term in parentheses")
	}
	t := gdl.Term{Kind: gdl.Constant, Name: name.Name, Span: at}
	if len(parts) > 1 {
		t.Kind = gdl.Function
		t.Args = append(make([]gdl.Term, 0, len(parts)-1), parts[1:]...)
	}
	return t
}

func isDelimiter(c byte) bool { return gdllex.IsSpace(c) || c == '(' || c == ')' || c == ';' }

// word reads a variable or a constant.
func (r *prefixReader) word() gdl.Term {
	start := r.pos
	for r.pos < len(r.text) && !isDelimiter(r.text[r.pos]) {
		if c := r.text[r.pos]; c < ' ' || c >= 0x7f {
			r.rune()
			continue
		}
		r.pos++
	}
	at := source.Range(start, r.pos)
	text := r.text[start:r.pos]
	if text[0] != '?' {
		return gdl.Term{Kind: gdl.Constant, Name: r.consts.canonical(text, at), Span: at}
	}
	if len(text) == 1 {
		r.report(BadTerm, at, "a variable needs a name right after the question mark")
		return gdl.Term{Kind: gdl.Variable, Name: "_", Span: at}
	}
	return gdl.Term{Kind: gdl.Variable, Name: r.vars.name(text[1:]), Span: at}
}

// rune passes over a character outside printable ASCII and reports unprintable ones.
func (r *prefixReader) rune() {
	c, size := utf8.DecodeRuneInString(r.text[r.pos:])
	at := source.Range(r.pos, r.pos+size)
	r.pos += size
	switch {
	case c == utf8.RuneError && size == 1:
		r.report(BadCharacter, at, "byte 0x%02x is no UTF-8 text", r.text[r.pos-1])
	case !unicode.IsPrint(c):
		r.report(BadCharacter, at, "the character %U cannot be part of a symbol", c)
	}
}

// toClause splits a term into head and body.
func (r *prefixReader) toClause(t gdl.Term) (gdl.Clause, bool) {
	c := gdl.Clause{Head: t, Span: t.Span}
	if t.Kind != gdl.Variable && t.Name == gdl.Arrow {
		if len(t.Args) == 0 {
			r.report(BadClause, t.Span, "this rule has no head").Advise("write (<= head condition …)")
			return c, false
		}
		c.Head = t.Args[0]
		for _, arg := range t.Args[1:] {
			f := r.toFormula(arg)
			if f.Op == gdl.OpAnd {
				c.Body = append(c.Body, f.Args...)
			} else {
				c.Body = append(c.Body, f)
			}
		}
	}
	r.checkHead(&c.Head)
	return c, !r.broken
}

func (r *prefixReader) checkHead(h *gdl.Term) {
	if h.Kind == gdl.Variable {
		r.report(BadClause, h.Span, "the head of a clause must be an atom, not a variable")
		return
	}
	switch h.Name {
	case gdl.NotWord, gdl.AndWord, gdl.OrWord, gdl.Arrow:
		r.report(BadClause, h.Span, "the head of a clause must be an atom, not %q", h.Name)
		return
	}
	r.checkArgs(h)
}

// checkArgs reports arrows among the arguments of an atom.
func (r *prefixReader) checkArgs(atom *gdl.Term) {
	for i := range atom.Args {
		atom.Args[i].Walk(func(t *gdl.Term) {
			if t.Kind != gdl.Variable && t.Name == gdl.Arrow {
				r.report(BadOperator, t.Span, "an arrow cannot be part of a term")
			}
		})
	}
}

func (r *prefixReader) toFormula(t gdl.Term) gdl.Formula {
	if t.Kind == gdl.Variable {
		r.report(BadClause, t.Span, "a condition must be an atom, not a variable")
		return gdl.Pos(t)
	}
	switch t.Name {
	case gdl.NotWord:
		if len(t.Args) != 1 {
			r.report(BadOperator, t.Span, "not takes one condition, here it has %d", len(t.Args))
			return gdl.Formula{Op: gdl.OpAnd, Span: t.Span}
		}
		return gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{r.toFormula(t.Args[0])}, Span: t.Span}
	case gdl.AndWord, gdl.OrWord:
		return r.toJunction(t)
	case gdl.Arrow:
		r.report(BadOperator, t.Span, "a rule cannot stand inside a rule")
	}
	r.checkArgs(&t)
	return gdl.Pos(t)
}

func (r *prefixReader) toJunction(t gdl.Term) gdl.Formula {
	if len(t.Args) == 0 {
		r.report(BadOperator, t.Span, "%s joins at least one condition, here it has none", t.Name)
		return gdl.Formula{Op: gdl.OpAnd, Span: t.Span}
	}
	parts := make([]gdl.Formula, len(t.Args))
	for i, arg := range t.Args {
		parts[i] = r.toFormula(arg)
	}
	var f gdl.Formula
	if t.Name == gdl.AndWord {
		f = gdl.And(parts...)
	} else {
		f = gdl.Or(parts...)
	}
	if len(parts) > 1 {
		f.Span = t.Span
	}
	return f
}
