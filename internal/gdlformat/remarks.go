package gdlformat

import (
	"strings"

	"ludex/gdl"
	"ludex/source"
)

// remarks are the comments of a program that are not printed yet, in the order
// of the source. They are printed in that order too.
type remarks struct {
	file  *source.File // nil if lines are not known
	queue []gdl.Comment
}

// due reports whether the next comment stands before a position.
func (r *remarks) due(p source.Pos) bool {
	return len(r.queue) > 0 && r.queue[0].Span.Start < p
}

// placeless reports whether the next comment has no place in a source.
func (r *remarks) placeless() bool {
	return len(r.queue) > 0 && !r.queue[0].Span.IsValid()
}

// owned reports whether a clause, which may be nil, begins between a position
// and the next comment.
func (r *remarks) owned(c *gdl.Clause, from source.Pos) bool {
	return c != nil && from <= c.Span.Start && c.Span.Start < r.queue[0].Span.Start
}

// trails reports whether the next comment stands after a span on the line on
// which the span ends.
func (r *remarks) trails(s source.Span) bool {
	if len(r.queue) == 0 || !s.IsValid() {
		return false
	}
	start := r.queue[0].Span.Start
	return start >= s.End && r.line(start) != 0 && r.line(start) == r.lastLine(s)
}

// line returns the number of a position's line, or 0 if it is not known.
func (r *remarks) line(p source.Pos) int {
	if r.file == nil {
		return 0
	}
	return r.file.Line(p)
}

// lastLine returns the number of the line on which a span ends, or 0.
func (r *remarks) lastLine(s source.Span) int {
	if s.End > s.Start {
		return r.line(s.End - 1)
	}
	return r.line(s.Start)
}

// remark writes the next comment.
func (p *printer) remark() {
	c := &p.remarks.queue[0]
	p.remarks.queue = p.remarks.queue[1:]
	mark := byte(';')
	if p.infix() {
		mark = '%'
	}
	// A run of marks is a heading in either syntax.
	text := strings.TrimLeft(c.Text, ";%")
	for range 1 + len(c.Text) - len(text) {
		p.buf = append(p.buf, mark)
	}
	// A comment that does not come from a source could contain a line break and
	// become code.
	text = strings.TrimRight(text, " \t\r\n\f\v")
	p.write(strings.ReplaceAll(text, "\n", " "))
}

// remarksBetween writes the comments before an element of a body. One on the line
// on which the preceding part ends stays there.
func (p *printer) remarksBetween(previous source.Span, next source.Pos) {
	for first := true; p.remarks.due(next); first = false {
		if first && p.remarks.trails(previous) {
			p.write(" ")
		} else {
			p.newline(indent)
		}
		p.remark()
	}
}

// remarksAfter writes the comments that stand in a clause after the beginning of
// its last part, and one that follows the clause on its last line. Comments after
// the beginning of the next clause belong to that clause.
func (p *printer) remarksAfter(c, next *gdl.Clause) {
	last := c.Head.Span
	if n := len(c.Body); n > 0 {
		last = c.Body[n-1].Span
	}
	first := true
	for ; p.remarks.due(c.Span.End); first = false {
		if first && p.remarks.trails(last) {
			p.write(" ")
		} else {
			p.newline(0)
		}
		p.remark()
	}
	if first && p.remarks.trails(c.Span) && !p.remarks.owned(next, c.Span.End) {
		p.write(" ")
		p.remark()
	}
}
