package gocode

import (
	"fmt"
	"strings"
)

// Print returns the source of a file. It is not formatted as gofmt would.
func (f *File) Print() string {
	p := &printer{}
	p.WriteString(f.Header)
	fmt.Fprintf(p, "package %s\n\n", f.Package)
	for _, path := range f.Imports {
		fmt.Fprintf(p, "import %q\n", path)
	}
	p.WriteByte('\n')
	p.list(f.Stmts)
	return p.String()
}

// A printer writes statements as source.
type printer struct {
	strings.Builder
	depth int
}

func (p *printer) line(parts ...string) {
	for range p.depth {
		p.WriteByte('\t')
	}
	for _, s := range parts {
		p.WriteString(s)
	}
	p.WriteByte('\n')
}

func (p *printer) list(list []Stmt) {
	for k := range list {
		p.stmt(&list[k])
	}
}

func (p *printer) inner(list []Stmt) {
	p.depth++
	p.list(list)
	p.depth--
}

func (p *printer) stmt(s *Stmt) {
	switch s.Kind {
	case Line:
		p.line(s.Text)
	case Text:
		p.WriteString(s.Text)
		p.WriteByte('\n')
	case Var:
		p.line("var ", s.Text, " ", s.Type)
		if s.Unread {
			p.line("_ = ", s.Text)
		}
	case Label:
		p.line(s.Text, ":")
	case Goto:
		p.line("goto ", s.Text)
	case Case:
		p.line(s.Text, ":")
		p.inner(s.Body)
	case Func:
		p.line("func ", s.Text, " {")
		p.inner(s.Body)
		p.line("}")
		p.line()
	case Block:
		p.line(s.Text, " {")
		p.inner(s.Body)
		if s.Else != nil {
			p.line("} else {")
			p.inner(s.Else)
		}
		p.line("}")
	}
}

// String lists the imports and the tree of a file, one statement per line, each with its
// kind.
func (f *File) String() string {
	var b strings.Builder
	for _, path := range f.Imports {
		fmt.Fprintf(&b, "import %s\n", path)
	}
	describe(&b, f.Stmts, 0)
	return b.String()
}

func describe(b *strings.Builder, list []Stmt, depth int) {
	indent := strings.Repeat("  ", depth)
	for k := range list {
		s := &list[k]
		text, _, more := strings.Cut(s.Text, "\n")
		if more {
			text += " …"
		}
		fmt.Fprintf(b, "%s%v %s", indent, s.Kind, text)
		if s.Kind == Var {
			fmt.Fprintf(b, " %s", s.Type)
			if s.Unread {
				b.WriteString(" (unread)")
			}
		}
		b.WriteByte('\n')
		describe(b, s.Body, depth+1)
		if s.Else != nil {
			fmt.Fprintf(b, "%selse\n", indent)
			describe(b, s.Else, depth+1)
		}
	}
}
