package formula

import (
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// String returns the formula in its canonical form, which parses to the same
// formula.
func (f *Formula) String() string {
	p := &printer{}
	p.formula(f, 0)
	return p.String()
}

// How strongly operators bind. What stands inside an operator and binds weaker
// gets parentheses.
const (
	bindsAll     = iota // quantifiers: they reach as far as they can
	bindsImplies        // =>
	bindsOr
	bindsAnd
	bindsUnary
	bindsAtom
)

// strength returns the precedence of the outermost operator of a formula.
func strength(f *Formula) int {
	switch f.Op {
	case Exists, ForAll:
		return bindsAll
	case Implies:
		return bindsImplies
	case Or:
		return bindsOr
	case And:
		return bindsAnd
	case Not, Next, Always, Eventually, Can:
		return bindsUnary
	}
	return bindsAtom
}

// A printer writes a formula with variables replaced by terms.
type printer struct {
	strings.Builder
	env *environment
}

// formula writes a formula, in parentheses if it binds weaker than least.
func (p *printer) formula(f *Formula, least int) {
	if strength(f) < least {
		p.WriteByte('(')
		p.formula(f, bindsAll)
		p.WriteByte(')')
		return
	}
	switch f.Op {
	case Fact, Legal, Goal, Terminal, Distinct, Does, Sees:
		p.term(&f.Atom)
	case True, Static:
		p.WriteString(f.Op.String() + "(")
		p.term(&f.Atom)
		p.WriteByte(')')
	case Not:
		p.WriteByte('~')
		p.formula(&f.Args[0], bindsUnary)
	case And:
		p.list(f.Args, " & ", bindsAnd+1)
	case Or:
		p.list(f.Args, " | ", bindsOr+1)
	case Implies:
		p.formula(&f.Args[0], bindsOr)
		p.WriteString(" => ")
		p.formula(&f.Args[1], bindsImplies)
	case Knows, Possible, Everyone, Common:
		p.epistemic(f)
	case Next, Always, Eventually, Can:
		p.temporal(f)
	case Exists, ForAll:
		p.quantifier(f)
	}
}

func (p *printer) list(parts []Formula, between string, least int) {
	for i := range parts {
		if i > 0 {
			p.WriteString(between)
		}
		p.formula(&parts[i], least)
	}
}

func (p *printer) epistemic(f *Formula) {
	p.WriteString(f.Op.String() + "(")
	if f.Op == Everyone || f.Op == Common {
		p.terms(f.Roles)
	} else {
		p.term(&f.Roles[0])
	}
	p.WriteString(", ")
	p.formula(&f.Args[0], bindsAll)
	p.WriteByte(')')
}

func (p *printer) temporal(f *Formula) {
	p.WriteString(f.Op.String())
	if f.Steps != Unbounded && !(f.Op == Next && f.Steps == 1) {
		p.WriteString("[" + strconv.Itoa(f.Steps) + "]")
	}
	p.WriteByte(' ')
	p.formula(&f.Args[0], bindsUnary)
}

func (p *printer) quantifier(f *Formula) {
	p.WriteString(f.Op.String() + " " + strings.Join(f.Vars, ",") + " in ")
	inner := &printer{env: p.env.without(f.Vars)}
	if f.Domain.Terms != nil {
		p.terms(f.Domain.Terms) // they are outside
	} else {
		inner.term(&f.Domain.Atom)
	}
	inner.WriteString(": ")
	inner.formula(&f.Args[0], bindsAll)
	p.WriteString(inner.String())
}

// terms writes a list in braces.
func (p *printer) terms(list []gdl.Term) {
	p.WriteByte('{')
	for i := range list {
		if i > 0 {
			p.WriteByte(',')
		}
		p.term(&list[i])
	}
	p.WriteByte('}')
}

func (p *printer) term(t *gdl.Term) {
	u := p.env.apply(t)
	p.WriteString(gdlformat.Term(&u, gdl.Infix))
}
