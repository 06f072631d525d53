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

// How strongly operators bind. A weaker operand of an operator gets parentheses.
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
	switch f.op {
	case opExists, opForAll:
		return bindsAll
	case opImplies:
		return bindsImplies
	case opOr:
		return bindsOr
	case opAnd:
		return bindsAnd
	case opNot, opNext, opAlways, opEventually, opCan:
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
	switch f.op {
	case opFact, opLegal, opGoal, opTerminal, opDistinct, opDoes, opSees:
		p.term(&f.atom)
	case opTrue, opStatic:
		p.WriteString(f.op.String() + "(")
		p.term(&f.atom)
		p.WriteByte(')')
	case opNot:
		p.WriteByte('~')
		p.formula(&f.args[0], bindsUnary)
	case opAnd:
		p.list(f.args, " & ", bindsAnd+1)
	case opOr:
		p.list(f.args, " | ", bindsOr+1)
	case opImplies:
		p.formula(&f.args[0], bindsOr)
		p.WriteString(" => ")
		p.formula(&f.args[1], bindsImplies)
	case opKnows, opPossible, opEveryone, opCommon:
		p.epistemic(f)
	case opNext, opAlways, opEventually, opCan:
		p.temporal(f)
	case opExists, opForAll:
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
	p.WriteString(f.op.String() + "(")
	if f.op == opEveryone || f.op == opCommon {
		p.terms(f.roles)
	} else {
		p.term(&f.roles[0])
	}
	p.WriteString(", ")
	p.formula(&f.args[0], bindsAll)
	p.WriteByte(')')
}

func (p *printer) temporal(f *Formula) {
	p.WriteString(f.op.String())
	if f.steps != unbounded && !(f.op == opNext && f.steps == 1) {
		p.WriteString("[" + strconv.Itoa(f.steps) + "]")
	}
	p.WriteByte(' ')
	p.formula(&f.args[0], bindsUnary)
}

func (p *printer) quantifier(f *Formula) {
	p.WriteString(f.op.String() + " " + strings.Join(f.vars, ",") + " in ")
	inner := &printer{env: p.env.without(f.vars)}
	if f.domain.Terms != nil {
		p.terms(f.domain.Terms) // they are outside
	} else {
		inner.term(&f.domain.Atom)
	}
	inner.WriteString(": ")
	inner.formula(&f.args[0], bindsAll)
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
