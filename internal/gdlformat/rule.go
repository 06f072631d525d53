package gdlformat

import "ludex/gdl"

// clause writes a clause, and within it the comments that are due between the
// elements of its body.
func (p *printer) clause(c *gdl.Clause) {
	if !p.infix() {
		p.vars.enter(c)
	}
	switch {
	case len(c.Body) == 0:
		p.term(&c.Head)
	case !p.short(c):
		p.long(c)
	}
}

// short writes a rule on one line and reports true if that is its form: the
// body is one literal, no comment comes before it, and the line is not too
// wide. Comments after the literal do not count, because they end up after the
// clause, where they have no influence when the text is read again.
func (p *printer) short(c *gdl.Clause) bool {
	if len(c.Body) != 1 || p.remarks.due(c.Body[0].Span.Start) {
		return false
	}
	if _, _, ok := c.Body[0].Literal(); !ok {
		return false
	}
	mark := len(p.buf)
	p.head(c)
	p.write(" ")
	p.flat(&c.Body[0], gdl.OpAnd)
	p.write(p.afterElement(true))
	if p.column() > maxWidth {
		p.buf = p.buf[:mark]
		return false
	}
	return true
}

// long writes a rule with each element of its body on a line of its own.
func (p *printer) long(c *gdl.Clause) {
	p.head(c)
	previous := c.Head.Span
	for i := range c.Body {
		f := &c.Body[i]
		p.remarksBetween(previous, f.Span.Start)
		p.newline(indent)
		after := p.afterElement(i == len(c.Body)-1)
		p.formula(f, gdl.OpAnd, indent, len(after))
		p.write(after)
		previous = f.Span
	}
}

// head writes a rule's head and the arrow, in the order of the syntax.
func (p *printer) head(c *gdl.Clause) {
	if !p.infix() {
		p.write("(" + gdl.Arrow + " ")
	}
	p.term(&c.Head)
	if p.infix() {
		p.write(" :-")
	}
}

// afterElement returns what follows an element of a body on its line.
func (p *printer) afterElement(last bool) string {
	switch {
	case last && !p.infix():
		return ")"
	case !last && p.infix():
		return " &"
	}
	return ""
}

// formula writes a formula that begins in the given column and has tail more
// columns after it on its last line. It is broken over lines if it is too wide.
func (p *printer) formula(f *gdl.Formula, outer gdl.Op, column, tail int) {
	_, _, literal := f.Literal()
	switch {
	case literal, column >= maxWidth:
		// Beyond the last column breaking does not help, and the indentation of
		// deeply nested parts would dominate the output.
		p.flat(f, outer)
	case !p.fits(f, outer, tail):
		p.broken(f, outer, column, tail)
	}
}

// fits writes a formula on the current line and reports true, or writes
// nothing if it does not fit.
func (p *printer) fits(f *gdl.Formula, outer gdl.Op, tail int) bool {
	mark := len(p.buf)
	// A line with more bytes than this is too wide whatever they encode.
	p.stop = p.line + 4*maxWidth
	p.flat(f, outer)
	p.stop = 0
	if p.column()+tail > maxWidth {
		p.buf = p.buf[:mark]
		return false
	}
	return true
}

// broken writes a formula with its parts below each other.
func (p *printer) broken(f *gdl.Formula, outer gdl.Op, column, tail int) {
	m := p.marks(f.Op, outer)
	p.write(m.open)
	column += len(m.open)
	last := len(f.Args) - 1
	for i := range f.Args[:last] {
		p.formula(&f.Args[i], f.Op, column, len(m.between))
		p.write(m.between)
		p.newline(column)
	}
	p.formula(&f.Args[last], f.Op, column, len(m.close)+tail)
	p.write(m.close)
}
