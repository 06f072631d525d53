package gdlparse_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// seeds adds texts in one syntax to a fuzz target: some by hand, the shorter
// games of the library, and a few of the corpus of public games, if it is
// there. Long texts would make fuzzing slow.
func seeds(f *testing.F, s gdl.Syntax, texts ...string) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	for _, g := range library.GDLGames() {
		if len(g.Rules()) > 2500 {
			continue
		}
		p, _ := gdlparse.File(source.NewFile(g.File, g.Rules()), gdlparse.Options{})
		f.Add(gdlformat.Program(p, s))
	}
	for _, name := range []string{"gdl/nim1/nim1.kif", "gdl2/montyhall.kif", "gdl2/guessSix.kif"} {
		path := filepath.Join("..", "..", "..", "shared", "corpus", filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if s != gdl.Prefix {
			p, _ := gdlparse.File(source.NewFile(name, text), gdlparse.Options{})
			text = gdlformat.Program(p, s)
		}
		f.Add(text)
	}
}

func FuzzPrefix(f *testing.F) {
	seeds(f, gdl.Prefix,
		"(role ?x)(<= (p ?x ?n++) (and (q ?x) (or (r ?x) (s ?x))) (not (t ?n++)))",
		"; comment\n(<= p)\r\n(Cell CELL cell)\n(init 1.0 (f)) ; end",
		"(p a\n(q b)\n(<= r s)", "()", "(<= (p ?) <=)", "(p \x01\xff)", "(((((", ")", "?x",
		"((q)(or(r ?x)(s ?x)))", "(p ?? ??)", "(p "+strings.Repeat("? ", 200))
	f.Fuzz(func(t *testing.T, text []byte) { anyText(t, text, gdl.Prefix) })
}

func FuzzInfix(f *testing.F) {
	seeds(f, gdl.Infix,
		"role(x) p(X,Y) :- q(X) & ~r(Y), (a|b(c)). q <= X != Y",
		`goal (R,0) $\Leftarrow$ true(T,dir(R, straight)) $\wedge$ \neg p.`,
		"p(_,_) ⇐ q ∧ ¬r ∨ s % comment\n// another\n'don''t'('-1',Upper,_x)", "p(1.0,2.) :- .",
		"p(", "p :- ", "'", "p('a b')", ")", "#?;")
	f.Fuzz(func(t *testing.T, text []byte) { anyText(t, text, gdl.Infix) })
}

// anyText reads a text, checks it and shows what is found, none of which may
// panic. If it has no errors, what is printed must be read as it was.
func anyText(t *testing.T, text []byte, s gdl.Syntax) {
	for _, sensitive := range []bool{false, true} {
		opt := gdlparse.Options{Syntax: s, CaseSensitive: sensitive}
		p, list := gdlparse.File(source.NewFile("fuzz", text), opt)
		checkSpans(t, p)
		wellFormed := !list.HasErrors()
		gdlcheck.Run(p, gdlcheck.Options{Strict: true, Hints: true}, list)
		r := source.Renderer{W: io.Discard}
		if err := r.Render(list); err != nil {
			t.Fatal(err)
		}
		if wellFormed {
			opt.CaseSensitive = p.CaseSensitive
			roundTrips(t, p, opt)
		}
	}
	gdlparse.File(source.NewFile("fuzz", text), gdlparse.Options{})
}

// roundTrips prints a program and reads it again, directly and by way of the
// other syntax.
func roundTrips(t *testing.T, p *gdl.Program, opt gdlparse.Options) {
	t.Helper()
	own := string(gdlformat.Program(p, opt.Syntax))
	again := mustRead(t, own, opt)
	if !again.Equal(p) {
		t.Fatalf("printed\n%s\nread\n%s", own, gdlformat.Program(again, opt.Syntax))
	}
	if text := string(gdlformat.Program(again, opt.Syntax)); text != own {
		t.Fatalf("printed\n%s\nthen\n%s", own, text)
	}
	prefix := string(gdlformat.Program(p, gdl.Prefix))
	infix := string(gdlformat.Program(p, gdl.Infix))
	opt.Syntax = gdl.Infix
	if text := string(gdlformat.Program(mustRead(t, infix, opt), gdl.Prefix)); text != prefix {
		t.Fatalf("prefix\n%s\nby way of infix\n%s\n%s", prefix, infix, text)
	}
	opt.Syntax = gdl.Prefix
	if text := string(gdlformat.Program(mustRead(t, prefix, opt), gdl.Prefix)); text != prefix {
		t.Fatalf("prefix\n%s\nread and printed\n%s", prefix, text)
	}
}

// checkName fails unless the place of a term's name holds its name.
func checkName(t *testing.T, p *gdl.Program, u *gdl.Term) {
	t.Helper()
	name := p.File.Slice(u.NameSpan(p.File))
	if quoted, ok := strings.CutPrefix(name, "'"); ok && p.Syntax == gdl.Infix {
		name = strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), "''", "'")
	}
	if u.Kind == gdl.Function && u.Name != gdl.Distinct && !strings.EqualFold(name, u.Name) {
		t.Fatalf("the name of %s is %q, not %q", p.File.Slice(u.Span), u.Name, name)
	}
}

// checkSpans fails unless every part of a clause lies inside of what it is a
// part of.
func checkSpans(t *testing.T, p *gdl.Program) {
	t.Helper()
	whole := source.Range(0, len(p.File.Text()))
	inside := func(part, whole source.Span) {
		if part.Start < whole.Start || part.End > whole.End || part.Start >= part.End {
			t.Fatalf("the span %v is not inside %v of\n%s", part, whole, p.File.Text())
		}
	}
	var term func(u *gdl.Term, whole source.Span)
	term = func(u *gdl.Term, whole source.Span) {
		inside(u.Span, whole)
		checkName(t, p, u)
		for i := range u.Args {
			term(&u.Args[i], u.Span)
		}
	}
	var formula func(f *gdl.Formula, whole source.Span)
	formula = func(f *gdl.Formula, whole source.Span) {
		inside(f.Span, whole)
		if f.Op == gdl.OpAtom {
			term(&f.Atom, f.Span)
		}
		for i := range f.Args {
			formula(&f.Args[i], f.Span)
		}
	}
	for i := range p.Clauses {
		c := &p.Clauses[i]
		inside(c.Span, whole)
		term(&c.Head, c.Span)
		for j := range c.Body {
			formula(&c.Body[j], c.Span)
		}
	}
	for _, c := range p.Comments {
		inside(c.Span, whole)
	}
}
