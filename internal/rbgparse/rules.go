package rbgparse

import (
	"slices"

	"ludex/rbg"
)

// readRules reads section rules and numbers its modifiers.
func (r *reader) readRules() {
	p := &rulesReader{parser: r.parser(rules)}
	e := p.sum()
	for p.kind != End {
		p.leftover()
		if p.next(); p.atAtom() {
			p.sum()
		}
	}
	if !p.failed {
		r.game.Rules = e
		r.numberModifiers(e)
	}
}

// numberModifiers gives the modifiers outside of patterns their indices.
func (r *reader) numberModifiers(e *rbg.Expr) {
	e.Each(func(e *rbg.Expr) bool {
		if e.Kind.IsModifier() {
			r.game.Modifiers = append(r.game.Modifiers, e)
			e.Index = len(r.game.Modifiers)
		}
		return e.Kind != rbg.Pattern
	})
}

// A rulesReader reads section rules.
type rulesReader struct {
	*parser
	size int // the parts of the rules so far, powers included
}

// sum reads alternatives: M + N + …
func (p *rulesReader) sum() *rbg.Expr {
	first := p.concat()
	if p.kind != Plus {
		return first
	}
	kids := splice(nil, first, rbg.Sum)
	for p.accept(Plus) {
		kids = splice(kids, p.concat(), rbg.Sum)
	}
	return p.join(rbg.Sum, kids)
}

// concat reads expressions that follow each other.
func (p *rulesReader) concat() *rbg.Expr {
	if !p.atAtom() {
		p.noAtom()
		return p.failure()
	}
	first := p.atom()
	if !p.atAtom() {
		return first
	}
	kids := splice(nil, first, rbg.Concat)
	for p.atAtom() {
		kids = splice(kids, p.atom(), rbg.Concat)
	}
	return p.join(rbg.Concat, kids)
}

// splice appends an expression, or the kids of one that has the same kind as
// what it is appended to.
func splice(kids []*rbg.Expr, e *rbg.Expr, kind rbg.Kind) []*rbg.Expr {
	if e.Kind == kind {
		return append(kids, e.Kids...)
	}
	return append(kids, e)
}

// join makes a sum or a concatenation, unless there is only one kid.
func (p *rulesReader) join(kind rbg.Kind, kids []*rbg.Expr) *rbg.Expr {
	if len(kids) == 1 {
		return kids[0]
	}
	e := p.node(kind, rbg.Origin{})
	e.Kids = slices.Clip(kids)
	if n := len(kids); n > 0 {
		e.Origin = p.cover(kids[0].Origin, kids[n-1].Origin)
	}
	return e
}

// node makes an expression and counts it.
func (p *rulesReader) node(kind rbg.Kind, at rbg.Origin) *rbg.Expr {
	p.grow(1, at)
	return &rbg.Expr{Kind: kind, Origin: at}
}

// grow counts parts of the rules and reports when there are too many.
func (p *rulesReader) grow(n int, at rbg.Origin) bool {
	p.size += n
	if p.size <= MaxActions {
		return true
	}
	if !p.words.stopped {
		p.stop()
		p.reportAt(at, TooLarge, "the rules have more than %d actions once macros and powers are expanded", MaxActions)
	}
	return false
}

// failure stands for an expression that could not be read.
func (p *rulesReader) failure() *rbg.Expr {
	p.failed = true
	return &rbg.Expr{Kind: rbg.Sum, Origin: p.Origin}
}

// atAtom reports whether the word in view begins an expression.
func (p *rulesReader) atAtom() bool {
	switch p.kind {
	case Name, missing, LParen, LBrace, LPositive, LNegative, LCompare, LBracket, LAssign, Arrow, KeeperArrow, Dot:
		return true
	}
	return false
}

// noAtom reports that an expression is missing here.
func (p *rulesReader) noAtom() {
	switch p.kind {
	case RParen, RBrace, Plus:
		if !p.follows() {
			p.reportAt(p.Origin, EmptyExpression, "an expression is missing before %s", quote(p.text))
		}
	case End:
		if !p.follows() {
			p.reportAt(p.Origin, EmptyExpression, "an expression is missing at the end of the rules")
		}
	default:
		p.unexpected(BadRules, "an action")
		p.skipOver()
	}
}

// atom reads an action, a pattern or a bracket, with a suffix.
func (p *rulesReader) atom() *rbg.Expr {
	before := p.size
	first := p.word
	var e *rbg.Expr
	suffix := true
	switch p.kind {
	case Name, missing:
		e = p.shift()
	case Arrow, KeeperArrow:
		e = p.switchTo()
	case Dot:
		e = p.node(rbg.Dot, p.next().Origin)
	case LParen:
		e = p.group()
	default:
		suffix = false
		e = p.bracket()
	}
	return p.suffixes(e, first, before, suffix)
}

func (p *rulesReader) shift() *rbg.Expr {
	w := p.next()
	e := p.node(rbg.Shift, w.Origin)
	s, ok := p.resolve(w, "an edge label", aLabel)
	if !ok {
		return p.failure()
	}
	e.Label = s.index
	return e
}

func (p *rulesReader) switchTo() *rbg.Expr {
	arrow := p.next()
	e := p.node(rbg.Switch, arrow.Origin)
	e.Player = rbg.Keeper
	if arrow.kind == KeeperArrow {
		return e
	}
	if !p.atName() {
		p.unexpected(BadRules, "a player behind ->")
		return p.failure()
	}
	w := p.next()
	e.Origin = p.cover(arrow.Origin, w.Origin)
	s, ok := p.resolve(w, "a player", aPlayer)
	if !ok {
		return p.failure()
	}
	e.Player = s.index
	return e
}

// group reads ( M ).
func (p *rulesReader) group() *rbg.Expr {
	open, ok := p.open()
	if !ok {
		return p.failure()
	}
	e := p.sum()
	p.close(open, RParen)
	return e
}

// skipOver skips words up to one that may begin or end an expression.
func (p *rulesReader) skipOver() {
	for p.kind != End && p.kind != RParen && p.kind != RBrace && p.kind != RBracket && p.kind != Plus && !p.atAtom() {
		p.next()
	}
}
