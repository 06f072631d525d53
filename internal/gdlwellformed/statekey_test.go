package gdlwellformed

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/internal/logic"
	"ludex/source"
)

// rulePool has rules that keep, test, compare and hand on arguments of f and g in
// many ways.
var rulePool = []string{
	"next(f(s(X),Y)) :- true(f(X,Y))", "next(f(X,s(Y))) :- true(f(X,Y)) & does(p,a)", "next(f(Y,X)) :- true(f(X,Y)) & does(p,b)",
	"next(g(s(X))) :- true(g(X))", "next(g(X)) :- true(f(X,Y))", "next(g(s(X))) :- has(X)", "next(f(X,z)) :- has(X)",
	"next(F) :- true(F)", "next(F) :- true(F) & true(g(z))", "next(F) :- true(F) & ~old(F)", "old(g(z))",
	"has(X) :- true(g(X))", "has(X) :- true(f(X,Y)) & true(g(Y))", "big(s(s(X))) :- true(f(X,Y))",
	"terminal :- true(f(X,s(s(Y))))", "terminal :- true(f(X,Y)) & big(X)", "terminal :- has(s(z))", "terminal :- true(g(X)) & distinct(X,z)",
	"legal(p,c(X)) :- true(g(X))", "legal(p,d) :- true(f(X,Y))", "legal(p,d) :- true(f(X,X))", "legal(p,d) :- ~big(z)",
	"goal(p,100) :- true(f(z,Y))", "goal(p,50) :- has(X)", "goal(p,0) :- true(f(X,Y)) & true(f(Y,X))",
}

// TestAlikeStatesBehaveAlike plays random games and gives untested arguments other
// values on the way: nothing but these arguments may change.
func TestAlikeStatesBehaveAlike(t *testing.T) {
	masked := 0
	rapid.Check(t, func(t *rapid.T) {
		text := "role(p) init(f(z,z)) init(g(z)) legal(p,a) legal(p,b) "
		for _, rule := range rulePool {
			if rapid.IntRange(0, 2).Draw(t, "take") == 0 {
				text += rule + " "
			}
		}
		prog, _ := gdlparse.File(source.NewFile("t.gdl", []byte(text)), gdlparse.Options{})
		g, err := gdlref.New(prog, gdlref.Options{})
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		untested := logic.UntestedFacts(prog)
		if len(untested) == 0 {
			return
		}
		masked++
		key := stateKey(prog, g)
		m := g.NewMachine()
		one := m.Initial(nil)
		for range 5 {
			other := changed(t, g, untested, one)
			if a, b := describe(g, m, one), describe(g, m, other); a != b {
				t.Fatalf("%s\n%v\n%s\n%v\n%s", text, g.Facts(one), a, g.Facts(other), b)
			}
			moves := m.Legal(one, 0, nil)
			joint := []game.Move{moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]}
			next, otherNext := m.Next(one, joint, nil), m.Next(other, joint, nil)
			if a, b := key(next, nil), key(otherNext, nil); string(a) != string(b) {
				t.Fatalf("%s\n%v leads to %s\n%v leads to %s", text, g.Facts(one), a, g.Facts(other), b)
			}
			one = next
		}
	})
	if masked == 0 {
		t.Error("no game has untested arguments")
	}
}

// changed returns a state with other values of untested arguments.
func changed(t *rapid.T, g game.Game, untested map[logic.Argument]bool, s game.State) game.State {
	var facts []string
	for _, f := range g.Facts(s) {
		value := fmt.Sprintf("(s other%d)", rapid.IntRange(0, 2).Draw(t, "value"))
		facts = append(facts, strings.ReplaceAll(mask(untested, f), "?_", value))
	}
	out, err := g.ParseState(facts)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// describe writes what a state is like to those who play.
func describe(g game.Game, m game.Machine, s game.State) string {
	text := fmt.Sprint(m.Terminal(s), m.Goals(s, 0, nil))
	for _, move := range m.Legal(s, 0, nil) {
		text += " " + g.MoveText(0, move)
	}
	return text
}

// TestEndlessWithoutRepetition finds a play that goes on forever though every
// state is new.
func TestEndlessWithoutRepetition(t *testing.T) {
	const grows = `role(p) init(n(z)) legal(p,stay) legal(p,stop) next(n(s(X))) :- true(n(X)) & does(p,stay)
		next(over) :- does(p,stop) terminal :- true(over) goal(p,100) :- true(over)`
	if got := codes(t, source.NewFile("t.gdl", []byte(grows)), Options{}); !slices.Equal(got, []string{"GDL120"}) {
		t.Errorf("found %v", got)
	}
	prog, list := gdlparse.File(source.NewFile("t.gdl", []byte(grows)), gdlparse.Options{})
	r, err := Check(context.Background(), prog, Options{}, list)
	if err != nil || !r.Requirements.Exhausted || !slices.Equal(r.Requirements.Terminates.Loop, []string{"(stay)"}) {
		t.Errorf("%+v, %v", r.Requirements, err)
	}
}
