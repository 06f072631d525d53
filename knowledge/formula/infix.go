package formula

import (
	"ludex/gdl"
	"ludex/source"
)

// prefixOrInfix reads a term in either syntax.
func (p *parser) prefixOrInfix() gdl.Term {
	if p.tok.kind == tokOpen {
		if t, end, ok := p.prefixTerm(p.tok.start); ok {
			p.pos = end
			p.advance()
			return t
		}
	}
	return p.term()
}

// atom reads an atom or an inequality in infix.
func (p *parser) atom() Formula {
	quoted := p.tok.quoted
	t := p.term()
	if p.failed() {
		return Formula{}
	}
	if p.tok.kind == tokUnequal {
		p.advance()
		u := p.prefixOrInfix()
		t = gdl.Term{Kind: gdl.Function, Name: gdl.Distinct, Args: []gdl.Term{t, u}, Span: t.Span.To(u.Span)}
		return Formula{op: opDistinct, atom: t, span: t.Span}
	}
	return p.toAtom(t, quoted)
}

// toAtom converts a term to an atom. A quoted name is never a reserved one.
func (p *parser) toAtom(t gdl.Term, quoted bool) Formula {
	if t.Kind == gdl.Variable {
		p.fail(t.Span, "a formula is an atom, not the variable %s", t.Name)
		return Formula{}
	}
	op, reserved := operators[t.Name]
	if quoted && reserved {
		return Formula{op: opTrue, atom: t, span: t.Span}
	}
	if n, ok := atoms[op]; ok && n != len(t.Args) {
		p.fail(t.Span, "%s takes %d arguments, here it has %d", t.Name, n, len(t.Args))
	}
	if op != opTrue && op != opStatic {
		return Formula{op: op, atom: t, span: t.Span}
	}
	if p.failed() {
		return Formula{}
	}
	if t.Args[0].Kind == gdl.Variable {
		p.fail(t.Args[0].Span, "a fact or relation has a name; a variable cannot stand for all of it")
	}
	return Formula{op: op, atom: t.Args[0], span: t.Span}
}

// term reads a term in infix.
func (p *parser) term() gdl.Term {
	defer p.leave()
	if !p.enter() {
		return gdl.Term{}
	}
	name := p.tok
	t := gdl.Term{Kind: gdl.Constant, Name: name.name, Span: name.span()}
	switch name.kind {
	case tokVar:
		t.Kind = gdl.Variable
	case tokName:
	case tokOpen:
		return p.nestedPrefix()
	default:
		p.fail(name.span(), "a term is missing before %s", p.describe())
		return t
	}
	if p.advance(); p.tok.kind != tokOpen {
		return t
	}
	if name.kind == tokVar {
		p.fail(name.span(), "a variable cannot be the name of a relation or function").
			Advise("a name that begins with an upper-case letter is a variable; write '%s' for a constant", name.name)
		return t
	}
	return p.arguments(t)
}

// nestedPrefix reads a prefix term inside an infix one.
func (p *parser) nestedPrefix() gdl.Term {
	t, end, ok := p.prefixTerm(p.tok.start)
	if !ok {
		p.fail(p.tok.span(), "a term is missing before %s", p.describe())
		return gdl.Term{}
	}
	p.pos = end
	p.advance()
	return t
}

// arguments reads the arguments in parentheses after a name.
func (p *parser) arguments(t gdl.Term) gdl.Term {
	p.advance()
	if p.tok.kind == tokClose { // f() is f
		p.advance()
		t.Span = source.Range(t.Span.Start.Offset(), p.end)
		return t
	}
	t.Kind = gdl.Function
	for {
		t.Args = append(t.Args, p.term())
		if p.failed() || p.tok.kind != tokComma {
			break
		}
		p.advance()
	}
	if !p.failed() {
		p.expect(tokClose, "a comma or a closing parenthesis")
	}
	t.Span = source.Range(t.Span.Start.Offset(), p.end)
	return t
}
