package gdlref

import (
	"fmt"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// evalText evaluates a program and prints what holds, in infix.
func evalText(t *testing.T, program, input, query string) (string, error) {
	t.Helper()
	var facts []gdl.Term
	if input != "" {
		for _, c := range read(t, "input", input).Clauses {
			facts = append(facts, c.Head)
		}
	}
	var q *gdl.Term
	if query != "" {
		a := atom(t, query)
		q = &a
	}
	atoms, err := Eval(t.Context(), read(t, "program", program), facts, q, Options{MaxAnswers: 20_000})
	var out []string
	for i := range atoms {
		out = append(out, gdlformat.Term(&atoms[i], gdl.Infix))
	}
	return strings.Join(out, " "), err
}

const family = "parent(art,bob) parent(amy,bob) parent(bob,cal) parent(bob,coe)\n"

func TestEval(t *testing.T) {
	for _, test := range []struct{ name, program, input, query, want string }{
		{"grandparent of the lesson", family + "grandparent(X,Z) :- parent(X,Y) & parent(Y,Z)", "", "grandparent(X,Y)",
			"grandparent(amy,cal) grandparent(amy,coe) grandparent(art,cal) grandparent(art,coe)"},
		{"ancestor of the lesson", "a(X,Z) :- p(X,Z)\na(X,Z) :- p(X,Y) & a(Y,Z)\nra(X,Y) :- a(X,Y) & ~p(X,Y)", "p(a,b) p(b,c) p(c,d)", "",
			"a(a,b) a(a,c) a(a,d) a(b,c) a(b,d) a(c,d) ra(a,c) ra(a,d) ra(b,d)"},
		// The lesson prints the output r(a,b) here, for which the rule needs ~q(X).
		{"open program of the lesson, input 1", "r(X,Y) :- p(X,Y) & ~q(Y)", "p(a,b) p(b,b) q(b)", "", ""},
		{"open program as meant, input 1", "r(X,Y) :- p(X,Y) & ~q(X)", "p(a,b) p(b,b) q(b)", "", "r(a,b)"},
		{"open program of the lesson, input 2", "r(X,Y) :- p(X,Y) & ~q(Y)", "p(a,b) p(b,b)", "", "r(a,b) r(b,b)"},
		{"a query of an input relation", "r(X) :- p(X)", "p(a)", "p(X)", "p(a)"},
		{"a ground query", "r(X) :- p(X)", "p(a)", "r(a)", "r(a)"},
		{"a false query", "r(X) :- p(X)", "p(a)", "r(b)", ""},
		{"an unknown relation", "r(X) :- p(X)", "p(a)", "s(b)", ""},
		{"a repeated variable in the query", "r(a,b) r(b,b)", "", "r(X,X)", "r(b,b)"},
		{"a nested term in the query", "r(f(a,b)) r(f(b,b)) r(c)", "", "r(f(X,b))", "r(f(a,b)) r(f(b,b))"},
		{"left recursion", "t(X,Y) :- t(X,Z) & e(Z,Y)\nt(X,Y) :- e(X,Y)", "e(a,b) e(b,c) e(c,a)", "t(a,X)", "t(a,a) t(a,b) t(a,c)"},
		{"double recursion", "t(X,Y) :- t(X,Z) & t(Z,Y)\nt(X,Y) :- e(X,Y)", "e(a,b) e(b,c) e(c,d)", "t(X,d)", "t(a,d) t(b,d) t(c,d)"},
		{"mutual recursion", "even(z)\neven(s(X)) :- odd(X)\nodd(s(X)) :- even(X) & below(X)\nbelow(z)\nbelow(s(s(z)))", "", "even(X)",
			"even(s(s(s(s(z))))) even(s(s(z))) even(z)"},
		{"disjunction", "r(X) :- (p(X) | q(X)) & ~s(X)\np(a)\nq(b)\nq(c)\ns(b)", "", "r(X)", "r(a) r(c)"},
		{"distinct", "r(X,Y) :- p(X) & p(Y) & distinct(X,Y)\np(a)\np(b)", "", "r(X,Y)", "r(a,b) r(b,a)"},
		{"negated distinct", "r(X,Y) :- p(X) & p(Y) & ~distinct(X,Y)\np(a)\np(b)", "", "r(X,Y)", "r(a,a) r(b,b)"},
		{"tests before what binds them", "r(X) :- distinct(X,a) & ~q(X) & p(X)\np(a)\np(b)\np(c)\nq(c)", "", "r(X)", "r(b)"},
		{"negation that is stratified on ground atoms", "win(X) :- move(X,Y) & ~win(Y)", "move(a,b) move(b,c) move(c,d) move(b,d)", "win(X)", "win(b) win(c)"},
		{"true and does are plain relations", "legal(X) :- true(X)", "true(f(a))", "", "legal(f(a))"},
		{"facts and rules for one relation", "p(a)\np(a)\np(X) :- q(X)\nq(a)\nq(b)", "", "p(X)", "p(a) p(b)"},
		{"no arguments", "p :- q\nq :- ~r", "", "", "p q"},
	} {
		got, err := evalText(t, test.program, test.input, test.query)
		if err != nil || got != test.want {
			t.Errorf("%s: got %s, %v; want %s", test.name, got, err, test.want)
		}
	}
}

func TestEvalErrors(t *testing.T) {
	for program, want := range map[string]string{
		"p :- ~q\nq :- ~p":                                    "depends on its own negation",
		"p(a)\np(f(X)) :- p(X)":                               "terms without end",
		"p(X,Y) :- q(X) & ~r(Y)\nq(a)":                        "unsafe",
		"p(X) :- q(X) & q(Y) & q(Z)\n" + numbers("q", 30):     "",
		"p(X,Y,Z) :- q(X) & q(Y) & q(Z)\n" + numbers("q", 30): "more than 20000 answers",
	} {
		_, err := evalText(t, program, "", "")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: the error is %v, want %q", program, err, want)
		}
	}
}

func numbers(relation string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s(%d)\n", relation, i)
	}
	return b.String()
}

// TestLongChains makes sure that depth costs no stack: neither recursion nor
// negations that follow each other.
func TestLongChains(t *testing.T) {
	const n = 3000
	var edges strings.Builder
	for i := range n {
		fmt.Fprintf(&edges, "e(%d,%d)\n", i, i+1)
	}
	got, err := evalText(t, "t(X) :- e(X,Y) & t(Y)\nt(3000)\nwin(X) :- e(X,Y) & ~win(Y)\n"+edges.String(), "", "t(0)")
	if err != nil || got != "t(0)" {
		t.Errorf("recursion: %s, %v", got, err)
	}
	got, err = evalText(t, "win(X) :- e(X,Y) & ~win(Y)\n"+edges.String(), "", "win(1)")
	if err != nil || got != "win(1)" {
		t.Errorf("negation: %s, %v", got, err)
	}
}
