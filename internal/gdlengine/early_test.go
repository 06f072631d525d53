package gdlengine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/corpustest"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlparse"
	"ludex/internal/players/solver"
	"ludex/internal/tiers"
	"ludex/library"
	"ludex/source"
)

// parse reads a game of the library.
func parse(t *testing.T, name string) *gdl.Program {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	prog, list := gdlparse.File(source.NewFile(entry.File, entry.Rules()), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return prog
}

// A trio is a game on the interpreter, which stays there, on the circuit, and on the
// interpreter until it is told to move to the circuit.
type trio struct {
	name      string
	pinned    game.Game
	circuit   game.Game
	reference *gdlref.Game
	numbers   *numbering
	building  *building // settled
}

// unsettled returns a game on the interpreter that moves to the circuit when the
// building is settled.
func (g *trio) unsettled() (game.Game, *building) {
	b := newBuilding(context.Background(), &saver{})
	b.opened = g.building.opened
	return newInterpretedGame(g.reference, g.numbers, b), b
}

// openTrio opens a game on all engines. If the interpreter begins before the ground rules
// are known, it plays a little first, so that its numbers are in no particular order.
func openTrio(t *testing.T, name string, prog *gdl.Program, before bool) *trio {
	t.Helper()
	return openTrioWith(t, name, prog, before, &saver{})
}

// openTrioWith opens a game and saves its circuit.
func openTrioWith(t *testing.T, name string, prog *gdl.Program, before bool, files *saver) *trio {
	t.Helper()
	ref, err := gdlref.New(prog)
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilding(t.Context(), files)
	g := &trio{name: name, reference: ref, building: b}
	if before {
		if g.numbers, err = b.numbers(ref); err != nil {
			t.Fatal(err)
		}
		played := newInterpretedGame(ref, g.numbers, newBuilding(t.Context(), &saver{}))
		if _, err := game.ScalarPlayouts(t.Context(), played, game.PlayoutOptions{Count: 1, Seed: 1, MaxSteps: 10}); err != nil {
			t.Fatal(err)
		}
		build(t, b, prog)
		if _, ok := b.game().(*renumberedGame); !ok {
			t.Fatalf("the game is a %T", b.game())
		}
	} else {
		build(t, b, prog)
		b.over, b.spec = false, b.opened.Ground.Spec
		if g.numbers, err = b.numbers(ref); err != nil {
			t.Fatal(err)
		}
		if _, ok := b.game().(*circuit.Game); !ok {
			t.Fatalf("the game is a %T", b.game())
		}
	}
	g.circuit = b.game()
	g.pinned = newInterpretedGame(ref, g.numbers, newBuilding(context.Background(), &saver{}))
	return g
}

// build builds a circuit. It skips the test if that takes long.
func build(t *testing.T, b *building, prog *gdl.Program) {
	t.Helper()
	b.run(prog, Options{Opening: game.Opening{Time: 2 * time.Second}})
	var limit *ground.LimitError
	if errors.As(b.err, &limit) || errors.Is(b.err, context.DeadlineExceeded) {
		t.Skip(b.err)
	}
	if b.err != nil {
		t.Fatal(b.err)
	}
}

// inRun says whether a game of the library is tested: a sample, or all with LUDEX_FULL=1. A short
// run, which looks for races, takes the smallest ones.
func inRun(entry library.Game) bool {
	return corpustest.Sampled(entry.Name) && (!testing.Short() || len(entry.Rules()) < 2000)
}

// TestNumbers runs the conformance suite on both engines, which must agree.
func TestNumbers(t *testing.T) {
	for _, entry := range library.FactGames() {
		if !inRun(entry) {
			continue
		}
		for _, before := range []bool{false, true} {
			t.Run(fmt.Sprint(entry.Name, "/", before), func(t *testing.T) {
				t.Parallel()
				g := openTrio(t, entry.Name, parse(t, entry.Name), before)
				gametest.Run(t, g.pinned, 10)
				gametest.Run(t, g.circuit, 10)
				if _, err := (enginecompare.Comparison{Plies: 60, MaxSteps: 60}).Run(t.Context(), g.pinned, g.circuit); err != nil {
					t.Error(err)
				}
				if _, err := (enginecompare.Comparison{Plies: 60, MaxSteps: 60}).Run(t.Context(), g.reference, g.circuit); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestSwitchInPlay plays games of the library on engines that change at random moments.
func TestSwitchInPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("TestSwitchInCorpus does the same with fewer games")
	}
	var games []*trio
	for _, entry := range library.FactGames() {
		if inRun(entry) {
			prog := parse(t, entry.Name)
			games = append(games, openTrio(t, entry.Name, prog, false), openTrio(t, entry.Name+" before", prog, true))
		}
	}
	switchInPlay(t, games)
}

// TestSwitchInCorpus does the same with one in three public games of the sample, or with
// LUDEX_FULL=1 all.
func TestSwitchInCorpus(t *testing.T) {
	var games []*trio
	n := 0
	for _, row := range gdlenginetest.Golden(t) {
		if gdlenginetest.InSample(row) {
			n++
		}
		if !gdlenginetest.Full() && (!gdlenginetest.InSample(row) || n%3 != 1) {
			continue
		}
		t.Run(row.File(), func(t *testing.T) { games = append(games, openTrio(t, row.File(), row.Program(t), true)) })
	}
	switchInPlay(t, games)
}

// switchInPlay plays games whose engine changes at random moments: states, moves, goals
// and percepts have the same numbers on all engines.
func switchInPlay(t *testing.T, games []*trio) {
	rapid.Check(t, func(r *rapid.T) {
		g := rapid.SampledFrom(games).Draw(r, "game")
		moving, b := g.unsettled()
		machines := []game.Machine{g.pinned.NewMachine(), g.circuit.NewMachine(), moving.NewMachine()}
		s := machines[0].Initial(nil)
		for range 30 {
			if rapid.IntRange(0, 9).Draw(r, "settle") == 0 {
				b.settle()
			}
			if compareAt(r, g, machines, s) {
				break
			}
			var joint []game.Move
			for role := range g.circuit.Roles() {
				legal := machines[0].Legal(s, game.Role(role), nil)
				if len(legal) == 0 {
					return
				}
				joint = append(joint, rapid.SampledFrom(legal).Draw(r, "move"))
			}
			s = compareNext(r, g, machines, s, joint, rapid.IntRange(0, len(machines)-1).Draw(r, "engine"))
		}
	})
}

// compareAt compares what machines say about a state, and returns whether it is terminal.
func compareAt(r *rapid.T, g *trio, machines []game.Machine, s game.State) (over bool) {
	over = machines[0].Terminal(s)
	for i, m := range machines {
		if m.Terminal(s) != over {
			r.Fatalf("%s: engine %d: terminal is %v", g.name, i, !over)
		}
		for role := range g.circuit.Roles() {
			if a, b := machines[0].Legal(s, game.Role(role), nil), m.Legal(s, game.Role(role), nil); !slices.Equal(a, b) {
				r.Fatalf("%s: engine %d: moves %v, want %v", g.name, i, b, a)
			}
			if a, b := machines[0].Goals(s, game.Role(role), nil), m.Goals(s, game.Role(role), nil); !slices.Equal(a, b) {
				r.Fatalf("%s: engine %d: goals %v, want %v", g.name, i, b, a)
			}
		}
		if err := m.Err(); err != nil {
			r.Fatal(err)
		}
	}
	if a, b := g.pinned.Facts(s), g.circuit.Facts(s); !slices.Equal(a, b) {
		r.Fatalf("%s: facts %v, want %v", g.name, b, a)
	}
	if source := game.CapabilitiesOf(g.circuit).Features; source != nil {
		var texts []string
		for _, f := range source.AppendFeatures(s, nil) {
			texts = append(texts, source.Features()[f])
		}
		if slices.Sort(texts); !slices.Equal(texts, g.circuit.Facts(s)) {
			r.Fatalf("%s: features %v, want %v", g.name, texts, g.circuit.Facts(s))
		}
	}
	return over
}

// compareNext compares the next states and percepts of machines, and returns the state of
// one of them.
func compareNext(r *rapid.T, g *trio, machines []game.Machine, s game.State, joint []game.Move, take int) game.State {
	var states []game.State
	for i, m := range machines {
		states = append(states, m.Next(s, joint, nil))
		if !slices.Equal(states[i], states[0]) {
			r.Fatalf("%s: engine %d: state %v, want %v", g.name, i, states[i], states[0])
		}
		for role := range g.circuit.Roles() {
			a, b := machines[0].Percepts(s, joint, game.Role(role), nil), m.Percepts(s, joint, game.Role(role), nil)
			if !slices.Equal(a, b) {
				r.Fatalf("%s: engine %d: percepts %v, want %v", g.name, i, b, a)
			}
			for _, p := range b {
				if x, y := g.pinned.PerceptText(p), g.circuit.PerceptText(p); x != y {
					r.Fatalf("%s: percept %s, want %s", g.name, y, x)
				}
			}
		}
	}
	for role, m := range joint {
		if x, y := g.pinned.MoveText(game.Role(role), m), g.circuit.MoveText(game.Role(role), m); x != y {
			r.Fatalf("%s: move %s, want %s", g.name, y, x)
		}
	}
	return states[take]
}

// TestOpenEarly opens games on the interpreter, and waits for the circuit.
func TestOpenEarly(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour"} {
		o, err := openEarly(t.Context(), parse(t, name), Options{}, &saver{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		tiers := game.CapabilitiesOf(o.Game).Tiers
		if tiers == nil {
			continue // it was fast
		}
		fixed := tiers.Fixed()
		if fixed.Engine() != Circuit || o.Game.Engine() != Circuit || tiers.First().Engine() != Reference {
			t.Errorf("the engines are %s and %s", fixed.Engine(), o.Game.Engine())
		}
		gametest.Run(t, o.Game, 20)
	}
}

// TestEarlyRefused stays on the interpreter if there is no circuit.
func TestEarlyRefused(t *testing.T) {
	prog := parse(t, "tictactoe")
	ref, err := gdlref.New(prog)
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilding(t.Context(), &saver{})
	numbers, err := b.numbers(ref)
	if err != nil {
		t.Fatal(err)
	}
	g := newInterpretedGame(ref, numbers, b)
	m := g.NewMachine()
	s := m.Initial(nil)
	b.cancel()
	b.run(prog, Options{})
	if b.game() != nil {
		t.Fatal("the circuit was built")
	}
	if n := len(m.Legal(s, 0, nil)); n != 9 || m.Err() != nil {
		t.Errorf("%d moves, %v", n, m.Err())
	}
	gametest.Run(t, g, 10)
}

// TestSeedsOnNumbers checks that playouts on a circuit do not depend on its numbers.
func TestSeedsOnNumbers(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough"} {
		prog := parse(t, name)
		own, renumbered := openTrio(t, name, prog, false).circuit, openTrio(t, name, prog, true).circuit
		opt := game.PlayoutOptions{Count: 3000, Seed: 5}
		a, err := game.Playouts(t.Context(), own, opt)
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.Playouts(t.Context(), renumbered, opt)
		if err != nil {
			t.Fatal(err)
		}
		if a.States != b.States || !slices.Equal(a.Goals, b.Goals) {
			t.Errorf("%s: %d states and goals %v, want %d and %v", name, b.States, b.Goals, a.States, a.Goals)
		}
	}
}

// TestPlanningOnNumbers solves a puzzle that begins on the interpreter: what the circuit knows
// about facts, distances and symmetries holds for states with all words.
func TestPlanningOnNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, before := range []bool{false, true} {
		trio := openTrio(t, "eightpuzzle", parse(t, "eightpuzzle"), before)
		first, b := trio.unsettled()
		g := tiers.Awaiting(first, 0, Circuit, b.await)
		if able := game.CapabilitiesOf(g); able.Relevance != nil || able.Distance != nil {
			t.Error("the interpreter knows which facts matter")
		}
		plan, err := solver.Puzzle(0)(g, g.NewMachine().Initial(nil))
		if err != nil {
			t.Fatal(err)
		}
		brief, cancel := context.WithTimeout(t.Context(), time.Millisecond) // too short for the interpreter
		defer cancel()
		if err := plan.Run(brief, 1000); err != nil || plan.Solved() {
			t.Fatal(err)
		}
		b.settle()
		if err := tiers.Settle(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		for !plan.Solved() {
			if err := plan.Run(t.Context(), 1000); err != nil {
				t.Fatal(err)
			}
		}
		if line := plan.Best(); line.Goal != 100 || len(line.Moves) != 14 {
			t.Errorf("the line is %v", line)
		}
		settled, s, _ := tiers.Settled(g, g.NewMachine().Initial(nil))
		able := game.CapabilitiesOf(settled)
		if able.Relevance == nil || able.Distance == nil {
			t.Fatalf("%s, numbered before: %t: nobody knows which facts matter", trio.name, before)
		}
		if want := len(able.Relevance.Relevance().Facts); len(s) != want {
			t.Errorf("a state has %d words, want %d", len(s), want)
		}
	}
}

// TestOrbitsOnNumbers compares the symmetries of states of both forms.
func TestOrbitsOnNumbers(t *testing.T) {
	trio := openTrio(t, "tictactoe", parse(t, "tictactoe"), true)
	g := trio.circuit
	m := g.NewMachine()
	s := m.Initial(nil)
	wide, w := g.(tiers.Widener).Widened(s)
	ys, zs := game.CapabilitiesOf(g).Orbits.StateSymmetries(t.Context(), s), game.CapabilitiesOf(wide).Orbits.StateSymmetries(t.Context(), w)
	if len(ys) != 7 || len(zs) != 7 {
		t.Fatalf("%d and %d symmetries", len(ys), len(zs))
	}
	joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[0]}
	s, w = m.Next(s, joint, nil), wide.NewMachine().Next(w, joint, nil)
	for i, y := range ys {
		a, _ := y.Image(s, nil, nil)
		b, _ := zs[i].Image(w, nil, nil)
		if x, z := g.Facts(a), wide.Facts(b); !slices.Equal(x, z) {
			t.Errorf("the image is %v, want %v", x, z)
		}
		if _, less := y.Image(s, s, nil); less != lessThan(b, w) {
			t.Errorf("an image is less: %t", less)
		}
	}
}

// lessThan reports whether a state is less than another one, word by word.
func lessThan(a, b game.State) bool { return slices.Compare(a, b) < 0 }
