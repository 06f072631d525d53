// Package rbgformat prints Regular Boardgames descriptions: a text in its
// canonical form, with macros and comments ([Source]), and a game in low-level
// form, without macros and with an explicit graph ([LowLevel]).
package rbgformat

import (
	"bytes"
	"strings"

	"ludex/internal/rbgparse"
	"ludex/source"
)

// Width is how many columns a line has at most, where it can be broken.
const Width = 100

// indentation is how much deeper the content of a bracket stands, and
// maxIndentation the deepest.
const (
	indentation    = 4
	maxIndentation = 60
)

// Source prints a document in its canonical form: the same tokens and comments
// in the same order, with blanks and line breaks that depend on nothing else.
// Of blank lines between directives one is kept. The document must have been
// scanned without errors.
func Source(doc *rbgparse.Document) []byte {
	p := &printer{doc: doc, macros: map[string]bool{}}
	for _, d := range doc.Directives {
		if len(d.Params) > 0 {
			p.macros[d.Name.Text] = true
		}
	}
	comments := doc.Comments
	for i, d := range doc.Directives {
		end := source.At(len(doc.File.Text()) + 1)
		if i+1 < len(doc.Directives) {
			end = doc.Directives[i+1].Hash.Span.Start
		}
		comments = p.remarks(comments, d.Equals.Span.Start)
		comments = p.directive(d, comments, end)
	}
	p.remarks(comments, source.At(len(doc.File.Text())+1))
	p.endLine()
	return p.out.Bytes()
}

// A printer prints a document.
type printer struct {
	writer
	doc    *rbgparse.Document
	macros map[string]bool // the names of macros with parameters
	last   source.Pos      // where what was printed last ends in the source
}

// remarks prints the comments before a position on lines of their own, and
// returns the others.
func (p *printer) remarks(comments []rbgparse.Comment, before source.Pos) []rbgparse.Comment {
	for len(comments) > 0 && comments[0].Span.Start < before {
		c := comments[0]
		p.beginBlock(c.Span)
		p.write(commentText(c))
		p.last = c.Span.End
		comments = comments[1:]
	}
	return comments
}

// beginBlock goes to a fresh line, with a blank line before it if the source
// has one there.
func (p *printer) beginBlock(s source.Span) {
	p.endLine()
	if p.out.Len() > 0 && p.blankBefore(s) {
		p.out.WriteByte('\n')
	}
}

// blankBefore reports whether the source has an empty line between what was
// printed last and a place.
func (p *printer) blankBefore(s source.Span) bool {
	if !p.last.IsValid() || s.Start < p.last {
		return false
	}
	return strings.Count(p.doc.File.Text()[p.last.Offset():s.Start.Offset()], "\n") > 1
}

// directive prints a directive with the comments in it, up to the next one at
// end, and returns those comments that are left.
func (p *printer) directive(d *rbgparse.Directive, comments []rbgparse.Comment, end source.Pos) []rbgparse.Comment {
	p.beginBlock(d.Hash.Span)
	p.head(d)
	p.last = d.Span().End
	n := 0
	for n < len(comments) && comments[n].Span.Start < p.last {
		n++
	}
	b := newBody(p.macros, d, comments[:n], p.doc.File)
	b.print(&p.writer)
	comments = comments[n:]
	line := p.doc.File.Line(p.last)
	for len(comments) > 0 && comments[0].Span.Start < end && p.doc.File.Line(comments[0].Span.Start) == line {
		p.write(" " + commentText(comments[0]))
		p.last = comments[0].Span.End
		comments = comments[1:]
		line = p.doc.File.Line(p.last)
	}
	return comments
}

// head prints a directive up to its = sign.
func (p *printer) head(d *rbgparse.Directive) {
	p.write("#" + d.Name.Text)
	for i, t := range d.Params {
		mark, end := "; ", ""
		if i == 0 {
			mark = "("
		}
		if i == len(d.Params)-1 {
			end = ") ="
		}
		if p.column+len(mark)+len(t.Text)+len(end) > Width {
			p.write(strings.TrimRight(mark, " "))
			p.newLine(indentation)
			mark = ""
		}
		p.write(mark + t.Text + end)
	}
	if len(d.Params) == 0 {
		p.write(" =")
	}
}

// commentText returns a comment without blanks at the ends of its lines.
func commentText(c rbgparse.Comment) string {
	lines := strings.Split(c.Text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r\f\v")
	}
	return strings.Join(lines, "\n")
}

// A writer collects lines.
type writer struct {
	out    bytes.Buffer
	column int
	fresh  bool // nothing but indentation is on the line
	broken bool // the line ends a construct of several lines and is left alone
}

func (w *writer) write(text string) {
	w.out.WriteString(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		text, w.column = text[i+1:], 0
	}
	w.column += len(text)
	w.fresh = false
}

// endLine ends a line that has been begun.
func (w *writer) endLine() {
	if w.column > 0 && !w.fresh {
		w.out.WriteByte('\n')
	} else if w.fresh {
		w.out.Truncate(w.out.Len() - w.column)
	}
	w.column, w.fresh, w.broken = 0, false, false
}

// newLine begins a line with the given indentation, unless it is begun.
func (w *writer) newLine(indent int) {
	w.endLine()
	w.out.WriteString(strings.Repeat(" ", indent))
	w.column, w.fresh = indent, true
}
