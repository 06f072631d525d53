package gdlrewrite_test

import (
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// read parses a description in either syntax.
func read(t testing.TB, text string) *gdl.Program {
	t.Helper()
	return readWith(t, text, gdlparse.Options{})
}

func readWith(t testing.TB, text string, opt gdlparse.Options) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("test.gdl", []byte(text)), opt)
	if err := list.Err(); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return p
}

// want fails the test unless the program has the clauses of the infix text.
func want(t testing.TB, got *gdl.Program, text string) {
	t.Helper()
	if p := read(t, text); !got.Equal(p) {
		t.Errorf("got\n%s\nwant\n%s", show(got), show(p))
	}
}

// show returns the text of a program for a message.
func show(p *gdl.Program) string { return string(gdlformat.Program(p, gdl.Infix)) }

// snapshot returns everything a program holds, to see whether it changed.
func snapshot(p *gdl.Program) *gdl.Program {
	q := *p
	q.Comments = append([]gdl.Comment(nil), p.Comments...)
	q.Clauses = nil
	for _, c := range p.Clauses {
		c.Head = snapshotTerm(c.Head)
		c.Body = snapshotBody(c.Body)
		q.Clauses = append(q.Clauses, c)
	}
	return &q
}

func snapshotBody(body []gdl.Formula) []gdl.Formula {
	var out []gdl.Formula
	for _, f := range body {
		f.Atom = snapshotTerm(f.Atom)
		f.Args = snapshotBody(f.Args)
		out = append(out, f)
	}
	return out
}

func snapshotTerm(t gdl.Term) gdl.Term {
	var args []gdl.Term
	for _, arg := range t.Args {
		args = append(args, snapshotTerm(arg))
	}
	t.Args = args
	return t
}

// overwrite overwrites everything in a program that can be overwritten.
func overwrite(p *gdl.Program) {
	p.Walk(func(t *gdl.Term) { t.Name += "!"; t.Kind = gdl.Constant })
	for i := range p.Comments {
		p.Comments[i].Text = "!"
	}
	for i := range p.Clauses {
		for j := range p.Clauses[i].Body {
			p.Clauses[i].Body[j].Op = gdl.OpOr
		}
		p.Clauses[i] = gdl.Clause{}
	}
}

// ticTacToe is a part of the lesson's example, repaired.
var ticTacToe = strings.TrimSpace(`
% the roles
role(white)
role(black)
init(cell(1,1,b))
init(control(white))
next(cell(M,N,x)) :- does(white,mark(M,N)) & true(cell(M,N,b))
next(cell(M,N,o)) :- does(black,mark(M,N)) & true(cell(M,N,b))
next(cell(M,N,W)) :- true(cell(M,N,W)) & does(R,mark(J,K)) & (distinct(M,J) | distinct(N,K))
goal(white,100) :- line(x) & ~line(o)
goal(white,'-1') :- line(x)
terminal :- line(x) | line(o) | ~open
`)
