package gdlformat

import "ludex/gdl"

// term writes a term or an atom, which are never broken over lines.
func (p *printer) term(t *gdl.Term) {
	switch {
	case t.Kind == gdl.Variable:
		p.variable(t.Name)
	case len(t.Args) == 0:
		p.constant(t.Name)
	case p.infix():
		p.constant(t.Name)
		p.arguments("(", t.Args, ",")
	default:
		p.write("(")
		p.constant(t.Name)
		p.arguments(" ", t.Args, " ")
	}
}

func (p *printer) arguments(open string, args []gdl.Term, separator string) {
	p.write(open)
	for i := range args {
		if i > 0 {
			p.write(separator)
		}
		p.term(&args[i])
	}
	p.write(")")
}

// flat writes a formula on one line. The connective around it decides whether
// infix needs parentheses.
func (p *printer) flat(f *gdl.Formula, outer gdl.Op) {
	if f.Op == gdl.OpAtom {
		p.term(&f.Atom)
		return
	}
	m := p.marks(f.Op, outer)
	p.write(m.open)
	for i := range f.Args {
		if i > 0 {
			p.write(m.between)
			p.write(" ")
		}
		if p.stop > 0 && len(p.buf) > p.stop {
			return
		}
		p.flat(&f.Args[i], f.Op)
	}
	p.write(m.close)
}

// marks are the texts around and between the parts of a formula. They are plain
// ASCII, so that their lengths are their widths.
type marks struct{ open, between, close string }

// prefixMarks and infixMarks are indexed by connective.
var (
	prefixMarks = [...]marks{
		gdl.OpNot: {"(" + gdl.NotWord + " ", "", ")"},
		gdl.OpAnd: {"(" + gdl.AndWord + " ", "", ")"},
		gdl.OpOr:  {"(" + gdl.OrWord + " ", "", ")"},
	}
	infixMarks = [...]marks{
		gdl.OpNot: {"~", "", ""},
		gdl.OpAnd: {"", " &", ""},
		gdl.OpOr:  {"", " |", ""},
	}
)

func (p *printer) marks(op, outer gdl.Op) marks {
	if !p.infix() {
		return prefixMarks[op]
	}
	m := infixMarks[op]
	if binding(op) < binding(outer) {
		m.open, m.close = "("+m.open, m.close+")"
	}
	return m
}

// binding returns the precedence of an infix connective.
func binding(op gdl.Op) int {
	switch op {
	case gdl.OpOr:
		return 1
	case gdl.OpAnd:
		return 2
	}
	return 3
}
