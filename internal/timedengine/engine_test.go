//go:build !js

package timedengine_test

import (
	"errors"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/timedengine"
	"ludex/source"
)

func compile(t testing.TB, text string) (*timedengine.Program, error) {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("game.gdl", []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return timedengine.Compile(t.Context(), p, timedengine.Options{})
}

const second = gdl.Lifetime(1_000_000_000)

const lamp = `
role(x)
init(2,lamp(a)) init(infinity,power)
next(T,F) :- true(T,F) & ~does(x,cut)
next(1,lamp(b)) :- expired(lamp(a))
next(T,shadow) :- true(T,lamp(b)) & does(x,look)
next(3,shadow) :- does(x,cut)
legal(x,look) :- lit(b)
legal(x,cut) :- true(infinity,power)
lit(L) :- true(T,lamp(L))
terminal :- expired(lamp(b))
goal(x,100) :- same
same :- true(T,shadow) & true(T,lamp(b))
`

func state(s timedengine.State) string {
	var parts []string
	s.Each(func(fact string, left gdl.Lifetime) { parts = append(parts, left.String()+" "+fact) })
	for _, f := range s.Expired() {
		parts = append(parts, "expired "+f)
	}
	return strings.Join(parts, ", ")
}

func TestUpdate(t *testing.T) {
	p, err := compile(t, lamp)
	if err != nil {
		t.Fatal(err)
	}
	e := timedengine.New(p, 1000)
	s := e.Initial()
	step := func(at gdl.Lifetime, want string, moves ...string) {
		t.Helper()
		var made []timedengine.Move
		for _, m := range moves {
			n, ok := p.FindMove(0, m)
			if !ok {
				t.Fatalf("there is no move %s", m)
			}
			made = append(made, timedengine.Move{Move: n})
		}
		next, _, err := e.Update(s, at, made)
		if err != nil {
			t.Fatal(err)
		}
		if s = next; state(s) != want {
			t.Fatalf("got  %s\nwant %s", state(s), want)
		}
	}
	if got := state(s); got != "2 (lamp a), infinity power" || s.Expiry() != 2*second || e.Terminal(s.Node) {
		t.Fatal(got)
	}
	step(2*second, "1 (lamp b), infinity power, expired (lamp a)")
	if got := e.Legal(s.Node, 0); len(got) != 2 {
		t.Fatalf("legal are %v", got)
	}
	step(5*second/2, "0.5 (lamp b), infinity power, 0.5 shadow", "look")
	if got := e.Goals(s.Node, 0); len(got) != 1 || got[0] != 100 || s.ExpiryOf("shadow") != 3*second {
		t.Fatalf("goals %v", got)
	}
	step(3*second, "infinity power, expired (lamp b), expired shadow")
	if !e.Terminal(s.Node) {
		t.Error("not the end")
	}
}

// A fact with two lifetimes is not computed here.
func TestIrregular(t *testing.T) {
	p, err := compile(t, "role(x) init(2,p) next(T,p) :- true(T,p) next(1,p) :- does(x,go) legal(x,go)")
	if err != nil {
		t.Fatal(err)
	}
	e := timedengine.New(p, 1000)
	if _, _, err := e.Update(e.Initial(), second/2, []timedengine.Move{{}}); !errors.Is(err, timedengine.ErrIrregular) {
		t.Error(err)
	}
	s, _, err := e.Update(e.Initial(), second, []timedengine.Move{{}}) // both end at once
	if err != nil || state(s) != "1 p" {
		t.Error(state(s), err)
	}
}

func TestUnsupported(t *testing.T) {
	for _, rule := range []string{
		"next(infinity,stamp(T)) :- true(T,p)",
		"legal(x,say(T)) :- true(T,p)",
		"left(T) :- true(T,p)",
		"init(2,p)",
	} {
		_, err := compile(t, "role(x) init(1,p) next(T,p) :- true(T,p) "+rule)
		var unsupported *timedengine.UnsupportedError
		if !errors.As(err, &unsupported) {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

// What is forgotten is computed again.
func TestForgetting(t *testing.T) {
	p, err := compile(t, lamp)
	if err != nil {
		t.Fatal(err)
	}
	whole, small := timedengine.New(p, 1<<20), timedengine.New(p, 1)
	a, b := whole.Initial(), small.Initial()
	for _, at := range []gdl.Lifetime{2 * second, 3 * second} {
		if a, _, err = whole.Update(a, at, nil); err != nil {
			t.Fatal(err)
		}
		if b, _, err = small.Update(b, at, nil); err != nil || state(a) != state(b) || small.Terminal(b.Node) != whole.Terminal(a.Node) {
			t.Fatal(state(a), state(b), err)
		}
	}
}
