package formula

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/source"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"p", "p"},
		{"hasCard(jane,ace)", "hasCard(jane,ace)"},
		{"(hasCard jane ace)", "hasCard(jane,ace)"},
		{"true((hasCard jane ace))", "true(hasCard(jane,ace))"},
		{"(true (hasCard jane ace))", "true(hasCard(jane,ace))"},
		{"legal(jane,allIn) & goal(jane,100) & terminal", "legal(jane,allIn) & goal(jane,100) & terminal"},
		{"~p", "~p"}, {"not p", "~p"}, {"¬p", "~p"}, {"(not p)", "~p"}, {"~ ~p", "~~p"},
		{"p & q | r", "p & q | r"}, {"p & (q | r)", "p & (q | r)"}, {"(p and q) or r", "p & q | r"},
		{"p & (q & r)", "p & q & r"}, {"(or p (and q r))", "p | q & r"},
		{"p => q => r", "p => q => r"}, {"(p => q) => r", "(p => q) => r"}, {"p implies q or r", "p => q | r"},
		{"~p & q", "~p & q"}, {"~(p & q)", "~(p & q)"},
		{"knows(jane, p & q)", "knows(jane, p & q)"},
		{"(knows jane (hasCard jane ace))", "knows(jane, hasCard(jane,ace))"},
		{"possible(rick, ~terminal)", "possible(rick, ~terminal)"},
		{"everyone({jane, rick}, p)", "everyone({jane,rick}, p)"},
		{"(common (jane rick) p)", "common({jane,rick}, p)"}, {"(common jane p)", "common({jane}, p)"},
		{"next p", "next p"}, {"next[1] p", "next p"}, {"next[3] p", "next[3] p"}, {"next p & q", "next p & q"},
		{"always p", "always p"}, {"always[0] p", "always[0] p"}, {"(always 3 p)", "always[3] p"},
		{"eventually[2] (p | q)", "eventually[2] (p | q)"}, {"can ~p", "can ~p"},
		{"(next always p)", "next always p"}, {"(always eventually p)", "always eventually p"},
		{"exists C in card(C): hasCard(jane,C)", "exists C in card(C): hasCard(jane,C)"},
		{"exists ?c in (card ?c): (hasCard jane ?c)", "exists C in card(C): hasCard(jane,C)"},
		{"forall R,C in true(hasCard(R,C)): p & q", "forall R,C in true(hasCard(R,C)): p & q"},
		{"(forall X in {a,b}: p(X)) & q", "(forall X in {a,b}: p(X)) & q"},
		{"q & forall X in {a}: p(X) | r", "q & (forall X in {a}: p(X) | r)"},
		{"~exists X in {a}: p(X)", "~(exists X in {a}: p(X))"},
		{"a != b", "distinct(a,b)"}, {"distinct(a,b)", "distinct(a,b)"}, {"(distinct a b)", "distinct(a,b)"},
		{"'less-than'(a,b)", "'less-than'(a,b)"}, {"(less-than a b)", "'less-than'(a,b)"},
		{"does(jane,allIn) & (sees jane (card ace))", "does(jane,allIn) & sees(jane,card(ace))"},
		{"static(card(ace))", "static(card(ace))"}, {"(static (card ace))", "static(card(ace))"}, {"'does'(a,b)", "true(does(a,b))"},
		{"'next'(x)", "true(next(x))"}, {"'terminal'", "true(terminal)"},
		{"(p)", "p"}, {"(p & q)", "p & q"}, {"(p (x) & q)", "p(x) & q"}, {"((p))", "p"},
		{"p(f(a),1.5)", "p(f(a),1.5)"}, {"knows(jane,(p x) => q)", "knows(jane, p(x) => q)"},
		{"p -> q", "p => q"}, {"p ∧ q ∨ ¬r ⇒ s", "p & q | ~r => s"},
		{"exists X in true(cell(X,_)): p(X)", "exists X in true(cell(X,_)): p(X)"},
		{"f()", "f"}, {"(p and q)", "p & q"}, {"(p or q)", "p | q"}, {"(terminal)", "terminal"},
	} {
		f, err := parse(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := f.String(); got != test.want {
			t.Errorf("%q is read as %q, want %q", test.text, got, test.want)
		}
		again, err := parse(f.String())
		if err != nil || !again.equal(f) {
			t.Errorf("%q reads back as %v, %v", f.String(), again, err)
		}
	}
}

// TestErrors checks messages and their places, which carets mark.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, at, want string }{
		{"", "", "a formula is missing before the end of the text"},
		{"p &", "", "a formula is missing before the end"},
		{"p q", "q", `the formula should end before "q"`},
		{"(p & q", "(", "this parenthesis is never closed"},
		{"knows(jane)", ")", "a comma is missing"},
		{"knows jane", "jane", "an opening parenthesis is missing"},
		{"knows(jane, p", "", "a closing parenthesis is missing"},
		{"common(jane, p)", "jane", "an opening brace is missing"},
		{"common({}, p)", "}", "a term is missing"},
		{"next[x] p", "x", "next takes a number of steps"},
		{"next[0] p", "0", "next takes a number of steps"},
		{"always[3 p", "p", "a closing bracket is missing"},
		{"exists x in card(x): p", "x", "a variable is missing"},
		{"exists X,X in card(X): p", "X", "the variable X is there twice"},
		{"exists X card(X): p", "card", `"in" and a domain are missing`},
		{"exists X in card(X) p", "p", "a colon is missing"},
		{"exists X in X: p", ":", "a domain is an atom"},
		{"X", "X", "a formula is an atom, not the variable X"},
		{"P(x)", "P", "a variable cannot be the name"},
		{"true(X)", "X", "a fact or relation has a name"},
		{"legal(jane)", "legal(jane)", "legal takes 2 arguments, here it has 1"},
		{"p(a", "", "a comma or a closing parenthesis is missing"},
		{"p(,a)", ",", "a term is missing"},
		{"p # q", "#", "the character '#' has no meaning"},
		{"'p", "'p", "this quote is not closed"},
		{"'p q'", "'p q'", "cannot contain blanks"},
		{"? & p", "?", "a variable needs a name"},
		{"(exists x p)", "(exists x p)", "exists is not written with 2 arguments in prefix"},
		{"(knows p)", "(knows p)", "knows is not written with 1 arguments"},
		{strings.Repeat("~", 300) + "p", strings.Repeat("~", 300) + "p", "nested more than"},
		{strings.Repeat("~", 3000) + "p", "~", "nested more than"},
		{strings.Repeat("(p & ", 3000), "p", "nested more than"},
		{strings.Repeat("f(", 3000), "f", "nested more than"},
		{"exists _ in card(_): p", "_", "a variable is missing"},
		{"p\xff", "\xff", "byte 0xff has no meaning"},
	} {
		f, list := Read(source.NewFile("formula", []byte(test.text)))
		if f != nil || len(list.Items) != 1 {
			t.Errorf("%q was read as %v, %v", test.text, f, list.Err())
			continue
		}
		d := list.Items[0]
		if !strings.Contains(d.Message, test.want) || list.File.Slice(d.Span) != test.at {
			t.Errorf("%q: %q at %q, want %q at %q", test.text, d.Message, list.File.Slice(d.Span), test.want, test.at)
		}
	}
}

// TestReadBack prints generated formulas and reads them again.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(4, scope{roles: []string{"ann", "bob"}}).Draw(t, "formula")
		text := f.String()
		again, err := parse(text)
		if err != nil || !again.equal(&f) || again.String() != text {
			t.Fatalf("%q reads back as %v: %v", text, again, err)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"knows(jane, ~knows(rick, hasCard(jane,ace)))", "(knows jane (hasCard jane ace))",
		"next[2] exists C in card(C): 'less-than'(C,1.5) => p | q & terminal", "common({a,b}, always[3] (p != q))",
		"forall X,Y in (cell ?x ?y _): legal(X,Y)", "(p (x) & q)", "((((", "'", "?x", "(always 3 p)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := parse(text)
		if err != nil {
			return
		}
		again, err := parse(parsed.String())
		if err != nil || !again.equal(parsed) {
			t.Errorf("%q prints as %q, which reads as %v, %v", text, parsed, again, err)
		}
	})
}
