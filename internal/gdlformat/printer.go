package gdlformat

import (
	"unicode/utf8"

	"ludex/gdl"
)

const (
	maxWidth = 80 // columns of a line, where it can be helped
	indent   = 4  // columns before the elements of a body; as wide as "(<= "
)

// A printer builds the text of clauses. Any syntax but infix is prefix.
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
