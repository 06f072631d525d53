package rbgparse

import (
	"slices"

	"ludex/rbg"
)

// bracket reads what stands in braces or square brackets.
func (p *rulesReader) bracket() *rbg.Expr {
	kind := p.kind
	open, ok := p.open()
	if !ok {
		return p.failure()
	}
	switch kind {
	case LPositive, LNegative:
		return p.pattern(open, kind == LNegative)
	case LCompare:
		return p.comparison(open)
	case LAssign:
		return p.assignments(open)
	case LBrace:
		return p.on(open)
	default:
		return p.offs(open)
	}
}

func (p *rulesReader) pattern(open word, negative bool) *rbg.Expr {
	e := p.node(rbg.Pattern, open.Origin)
	e.Negative = negative
	e.Kids = []*rbg.Expr{p.sum()}
	p.close(open, RBrace)
	e.Origin = p.cover(open.Origin, p.last)
	return e
}

// on reads {piece, …}.
func (p *rulesReader) on(open word) *rbg.Expr {
	e := p.node(rbg.On, open.Origin)
	p.pieceNames(open, RBrace, func(s symbol, _ word) { e.Pieces = append(e.Pieces, s.index) })
	slices.Sort(e.Pieces)
	e.Pieces = slices.Compact(e.Pieces)
	p.grow(len(e.Pieces), open.Origin)
	e.Origin = p.cover(open.Origin, p.last)
	return e
}

// offs reads [piece, …]: each piece is an alternative.
func (p *rulesReader) offs(open word) *rbg.Expr {
	var kids []*rbg.Expr
	p.pieceNames(open, RBracket, func(s symbol, w word) {
		e := p.node(rbg.Off, w.Origin)
		e.Piece = s.index
		kids = append(kids, e)
	})
	e := p.join(rbg.Sum, kids)
	e.Origin = p.cover(open.Origin, p.last)
	return e
}

// pieceNames reads pieces with commas between them, which may be none.
func (p *rulesReader) pieceNames(open word, with Kind, each func(symbol, word)) {
	for p.kind != with {
		if !p.atName() {
			d := p.unexpected(BadRules, "a piece")
			if p.kind == Question || p.kind == Exclamation || p.kind == Dollar {
				d.Advise("%s and %s must stand together: %s", open.text, p.text, open.text+p.text)
			}
			break
		}
		w := p.next()
		if s, ok := p.resolve(w, "a piece", aPiece); ok {
			each(s, w)
		}
		if p.kind == with {
			break
		}
		if p.kind == Name {
			p.missingComma(MissingComma)
			continue
		}
		if p.kind == Semicolon {
			p.unexpected(BadRules, "a comma").Fix(p.Span, ",", "write ,")
			p.next()
			continue
		}
		if !p.accept(Comma) {
			break
		}
		if p.kind == with {
			p.unexpected(BadRules, "a piece behind the comma")
		}
	}
	p.close(open, with)
}

// assignments reads [$ variable = value, …].
func (p *rulesReader) assignments(open word) *rbg.Expr {
	var kids []*rbg.Expr
	for {
		if !p.atName() {
			p.unexpected(BadRules, "a variable or player to assign to")
			break
		}
		w := p.next()
		e := p.node(rbg.Assign, w.Origin)
		s, ok := p.resolve(w, "a variable or a player", aVariable, aPlayer)
		if ok {
			e.Variable = s.index
		}
		if p.kind == EqualEqual {
			p.unexpected(BadRules, "=").Advise("= assigns, == compares").Fix(p.Span, "=", "write =")
			p.next()
		} else if !p.expect(Equals, BadRules, " behind "+w.text) {
			break
		}
		e.Value = p.arithmetic()
		e.Origin = p.cover(w.Origin, p.last)
		kids = append(kids, e)
		if !p.accept(Comma) {
			break
		}
	}
	p.close(open, RBracket)
	e := p.join(rbg.Concat, kids)
	e.Origin = p.cover(open.Origin, p.last)
	return e
}

var relations = map[Kind]rbg.Relation{
	EqualEqual: rbg.Equal, NotEqual: rbg.NotEqual, Less: rbg.Less, LessEqual: rbg.LessEqual,
	Greater: rbg.Greater, GreaterEqual: rbg.GreaterEqual,
}

// comparison reads {$ a < b}.
func (p *rulesReader) comparison(open word) *rbg.Expr {
	e := p.node(rbg.Compare, open.Origin)
	e.Left = p.arithmetic()
	op, ok := relations[p.kind]
	switch {
	case ok:
		e.Op = op
		p.next()
		e.Right = p.arithmetic()
	case p.kind == Equals:
		p.unexpected(BadRules, "a comparison").Advise("= assigns, == compares").Fix(p.Span, "==", "write ==")
		p.next()
		e.Right = p.arithmetic()
	default:
		p.unexpected(BadRules, "a comparison: ==, !=, <, <=, > or >=")
	}
	if _, again := relations[p.kind]; again {
		p.unexpected(BadArithmetic, quote("}")).Advise("a comparison has one operator; write {$ a < b} {$ b < c}")
		p.abandon(RBrace)
	} else {
		p.close(open, RBrace)
	}
	e.Origin = p.cover(open.Origin, p.last)
	return e
}
