package rbgparse

import "ludex/rbg"

// The operators of arithmetic, from the weakest to the strongest: a+b-c is
// a+(b-c), and a*b/c is a*(b/c).
var operators = [...]struct {
	kind  Kind
	arith rbg.ArithKind
}{{Plus, rbg.Add}, {Minus, rbg.Sub}, {Star, rbg.Mul}, {Slash, rbg.Div}}

// arithmetic reads an arithmetic expression.
func (p *rulesReader) arithmetic() *rbg.Arith { return p.operation(0) }

// operation reads operands joined by the operator of the given strength.
func (p *rulesReader) operation(strength int) *rbg.Arith {
	if strength == len(operators) {
		return p.operand()
	}
	op := operators[strength]
	first := p.operation(strength + 1)
	if p.kind != op.kind {
		return first
	}
	e := &rbg.Arith{Kind: op.arith, Origin: first.Origin, Kids: []*rbg.Arith{first}}
	for p.accept(op.kind) {
		e.Kids = append(e.Kids, p.operation(strength+1))
	}
	e.Origin = p.cover(first.Origin, p.last)
	p.grow(1, e.Origin)
	p.warnOfLiterals(e)
	return e
}

// warnOfLiterals reports an operation on numbers alone, which other programs
// compute wrongly.
func (p *rulesReader) warnOfLiterals(e *rbg.Arith) {
	for _, k := range e.Kids {
		if k.Kind != rbg.Number {
			return
		}
	}
	if !p.failed {
		p.reportAt(e.Origin, LiteralArithmetic, "an operation on literal numbers only").
			Advise("write its result; other implementations compute it wrongly")
	}
}

// operand reads a number, a name or a bracket.
func (p *rulesReader) operand() *rbg.Arith {
	p.grow(1, p.Origin)
	sign := p.kind
	if sign == Plus || sign == Minus {
		p.next()
		if sign == Minus || p.kind != Number {
			p.failed = true
			p.reportAt(p.last, BadArithmetic, "%s cannot stand before a number or name alone", quote(spellings[sign])).
				Advise("numbers have no sign; write 0 - v for the negative of v")
		}
	}
	switch p.kind {
	case Number:
		w := p.next()
		n, _ := p.number(w)
		return &rbg.Arith{Kind: rbg.Number, Origin: w.Origin, Number: n}
	case Name, missing:
		return p.valueOf(p.next())
	case LParen:
		open, ok := p.open()
		if !ok {
			break
		}
		e := p.arithmetic()
		p.close(open, RParen)
		return e
	default:
		p.unexpected(BadArithmetic, "a number, a variable, a player or a piece")
	}
	return &rbg.Arith{Origin: p.Origin}
}

// valueOf resolves a name: a variable's or player's value, or how many cells
// hold a piece.
func (p *rulesReader) valueOf(w word) *rbg.Arith {
	e := &rbg.Arith{Kind: rbg.Value, Origin: w.Origin}
	s, _ := p.resolve(w, "a variable, a player or a piece", aVariable, aPlayer, aPiece)
	e.Ref = s.index
	if s.role == aPiece {
		e.Kind = rbg.PieceCount
	}
	return e
}
