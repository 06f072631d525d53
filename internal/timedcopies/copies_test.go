package timedcopies_test

import (
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/internal/rulestest"
	"ludex/internal/timedcopies"
	"ludex/source"
	"ludex/timed"
)

func TestCopiesOnly(t *testing.T) {
	if ok, uses := timedcopies.CopiesOnly(rulestest.Read(t, "chicken").GDL); !ok {
		t.Errorf("chicken: %v", uses)
	}
	q, _, err := gdlrewrite.ToRTGDL(rulestest.Read(t, "tictactoe").GDL, gdl.Lifetime(timed.Unit))
	if err != nil {
		t.Fatal(err)
	}
	// The rule that keeps facts asks for those that last forever, so that the
	// clock is not among them.
	if ok, uses := timedcopies.CopiesOnly(q); ok || len(uses) != 1 || uses[0].Why != "a lifetime is compared with infinity" {
		t.Errorf("a translation: %v", uses)
	}
	for _, test := range []struct{ rule, want string }{
		{"next(T,p) :- true(T,p)", ""},
		{"next(T,p) :- true(T,q) & true(S,p)", ""},
		{"next(5,p) :- expired(p)", ""},
		{"legal(a,m) :- true(infinity,r)", ""},
		{"legal(a,m) :- true(infinity,p)", "compared with infinity"},
		{"legal(a,m) :- true(2,r)", "compared with 2"},
		{"legal(a,m) :- true(T,p) & true(T,q)", "the lifetime T is compared with another one"},
		{"legal(a,m) :- true(T,p) & ~true(T,q)", "a negation asks for the lifetime T"},
		{"legal(a,m) :- true(T,p) & distinct(T,infinity)", "an argument of distinct"},
		{"legal(a,m) :- true(T,p) & early(T)", "an argument of early"},
		{"legal(a,bid(T)) :- true(T,p)", "becomes a part of legal"},
		{"next(infinity,stamp(T)) :- true(T,p)", "becomes a part of next"},
		{"next(T,p) :- early(T)", "computed by the rules"},
		{"legal(a,m) :- true(T,stamp(T))", "part of a fact"},
	} {
		p, list := gdlparse.File(source.NewFile("test.gdl", []byte("role(a) init(1,p) init(infinity,r) next(T,r) :- true(T,r) next(T,q) :- true(T,q) early(1)\n"+test.rule)), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		ok, uses := timedcopies.CopiesOnly(p)
		switch {
		case test.want == "" && !ok:
			t.Errorf("%s: %v", test.rule, uses)
		case test.want != "" && (len(uses) != 1 || !strings.Contains(uses[0].Why, test.want)):
			t.Errorf("%s: got %v, want %s", test.rule, uses, test.want)
		}
	}
}
