package rbgparse

import "ludex/rbg"

// suffixes reads a star or a power behind an expression that began with word
// first when the rules had the given size.
func (p *rulesReader) suffixes(e *rbg.Expr, first word, before int, allowed bool) *rbg.Expr {
	for n := 0; p.kind == Star || p.kind == Caret; n++ {
		if !allowed || n > 0 {
			p.badSuffix(n > 0)
			allowed = true
		}
		if p.kind == Star {
			star := p.next()
			kid := e
			e = p.node(rbg.Star, p.cover(first.Origin, star.Origin))
			e.Kids = []*rbg.Expr{kid}
		} else {
			e = p.power(e, before)
		}
	}
	return e
}

func (p *rulesReader) badSuffix(second bool) {
	p.failed = true
	if second {
		p.reportAt(p.Origin, BadSuffix, "an expression has only one suffix").
			Advise("put brackets around what is repeated: (…)%s", p.text)
		return
	}
	p.reportAt(p.Origin, BadSuffix, "%s cannot follow this action", quote(p.text)).
		Advise("only labels, switches, dots and round brackets can be repeated; write ({…})%s", p.text)
}

// power reads ^n and returns n copies of an expression.
func (p *rulesReader) power(e *rbg.Expr, before int) *rbg.Expr {
	caret := p.next()
	if p.kind != Number {
		p.unexpected(BadRules, "a number behind ^")
		if p.atName() {
			p.next()
		}
		return e
	}
	w := p.next()
	n, ok := p.number(w)
	if !ok {
		return e
	}
	at := p.cover(caret.Origin, w.Origin)
	if n == 0 {
		p.reportAt(at, ZeroPower, "^0 is read as ^1: once, not never")
	}
	if n <= 1 {
		return e
	}
	if !p.grow(max(1, p.size-before)*int(min(n-1, MaxActions)), at) {
		return e
	}
	kids := splice(nil, e, rbg.Concat)
	for range n - 1 {
		kids = splice(kids, clone(e), rbg.Concat)
	}
	return p.join(rbg.Concat, kids)
}

// clone copies an expression. What has no modifiers outside of patterns is not
// copied but shared.
func clone(e *rbg.Expr) *rbg.Expr {
	if e.Kind.IsModifier() {
		c := *e
		return &c
	}
	if e.Kind == rbg.Pattern {
		return e
	}
	var kids []*rbg.Expr
	for i, k := range e.Kids {
		c := clone(k)
		if c != k && kids == nil {
			kids = append(make([]*rbg.Expr, 0, len(e.Kids)), e.Kids[:i]...)
		}
		if kids != nil {
			kids = append(kids, c)
		}
	}
	if kids == nil {
		return e
	}
	c := *e
	c.Kids = kids
	return &c
}
