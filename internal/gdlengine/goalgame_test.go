package gdlengine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// goalGameOf makes a game whose goals are left to the interpreter.
func goalGameOf(t *testing.T, prog *gdl.Program, ref *gdlref.Game) *goalGame {
	t.Helper()
	o, err := newCircuit(t.Context(), prog, ground.Options{WithoutGoals: true}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newGoalGame(o.Circuit, o.Ground.Spec, ref)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGoalsByDemand has games without goals in the circuit agree with the interpreter,
// state by state, and in the means of playouts with and without percepts.
func TestGoalsByDemand(t *testing.T) {
	for _, entry := range library.GDLGames() {
		if !slices.Contains([]string{"tictactoe", "connectfour-5x4", "kuhnpoker", "montyhall", "rockpaperscissors", "nim", "hanoi", "reversi-4x4"}, entry.Name) {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			prog, list := gdlparse.File(source.NewFile(entry.File, entry.Rules()), gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			ref, err := gdlref.New(prog)
			if err != nil {
				t.Fatal(err)
			}
			g := goalGameOf(t, prog, ref)
			gametest.Run(t, g, 20)
			if _, err := (enginecompare.Comparison{Plies: 100, MaxSteps: 60}).Run(t.Context(), ref, g); err != nil {
				t.Error(err)
			}
			compareMeans(t, ref, g)
		})
	}
}

// compareMeans compares the means of playouts with those of the interpreter.
func compareMeans(t *testing.T, ref *gdlref.Game, g *goalGame) {
	t.Helper()
	means, err := enginecompare.MeasureMeans(t.Context(), ref, game.PlayoutOptions{Count: 400}, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	res, err := game.Playouts(t.Context(), g, game.PlayoutOptions{Count: 1000, Threads: 2, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if res.Playouts != 1000 || res.Abandoned != 0 {
		t.Errorf("%d playouts, %d abandoned", res.Playouts, res.Abandoned)
	}
	if err := means.Compare(g.Name(), &res); err != nil {
		t.Error(err)
	}
}

// order is a game in which six numbers are chosen and a relation over all of them,
// which has too many tuples, decides who wins.
func order() string {
	var b strings.Builder
	b.WriteString(`(role a) (role b) (init (step 0))
(<= (legal ?r (take ?n)) (role ?r) (num ?n))
(<= (next (chosen ?i a ?n)) (true (step ?i)) (does a (take ?n)))
(<= (next (chosen ?i b ?n)) (true (step ?i)) (does b (take ?n)))
(<= (next (chosen ?i ?r ?n)) (true (chosen ?i ?r ?n)))
(<= (next (step ?j)) (true (step ?i)) (succ ?i ?j))
(<= terminal (true (step 3)))
(<= (mixed ?a ?b ?c ?d ?e ?f) (num ?a) (num ?b) (num ?c) (num ?d) (num ?e) (num ?f)
    (not (same ?a ?b)) (not (same ?b ?c)) (not (same ?c ?d)) (not (same ?d ?e)) (not (same ?e ?f)))
(<= (same ?a ?a) (num ?a))
(<= win (true (chosen 0 a ?a)) (true (chosen 0 b ?b)) (true (chosen 1 a ?c)) (true (chosen 1 b ?d))
    (true (chosen 2 a ?e)) (true (chosen 2 b ?f)) (mixed ?a ?b ?c ?d ?e ?f))
(<= (goal a 100) win) (<= (goal a 0) (not win)) (<= (goal b 0) win) (<= (goal b 100) (not win))
(succ 0 1) (succ 1 2) (succ 2 3)
`)
	for i := range 14 {
		fmt.Fprintf(&b, "(num %d)\n", i)
	}
	return b.String()
}

// TestExplodingGoals opens a game whose goals explode. Only these are left to the
// interpreter, and a note says so.
func TestExplodingGoals(t *testing.T) {
	prog, list := gdlparse.File(source.NewFile("order.kif", []byte(order())), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	o, err := Open(t.Context(), prog, Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, ok := o.Game.(*goalGame)
	if !ok || g.Engine() != Circuit || !strings.Contains(o.Note, "only goals need") || !strings.Contains(o.Note, "(mixed ") {
		t.Fatalf("the game is a %T, and the note is %q", o.Game, o.Note)
	}
	ref, err := gdlref.New(prog)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (enginecompare.Comparison{Plies: 40}).Run(t.Context(), ref, g); err != nil {
		t.Error(err)
	}
	compareMeans(t, ref, g)
}
