package gdlparse_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// read parses a text.
func read(text string, opt gdlparse.Options) (*gdl.Program, *source.List) {
	return gdlparse.File(source.NewFile("test", []byte(text)), opt)
}

// mustRead parses a text that has no errors.
func mustRead(t *testing.T, text string, opt gdlparse.Options) *gdl.Program {
	t.Helper()
	p, list := read(text, opt)
	if err := list.Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// found returns "line:column code" of each diagnostic.
func found(list *source.List) []string {
	var out []string
	for _, d := range list.Items {
		line, column := list.File.Position(d.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s", line, column, d.Code.ID))
	}
	return out
}

// same fails unless a text is read as a program.
func same(t *testing.T, text string, opt gdlparse.Options, want *gdl.Program) {
	t.Helper()
	if got := mustRead(t, text, opt); !got.Equal(want) {
		t.Errorf("%s\nis read as\n%swant\n%s", text, gdlformat.Program(got, gdl.Infix), gdlformat.Program(want, gdl.Infix))
	}
}

func program(clauses ...gdl.Clause) *gdl.Program { return &gdl.Program{Clauses: clauses} }

func rule(head gdl.Term, body ...gdl.Formula) gdl.Clause { return gdl.Clause{Head: head, Body: body} }

var (
	varX, varY = gdl.Var("X"), gdl.Var("Y")
	constA     = gdl.Const("a")
)

func atom(name string, args ...gdl.Term) gdl.Formula { return gdl.Pos(gdl.Fn(name, args...)) }

// TestInfixVariants reads one rule in all the ways in which the documents print
// infix GDL.
func TestInfixVariants(t *testing.T) {
	want := program(rule(gdl.Fn("r", varX, varY), atom("p", varX, varY), gdl.Not(gdl.Fn("q", varY))))
	for _, text := range []string{
		"r(X,Y) :- p(X,Y) & ~q(Y)",
		"r(X,Y) <= p(X,Y) & ~q(Y)",
		"r(X,Y) <- p(X,Y) & ~q(Y)",
		"r(X,Y) ⇐ p(X,Y) & ~q(Y)",
		"r(X,Y) ← p(X,Y) & ~q(Y)",
		`r(X,Y) \Leftarrow p(X,Y) & ~q(Y)`,
		`r(X,Y) $\Leftarrow$ p(X,Y) $\wedge$ $\neg$ q(Y)`,
		`$r(X,Y) \Leftarrow p(X,Y) \wedge \neg q(Y)$`,
		`r(X,Y) \leftarrow p(X,Y) \land \lnot q(Y)`,
		"r(X,Y) :- p(X,Y) , ~q(Y)",
		"r(X,Y) :- p(X,Y) ∧ ~q(Y)",
		"r(X,Y) :- p(X,Y)∧¬q(Y)",
		"r(X,Y) :- p(X,Y) and not q(Y)",
		"r(X,Y) :- p(X,Y) & -q(Y)",
		"r(X,Y) :- p(X,Y) & ¬q(Y)",
		"r(X,Y) :- p(X,Y) & not q(Y)",
		"r(X,Y) :- p(X,Y) & not(q(Y))",
		"r(X,Y) :- p(X,Y) & ~(q(Y))",
		"r(X,Y) :- (p(X,Y) & ~q(Y))",
		"r(X,Y) :- ((p(X,Y)) & (~q(Y)))",
		"r(X,Y):-p(X,Y)&~q(Y)",
		"r (X, Y) :- p (X , Y) & ~ q ( Y )",
		"r(X,Y) :- p(X,Y) & ~q(Y).",
		"r(X,Y)\n  :- p(X,Y)\r\n  &\t~q(Y)\n.\n",
		"r(X,Y) :- % a comment\n  p(X,Y) & // another one\n  ~q(Y) % the last",
		"'r'(X,Y) :- 'p'(X,Y) & ~'q'(Y)",
		"\ufeffr(X,Y) :- p(X,Y) & ~q(Y)",
	} {
		same(t, text, gdlparse.Options{Syntax: gdl.Infix}, want)
	}
}

func TestInfixFormulas(t *testing.T) {
	p, q, r := atom("p"), atom("q"), atom("r")
	distinct := atom("distinct", varX, constA)
	head := gdl.Const("h")
	tests := []struct {
		texts []string
		want  gdl.Clause
	}{
		{[]string{"h :- p | q", "h :- p ∨ q", "h :- p or q", `h :- p \vee q`, `h :- p $\vee$ q`, `h :- p \lor q`, "h :- (p | q)"},
			rule(head, gdl.Or(p, q))},
		// A conjunction binds its parts more tightly than a disjunction.
		{[]string{"h :- p & q | r", "h :- (p , q) | r"}, rule(head, gdl.Or(gdl.And(p, q), r))},
		{[]string{"h :- p & (q | r)"}, rule(head, p, gdl.Or(q, r))},
		{[]string{"h :- p & q & r", "h :- (p & q) & r", "h :- p & (q & r)"}, rule(head, p, q, r)},
		{[]string{"h :- p | q | r", "h :- (p | q) | r", "h :- p | (q | r)"}, rule(head, gdl.Or(p, q, r))},
		{[]string{"h :- ~p & q"}, rule(head, gdl.Not(gdl.Const("p")), q)},
		{[]string{"h :- ~p | q"}, rule(head, gdl.Or(gdl.Not(gdl.Const("p")), q))},
		{[]string{"h :- ~(p | q)"}, rule(head, gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{gdl.Or(p, q)}})},
		{[]string{"h :- ~~p"}, rule(head, gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{gdl.Not(gdl.Const("p"))}})},
		{[]string{"h :- X != a", "h :- X!=a", "h :- X ≠ a", `h :- X \neq a`, "h :- distinct(X,a)", "h :- distinct (X, a)"}, rule(head, distinct)},
		{[]string{"h :- p & X != a & q"}, rule(head, p, distinct, q)},
		{[]string{"h :- f(X) != a"}, rule(head, atom("distinct", gdl.Fn("f", varX), constA))},
		{[]string{"h", "h.", "h :- .", "h()"}, rule(head)},
		{[]string{"h(f(a,g(X)),X) :- p", "h(f(a, g(X) ), X) :- p()"}, rule(gdl.Fn("h", gdl.Fn("f", constA, gdl.Fn("g", varX)), varX), p)},
	}
	for _, tt := range tests {
		for _, text := range tt.texts {
			same(t, text, gdlparse.Options{Syntax: gdl.Infix}, program(tt.want))
		}
	}
}

func TestInfixNames(t *testing.T) {
	tests := []struct {
		text string
		want gdl.Term
	}{
		{"lower", gdl.Const("lower")},
		{"camelCase_2", gdl.Const("camelCase_2")},
		{"2x", gdl.Const("2x")},
		{"10", gdl.Const("10")},
		{"1.5", gdl.Const("1.5")},
		{"été", gdl.Const("été")},
		{"日本", gdl.Const("日本")},
		{"Upper", gdl.Var("Upper")},
		{"Été", gdl.Var("Été")},
		{"_x", gdl.Var("_x")},
		{"__", gdl.Var("__")},
		{"'less-than'", gdl.Const("less-than")},
		{"'+'", gdl.Const("+")},
		{"'-1'", gdl.Const("-1")},
		{"'Upper'", gdl.Const("Upper")},
		{"'_'", gdl.Const("_")},
		{"'don''t'", gdl.Const("don't")},
		{"''''", gdl.Const("'")},
		{"'not'", gdl.Const("not")},
		{"'%'", gdl.Const("%")},
		{"'f-g'(a)", gdl.Fn("f-g", constA)},
		{"f()", gdl.Const("f")},
		{"not_", gdl.Const("not_")},
	}
	for _, tt := range tests {
		same(t, "p("+tt.text+")", gdlparse.Options{Syntax: gdl.Infix}, program(rule(gdl.Fn("p", tt.want))))
	}
}

// TestClausesWithoutFullStop ends clauses where the next atom begins.
func TestClausesWithoutFullStop(t *testing.T) {
	want := program(
		rule(gdl.Fn("index", gdl.Const("1"))),
		rule(gdl.Fn("filler", gdl.Const("x"))),
		rule(gdl.Const("open"), atom("true", constA)),
		rule(gdl.Const("terminal"), gdl.Not(gdl.Const("open"))),
	)
	for _, text := range []string{
		"index(1)    filler(x)\nopen :- true(a)\nterminal :- ~open",
		"index(1). filler(x). open :- true(a). terminal :- ~open.",
		"index(1).filler(x).open:-true(a).terminal:-~open.",
		"index(1) filler(x) open :- true(a) terminal :- ~open",
	} {
		same(t, text, gdlparse.Options{Syntax: gdl.Infix}, want)
	}
}

// TestFullStopAfterNumber tells the end of a clause from a decimal point.
func TestFullStopAfterNumber(t *testing.T) {
	distinct := func(number string) gdl.Clause {
		return rule(gdl.Const("p"), atom("q", varX), atom("distinct", varX, gdl.Const(number)))
	}
	last := rule(gdl.Fn("r", constA))
	for text, want := range map[string]*gdl.Program{
		"p :- q(X) & X != 1.\nr(a).":  program(distinct("1"), last),
		"p :- q(X) & X != 1.r(a)":     program(distinct("1"), last),
		"p :- q(X) & X != 1.5.\nr(a)": program(distinct("1.5"), last),
		"p :- q(X) & X != 1.5 r(a)":   program(distinct("1.5"), last),
		"p :- q(X) & X != 1.":         program(distinct("1")),
	} {
		same(t, text, gdlparse.Options{Syntax: gdl.Infix}, want)
	}
}

func TestAnonymousVariables(t *testing.T) {
	p := mustRead(t, "p(_,_1) :- q(_) & r(_)\np(_)", gdlparse.Options{Syntax: gdl.Infix})
	want := program(
		rule(gdl.Fn("p", gdl.Var("_2"), gdl.Var("_1")), atom("q", gdl.Var("_3")), atom("r", gdl.Var("_4"))),
		rule(gdl.Fn("p", gdl.Var("_1"))),
	)
	if !p.Equal(want) {
		t.Errorf("got\n%s", gdlformat.Program(p, gdl.Infix))
	}
}

func TestPrefixForms(t *testing.T) {
	p, q, r := atom("p"), atom("q"), atom("r")
	head := gdl.Const("h")
	tests := []struct {
		texts []string
		want  gdl.Clause
	}{
		{[]string{"h", "(h)", "( h )", "(<= h)", "(<= (h))", "\ufeffh", " ; note\n h"}, rule(head)},
		{[]string{"(<= h p)", "(<= h (p))", "(<= (h) (and p))", "(<= h (or p))", "(<= h (and (or (p))))"}, rule(head, p)},
		{[]string{"(<= h p q)", "(<= h (and p q))", "(<= h (and (and p) q))"}, rule(head, p, q)},
		{[]string{"(<= h (or p (and q r)))", "(<= h (or p (and q (and r))))"}, rule(head, gdl.Or(p, gdl.And(q, r)))},
		{[]string{"(<= h (or p q r))", "(<= h (or (or p q) r))", "(<= h (or p (or q r)))"}, rule(head, gdl.Or(p, q, r))},
		{[]string{"(<= h (not p))", "(<= h (not (p)))", "(<= h (not (and p)))"}, rule(head, gdl.Not(gdl.Const("p")))},
		{[]string{"(<= h (distinct ?x a))", "(<= h (DISTINCT ?X a))"}, rule(head, atom("distinct", varX, constA))},
		{[]string{"(h (f a) (b))"}, rule(gdl.Fn("h", gdl.Fn("f", constA), gdl.Const("b")))},
		{[]string{"(h ?x ?X)", "(h ?X ?x)"}, rule(gdl.Fn("h", varX, varX))},
	}
	for _, tt := range tests {
		for _, text := range tt.texts {
			same(t, text, gdlparse.Options{Syntax: gdl.Prefix}, program(tt.want))
		}
	}
}

func TestPrefixNames(t *testing.T) {
	tests := []struct {
		text string
		want gdl.Term
	}{
		{"less-than", gdl.Const("less-than")},
		{"+", gdl.Const("+")},
		{"-1", gdl.Const("-1")},
		{"Upper", gdl.Const("Upper")},
		{"x'y", gdl.Const("x'y")},
		{"%", gdl.Const("%")},
		{"a?", gdl.Const("a?")},
		{"été", gdl.Const("été")},
		{"?x", varX},
		{"?X", varX},
		{"?longName", gdl.Var("LongName")},
		{"?n++", gdl.Var("N__")},
		{"?1", gdl.Var("_1")},
		{"?_", gdl.Var("__")},
		{"?_x", gdl.Var("_x")},
		{"?été", gdl.Var("Été")},
		{"??", gdl.Var("__")},
		{"?²", gdl.Var("__")},
	}
	for _, tt := range tests {
		same(t, "(p "+tt.text+")", gdlparse.Options{Syntax: gdl.Prefix}, program(rule(gdl.Fn("p", tt.want))))
	}
}

// TestVariablesStayApart reads variables whose names become equal in infix.
func TestVariablesStayApart(t *testing.T) {
	tests := []struct {
		text      string
		sensitive bool
		want      []string
	}{
		{"(p ?n+ ?n- ?n_ ?n+)", false, []string{"N_", "N__2", "N__3", "N_"}},
		{"(p ?x ?X)", false, []string{"X", "X"}},
		{"(p ?x ?X)", true, []string{"X", "X_2"}},
		{"(p ?x_2 ?x ?X)", true, []string{"X_2", "X", "X_3"}},
		{"(p ?1 ?_1)", false, []string{"_1", "_1_2"}},
		{"(p ?_ ?? ?__ ??)", false, []string{"__", "___2", "___3", "___2"}},
	}
	for _, tt := range tests {
		p := mustRead(t, tt.text, gdlparse.Options{Syntax: gdl.Prefix, CaseSensitive: tt.sensitive})
		var got []string
		for _, a := range p.Clauses[0].Head.Args {
			got = append(got, a.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s has the variables %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestPrefixSlide reads the rule of the lesson's slide on prefix GDL.
func TestPrefixSlide(t *testing.T) {
	want := mustRead(t, "r(X,Y) :- p(X,Y) & ~q(Y)", gdlparse.Options{})
	for _, text := range []string{
		"(<= (r ?x ?y) (and (p ?x ?y) (not (q ?y))))",
		"(<= (r ?x ?y) (p ?x ?y) (not (q ?y)))",
	} {
		same(t, text, gdlparse.Options{}, want)
	}
}

// TestCaseSlide reads the rules of the lesson's slide on case.
func TestCaseSlide(t *testing.T) {
	const text = `
(<= (cell ?x ?y) (rowIndex ?x) (colIndex ?y))
(<= (cell ?x ?y) (rowindex ?x) (colindex ?y))
(<= (CELL ?x ?y) (ROWINDEX ?x) (COLINDEX ?y))`
	p, list := read(text, gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for i := range p.Clauses {
		if !p.Clauses[i].Equal(&p.Clauses[0]) {
			t.Errorf("rule %d is not the same", i+1)
		}
	}
	want := []string{"3:19 GDL011", "3:33 GDL011", "4:6 GDL011", "4:19 GDL011", "4:33 GDL011"}
	if got := found(list); !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
	// Case survives the way from infix and back.
	infix := mustRead(t, "cell(X,Y) :- rowIndex(X) & colIndex(Y)", gdlparse.Options{})
	if got := string(gdlformat.Program(infix, gdl.Prefix)); got != "(<= (cell ?x ?y)\n    (rowIndex ?x)\n    (colIndex ?y))\n" {
		t.Errorf("prefix: %s", got)
	}
	same(t, string(gdlformat.Program(infix, gdl.Prefix)), gdlparse.Options{}, infix)

	q := mustRead(t, text, gdlparse.Options{CaseSensitive: true})
	if q.Clauses[0].Equal(&q.Clauses[1]) || q.Clauses[1].Equal(&q.Clauses[2]) {
		t.Error("the spellings are not kept apart")
	}
}

// TestWhiteSpaceSlide reads the terms of the lesson's slide on white space.
func TestWhiteSpaceSlide(t *testing.T) {
	want := program(rule(gdl.Fn("cell", constA, varY)))
	for _, text := range []string{
		"(cell a ?y)", "( cell a ?y)", "(cell a ?y )", "(cell      a      ?y)",
		"(cell\ta\r\n?y)", "(\n\fcell\va ?y)",
	} {
		same(t, text, gdlparse.Options{}, want)
	}
	same(t, "(ce ll a ?y)", gdlparse.Options{}, program(rule(gdl.Fn("ce", gdl.Const("ll"), constA, varY))))
	_, list := read("(cell a ? y)", gdlparse.Options{})
	if got := found(list); !slices.Equal(got, []string{"1:9 GDL005"}) {
		t.Errorf("? y gives %q", got)
	}
}

func TestComments(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"; one\n(p a) ;two  \n;;; three\r\n(q ; inside\n b);", []string{" one", "two", ";; three", " inside", ""}},
		{"% one\np(a) //two\t\n%%% three\r\nq( % inside\n b)%", []string{" one", "two", "%% three", " inside", ""}},
		{"(p a) ; caf\xe9 \xff", []string{" caf\xe9 \xff"}},
		{"p(a) % caf\xe9 \xff", []string{" caf\xe9 \xff"}},
		{"p('%') % real", []string{" real"}},
	}
	for _, tt := range tests {
		p := mustRead(t, tt.text, gdlparse.Options{})
		var got []string
		for _, c := range p.Comments {
			got = append(got, c.Text)
			if s := p.File.Slice(c.Span); !strings.HasSuffix(s, c.Text) {
				t.Errorf("%q: the span of the comment holds %q", tt.text, s)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q has the comments %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestRecognise(t *testing.T) {
	tests := []struct {
		text string
		want gdl.Syntax
	}{
		{"", gdl.Prefix},
		{"(role white)", gdl.Prefix},
		{"\ufeff (role white)", gdl.Prefix},
		{"; comment", gdl.Prefix},
		{"\n\t; comment\nrole(white)", gdl.Prefix},
		{"terminal\n(role white)", gdl.Prefix},
		{"terminal (<= p q)", gdl.Prefix},
		{"terminal ( <= p q)", gdl.Prefix},
		{"role(white)", gdl.Infix},
		{"role (white)", gdl.Infix},
		{"% comment\n(role white)", gdl.Infix},
		{"// comment", gdl.Infix},
		{"terminal :- p", gdl.Infix},
		{"terminal <= p", gdl.Infix},
		{"terminal.", gdl.Infix},
		{"terminal", gdl.Infix},
		{"legal(R,M) <=\n(p(R,M) | q(R,M))", gdl.Infix},
		{"legal(R,M)\n  <= p(R,M)", gdl.Infix},
	}
	for _, tt := range tests {
		if got := gdlparse.Recognise(tt.text); got != tt.want {
			t.Errorf("Recognise(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestDialects(t *testing.T) {
	tests := []struct {
		text string
		want gdl.Dialect
	}{
		{"role(white) init(f) next(f) :- true(f)", gdl.GDL},
		{"p(random)", gdl.GDL},
		{"p :- sees(white,f)", gdl.GDL},
		{"sees(R,M) :- does(R,M)", gdl.GDLII},
		{"role(random)", gdl.GDLII},
		{"init(1,f)", gdl.RTGDL},
		{"p :- true(T,f)", gdl.RTGDL},
		{"next(T,f) :- q(T)", gdl.RTGDL},
		{"p(infinity)", gdl.RTGDL},
		{"p(f(infinity))", gdl.RTGDL},
		{"p :- expired(f)", gdl.RTGDL},
		{"p :- ~expired(f)", gdl.RTGDL},
		{"role(random) init(1,f)", gdl.RTGDLII},
		{"sees(R,F) :- role(R) & expired(F)", gdl.RTGDLII},
	}
	for _, tt := range tests {
		if got := mustRead(t, tt.text, gdlparse.Options{}).Dialect; got != tt.want {
			t.Errorf("%s is %v, want %v", tt.text, got, tt.want)
		}
		forced := mustRead(t, tt.text, gdlparse.Options{Dialect: gdl.GDLII})
		if forced.Dialect != gdl.GDLII {
			t.Errorf("%s is %v though GDL-II was asked for", tt.text, forced.Dialect)
		}
	}
}

func TestNumbersOfTimedDialects(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1.0", "1"}, {"1.50", "1.5"}, {"0.5", "0.5"}, {"00.5", "0.5"}, {"007.0", "7"}, {"0.0", "0"},
		{"10", "10"}, {"007", "007"}, {"1.5x", "1.5x"},
	}
	for _, tt := range tests {
		p := mustRead(t, "(init "+tt.text+" f)", gdlparse.Options{})
		if got := p.Clauses[0].Head.Args[0].Name; got != tt.want {
			t.Errorf("%s is read as %s, want %s", tt.text, got, tt.want)
		}
		p = mustRead(t, "(p "+tt.text+" f)", gdlparse.Options{})
		if got := p.Clauses[0].Head.Args[0].Name; got != tt.text {
			t.Errorf("without lifetimes %s is read as %s", tt.text, got)
		}
	}
}

// TestSpans cuts the text of every part of a clause out of the source.
func TestSpans(t *testing.T) {
	tests := []struct {
		text string
		want []string // clause, head, head arguments, body
	}{
		{" (<= (p ?x (f a)) (q ?x) (not (r ?x)) ) ", []string{
			"(<= (p ?x (f a)) (q ?x) (not (r ?x)) )", "(p ?x (f a))", "?x", "(f a)", "(q ?x)", "(not (r ?x))"}},
		{" p(X, f(a)) :- q(X) & ~ r(X) & (a | b) & X != a . ", []string{
			"p(X, f(a)) :- q(X) & ~ r(X) & (a | b) & X != a .", "p(X, f(a))", "X", "f(a)", "q(X)", "~ r(X)", "(a | b)", "X != a"}},
		{"'p'('a-b') q", []string{"'p'('a-b')", "'p'('a-b')", "'a-b'"}},
		{"(<= h (or a b) (and c d))", []string{"(<= h (or a b) (and c d))", "h", "(or a b)", "c", "d"}},
	}
	for _, tt := range tests {
		p, _ := read(tt.text, gdlparse.Options{})
		c := &p.Clauses[0]
		got := []string{p.File.Slice(c.Span), p.File.Slice(c.Head.Span)}
		for i := range c.Head.Args {
			got = append(got, p.File.Slice(c.Head.Args[i].Span))
		}
		for i := range c.Body {
			got = append(got, p.File.Slice(c.Body[i].Span))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s\n%q, want\n%q", tt.text, got, tt.want)
		}
	}
}

// TestOddBytes reads texts that public files are full of, and refuses others
// with one diagnostic.
func TestOddBytes(t *testing.T) {
	want := program(rule(gdl.Fn("p", constA)), rule(gdl.Fn("q", gdl.Const("b"))))
	for _, text := range []string{
		"(p a)\r\n(q b)\r\n",
		"\ufeff(p a)\n(q b)",
		"\t(p\ta)\n\n\n(q b)",
		"; caf\xe9\n(p a) ; \xff\xfe\n(q b)",
		"p(a)\r\nq(b)\r\n",
		"\ufeffp(a)\nq(b)",
		"% caf\xe9\np(a) % \xff\xfe\nq(b)",
	} {
		same(t, text, gdlparse.Options{}, want)
	}
	tests := []struct{ name, text, want string }{
		{"empty", "", "the description is empty"},
		{"blank", " \t\r\n", "the description is empty"},
		{"comments", "; nothing\n", "the description is empty"},
		{"byte order mark", "\ufeff", "the description is empty"},
		{"binary", "\x7fELF\x00(role x)", "the file is binary, not text"},
		{"UTF-16, little-endian", "\xff\xfe(\x00p\x00", "the file is UTF-16 text"},
		{"UTF-16, big-endian", "\xfe\xff\x00(\x00p", "the file is UTF-16 text"},
		{"board game", "// chess\n#players = white(100), black(100)\n", "this looks like a Regular Boardgames description, not GDL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, list := read(tt.text, gdlparse.Options{})
			if len(list.Items) != 1 || list.Items[0].Message != tt.want || list.Items[0].Severity != source.Error {
				t.Errorf("%v, want the error %q", list.Items, tt.want)
			}
			if len(p.Clauses) != 0 {
				t.Errorf("%d clauses", len(p.Clauses))
			}
		})
	}
}

// TestRecovery reads texts with several errors: each must be reported once, at
// its place, and what stands between them must be read.
func TestRecovery(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
		clauses    string // the heads that were read
	}{
		{"several errors", "(p a)\n(q ())\n(r ?)\n(s b)\n(<= t (not))\n(u c)", []string{"2:4 GDL005", "3:4 GDL005", "5:7 GDL006"}, "p s u"},
		{"several in one clause", "(p () ?)\n(q b)", []string{"1:4 GDL005", "1:7 GDL005"}, "q"},
		{"closing parenthesis", "(p a))\n(q b)\n)\n(r c)", []string{"1:6 GDL003", "3:1 GDL003"}, "p q r"},
		{"unclosed fact", "(p a)\n(q b\n(r c)\n(s d)", []string{"2:1 GDL002"}, "p r s"},
		{"unclosed fact before a rule", "(q b\n(r c)\n(<= s r)\n(t d)", []string{"1:1 GDL002"}, "r s t"},
		{"unclosed fact, then bodies in the first column", "(q b\n(r c)\n(<= s r)\n(<= (t ?x)\n(r ?x))", []string{"1:1 GDL002"}, "r s t"},
		{"unclosed term", "(q (f b)\n(r c)\n(s d)", []string{"1:1 GDL002"}, "r s"},
		{"unclosed facts", "(p (a)\n(q b\n(r c\n", []string{"1:1 GDL002", "2:1 GDL002", "3:1 GDL002"}, ""},
		{"unclosed rule", "(<= (p ?x)\n    (q ?x)\n(<= (r ?x) (p ?x))\n(s a)", []string{"1:1 GDL002"}, "r s"},
		{"unclosed condition", "(<= (p ?x)\n    (q ?x\n(<= (r ?x) (p ?x))\n(s a)", []string{"2:5 GDL002"}, "r s"},
		{"bodies in the first column", "(<= (p ?x)\n(q ?x)\n(r ?x)\n(<= (s ?x)\n(q ?x))", []string{"1:1 GDL002"}, "s"},
		{"multi-line facts", "(p\n(f a))\n(q\n(f a)\n)\n(r b)", nil, "p q r"},
		{"open at the end", "(p a)\n(<= (q ?x)", []string{"2:1 GDL002"}, "p"},
		{"nothing but parentheses", "((((", []string{"1:4 GDL002"}, ""},
		{"rule in a rule", "(<= p (q (<= r s)))", []string{"1:7 GDL002", "1:18 GDL003", "1:19 GDL003"}, "r"},
		{"warnings are kept", "(p a)\n(P b\n(q c)", []string{"2:1 GDL002", "2:2 GDL011"}, "p q"},

		{"infix: several errors", "p(a).\nq(,).\nr(b) s(c).\nt :- & u.\nv(d)", []string{"2:3 GDL005", "4:6 GDL006"}, "p r s v"},
		{"infix: one error a clause", "p(#,?) :- q( & .\nr(b)", []string{"1:3 GDL001"}, "r"},
		{"infix: without full stops", "p(a\nq(b)\nr(c)", []string{"1:2 GDL002"}, "q r"},
		{"infix: unclosed condition", "p :- (q | r\ns(c)", []string{"1:6 GDL002"}, "s"},
		{"infix: closing parenthesis", "p(a))\nq(b)", []string{"1:5 GDL003"}, "q"},
		{"infix: quote", "p('a\nq(b)", []string{"1:3 GDL009"}, "q"},
		{"infix: variable", "P(a)\nq(b). R.\ns", []string{"1:1 GDL004", "2:7 GDL004"}, "q s"},
		{"infix: bad characters", "p(a). #### q(b). r(c).", []string{"1:7 GDL001"}, "p r"},
		{"infix: at the end", "p :-", []string{"1:5 GDL006"}, ""},
		{"infix: full stops", "p. . q.", []string{"1:4 GDL004"}, "p q"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, list := read(tt.text, gdlparse.Options{})
			if got := found(list); !slices.Equal(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
			var heads []string
			for i := range p.Clauses {
				heads = append(heads, p.Clauses[i].Head.Name)
			}
			if got := strings.Join(heads, " "); got != tt.clauses {
				t.Errorf("read the clauses %q, want %q", got, tt.clauses)
			}
		})
	}
}

// TestUnclosedNote shows where the next clause was found.
func TestUnclosedNote(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(<= (p ?x)\n(q a)\n(<= r s)", "3:1 the next clause begins here"},
		{"(p a\n(q b)\n(r c)", "2:1 the next clause begins here"},
		{"p(a\nq(b)", `2:1 a closing parenthesis was expected before "q"`},
		{"p(a", `1:4 a closing parenthesis was expected before the end of the file`},
	}
	for _, tt := range tests {
		_, list := read(tt.text, gdlparse.Options{})
		if len(list.Items) != 1 || len(list.Items[0].Notes) != 1 {
			t.Errorf("%q: %v", tt.text, list.Items)
			continue
		}
		n := list.Items[0].Notes[0]
		line, column := list.File.Position(n.Span.Start)
		if got := fmt.Sprintf("%d:%d %s", line, column, n.Message); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestManyErrors stops after a hundred of them and reports at least one, even
// if they are all in a clause that is read twice.
func TestManyErrors(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(p ?)\n", 1000),
		"(p " + strings.Repeat("? ", 1000),
		strings.Repeat(")", 1000),
		strings.Repeat("(p a\n", 1000),
		strings.Repeat("(\n", 1000),
		strings.Repeat("p(,).\n", 1000),
		strings.Repeat("p('\n", 1000),
	} {
		_, list := read(text, gdlparse.Options{})
		if n := list.Count(source.Error); n < 100 || n > 101 || list.Items[0].Code == gdlparse.EmptyFile {
			t.Errorf("%.20q…: %d errors, first %v", text, n, list.Items[0])
		}
	}
}

// TestDepth nests terms and conditions up to the limit, beyond it, and so deep
// that recursion would overflow the stack.
func TestDepth(t *testing.T) {
	nest := func(open, inner, close string, depth int) string {
		return strings.Repeat(open, depth) + inner + strings.Repeat(close, depth)
	}
	shapes := []struct {
		name   string
		syntax gdl.Syntax
		text   func(depth int) string // whose parentheses are that deep in prefix
	}{
		{"prefix terms", gdl.Prefix, func(n int) string { return nest("(f ", "a", ")", n) }},
		{"prefix negations", gdl.Prefix, func(n int) string { return "(<= p " + nest("(not ", "q", ")", n-1) + ")" }},
		{"prefix disjunctions", gdl.Prefix, func(n int) string { return "(<= p " + nest("(or q (and q ", "q", "))", (n-1)/2) + ")" }},
		{"infix terms", gdl.Infix, func(n int) string { return nest("f(", "a", ")", n) }},
		{"infix negations", gdl.Infix, func(n int) string { return "p :- " + nest("~", "q", "", n-1) }},
		{"infix disjunctions", gdl.Infix, func(n int) string { return "p :- " + nest("(q & (q | ", "q", "))", (n-1)/2) }},
	}
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			opt := gdlparse.Options{Syntax: s.syntax}
			p := mustRead(t, s.text(gdlparse.MaxDepth-1), opt)
			for _, other := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
				same(t, string(gdlformat.Program(p, other)), gdlparse.Options{Syntax: other}, p)
			}
			for _, depth := range []int{gdlparse.MaxDepth + 3, 100_000} {
				p, list := read(s.text(depth)+"\nlast(a)\n", opt)
				if len(list.Items) != 1 || list.Items[0].Code != gdlparse.TooDeep {
					t.Errorf("depth %d: %v", depth, list.Items)
				}
				if len(p.Clauses) == 0 || p.Clauses[0].Head.Name != "last" {
					t.Errorf("depth %d: the next clause was lost", depth)
				}
			}
		})
	}
	for _, text := range []string{strings.Repeat("(f ", 100_000), strings.Repeat("f(", 100_000), strings.Repeat("(", 100_000), "p :- " + strings.Repeat("(", 100_000)} {
		_, list := read(text, gdlparse.Options{})
		if !slices.ContainsFunc(list.Items, func(d *source.Diagnostic) bool { return d.Code == gdlparse.TooDeep }) {
			t.Errorf("%.20q…: %v", text, list.Items)
		}
	}
}

// TestLimitIsTheSameInBothSyntaxes finds the depth at which each shape is first
// refused: what one syntax accepts, the other must accept too.
func TestLimitIsTheSameInBothSyntaxes(t *testing.T) {
	for depth := gdlparse.MaxDepth - 3; depth <= gdlparse.MaxDepth+3; depth++ {
		for _, pair := range [][2]string{
			{strings.Repeat("(f ", depth) + "a" + strings.Repeat(")", depth), strings.Repeat("f(", depth) + "a" + strings.Repeat(")", depth)},
			{"(<= p " + strings.Repeat("(not ", depth) + "q" + strings.Repeat(")", depth) + ")", "p :- " + strings.Repeat("~", depth) + "q"},
			{"(<= p (q " + strings.Repeat("(f ", depth) + "a" + strings.Repeat(")", depth) + "))", "p :- q(" + strings.Repeat("f(", depth) + "a" + strings.Repeat(")", depth) + ")"},
		} {
			_, prefix := read(pair[0], gdlparse.Options{Syntax: gdl.Prefix})
			_, infix := read(pair[1], gdlparse.Options{Syntax: gdl.Infix})
			if prefix.HasErrors() != infix.HasErrors() {
				t.Errorf("depth %d: %.20s… gives %v, %.20s… gives %v", depth, pair[0], prefix.Items, pair[1], infix.Items)
			}
		}
	}
}

// TestTooLarge reads texts of as many words and marks as are allowed, and of more.
func TestTooLarge(t *testing.T) {
	for _, test := range []struct {
		unit   string
		tokens int
	}{{"(p a)", 4}, {"p(a)", 4}, {";\n", 1}} {
		for _, more := range []int{0, 1} {
			n := gdlparse.MaxTokens/test.tokens + more
			_, list := gdlparse.File(source.NewFile("large", []byte(strings.Repeat(test.unit, n))), gdlparse.Options{})
			refused := len(list.Items) > 0 && list.Items[0].Code == gdlparse.NotText
			if refused != (more > 0) {
				t.Errorf("%d times %q: %v", n, test.unit, list.Err())
			}
		}
	}
}
