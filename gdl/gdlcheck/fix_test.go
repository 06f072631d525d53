package gdlcheck_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdltest"
	"ludex/source"
)

// problems reads and checks texts for source.FixAll.
func problems(read gdlparse.Options, opt gdlcheck.Options) func(*source.File) *source.List {
	return func(f *source.File) *source.List {
		prog, list := gdlparse.File(f, read)
		gdlcheck.Run(prog, opt, list)
		return list
	}
}

// fixText makes all changes that checks propose.
func fixText(text string) (string, []*source.Diagnostic) {
	f, made := source.FixAll(source.NewFile("game", []byte(text)), problems(gdlparse.Options{}, gdlcheck.Options{}))
	return f.Text(), made
}

func TestFixes(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a role in prefix", `(role a)
(<= (legal ?r noop) ; waits
    (true x))`, `(role a)
(<= (legal ?r noop) (role ?r) ; waits
    (true x))`},
		{"a fact becomes a rule", `(goal ?r 0) ; all lose`, `(<= (goal ?r 0) (role ?r)) ; all lose`},
		{"a rule without a body", `(<= (goal ?r 0))`, `(<= (goal ?r 0) (role ?r))`},
		{"several in a clause", `(<= (sees ?r ?m) (not (p ?x)) (not (q ?y ?y)))`,
			"(<= (sees ?r ?m) (role ?r) (not some_p) (not some_q))\n(<= some_q (q ?y ?y))\n(<= some_p (p ?x))"},
		{"a role in infix", "role(a)\nlegal(R,noop) :- true(x). % waits", "role(a)\nlegal(R,noop) :- role(R) & true(x). % waits"},
		{"an infix fact", "input(R,noop) goal(R,0). role(a)", "input(R,noop) :- role(R) goal(R,0) :- role(R). role(a)"},
		{"an arrow before nothing", "goal(R,0) :- .", "goal(R,0) :- role(R) ."},
		{"alternatives", "goal(R,0) :- % both\n  (a | b) | c.", "goal(R,0) :- % both\n  role(R) & ((a | b) | c)."},
		{"no role", "next(f(X)) :- true(g). r(R,X) :- p(X)", "next(f(X)) :- true(g). r(R,X) :- p(X)"},
		{"a role with a capital", "role(white) goal(White,0) :- p", "role(white) goal(white,0) :- p"},
		{"an anonymous role", "role(a) goal(_,0) :- p", "role(a) goal(_,0) :- p"},

		{"no value", "r(X) :- p(X) & ~q(X,Z) % none", "r(X) :- p(X) & ~some_q(X) % none\nsome_q(X) :- q(X,Z)"},
		{"no value, line breaks of Windows", "r(X) :- p(X) & ~q(X,Z).\r\nz.\r\n", "r(X) :- p(X) & ~some_q(X).\r\nsome_q(X) :- q(X,Z).\r\nz.\r\n"},
		{"no fact", "(<= r (p ?x) (not (true (f ?x ?y ?z))))", "(<= r (p ?x) (not (some_f ?x)))\n(<= (some_f ?x) (true (f ?x ?y ?z)))"},
		{"a name that is taken", "(<= r (not (q ?x))) (SOME_Q 1)", "(<= r (not some_q2)) (<= some_q2 (q ?x)) (SOME_Q 1)"},
		{"a name that needs quotes", "r :- ~'a-b'(X)", "r :- ~some\nsome :- 'a-b'(X)"},
		{"one rule for equal negations", "r(X) :- p(X) & ~q(X,Y)\ns(Z) :- p(Z) & ~q(Z,X)",
			"r(X) :- p(X) & ~some_q(X)\nsome_q(X) :- q(X,Y)\ns(Z) :- p(Z) & ~some_q(Z)"},
		{"a rule for each other one", "r :- ~q(X,1)\ns(X) :- p(X) & ~q(Y,X)\nt :- ~q(X,X)",
			"r :- ~some_q\nsome_q :- q(X,1)\ns(X) :- p(X) & ~some_q2(X)\nsome_q2(X) :- q(Y,X)\nt :- ~some_q3\nsome_q3 :- q(X,X)"},
		{"a relation with another rule", "has(X) :- q(X,Y) has(1). r(X) :- p(X) & ~q(X,Y)",
			"has(X) :- q(X,Y) has(1). r(X) :- p(X) & ~some_q(X)\nsome_q(X) :- q(X,Y)"},
		{"a relation that fits", "has(X) :- q(X,Y). r(X) :- p(X) & ~q(X,Y)", "has(X) :- q(X,Y). r(X) :- p(X) & ~has(X)"},
		{"an anonymous variable", "r(X) :- p(X) & ~q(X,_)", "r(X) :- p(X) & ~some_q(X)\nsome_q(X) :- q(X,_)"},
		{"a variable of two negations", "r :- ~q(X) & ~s(X)", "r :- ~q(X) & ~s(X)"},
		{"a variable of the head", "r(X) :- ~q(X)", "r(X) :- ~q(X)"},
		{"a negation over lines", "r :- ~q(X,\n Y)", "r :- ~q(X,\n Y)"},

		{"two negations", "r :- ~~p", "r :- p"},
		{"two negations in prefix", "(<= r (not (not (p 1))))", "(<= r (p 1))"},
		{"a negated conjunction", "r :- ~(p & ~q & a != b)", "r :- (~p | q | ~a != b)"},
		{"a negated disjunction", "(<= r (not (or (p 1) (not q))))", "(<= r (and (not (p 1)) q))"},
		{"a conjunction inside", "r :- ~(p | (q & s))", "r :- ~(p | (q & s))"},

		{"leading zeros", "(role a) (goal a 050) (goal a 000) (goal a 0101)", "(role a) (goal a 50) (goal a 0) (goal a 0101)"},
		{"signs", "(role a) (goal a +7) (goal a -7) (goal a -0)", "(role a) (goal a 7) (goal a -7) (goal a 0)"},

		{"a misspelled relation", "r :- hase(a) hare(1) has(1,2)", "r :- hare(a) hare(1) has(1,2)"},
		{"another number of arguments", "r :- hass(a) has(1,2)", "r :- hass(a) has(1,2)"},

		{"true in a head", "true(f). true(g) :- true(f). true(h) :- p", "init(f). next(g) :- true(f). true(h) :- p"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := fixText(tt.text); got != tt.want {
				t.Errorf("the text is\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestSafetyFixesMend makes sure that a fix solves the problem that it is proposed for.
func TestSafetyFixesMend(t *testing.T) {
	const text = `(role a) (<= (legal ?r go) (not (true (f ?x)))) (<= terminal (not (and p q))) (goal ?r 050)`
	mended, _ := fixText(text)
	for _, d := range problems(gdlparse.Options{}, gdlcheck.Options{})(source.NewFile("mended", []byte(mended))).Items {
		if strings.HasPrefix(d.Code.ID, "GDL02") || d.Code.ID == "GDL075" {
			t.Errorf("%v\n%s", d, mended)
		}
	}
}

// TestFixingMarkedFiles applies all fixes to the files of testdata.
func TestFixingMarkedFiles(t *testing.T) {
	for _, f := range markedFiles(t) {
		t.Run(f.Name(), func(t *testing.T) { checkFixing(t, f.File, f.parse) })
	}
}

// TestFixingAnything applies all fixes to programs that are full of unsafe rules,
// with a comment at the end of every line.
func TestFixingAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		syntax := rapid.SampledFrom([]gdl.Syntax{gdl.Prefix, gdl.Infix}).Draw(t, "syntax")
		prog := gdltest.Program().Draw(t, "program")
		for i := range prog.Clauses {
			loosen(t, &prog.Clauses[i])
		}
		text := string(gdlformat.Program(prog, syntax))
		mark := map[gdl.Syntax]string{gdl.Prefix: " ; c", gdl.Infix: " % c"}[syntax]
		text = strings.ReplaceAll(text, "\n", mark+"\n")
		checkFixing(t, source.NewFile("game", []byte(text)), gdlparse.Options{Syntax: syntax, CaseSensitive: true, Dialect: prog.Dialect})
	})
}

// loosen makes a clause unsafe: nothing binds its role, or a variable of a
// negation.
func loosen(t *rapid.T, c *gdl.Clause) {
	switch c.Head.Name {
	case gdl.Legal, gdl.Goal, gdl.Sees, gdl.Input:
		if rapid.Bool().Draw(t, "any role") {
			c.Head.Args[0] = gdl.Var("Anybody")
		}
	}
	if rapid.Bool().Draw(t, "a negation") {
		c.Body = append(c.Body, gdl.Not(gdl.Fn("marked", gdl.Var("Anything"))))
	}
}

// checkFixing fails unless fixing leaves comments and untouched lines as they are,
// breaks nothing that could be read, and leaves nothing to be fixed.
func checkFixing(t tester, f *source.File, read gdlparse.Options) {
	t.Helper()
	check := problems(read, gdlcheck.Options{Hints: true})
	touched := map[string]bool{}
	fixed, made := source.FixAll(f, check)
	for _, d := range made {
		for _, e := range d.Fixes[0].Edits {
			touched[d.File.LineText(d.File.Line(e.Span.Start))] = true
		}
	}
	before, old := gdlparse.File(f, read)
	after, now := gdlparse.File(fixed, read)
	if !old.HasErrors() && now.HasErrors() {
		t.Fatalf("fixing breaks the text: %v\n%s", now.Err(), fixed.Text())
	}
	if was, is := commentTexts(before), commentTexts(after); !old.HasErrors() && !slices.Equal(was, is) {
		t.Fatalf("the comments were %q and are %q", was, is)
	}
	rest := strings.SplitAfter(fixed.Text(), "\n")
	for _, line := range strings.SplitAfter(f.Text(), "\n") {
		if touched[strings.TrimRight(line, "\r\n")] {
			continue
		}
		i := slices.Index(rest, line)
		if i < 0 {
			t.Fatalf("the line %q is lost\n%s", line, fixed.Text())
		}
		rest = rest[i+1:]
	}
	for _, d := range check(fixed).Items {
		if len(d.Fixes) == 1 {
			t.Fatalf("%v can still be fixed\n%s", d, fixed.Text())
		}
	}
}

func commentTexts(p *gdl.Program) []string {
	var out []string
	for _, c := range p.Comments {
		out = append(out, c.Text)
	}
	return out
}
