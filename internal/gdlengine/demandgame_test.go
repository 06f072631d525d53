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

// demandGameOf makes a game of which some parts are left to the interpreter.
func demandGameOf(t *testing.T, prog *gdl.Program, ref *gdlref.Game, p parts) *demandGame {
	t.Helper()
	o, err := newCircuit(t.Context(), prog, ground.Options{WithoutGoals: p.goals, WithoutPercepts: p.percepts}, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newDemandGame(o.Circuit, o.Ground.Spec, ref, p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPartsByDemand has games without goals or percepts in the circuit agree with the
// interpreter, state by state, and in the means of playouts with and without percepts.
func TestPartsByDemand(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, entry := range library.GDLGames() {
		if !slices.Contains([]string{"tictactoe", "connectfour-5x4", "kuhnpoker", "montyhall", "rockpaperscissors", "nim", "hanoi", "reversi-4x4"}, entry.Name) {
			continue
		}
		prog, list := gdlparse.File(source.NewFile(entry.File, entry.Rules()), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		ref, err := gdlref.New(prog)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []parts{{goals: true}, {percepts: true}, {goals: true, percepts: true}} {
			if p.percepts && !ref.Hidden() {
				continue
			}
			t.Run(fmt.Sprintf("%s %+v", entry.Name, p), func(t *testing.T) {
				g := demandGameOf(t, prog, ref, p)
				if p.percepts && len(g.spec.Percepts) > 0 {
					t.Error("the circuit has percepts")
				}
				gametest.Run(t, g, 20)
				if _, err := (enginecompare.Comparison{Plies: 100, MaxSteps: 60}).Run(t.Context(), ref, g); err != nil {
					t.Error(err)
				}
				compareMeans(t, ref, g)
				comparePercepts(t, g)
			})
		}
	}
}

// comparePercepts compares what roles see in playouts, and in many steps at once, with what
// a machine says.
func comparePercepts(t *testing.T, g *demandGame) {
	t.Helper()
	m := g.NewMachine()
	from := slices.Repeat([]game.State{m.Initial(nil)}, 5)
	roles := make([]game.Role, len(g.Roles()))
	for r := range roles {
		roles[r] = game.Role(r)
	}
	before, steps := slices.Clone(from), 0
	_, err := g.PerceivedPlayouts(t.Context(), game.PerceivedOptions{From: from, Roles: roles, Seed: 3, MaxSteps: 30}, func(s *game.PerceivedStep) error {
		var states []game.State
		for _, k := range s.Playouts {
			states = append(states, before[k])
		}
		together := game.Percepts{Roles: roles}
		next := game.StepAll(m, states, s.Joints, nil, &together)
		for i, k := range s.Playouts {
			for r := range roles {
				want := m.Percepts(before[k], s.Joint(i), roles[r], nil)
				if got := s.Percepts.Of(i, r); !slices.Equal(got, want) || !slices.Equal(together.Of(i, r), want) {
					t.Errorf("role %d sees %v in a playout and %v in many steps, not %v", r, got, together.Of(i, r), want)
				}
			}
			if !slices.Equal(next[i], s.Next[i]) {
				t.Error("the next states differ")
			}
			before[k] = slices.Clone(s.Next[i])
			steps++
		}
		return nil
	})
	if err != nil || steps == 0 {
		t.Errorf("%d steps: %v", steps, err)
	}
}

// compareMeans compares the means of playouts with those of the interpreter.
func compareMeans(t *testing.T, ref *gdlref.Game, g *demandGame) {
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

// hands is a game in which each of two players is dealt six numbers by chance and sees
// them as one term, of which there are too many.
func hands() string {
	var b strings.Builder
	b.WriteString(`(role a) (role b) (role random) (init (step 0))
(<= (legal random (deal ?r ?n)) (role ?r) (distinct ?r random) (num ?n) (not (true (step 6))))
(<= (legal random wait) (true (step 6)))
(<= (legal ?r (call ?n)) (role ?r) (distinct ?r random) (num ?n))
(<= (next (held ?r ?i ?n)) (true (step ?i)) (does random (deal ?r ?n)))
(<= (next (held ?r ?i ?n)) (true (held ?r ?i ?n)))
(<= (next (step ?j)) (true (step ?i)) (succ ?i ?j))
(<= (next (called ?r ?n)) (does ?r (call ?n)))
(<= terminal (true (step 7)))
(<= (at ?r ?i ?n) (true (held ?r ?i ?n)))
(<= (at ?r ?i none) (role ?r) (succ ?i ?j) (not (full ?r ?i)))
(<= (full ?r ?i) (true (held ?r ?i ?n)))
(<= (sees ?r (hand ?a ?b ?c ?d ?e ?f)) (at ?r 0 ?a) (at ?r 1 ?b) (at ?r 2 ?c) (at ?r 3 ?d) (at ?r 4 ?e) (at ?r 5 ?f) (true (step 6)))
(<= (sees ?r (call ?n)) (role ?r) (does ?p (call ?n)) (distinct ?p ?r))
(<= (hit ?r) (true (called ?r ?n)) (true (held ?r ?i ?n)))
(<= (goal ?r 100) (hit ?r)) (<= (goal ?r 0) (role ?r) (not (hit ?r)))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
`)
	for i := range 14 {
		fmt.Fprintf(&b, "(num %d)\n", i)
	}
	return b.String()
}

// TestExplodingOutputs opens games whose goals or percepts explode. Only these are left to
// the interpreter, and a note says so.
func TestExplodingOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, test := range []struct {
		name, text string
		parts      parts
		note, rule string
	}{
		{"goals", order(), parts{goals: true}, "only goals need", "(mixed "},
		{"percepts", hands(), parts{percepts: true}, "only percepts need", "(hand "},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := source.NewFile(test.name+".kif", []byte(test.text))
			prog, list := gdlparse.File(file, gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			o, err := Open(t.Context(), prog, Options{})
			if err != nil {
				t.Fatal(err)
			}
			g, ok := o.Game.(*demandGame)
			if !ok || g.Engine() != Circuit || g.parts != test.parts || !strings.Contains(o.Note, test.note) || !strings.Contains(o.Note, test.rule) {
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
			comparePercepts(t, g)
		})
	}
}
