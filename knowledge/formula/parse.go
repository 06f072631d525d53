package formula

import (
	"strconv"

	"ludex/source"
)

const (
	// maxDepth is the maximum nesting depth of formulas and terms, and maxRecursion
	// the maximum recursion of the parser: an operator can take four levels, two of
	// which are for parentheses around it.
	maxDepth     = 100
	maxRecursion = 8 * maxDepth
)

// maxSteps is the largest bound of a temporal operator.
const maxSteps = 1_000_000

// Read reads a formula. It is nil if the list has errors.
func Read(file *source.File) (*Formula, *source.List) {
	list := &source.List{File: file}
	p := &parser{lexer: lexer{list: list, text: file.Text()}}
	p.advance()
	f := p.formula()
	if p.tok.kind != tokEnd {
		p.fail(p.tok.span(), "the formula should end before %s", p.describe())
	}
	if !list.HasErrors() && f.depth() > maxDepth {
		p.fail(f.span, "formulas and terms are nested more than %d deep here", maxDepth)
	}
	if list.HasErrors() {
		return nil, list
	}
	return &f, list
}

// parse reads a formula from a text and returns the first problem as an error.
func parse(text string) (*Formula, error) {
	f, list := Read(source.NewFile("formula", []byte(text)))
	return f, list.Err()
}

// A parser is a recursive-descent parser with one token of look-ahead. After an
// error it continues without reporting to the end of the text.
type parser struct {
	lexer
	tok   token
	end   int // where the token before the current one ends
	depth int
}

func (p *parser) advance() {
	p.end = p.tok.end
	p.tok = p.lexer.next()
}

// failed reports whether there was an error.
func (p *parser) failed() bool { return len(p.list.Items) > 0 }

func (p *parser) describe() string {
	if p.tok.kind == tokEnd {
		return "the end of the text"
	}
	return strconv.Quote(p.text[p.tok.start:p.tok.end])
}

// enter counts nesting; it returns false if it is too deep or reading has failed.
func (p *parser) enter() bool {
	if p.depth++; p.depth > maxRecursion {
		p.fail(p.tok.span(), "formulas and terms are nested more than %d deep here", maxDepth)
	}
	return !p.failed()
}

func (p *parser) leave() { p.depth-- }

// expect reads a token of a kind.
func (p *parser) expect(k kind, what string) bool {
	if p.tok.kind != k {
		p.fail(p.tok.span(), "%s is missing before %s", what, p.describe())
		return false
	}
	p.advance()
	return true
}

// formula reads a formula.
func (p *parser) formula() Formula {
	defer p.leave()
	if !p.enter() {
		return Formula{}
	}
	left := p.junction(opOr, tokOr, func() Formula { return p.junction(opAnd, tokAnd, p.unary) })
	if p.failed() || p.tok.kind != tokImplies {
		return left
	}
	p.advance()
	right := p.formula()
	return Formula{op: opImplies, args: []Formula{left, right}, span: left.span.To(right.span)}
}

// junction reads operands that are joined by one connective.
func (p *parser) junction(op opKind, k kind, part func() Formula) Formula {
	parts := []Formula{part()}
	for !p.failed() && p.tok.kind == k {
		p.advance()
		parts = append(parts, part())
	}
	return join(op, parts)
}

// unary reads an operand of a connective.
func (p *parser) unary() Formula {
	defer p.leave()
	if !p.enter() {
		return Formula{}
	}
	start := p.tok
	if start.kind == tokNot {
		p.advance()
		f := p.unary()
		return Formula{op: opNot, args: []Formula{f}, span: start.span().To(f.span)}
	}
	op, reserved := p.operator()
	switch {
	case reserved && op.temporal():
		return p.temporal(op)
	case reserved && op.epistemic():
		return p.epistemic(op)
	case reserved && (op == opExists || op == opForAll):
		return p.quantifier(op)
	case start.kind == tokOpen:
		return p.parenthesis()
	case start.kind == tokName || start.kind == tokVar:
		return p.atom()
	}
	p.fail(start.span(), "a formula is missing before %s", p.describe())
	return Formula{}
}

// operator returns the operator named by the current token.
func (p *parser) operator() (opKind, bool) {
	if p.tok.kind != tokName || p.tok.quoted {
		return 0, false
	}
	op, ok := operators[p.tok.name]
	return op, ok
}

// parenthesis reads a formula in parentheses, or one in prefix.
func (p *parser) parenthesis() Formula {
	open := p.tok
	if t, end, ok := p.prefixTerm(open.start); ok {
		p.pos = end
		p.advance()
		return p.fromPrefix(&t)
	}
	p.advance()
	f := p.formula()
	if !p.failed() && p.tok.kind != tokClose {
		p.fail(open.span(), "this parenthesis is never closed").
			Note(p.tok.span(), "a closing parenthesis was expected before %s", p.describe())
	}
	p.advance()
	f.span = source.Range(open.start, p.end)
	return f
}
