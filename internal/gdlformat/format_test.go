package gdlformat_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/source"
)

// Short names for building trees by hand.
var (
	fn    = gdl.Fn
	con   = gdl.Const
	v     = gdl.Var
	neg   = gdl.Not
	atoms = func(names ...string) []gdl.Formula {
		var out []gdl.Formula
		for _, name := range names {
			out = append(out, gdl.Pos(con(name)))
		}
		return out
	}
)

func not(f gdl.Formula) gdl.Formula {
	return gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{f}}
}

func TestTerm(t *testing.T) {
	tests := []struct {
		term          gdl.Term
		prefix, infix string
	}{
		{v("X"), "?x", "X"},
		{v("MyVar"), "?myVar", "MyVar"},
		{v("_a"), "?_a", "_a"},
		{v("Été"), "?été", "Été"},
		{con("a"), "a", "a"},
		{con("b_2"), "b_2", "b_2"},
		{con("2x"), "2x", "2x"},
		{con("1.5"), "1.5", "1.5"},
		{con("1."), "1.", "'1.'"},
		{con(".5"), ".5", "'.5'"},
		{con("1.5.2"), "1.5.2", "'1.5.2'"},
		{con("-1"), "-1", "'-1'"},
		{con("Upper"), "Upper", "'Upper'"},
		{con("_under"), "_under", "'_under'"},
		{con("less-than"), "less-than", "'less-than'"},
		{con("don't"), "don't", "'don''t'"},
		{con("not"), "not", "'not'"},
		{con("nothing"), "nothing", "nothing"},
		{con("été"), "été", "été"},
		{con("日本"), "日本", "'日本'"},
		{con("٣"), "٣", "'٣'"},
		{con("x٣"), "x٣", "x٣"},
		{fn("f", v("X"), con("a")), "(f ?x a)", "f(X,a)"},
		{fn("+", fn("g", v("X")), con("B")), "(+ (g ?x) B)", "'+'(g(X),'B')"},
		{fn("f", v("MyVar"), v("Myvar"), v("MYVAR")), "(f ?myVar ?myvar_2 ?mYVAR_3)", "f(MyVar,Myvar,MYVAR)"},
		{fn("f", v("Xa"), v("XA"), v("Xa_2"), v("XA")), "(f ?xa ?xA_3 ?xa_2 ?xA_3)", "f(Xa,XA,Xa_2,XA)"},
		{fn("f", v("Xs"), v("Xſ")), "(f ?xs ?xſ_2)", "f(Xs,Xſ)"},
	}
	for _, tt := range tests {
		check(t, "prefix", gdlformat.Term(&tt.term, gdl.Prefix), tt.prefix)
		check(t, "infix", gdlformat.Term(&tt.term, gdl.Infix), tt.infix)
	}
}

func TestFormula(t *testing.T) {
	a, b, c := gdl.Pos(con("a")), gdl.Pos(con("b")), gdl.Pos(con("c"))
	tests := []struct {
		formula       gdl.Formula
		prefix, infix string
	}{
		{a, "a", "a"},
		{neg(con("a")), "(not a)", "~a"},
		{not(not(a)), "(not (not a))", "~~a"},
		{gdl.Or(a, b), "(or a b)", "a | b"},
		{gdl.And(a, b), "(and a b)", "a & b"},
		{gdl.Or(a, gdl.And(b, c)), "(or a (and b c))", "a | b & c"},
		{gdl.And(a, gdl.Or(b, c)), "(and a (or b c))", "a & (b | c)"},
		{not(gdl.Or(a, b)), "(not (or a b))", "~(a | b)"},
		{not(gdl.And(a, not(gdl.Or(b, c)))), "(not (and a (not (or b c))))", "~(a & ~(b | c))"},
		{gdl.Pos(fn("distinct", v("X"), v("Y"))), "(distinct ?x ?y)", "distinct(X,Y)"},
		{gdl.Or(gdl.Pos(fn("p", v("Xa"))), gdl.Pos(fn("p", v("XA")))), "(or (p ?xa) (p ?xA_2))", "p(Xa) | p(XA)"},
	}
	for _, tt := range tests {
		check(t, "prefix", gdlformat.Formula(&tt.formula, gdl.Prefix), tt.prefix)
		check(t, "infix", gdlformat.Formula(&tt.formula, gdl.Infix), tt.infix)
	}
}

func TestClause(t *testing.T) {
	long := strings.Repeat("l", 36)
	x, y, z := long+"x", long+"y", long+"z"
	tests := []struct {
		name          string
		clause        gdl.Clause
		prefix, infix string
	}{
		{"nullary fact", gdl.Clause{Head: con("p")}, "p", "p"},
		{"fact", gdl.Clause{Head: fn("p", con("a"))}, "(p a)", "p(a)"},
		{"long fact", gdl.Clause{Head: fn("p", con(x), con(y), con(z))},
			"(p " + x + " " + y + " " + z + ")", "p(" + x + "," + y + "," + z + ")"},
		{"one literal", gdl.Clause{Head: con("p"), Body: []gdl.Formula{neg(con("q"))}},
			"(<= p (not q))", "p :- ~q"},
		{"80 columns", gdl.Clause{Head: con(x), Body: atoms(x)},
			"(<= " + x + " " + x + ")", x + " :- " + x},
		{"81 columns", gdl.Clause{Head: con(x + "é"), Body: atoms(x)},
			"(<= " + x + "é\n    " + x + ")", x + "é :- " + x},
		{"more than 80 columns", gdl.Clause{Head: con(x + "é"), Body: atoms(x + "eéé")},
			"(<= " + x + "é\n    " + x + "eéé)", x + "é :-\n    " + x + "eéé"},
		{"two elements", gdl.Clause{Head: con("p"), Body: atoms("q", "r")},
			"(<= p\n    q\n    r)", "p :-\n    q &\n    r"},
		{"disjunction", gdl.Clause{Head: con("p"), Body: []gdl.Formula{gdl.Or(atoms("q", "r")...)}},
			"(<= p\n    (or q r))", "p :-\n    (q | r)"},
		{"broken disjunction", gdl.Clause{Head: con("p"), Body: []gdl.Formula{gdl.Or(atoms(x, y, z)...), gdl.Pos(con("q"))}},
			"(<= p\n    (or " + x + "\n        " + y + "\n        " + z + ")\n    q)",
			"p :-\n    (" + x + " |\n     " + y + " |\n     " + z + ") &\n    q"},
		{"nested", gdl.Clause{Head: con("p"), Body: []gdl.Formula{
			gdl.Or(gdl.And(append(atoms(x, y), gdl.Or(atoms(z, "q", x)...))...), gdl.Pos(con(z)))}},
			"(<= p\n    (or (and " + x + "\n             " + y + "\n             (or " + z +
				"\n                 q\n                 " + x + "))\n        " + z + "))",
			"p :-\n    (" + x + " &\n     " + y + " &\n     (" + z + " |\n      q |\n      " + x + ") |\n     " + z + ")"},
		{"broken negation", gdl.Clause{Head: con("p"), Body: []gdl.Formula{not(gdl.And(atoms(x, y, z)...))}},
			"(<= p\n    (not (and " + x + "\n              " + y + "\n              " + z + ")))",
			"p :-\n    ~(" + x + " &\n      " + y + " &\n      " + z + ")"},
		{"variables that differ in case", gdl.Clause{Head: fn("p", v("Ab")), Body: []gdl.Formula{gdl.Pos(fn("q", v("AB"), v("Ab")))}},
			"(<= (p ?ab) (q ?aB_2 ?ab))", "p(Ab) :- q(AB,Ab)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, "prefix", gdlformat.Clause(&tt.clause, gdl.Prefix), tt.prefix)
			check(t, "infix", gdlformat.Clause(&tt.clause, gdl.Infix), tt.infix)
		})
	}
}

// The mark after an element belongs to its line, so a disjunction that would
// fit without it is broken.
func TestTheMarkAfterAnElementCounts(t *testing.T) {
	for width, broken := range map[int]bool{78: false, 79: true, 80: true} {
		or := gdl.Or(gdl.Pos(con("a")), gdl.Pos(con(strings.Repeat("b", width-len("    (a | )")))))
		c := gdl.Clause{Head: con("p"), Body: []gdl.Formula{or, gdl.Pos(con("q"))}}
		got := gdlformat.Clause(&c, gdl.Infix)
		if strings.Contains(got, "|\n") != broken {
			t.Errorf("element of width %d broken: %v\n%s", width, !broken, got)
		}
	}
}

func TestGeneratedPrograms(t *testing.T) {
	f := source.NewFile("test", []byte("p ; one\n\n\nq ; two\n"))
	clause := func(name string, start int) gdl.Clause {
		c := gdl.Clause{Head: con(name)}
		if start >= 0 {
			c.Span = source.Range(start, start+1)
			c.Head.Span = c.Span
		}
		return c
	}
	comment := func(text string, start int) gdl.Comment {
		return gdl.Comment{Text: text, Span: source.Range(start, start+len(text)+1)}
	}
	comments := []gdl.Comment{comment(" one", 2), comment(" two", 12)}
	tests := []struct {
		name string
		prog gdl.Program
		want string
	}{
		{"empty", gdl.Program{}, ""},
		{"source", gdl.Program{File: f, Comments: comments, Clauses: []gdl.Clause{clause("p", 0), clause("q", 10)}},
			"p ; one\n\nq ; two\n"},
		{"no file", gdl.Program{Comments: comments, Clauses: []gdl.Clause{clause("p", 0), clause("q", 10)}},
			"p\n; one\nq\n; two\n"},
		{"generated", gdl.Program{Clauses: []gdl.Clause{clause("p", -1), clause("q", -1)}}, "p\nq\n"},
		{"generated comments", gdl.Program{Comments: []gdl.Comment{{Text: " made\nup "}}, Clauses: []gdl.Clause{clause("p", -1)}},
			"; made up\np\n"},
		{"generated after source", gdl.Program{File: f, Comments: comments[:1],
			Clauses: []gdl.Clause{clause("p", 0), clause("g", -1), clause("h", -1), clause("q", 10)}},
			"p ; one\n\ng\nh\nq\n"},
		{"clauses in another order", gdl.Program{File: f, Comments: comments, Clauses: []gdl.Clause{clause("q", 10), clause("p", 0)}},
			"; one\n\nq ; two\np\n"},
		{"clauses left out", gdl.Program{File: f, Comments: comments}, "; one\n\n; two\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, "prefix", string(gdlformat.Program(&tt.prog, gdl.Prefix)), tt.want)
			check(t, "infix", string(gdlformat.Program(&tt.prog, gdl.Infix)), strings.ReplaceAll(tt.want, ";", "%"))
		})
	}
}

func TestProgramPrintsInItsOwnSyntax(t *testing.T) {
	p := gdl.Program{Clauses: []gdl.Clause{{Head: fn("p", con("a"))}}}
	check(t, "unknown", string(gdlformat.Program(&p, gdl.AnySyntax)), "(p a)\n")
	p.Syntax = gdl.Infix
	check(t, "infix", string(gdlformat.Program(&p, gdl.AnySyntax)), "p(a)\n")
}

// Deep nesting must neither break lines far off to the right nor try every
// level at full length.
func TestDeepNestingTakesLinearTime(t *testing.T) {
	f := gdl.Pos(con("a"))
	op := gdl.OpAnd
	for range 20000 {
		op = gdl.OpAnd + gdl.OpOr - op
		f = gdl.Formula{Op: op, Args: []gdl.Formula{gdl.Pos(con("a")), f}}
	}
	c := gdl.Clause{Head: con("p"), Body: []gdl.Formula{f}}
	for _, s := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
		if n := len(gdlformat.Clause(&c, s)); n > 500_000 {
			t.Errorf("%s: %d bytes", s, n)
		}
	}
}

// many returns a program of about ten megabytes with a comment after every
// clause.
func many() *gdl.Program {
	const n = 100_000
	text := bytes.Repeat([]byte("(<= (p ?x ?y) (q ?x) (or (r ?y) (s ?x (f ?y)))) ; remark and more of the same\n\n"), n)
	p := &gdl.Program{File: source.NewFile("large", text)}
	width := len(text) / n
	comment := bytes.IndexByte(text, ';')
	for i := range n {
		at := i * width
		x, y := v("X"), v(fmt.Sprintf("Y%d", i%1000))
		c := gdl.Clause{Head: fn("p", x, y), Span: source.Range(at, at+comment-1)}
		c.Body = []gdl.Formula{gdl.Pos(fn("q", x)), gdl.Or(gdl.Pos(fn("r", y)), gdl.Pos(fn("s", x, fn("f", y))))}
		p.Clauses = append(p.Clauses, c)
		p.Comments = append(p.Comments, gdl.Comment{Text: " remark and more of the same", Span: source.Range(at+comment, at+width-2)})
	}
	return p
}

func TestLargeProgramsPrintFast(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some memory")
	}
	p := many()
	start := time.Now()
	gdlformat.Program(p, gdl.Prefix)
	// A quadratic printer takes minutes; the margin is for slow machines.
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("printing took %v", took)
	}
}

func BenchmarkProgram(b *testing.B) {
	p := many()
	for _, s := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
		b.Run(s.String(), func(b *testing.B) {
			b.SetBytes(int64(len(p.File.Text())))
			for b.Loop() {
				gdlformat.Program(p, s)
			}
		})
	}
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%q, want\n%q", what, got, want)
	}
}
