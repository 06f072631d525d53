package gdlengine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/corpustest"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

func program(t *testing.T, file *source.File, opt gdlparse.Options) *gdl.Program {
	t.Helper()
	prog, list := gdlparse.File(file, opt)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return prog
}

func open(t *testing.T, prog *gdl.Program, name string) *gdlengine.Opened {
	t.Helper()
	o, err := gdlengine.Open(context.Background(), prog, gdlengine.Options{Opening: game.Opening{Engine: name}})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if o.Game.Engine() != name {
		t.Fatalf("asked for %s, got %s", name, o.Game.Engine())
	}
	return o
}

// TestLibrary runs games of our own on both engines: each must conform to
// the model, and they must agree state by state. It takes a sample of the games, or all with
// LUDEX_FULL=1. A short run, which looks for races, takes the smallest games.
func TestLibrary(t *testing.T) {
	for _, entry := range library.FactGames() {
		if !corpustest.Sampled(entry.Name) || testing.Short() && len(entry.Rules()) > 2400 {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			prog := program(t, source.NewFile(entry.File, entry.Rules()), gdlparse.Options{})
			ref, net := open(t, prog, gdlengine.Reference), open(t, prog, gdlengine.Circuit)
			gametest.Run(t, ref.Game, 30)
			gametest.Run(t, net.Game, 30)
			if _, err := (enginecompare.Comparison{Plies: 120, MaxSteps: 60}).Run(t.Context(), ref.Game, net.Game); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestGoalValues checks that engines agree on what a goal value is.
func TestGoalValues(t *testing.T) {
	const text = `role(a) init(pick) legal(a,X) :- true(pick) & value(X) terminal :- true(score(X)) next(score(X)) :- does(a,X)
		goal(a,X) :- true(score(X)) value(0) value(50) value(050) value(100) value(101) value(110) value(win) value(f(1)) value('-1')`
	prog, list := gdlparse.File(source.NewFile("t.gdl", []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	ref, net := open(t, prog, gdlengine.Reference).Game, open(t, prog, gdlengine.Circuit).Game
	if _, err := (enginecompare.Comparison{Plies: 60}).Run(t.Context(), ref, net); err != nil {
		t.Error(err)
	}
	m := ref.NewMachine()
	start := m.Initial(nil)
	sound := 0
	for _, move := range m.Legal(start, 0, nil) {
		sound += len(m.Goals(m.Next(start, []game.Move{move}, nil), 0, nil))
	}
	if sound != 3 {
		t.Errorf("%d of the values are goal values, want 0, 50 and 100", sound)
	}
}

// TestCorpus compares the engines on public games: every second one of the sample, or
// all of them with LUDEX_FULL=1.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	compared, skipped, differing := 0, 0, 0
	plies := 40
	if gdlenginetest.Full() {
		plies = 100
	}
	n := 0
	for _, row := range gdlenginetest.Golden(t) {
		if gdlenginetest.InSample(row) {
			n++
		}
		if !gdlenginetest.Full() && (!gdlenginetest.InSample(row) || n%2 == 0) {
			continue
		}
		compares, err := compareEngines(t, row.Program(t), plies)
		var diff *enginecompare.Difference
		switch {
		case errors.As(err, &diff):
			differing++
			t.Errorf("%s: %v", row.File(), err)
		case tooLarge(err):
			skipped++
			t.Logf("%s: skipped: %.100s", row.File(), err.Error())
		case err != nil:
			t.Errorf("%s: %v", row.File(), err)
		case compares >= 0:
			compared++
		}
	}
	t.Logf("verify: compared %d, skipped %d, differing %d", compared, skipped, differing)
}

// tooLarge reports whether an error only says that a game passed a limit.
func tooLarge(err error) bool {
	var rules *ground.LimitError
	var gates *circuit.LimitError
	return errors.As(err, &rules) || errors.As(err, &gates) || errors.Is(err, context.DeadlineExceeded)
}

func compareEngines(t *testing.T, prog *gdl.Program, plies int) (int, error) {
	limit := 2 * time.Second // a few games never ground; that is not the point here
	if gdlenginetest.Full() {
		limit = gdlengine.DefaultTime
	}
	var games [2]game.Game
	for i, name := range []string{gdlengine.Reference, gdlengine.Circuit} {
		o, err := gdlengine.Open(t.Context(), prog, gdlengine.Options{Opening: game.Opening{Engine: name, Time: limit}})
		if err != nil {
			return 0, err
		}
		games[i] = o.Game
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return enginecompare.Comparison{Plies: plies, MaxSteps: 100}.Run(ctx, games[0], games[1])
}

// TestClosure compares the engines on relations of the state that are transitive
// closures, some of which are rewritten.
func TestClosure(t *testing.T) {
	for _, closure := range []string{
		"(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (true (e ?x ?y)))",
		"(<= (path ?x ?z) (path ?y ?z) (path ?x ?y)) (<= (path ?x ?y) (true (e ?x ?y)) (not (true (e ?y ?x))))",
		"(<= (path ?x ?z) (way ?x ?z 1)) (<= (way ?x ?z ?k) (way ?x ?y ?k) (way ?y ?z ?k)) (<= (way ?x ?y 1) (true (e ?x ?y))) (<= (way ?x ?y 2) (true (e ?y ?x)))",
		"(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (back ?y ?x)) (<= (back ?x ?y) (true (e ?y ?x)))",
		"(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (back ?y ?x)) (<= (back ?x ?y) (true (e ?y ?x))) (<= (back ?x ?x) (path ?x ?x))",
	} {
		text := `(role p) (n 0) (n 1) (n 2) (n 3) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal p (join ?x ?y)) (n ?x) (n ?y) (distinct ?x ?y))
(<= (next (e ?x ?y)) (does p (join ?x ?y))) (<= (next (e ?x ?y)) (true (e ?x ?y)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= (next (met ?x ?y)) (path ?x ?y))
(<= terminal (true (step 3))) (<= (goal p 100) (path 0 0)) (<= (goal p 0) (not (path 0 0)))` + closure
		prog := program(t, source.NewFile("closure.kif", []byte(text)), gdlparse.Options{})
		if n, err := compareEngines(t, prog, 100); err != nil || n == 0 {
			t.Errorf("%s: %d plies, %v", closure, n, err)
		}
	}
}

// TestManyRoles covers more roles than some numbers have bits.
func TestManyRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	var b strings.Builder
	for r := range 140 {
		fmt.Fprintf(&b, "(role r%d) ", r)
	}
	b.WriteString(`(init (n 0)) (<= (legal ?r a) (role ?r)) (<= (legal ?r b) (role ?r)) (<= (next (did ?r ?m)) (does ?r ?m))
(<= terminal (true (did r0 ?m))) (<= (goal ?r 100) (true (did ?r a))) (<= (goal ?r 0) (role ?r) (not (true (did ?r a))))`)
	prog := program(t, source.NewFile("crowd.kif", []byte(b.String())), gdlparse.Options{})
	gametest.Run(t, open(t, prog, gdlengine.Circuit).Game, 5)
	if n, err := compareEngines(t, prog, 20); err != nil || n == 0 {
		t.Errorf("%d plies, %v", n, err)
	}
}

// TestFallBack lets the circuit fail within its limits.
func TestFallBack(t *testing.T) {
	const rules = `(role p)
(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
(<= (legal p (m ?a ?b ?c ?d ?e ?f ?g)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g))
(init (at none))
(<= (next (at ?a)) (does p (m ?a ?b ?c ?d ?e ?f ?g)))
(<= terminal (true (at none)))
(goal p 100)`
	prog := program(t, source.NewFile("big.kif", []byte(rules)), gdlparse.Options{})
	limited := gdlengine.Options{Opening: game.Opening{Time: time.Millisecond}}
	o, err := gdlengine.Open(context.Background(), prog, limited)
	if err != nil {
		t.Fatal(err)
	}
	if o.Game.Engine() != "reference" || !strings.Contains(o.Note, "--setup-time") || !strings.Contains(o.Note, "big.kif:3:1") {
		t.Errorf("fell back to %s with the note %q", o.Game.Engine(), o.Note)
	}
	limited.Engine = gdlengine.Circuit
	if _, err := gdlengine.Open(context.Background(), prog, limited); err == nil {
		t.Error("the circuit was built within a millisecond")
	}
}

func TestRefused(t *testing.T) {
	loop := program(t, source.NewFile("loop.gdl", []byte(`role(p) legal(p,go) init(a)
f :- true(a) & ~g  g :- true(a) & ~f  terminal :- f  goal(p,100)`)), gdlparse.Options{})
	if _, err := gdlengine.Open(context.Background(), loop, gdlengine.Options{}); err == nil {
		t.Error("a description without a meaning was opened")
	}
	if _, err := gdlengine.Open(context.Background(), loop, gdlengine.Options{Opening: game.Opening{Engine: "fast"}}); err == nil {
		t.Error("an unknown engine was opened")
	}
	atoms, err := gdlengine.NegativeLoop(context.Background())(loop)
	slices.Sort(atoms)
	if err != nil || !slices.Equal(atoms, []string{"f", "g"}) {
		t.Errorf("the loop is %v, %v", atoms, err)
	}
}

func TestDeclared(t *testing.T) {
	file, err := library.Open("rockpaperscissors", nil)
	if err != nil {
		t.Fatal(err)
	}
	prog := program(t, file, gdlparse.Options{})
	facts, moves, err := gdlengine.Declared(t.Context(), prog, []string{"left", "right"})
	if err != nil || !slices.Contains(facts, "(wins left 0)") || !slices.Equal(moves[1], []string{"(throw paper)", "(throw rock)", "(throw scissors)"}) {
		t.Errorf("%v, %v, %v", facts, moves, err)
	}
	bare := program(t, source.NewFile("x", []byte("(role p)")), gdlparse.Options{})
	if facts, moves, err = gdlengine.Declared(t.Context(), bare, []string{"p"}); err != nil || facts != nil || moves[0] != nil {
		t.Errorf("nothing declared gives %v, %v, %v", facts, moves, err)
	}
}

func TestStart(t *testing.T) {
	tests := []struct{ name, rules, facts, stuck string }{
		{"one can move", "role(a) role(b) init(f(1)) init(g) legal(a,go) terminal :- true(h)", "(f 1) g", "b"},
		{"all can", "role(a) legal(a,go) terminal :- true(h)", "", ""},
		{"over", "role(a) init(h) terminal :- true(h)", "h", ""},
	}
	for _, tt := range tests {
		prog := program(t, source.NewFile("game.gdl", []byte(tt.rules)), gdlparse.Options{})
		facts, stuck, err := gdlengine.Start(t.Context())(prog)
		if strings.Join(facts, " ") != tt.facts || strings.Join(stuck, " ") != tt.stuck || err != nil {
			t.Errorf("%s: %q, %q, %v", tt.name, facts, stuck, err)
		}
	}
	long := program(t, source.NewFile("long.gdl", []byte("role(a) n(s(X)) :- n(X) n(0) legal(a,go) :- n(X)")), gdlparse.Options{})
	if _, _, err := gdlengine.Start(t.Context())(long); err == nil {
		t.Error("what has no end is computed")
	}
}
