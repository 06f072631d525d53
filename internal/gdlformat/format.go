// Package gdlformat prints programs of the GDL family in the canonical form of each
// syntax.
//
// Printing is stable: the printed text parses to the same tree and prints as the same
// text again, also after a translation to the other syntax and back. Comments and single
// blank lines between clauses are kept.
package gdlformat

import (
	"unicode/utf8"

	"ludex/gdl"
)

// Program returns the text of a whole program with its comments. It ends with
// one newline unless it is empty. With [gdl.AnySyntax] it is printed in the
// syntax it was read from.
func Program(p *gdl.Program, s gdl.Syntax) []byte {
	if s == gdl.AnySyntax {
		s = p.Syntax
	}
	l := newListing(p, s)
	for i := range p.Clauses {
		l.clause(i)
	}
	return l.finish()
}

// Clause returns the text of a clause without a final newline. A rule may take
// several lines.
func Clause(c *gdl.Clause, s gdl.Syntax) string {
	p := printer{syntax: s}
	p.clause(c)
	return string(p.buf)
}

// Formula returns the text of a formula on one line.
func Formula(f *gdl.Formula, s gdl.Syntax) string {
	p := printer{syntax: s}
	p.vars.begin()
	f.Atoms(func(atom *gdl.Term, _ bool) { atom.Walk(p.vars.see) })
	p.vars.settle()
	p.flat(f, gdl.OpOr)
	return string(p.buf)
}

// Term returns the text of a term or an atom on one line.
func Term(t *gdl.Term, s gdl.Syntax) string {
	p := printer{syntax: s}
	p.vars.begin()
	t.Walk(p.vars.see)
	p.vars.settle()
	p.term(t)
	return string(p.buf)
}

const (
	maxWidth = 80 // columns of a line, where possible
	indent   = 4  // columns before the elements of a body; as wide as "(<= "
)

// A printer builds the text of clauses. Any syntax other than infix is printed as
// prefix.
type printer struct {
	syntax  gdl.Syntax
	buf     []byte
	line    int // where in buf the current line begins
	stop    int // where in buf a trial on one line gives up; 0 is nowhere
	vars    renaming
	remarks remarks
}

func (p *printer) infix() bool { return p.syntax == gdl.Infix }

func (p *printer) write(s string) { p.buf = append(p.buf, s...) }

// newline ends the current line and begins another with n blanks.
func (p *printer) newline(n int) {
	p.buf = append(p.buf, '\n')
	p.line = len(p.buf)
	for range n {
		p.buf = append(p.buf, ' ')
	}
}

// column returns the width of the current line so far, in characters.
func (p *printer) column() int { return utf8.RuneCount(p.buf[p.line:]) }
