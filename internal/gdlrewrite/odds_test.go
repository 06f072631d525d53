package gdlrewrite_test

import (
	"reflect"
	"testing"

	"ludex/internal/gdlrewrite"
)

func TestWithoutOdds(t *testing.T) {
	p := read(t, `role(a) role(random) input(R,M) :- legal(R,M) legal(random,m) legal(a,go) odds(m,3)
next(p) :- does(random,m) & ~legal(a,x)`)
	before := snapshot(p)
	q := gdlrewrite.WithoutOdds(p)
	want(t, q, `role(a) role(random) input(R,M) :- can(R,M) can(random,m) can(a,go) weight(m,3)
next(p) :- makes(random,m) & ~can(a,x)
legal(R,M) :- can(R,M)
legal(random,again(N,M)) :- can(random,M) & weight(M,W) & upto(N,W)
input(random,again(N,M)) :- weight(M,W) & upto(N,W)
copied(again(N,M)) :- does(random,again(N,M))
makes(random,M) :- does(random,again(N,M))
makes(R,M) :- does(R,M) & ~copied(M)
upto(2,3) upto(3,3)`)
	overwrite(q)
	if !reflect.DeepEqual(p, before) {
		t.Error("the argument changed")
	}
	for _, text := range []string{
		"role(a) odds(m,3)",                           // nothing is drawn
		"role(random) odds(m,3) next(p) :- odds(m,3)", // a relation of the game's own
		"role(random) legal(random,m)",
	} {
		if p := read(t, text); gdlrewrite.WithoutOdds(p) != p {
			t.Errorf("%s has odds", text)
		}
	}
}
