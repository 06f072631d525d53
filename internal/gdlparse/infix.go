package gdlparse

import (
	"strings"

	"ludex/gdl"
	"ludex/source"
)

// An infixReader is a recursive-descent parser with one token of look-ahead.
// After an error it skips to the next clause.
type infixReader struct {
	infixLexer
	tok       token
	end       int // where the token before the current one ends
	depth     int
	deepest   int  // the greatest depth in the current clause
	failed    bool // the current clause has an error
	anonymous bool // the current clause has the variable "_"
}

func readInfix(p *gdl.Program, list *source.List) {
	r := &infixReader{infixLexer: infixLexer{prog: p, list: list, text: p.File.Text()}}
	r.pos = len(r.text) - len(strings.TrimPrefix(r.text, "\ufeff"))
	r.advance()
	for r.tok.kind != tokEnd && r.errors < maxErrors {
		r.failed, r.anonymous, r.depth, r.deepest = false, false, 0, 0
		c := r.clause()
		if r.failed {
			r.recover()
			continue
		}
		if r.deepest > MaxDepth/2 && prefixDepth(&c) > MaxDepth {
			r.report(TooDeep, c.Head.Span, "terms and conditions are nested more than %d deep in this clause", MaxDepth)
			continue
		}
		if r.anonymous {
			nameAnonymous(&c)
		}
		p.Clauses = append(p.Clauses, c)
	}
}

func (r *infixReader) advance() {
	r.end = r.tok.end
	r.tok = r.next()
}

// fail reports the first error of a clause; later ones in the same clause would be
// noise.
func (r *infixReader) fail(code *source.Code, at source.Span, format string, args ...any) *source.Diagnostic {
	if r.failed || r.tok.kind == tokBad {
		r.failed = true
		return &source.Diagnostic{}
	}
	r.failed = true
	return r.report(code, at, format, args...)
}

// recover skips to where the next clause begins: after a full stop, or at a
// name in the first column. A clause that begins with a name has passed it.
func (r *infixReader) recover() {
	r.quiet = true
	for r.tok.kind != tokEnd && r.tok.kind != tokDot && !r.inFirstColumn() {
		r.advance()
	}
	r.quiet = false
	if r.tok.kind == tokDot {
		r.advance()
	}
}

// inFirstColumn reports whether the token is a name that begins a line.
func (r *infixReader) inFirstColumn() bool {
	return r.tok.kind == tokName && (r.tok.start == 0 || r.text[r.tok.start-1] == '\n')
}

func (r *infixReader) clause() gdl.Clause {
	var c gdl.Clause
	start := r.tok.start
	switch r.tok.kind {
	case tokName:
		c.Head = r.term()
		r.relation(&c.Head)
	case tokClose:
		r.fail(Unopened, r.tok.span(), "this closing parenthesis has no partner")
	default:
		r.fail(BadClause, r.tok.span(), "a clause begins with the name of a relation, not with %s", r.describe())
	}
	if !r.failed && r.tok.kind == tokArrow {
		r.advance()
		c.Body = r.body()
	}
	if r.failed {
		return c
	}
	switch r.tok.kind {
	case tokDot:
		r.advance()
	case tokName, tokEnd:
	default:
		r.unexpected()
	}
	c.Span = source.Range(start, r.end)
	return c
}

// body reads what follows the arrow; nothing before a full stop makes a fact.
func (r *infixReader) body() []gdl.Formula {
	if r.tok.kind == tokDot {
		return nil
	}
	body := r.disjunction()
	if body.Op == gdl.OpAnd {
		return body.Args
	}
	return []gdl.Formula{body}
}

// unexpected reports a token that neither continues nor begins a clause.
func (r *infixReader) unexpected() {
	switch r.tok.kind {
	case tokClose:
		r.fail(Unopened, r.tok.span(), "this closing parenthesis has no partner")
	case tokVar:
		r.fail(BadClause, r.tok.span(), "a clause cannot begin with the variable %s", r.tok.name)
	case tokArrow:
		r.fail(BadOperator, r.tok.span(), "a clause has one arrow, this is a second one")
	default:
		r.fail(BadClause, r.tok.span(), "a new clause cannot begin with %s", r.describe())
	}
}

func (r *infixReader) describe() string {
	switch r.tok.kind {
	case tokName, tokVar:
		return "\"" + r.tok.name + "\""
	case tokEnd:
		return r.tok.kind.String()
	}
	return "\"" + r.text[r.tok.start:r.tok.end] + "\""
}

// enter counts nesting and reports when there is too much of it.
func (r *infixReader) enter() bool {
	r.depth++
	r.deepest = max(r.deepest, r.depth)
	if r.depth > MaxDepth+1 { // a term without arguments counts here, and has no parentheses in prefix
		r.fail(TooDeep, r.tok.span(), "terms and conditions are nested more than %d deep here", MaxDepth)
		return false
	}
	return true
}

func (r *infixReader) disjunction() gdl.Formula {
	parts := []gdl.Formula{r.conjunction()}
	for !r.failed && r.tok.kind == tokOr {
		r.advance()
		parts = append(parts, r.conjunction())
	}
	return gdl.Or(parts...)
}

func (r *infixReader) conjunction() gdl.Formula {
	parts := []gdl.Formula{r.condition()}
	for !r.failed && (r.tok.kind == tokAnd || r.tok.kind == tokComma) {
		r.advance()
		parts = append(parts, r.condition())
	}
	return gdl.And(parts...)
}

func (r *infixReader) condition() gdl.Formula {
	defer func() { r.depth-- }()
	if !r.enter() {
		return gdl.Formula{}
	}
	at := r.tok.span()
	switch r.tok.kind {
	case tokNot:
		r.advance()
		f := r.condition()
		return gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{f}, Span: at.To(f.Span)}
	case tokOpen:
		r.advance()
		f := r.disjunction()
		f.Span = at.To(r.tok.span())
		r.closing(at)
		return f
	case tokName, tokVar:
		return r.atom()
	}
	r.fail(BadOperator, at, "a condition is missing before %s", r.describe())
	return gdl.Formula{}
}

// closing reads the partner of an opening parenthesis.
func (r *infixReader) closing(open source.Span) bool {
	if r.failed {
		return false
	}
	if r.tok.kind != tokClose {
		r.fail(Unclosed, open, "this parenthesis is never closed").
			Note(r.tok.span(), "a closing parenthesis was expected before %s", r.describe())
		return false
	}
	r.advance()
	return true
}

// atom reads an atom or an inequality.
func (r *infixReader) atom() gdl.Formula {
	t := r.term()
	if r.failed {
		return gdl.Pos(t)
	}
	if r.tok.kind == tokUnequal {
		r.advance()
		u := r.term()
		return gdl.Pos(gdl.Term{Kind: gdl.Function, Name: gdl.Distinct, Args: []gdl.Term{t, u}, Span: t.Span.To(u.Span)})
	}
	if t.Kind == gdl.Variable {
		r.fail(BadClause, t.Span, "a condition must be an atom, not the variable %s", t.Name)
	}
	r.relation(&t)
	return gdl.Pos(t)
}

func (r *infixReader) term() gdl.Term {
	defer func() { r.depth-- }()
	if !r.enter() {
		return gdl.Term{}
	}
	name := r.tok
	t := gdl.Term{Kind: gdl.Constant, Name: name.name, Span: name.span()}
	switch name.kind {
	case tokVar:
		r.variable(&t)
		return t
	case tokName:
		r.advance()
	default:
		r.noTerm()
		return t
	}
	if r.tok.kind != tokOpen {
		return t
	}
	return r.arguments(t)
}

// relation refuses atoms whose name is a connective, which quotes allow only
// for constants: prefix GDL could not tell them apart.
func (r *infixReader) relation(t *gdl.Term) {
	if _, connective := wordOperators[t.Name]; connective && t.Kind != gdl.Variable {
		r.fail(BadOperator, t.Span, "%q is a connective and cannot be the name of a relation", t.Name)
	}
}

func (r *infixReader) variable(t *gdl.Term) {
	t.Kind = gdl.Variable
	r.anonymous = r.anonymous || t.Name == "_"
	r.advance()
	if r.tok.kind == tokOpen {
		r.fail(BadTerm, t.Span, "a variable cannot be the name of a relation or function").
			Advise("a name that begins with an upper-case letter is a variable; write %s or '%s'", strings.ToLower(t.Name), t.Name)
	}
}

// arguments reads what stands in parentheses after a name.
func (r *infixReader) arguments(t gdl.Term) gdl.Term {
	open := r.tok.span()
	r.advance()
	t.Kind = gdl.Function
	if r.tok.kind == tokClose {
		t.Kind = gdl.Constant // f() is f
	}
	for t.Kind == gdl.Function && !r.failed {
		t.Args = append(t.Args, r.term())
		if r.tok.kind != tokComma {
			break
		}
		r.advance()
	}
	t.Span = t.Span.To(r.tok.span())
	r.closing(open)
	return t
}

func (r *infixReader) noTerm() {
	d := r.fail(BadTerm, r.tok.span(), "a term is missing before %s", r.describe())
	if r.tok.kind == tokNot && r.text[r.tok.start] == '-' {
		d.Advise("a negative number is a constant in single quotes: '-1'")
	}
}

// prefixDepth returns how deep the parentheses of a clause are nested in prefix
// GDL, so that both syntaxes have the same limit.
func prefixDepth(c *gdl.Clause) int {
	deepest := termDepth(&c.Head)
	for i := range c.Body {
		deepest = max(deepest, formulaDepth(&c.Body[i]))
	}
	if len(c.Body) > 0 {
		deepest++
	}
	return deepest
}

func formulaDepth(f *gdl.Formula) int {
	if f.Op == gdl.OpAtom {
		return termDepth(&f.Atom)
	}
	deepest := 0
	for i := range f.Args {
		deepest = max(deepest, formulaDepth(&f.Args[i]))
	}
	return deepest + 1
}

func termDepth(t *gdl.Term) int {
	deepest := 0
	for i := range t.Args {
		deepest = max(deepest, termDepth(&t.Args[i])+1)
	}
	return deepest
}
