package formula

import (
	"slices"
	"strconv"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// temporal reads a temporal operator.
func (p *parser) temporal(op opKind) Formula {
	f := Formula{op: op, steps: unbounded}
	start := p.tok
	p.advance()
	if op == opNext {
		f.steps = 1
	}
	if p.tok.kind == tokBracket {
		p.advance()
		f.steps = p.steps(op, p.tok.name, p.tok.span())
		p.advance()
		p.expect(tokUnbracket, "a closing bracket")
	}
	f.args = []Formula{p.unary()}
	f.span = start.span().To(f.args[0].span)
	return f
}

// steps reads a number of steps.
func (p *parser) steps(op opKind, text string, at source.Span) int {
	n, err := strconv.Atoi(text)
	if err != nil || !gdllex.IsDigits(text) || n > maxSteps || op == opNext && n == 0 {
		p.fail(at, "%s takes a number of steps, up to %d", op, maxSteps)
		return 1
	}
	return n
}

// epistemic reads an epistemic operator.
func (p *parser) epistemic(op opKind) Formula {
	f := Formula{op: op}
	start := p.tok
	p.advance()
	if !p.expect(tokOpen, "an opening parenthesis") {
		return f
	}
	if op == opKnows || op == opPossible {
		f.roles = []gdl.Term{p.term()}
	} else {
		f.roles = p.braces()
	}
	if p.failed() || !p.expect(tokComma, "a comma") {
		return f
	}
	f.args = []Formula{p.formula()}
	if !p.failed() {
		p.expect(tokClose, "a closing parenthesis")
	}
	f.span = source.Range(start.start, p.end)
	return f
}

// braces reads a list of at least one term in braces.
func (p *parser) braces() []gdl.Term {
	if !p.expect(tokBrace, "an opening brace") {
		return nil
	}
	list := []gdl.Term{p.term()}
	for !p.failed() && p.tok.kind == tokComma {
		p.advance()
		list = append(list, p.term())
	}
	if !p.failed() {
		p.expect(tokUnbrace, "a closing brace")
	}
	return list
}

// quantifier reads variables, a domain and a formula.
func (p *parser) quantifier(op opKind) Formula {
	f := Formula{op: op}
	start := p.tok
	p.advance()
	for {
		if p.tok.kind != tokVar || p.tok.name == anonymous {
			p.fail(p.tok.span(), "a variable is missing before %s", p.describe())
			return f
		}
		if slices.Contains(f.vars, p.tok.name) {
			p.fail(p.tok.span(), "the variable %s is there twice", p.tok.name)
		}
		f.vars = append(f.vars, p.tok.name)
		if p.advance(); p.tok.kind != tokComma {
			break
		}
		p.advance()
	}
	if p.tok.kind != tokName || p.tok.name != "in" || p.tok.quoted {
		p.fail(p.tok.span(), "\"in\" and a domain are missing before %s", p.describe()).
			Advise("write %s X in card(X): …", op)
		return f
	}
	p.advance()
	f.domain = p.domain()
	if p.failed() || !p.expect(tokColon, "a colon") {
		return f
	}
	f.args = []Formula{p.formula()}
	f.span = start.span().To(f.args[0].span)
	return f
}

// domain reads the domain of a quantifier.
func (p *parser) domain() domain {
	start := p.tok.start
	var d domain
	if p.tok.kind == tokBrace {
		d.Terms = p.braces()
	} else {
		d.Atom = p.prefixOrInfix()
		if d.Atom.Kind == gdl.Variable {
			p.fail(p.tok.span(), "a domain is an atom such as card(X), or a list {a,b,c}")
		}
	}
	d.Span = source.Range(start, max(start, p.end))
	return d
}
