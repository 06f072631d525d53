package gdlrewrite_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlrewrite"
)

func TestRemoveOr(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"fact", "p(a)", "p(a)"},
		{"literals", "h :- p & ~q & distinct(a,b)", "h :- p & ~q & distinct(a,b)"},
		{"or", "h :- p | q", "h :- p  h :- q"},
		{"order", "h :- a & (b | c) & d & (e | f)",
			"h :- a & b & d & e  h :- a & b & d & f  h :- a & c & d & e  h :- a & c & d & f"},
		{"order of rules", "a :- b  h :- p | q  z :- y", "a :- b  h :- p  h :- q  z :- y"},
		{"and in or", "h :- p | (q & ~r)", "h :- p  h :- q & ~r"},
		{"or in and in or", "h :- p | (q & (r | s))", "h :- p  h :- q & r  h :- q & s"},
		{"repetition", "h :- (p | q) & (p | p)", "h :- p & p  h :- q & p"},
		{"repetition in two rules", "h :- p | q  h :- p", "h :- p  h :- q  h :- p"},
		{"variables", "h(X) :- p(X,f(Y)) & (q(X) | X != Y)", "h(X) :- p(X,f(Y)) & q(X)  h(X) :- p(X,f(Y)) & X != Y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.text)
			before := snapshot(p)
			q, err := gdlrewrite.RemoveOr(p)
			if err != nil {
				t.Fatal(err)
			}
			want(t, q, test.want)
			overwrite(q)
			if !reflect.DeepEqual(p, before) {
				t.Error("the argument changed")
			}
		})
	}
}

func atom(name string) gdl.Formula          { return gdl.Pos(gdl.Const(name)) }
func not(f gdl.Formula) gdl.Formula         { return gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{f}} }
func and(fs ...gdl.Formula) gdl.Formula     { return gdl.Formula{Op: gdl.OpAnd, Args: fs} }
func or(fs ...gdl.Formula) gdl.Formula      { return gdl.Formula{Op: gdl.OpOr, Args: fs} }
func rule(body ...gdl.Formula) gdl.Clause   { return gdl.Clause{Head: gdl.Const("h"), Body: body} }
func program(cs ...gdl.Clause) *gdl.Program { return &gdl.Program{Clauses: cs} }

func TestRemoveOrUnderNegation(t *testing.T) {
	for _, test := range []struct {
		name string
		body gdl.Formula
		want string
	}{
		{"or", not(or(atom("p"), atom("q"))), "h :- ~p & ~q"},
		{"and", not(and(atom("p"), atom("q"))), "h :- ~p  h :- ~q"},
		{"twice", not(not(atom("p"))), "h :- p"},
		{"three times", not(not(not(atom("p")))), "h :- ~p"},
		{"mixed", not(or(atom("p"), and(not(atom("q")), atom("r")))), "h :- ~p & q  h :- ~p & ~r"},
		{"true", and(), "h"},
		{"false", or(), ""},
		{"not true", not(and()), ""},
		{"not false", not(or()), "h"},
		{"false and more", and(or(atom("p"), atom("q")), or()), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			q, err := gdlrewrite.RemoveOr(program(rule(test.body)))
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" {
				if len(q.Clauses) != 0 {
					t.Errorf("got %s, want nothing", show(q))
				}
				return
			}
			want(t, q, test.want)
		})
	}
}

func TestRemoveOrKeepsPlaces(t *testing.T) {
	p := read(t, "% why\nh :- p & (q | ~r)")
	q, err := gdlrewrite.RemoveOr(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(q.Comments) != 1 || len(q.Clauses) != 2 {
		t.Fatalf("got %s", show(q))
	}
	for i, text := range []string{"q", "~r"} {
		c := &q.Clauses[i]
		if c.Span != p.Clauses[0].Span || p.File.Slice(c.Body[1].Span) != text {
			t.Errorf("rule %d is said to stand at %q, its last literal at %q",
				i, p.File.Slice(c.Span), p.File.Slice(c.Body[1].Span))
		}
	}
}

// choices returns the text of n disjunctions of k parts each.
func choices(n, k int) string {
	var parts []string
	for i := range n {
		var names []string
		for j := range k {
			names = append(names, fmt.Sprintf("p%d_%d", i, j))
		}
		parts = append(parts, "("+strings.Join(names, " | ")+")")
	}
	return strings.Join(parts, " & ")
}

func TestRemoveOrLimit(t *testing.T) {
	for _, test := range []struct {
		name, text string
		clauses    int    // 0 for an error
		message    string // a part of it
	}{
		{"as many as allowed", "h :- " + choices(4, 10), 10_000, ""},
		{"one more", "h :- q | (" + choices(4, 10) + ")", 0, "10001 rules"},
		{"very many", "h :- " + choices(500, 2), 0, "1000000000 or more rules"},
		{"long bodies", "h :- " + choices(1, 9000) + " & " + choices(200, 1), 0, "9000 rules without disjunctions, with 1809000 literals"},
		{"one long body", "h :- " + choices(50_000, 1), 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, "role(white)\n  "+test.text)
			q, err := gdlrewrite.RemoveOr(p)
			if test.clauses > 0 {
				if err != nil || len(q.Clauses) != 1+test.clauses {
					t.Errorf("got %v", err)
				}
				return
			}
			var tooMany *gdlrewrite.TooManyClausesError
			if !errors.As(err, &tooMany) || tooMany.Clause != &p.Clauses[1] {
				t.Fatalf("got %v", err)
			}
			if got := err.Error(); !strings.HasPrefix(got, "test.gdl:2:3: ") || !strings.Contains(got, test.message) {
				t.Errorf("got %q, want test.gdl:2:3 and %q", got, test.message)
			}
		})
	}
}

func TestDisjunctsLimit(t *testing.T) {
	c := rule(or(atom("p"), atom("q"), atom("p")))
	if _, ok := gdlrewrite.Disjuncts(&c, 2); ok {
		t.Error("three disjuncts within a limit of two")
	}
	if got, ok := gdlrewrite.Disjuncts(&c, 3); !ok || len(got) != 2 {
		t.Errorf("got %v, %v; want two clauses", got, ok)
	}
	c = rule(atom("p"))
	if got, ok := gdlrewrite.Disjuncts(&c, 0); !ok || len(got) != 1 {
		t.Errorf("got %v, %v; want the clause itself", got, ok)
	}
}

// formulas makes any formulas at all, also such as the parser never makes.
func formulas(depth int) *rapid.Generator[gdl.Formula] {
	return rapid.Custom(func(t *rapid.T) gdl.Formula {
		op := gdl.OpAtom
		if depth > 0 {
			op = rapid.SampledFrom([]gdl.Op{gdl.OpAtom, gdl.OpNot, gdl.OpAnd, gdl.OpOr}).Draw(t, "op")
		}
		switch op {
		case gdl.OpAtom:
			return atom(rapid.SampledFrom([]string{"p", "q", "r", "s"}).Draw(t, "atom"))
		case gdl.OpNot:
			return not(formulas(depth-1).Draw(t, "negated"))
		}
		return gdl.Formula{Op: op, Args: rapid.SliceOfN(formulas(depth-1), 0, 3).Draw(t, "parts")}
	})
}

func holds(f *gdl.Formula, facts map[string]bool) bool {
	switch f.Op {
	case gdl.OpAtom:
		return facts[f.Atom.Name]
	case gdl.OpNot:
		return !holds(&f.Args[0], facts)
	case gdl.OpAnd:
		return allHold(f.Args, facts)
	}
	for i := range f.Args {
		if holds(&f.Args[i], facts) {
			return true
		}
	}
	return false
}

func allHold(fs []gdl.Formula, facts map[string]bool) bool {
	for i := range fs {
		if !holds(&fs[i], facts) {
			return false
		}
	}
	return true
}

func anyHolds(clauses []gdl.Clause, facts map[string]bool) bool {
	for i := range clauses {
		if allHold(clauses[i].Body, facts) {
			return true
		}
	}
	return false
}

func TestDisjunctsMeanTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rule(rapid.SliceOfN(formulas(4), 0, 3).Draw(t, "body")...)
		got, ok := gdlrewrite.Disjuncts(&c, gdlrewrite.MaxClauses)
		if !ok {
			t.Skip("too many")
		}
		for i := range got {
			for j := range got[i].Body {
				if _, _, ok := got[i].Body[j].Literal(); !ok {
					t.Fatalf("not a literal: %v", got[i].Body[j])
				}
			}
			for j := range i {
				if got[i].Equal(&got[j]) {
					t.Fatalf("clauses %d and %d are equal", j, i)
				}
			}
		}
		for set := range 16 {
			facts := map[string]bool{"p": set&1 > 0, "q": set&2 > 0, "r": set&4 > 0, "s": set&8 > 0}
			if anyHolds(got, facts) != allHold(c.Body, facts) {
				t.Fatalf("different under %v: %s", facts, show(program(got...)))
			}
		}
	})
}
