package formula

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// A prefixReader tries to read a parenthesis as a prefix term. Text that could be
// infix is not a prefix term: "(f x)" is one, "(f & x)" and "(f and x)" are not.
type prefixReader struct {
	text string
	pos  int
}

// prefixTerm reads the term whose opening parenthesis is at an offset.
func (p *parser) prefixTerm(at int) (t gdl.Term, end int, ok bool) {
	r := &prefixReader{p.text, at}
	t, ok = r.term(p.depth)
	return t, r.pos, ok
}

func (r *prefixReader) skip() {
	for r.pos < len(r.text) && gdllex.IsSpace(r.text[r.pos]) {
		r.pos++
	}
}

// term reads a word or a term in parentheses.
func (r *prefixReader) term(depth int) (gdl.Term, bool) {
	if r.skip(); r.pos == len(r.text) || depth > maxRecursion {
		return gdl.Term{}, false
	}
	if r.text[r.pos] != '(' {
		return r.word()
	}
	start := r.pos
	r.pos++
	r.skip()
	head, ok := r.word()
	if !ok || head.Kind == gdl.Variable {
		return gdl.Term{}, false
	}
	for {
		if r.skip(); r.pos == len(r.text) {
			return gdl.Term{}, false
		}
		if r.text[r.pos] == ')' {
			r.pos++
			head.Span = source.Range(start, r.pos)
			return head, true
		}
		bare := r.text[r.pos] != '('
		arg, ok := r.term(depth + 1)
		if !ok || bare && isInfix(head.Name, arg.Name) {
			return gdl.Term{}, false
		}
		head.Kind = gdl.Function
		head.Args = append(head.Args, arg)
	}
}

// isInfix reports whether a word after another indicates infix: a connective, or an
// operator that follows one as in "(next always p)".
func isInfix(head, word string) bool {
	if _, ok := connectives[word]; ok {
		return true
	}
	op, ok := operators[word]
	outer, inside := operators[head]
	return ok && inside && op > opImplies && (outer == opNot || outer.temporal())
}

// word reads a constant or a variable.
func (r *prefixReader) word() (gdl.Term, bool) {
	start := r.pos
	for r.pos < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.text[r.pos:])
		if strings.ContainsRune(" \t\r\n\f\v()", c) {
			break
		}
		if !isPrefixRune(c, size) {
			return gdl.Term{}, false
		}
		r.pos += size
	}
	text := r.text[start:r.pos]
	t := gdl.Term{Kind: gdl.Constant, Name: text, Span: source.Range(start, r.pos)}
	if strings.HasPrefix(text, "?") {
		t.Kind, t.Name = gdl.Variable, infixVariable(text[1:])
	}
	return t, t.Name != ""
}

// isPrefixRune reports whether a character can be part of a prefix word, and is not
// an infix symbol.
func isPrefixRune(c rune, size int) bool {
	return unicode.IsPrint(c) && !(c == utf8.RuneError && size == 1) && !strings.ContainsRune("&|~,:;'\"!=<>[]{}∧∨¬⇒→≠", c)
}

// fromPrefix converts a prefix term to a formula.
func (p *parser) fromPrefix(t *gdl.Term) Formula {
	op, ok := operators[t.Name]
	if t.Kind == gdl.Variable || !ok || op < opNot {
		return p.toAtom(*t, false)
	}
	f := Formula{op: op, span: t.Span}
	parts := t.Args
	switch {
	case op.epistemic() && len(parts) == 2:
		f.roles = p.prefixRoles(op, &parts[0])
		parts = parts[1:]
	case op.temporal():
		f.steps = unbounded
		if op == opNext {
			f.steps = 1
		}
		if len(parts) == 2 {
			f.steps = p.steps(op, parts[0].Name, parts[0].Span)
			parts = parts[1:]
		}
	}
	if !acceptsArguments(op, len(parts)) || op.epistemic() && f.roles == nil {
		p.fail(t.Span, "%s is not written with %d arguments in prefix", t.Name, len(t.Args))
		return f
	}
	for i := range parts {
		f.args = append(f.args, p.fromPrefix(&parts[i]))
	}
	if op == opAnd || op == opOr {
		flat := join(op, f.args)
		flat.span = t.Span
		return flat
	}
	return f
}

// acceptsArguments reports whether an operator takes a number of formulas.
func acceptsArguments(op opKind, n int) bool {
	switch op {
	case opAnd, opOr:
		return n > 0
	case opImplies:
		return n == 2
	case opExists, opForAll:
		return false // they bind variables, for which prefix has no form here
	}
	return n == 1
}

// prefixRoles returns the roles of a prefix operator: a role, or a list in
// parentheses.
func (p *parser) prefixRoles(op opKind, t *gdl.Term) []gdl.Term {
	if op == opKnows || op == opPossible {
		return []gdl.Term{*t}
	}
	first := *t
	first.Args, first.Kind = nil, gdl.Constant
	if t.Kind == gdl.Variable {
		first.Kind = gdl.Variable
	}
	return slices.Concat([]gdl.Term{first}, t.Args)
}
