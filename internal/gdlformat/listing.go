package gdlformat

import (
	"slices"

	"ludex/gdl"
)

// A listing prints a program: clauses and comments, each on lines of its own,
// with the blank lines between them that the source has.
type listing struct {
	printer
	clauses []gdl.Clause
	end     int  // line of the source on which the last item ends, 0 if unknown
	sourced bool // whether the last clause has a place in the source
}

func newListing(p *gdl.Program, s gdl.Syntax) *listing {
	l := &listing{clauses: p.Clauses}
	l.syntax = s
	l.remarks = remarks{p.File, p.Comments}
	if p.File != nil {
		n := len(p.File.Text())
		l.buf = slices.Grow(l.buf, n+n/4)
	}
	return l
}

// clause writes the clause with the given index, the comments before it, and
// those that belong to it.
func (l *listing) clause(i int) {
	c := &l.clauses[i]
	for l.remarks.due(c.Span.Start) || l.remarks.placeless() {
		l.ownLine(l.remarks.line(l.remarks.queue[0].Span.Start))
	}
	start := l.remarks.line(c.Span.Start)
	for l.remarks.due(c.Head.Span.End) {
		l.ownLine(start)
	}
	l.begin(start, l.sourced && !c.Span.IsValid())
	l.printer.clause(c)

	var next *gdl.Clause
	if i+1 < len(l.clauses) {
		next = &l.clauses[i+1]
	}
	l.remarksAfter(c, next)
	l.end = l.remarks.lastLine(c.Span)
	l.sourced = c.Span.IsValid()
}

// ownLine writes the next comment on a line of its own, as if it stood on the
// given line of the source.
func (l *listing) ownLine(line int) {
	l.begin(line, false)
	l.remark()
	l.end = line
}

// begin starts a line for an item that begins on the given line of the source,
// after a blank line if there is one in the source or one is asked for.
func (l *listing) begin(line int, blank bool) {
	if len(l.buf) == 0 {
		return
	}
	l.newline(0)
	if blank || line != 0 && l.end != 0 && line-l.end > 1 {
		l.newline(0)
	}
}

// finish writes the comments that are left and returns the text.
func (l *listing) finish() []byte {
	for len(l.remarks.queue) > 0 {
		l.ownLine(l.remarks.line(l.remarks.queue[0].Span.Start))
	}
	if len(l.buf) > 0 {
		l.newline(0)
	}
	return l.buf
}
