package lockstep

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// open makes a circuit of rules.
func open(t *testing.T, rules string) *circuit.Game {
	t.Helper()
	prog, list := gdlparse.File(source.NewFile("test.gdl", []byte(rules)), gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	o, err := gdlengine.Open(t.Context(), prog, gdlengine.Options{Opening: game.Opening{Engine: gdlengine.Circuit}})
	if err != nil {
		t.Fatal(err)
	}
	return o.Game.(*circuit.Game)
}

// walk is a game in which ann goes round in a circle of four until she stops, and
// bob, who sees whether she goes, keeps or changes his hat.
const walk = `role(ann) role(bob) place(0) place(1) place(2) place(3)
succ(0,1) succ(1,2) succ(2,3) succ(3,0)
init(at(0)) init(hat)
legal(ann,go)  legal(ann,stop) :- ~true(at(0))
legal(bob,keep)  legal(bob,change)
next(at(Y)) :- does(ann,go) & true(at(X)) & succ(X,Y)
next(at(X)) :- does(ann,stop) & true(at(X))
next(over) :- does(ann,stop)
next(hat) :- true(hat) & does(bob,keep)  next(hat) :- ~true(hat) & does(bob,change)
sees(bob,goes) :- does(ann,go)  sees(ann,hat) :- true(hat)
terminal :- true(over)
goal(ann,100) :- true(at(2))  goal(ann,30) :- ~true(at(2))
goal(bob,50) :- true(hat)  goal(bob,0) :- ~true(hat)`

// TestFinds changes the gate program of a game, each time in another place, and
// wants the difference to be found on every kernel.
func TestFinds(t *testing.T) {
	bit := func(g *circuit.Game, fact string) int {
		s, err := g.ParseState([]string{fact})
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Program().State {
			if s[i/64]>>(i%64)&1 == 1 {
				return i
			}
		}
		t.Fatalf("no bit for %s", fact)
		return 0
	}
	for _, c := range []struct {
		what   string
		change func(g *circuit.Game, ph *bitslice.Phase)
	}{
		{"next state in lane", func(g *circuit.Game, ph *bitslice.Phase) { ph.NextOf[bit(g, "hat")] = bitslice.True }},
		{"start of a playout", func(g *circuit.Game, ph *bitslice.Phase) { g.Program().Init[bit(g, "hat")] = false }},
		{"end of the playout in lane", func(g *circuit.Game, ph *bitslice.Phase) { ph.Terminal = bitslice.False }},
		{"end of the playout in lane", func(g *circuit.Game, ph *bitslice.Phase) {
			ph.Roles[0].Legal = []uint32{bitslice.False, bitslice.False}
		}},
		{"number of the move in lane", func(g *circuit.Game, ph *bitslice.Phase) { ph.Roles[0].Legal = []uint32{bitslice.True, bitslice.True} }},
		{"moves that can be legal for bob", func(g *circuit.Game, ph *bitslice.Phase) {
			ph.Roles[1].Moves, ph.Roles[1].Legal = ph.Roles[1].Moves[:1], ph.Roles[1].Legal[:1]
		}},
		{"sums of the goals", func(g *circuit.Game, ph *bitslice.Phase) {
			ph.GoalsOf[0], ph.GoalsOf[1] = ph.GoalsOf[1], ph.GoalsOf[0]
			net := &g.Program().GoalNet
			net.GoalsOf[0], net.GoalsOf[1] = net.GoalsOf[1], net.GoalsOf[0]
		}},
	} {
		for _, k := range bitslice.Kernels() {
			g := open(t, walk)
			if phases := len(g.Program().Phases); phases != 1 {
				t.Fatalf("the game has %d phases", phases)
			}
			c.change(g, &g.Program().Phases[0])
			_, err := Comparison{}.Run(t.Context(), g, []bitslice.Kernel{k})
			var d *enginecompare.Difference
			if !errors.As(err, &d) || !strings.HasPrefix(d.What, c.what) {
				t.Errorf("%s: a wrong %s is reported as %v", k, c.what, err)
			}
		}
	}
}

// TestAgrees says how much was compared.
func TestAgrees(t *testing.T) {
	n, err := Comparison{Playouts: 1300, Seed: 3}.Run(t.Context(), open(t, walk), bitslice.Kernels())
	if err != nil || n.Playouts < 1300 || n.Moves < n.Playouts {
		t.Errorf("%+v, %v", n, err)
	}
}

// TestStops gives up when the context ends, and knows what the processor can run.
func TestStops(t *testing.T) {
	g := open(t, walk)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Comparison{}).Run(ctx, g, bitslice.Kernels()); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := (Comparison{}).Run(t.Context(), g, []bitslice.Kernel{"gpu"}); err == nil {
		t.Error("an unknown kernel was compared")
	}
}

// TestParts has each part find a wrong program by itself.
func TestParts(t *testing.T) {
	visible, _, _ := strings.Cut(walk, "sees")
	_, rest, _ := strings.Cut(walk, "terminal")
	rules := visible + "terminal" + rest // percepts have a program of their own
	good, wrong := open(t, rules), open(t, rules)
	next := wrong.Program().Phases[0].NextOf
	next[0] = bitslice.True
	means, err := enginecompare.MeasureMeans(t.Context(), good, game.PlayoutOptions{Count: meanPlayouts}, meanMoves)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range bitslice.Kernels() {
		j, err := newJudge(good)
		if err != nil {
			t.Fatal(err)
		}
		r := &round{Comparison: Comparison{Playouts: 600, MaxSteps: 20}, judge: j, means: means, game: good, kernel: k}
		if err := r.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r.game, err = wrong.On(k); err != nil {
			t.Fatal(err)
		}
		for name, part := range map[string]func(context.Context) error{
			"playouts": r.playouts, "elsewhere": r.elsewhere, "drained": r.drained, "runner": r.runner,
			"perceived": r.perceived, "batch": r.batch, "expansions": r.expansions, "statistics": r.statistics,
		} {
			var d *enginecompare.Difference
			if err := part(t.Context()); !errors.As(err, &d) {
				t.Errorf("%s on %s: %v", name, k, err)
			}
		}
	}
}

// TestPercepts finds a percept that is missing, one that nobody has, and an outcome
// that is wrong.
func TestPercepts(t *testing.T) {
	g := open(t, walk)
	j, err := newJudge(g)
	if err != nil {
		t.Fatal(err)
	}
	r := &round{judge: j, game: g}
	at := j.met[0]
	joint := []game.Move{at.choices[0][0], at.choices[1][0]}
	for role := range g.Roles() {
		got := func(i int) []game.Percept {
			seen := g.NewMachine().Percepts(at.state, joint, game.Role(i), nil)
			if i == role {
				return nil
			}
			return seen
		}
		var d *enginecompare.Difference
		if err := r.percepts(at, joint, got, joint); !errors.As(err, &d) || d.What != "percepts of "+g.Roles()[role] {
			t.Errorf("a missing percept is reported as %v", err)
		}
	}
	w := &witness{round: r, plays: []perceivedPlay{{at: at}}}
	res := game.NewPerceivedResult(1, 2)
	res.Ends[0] = game.Finished
	var d *enginecompare.Difference
	if err := w.ends(&res, 10); !errors.As(err, &d) {
		t.Errorf("a wrong outcome is reported as %v", err)
	}
}
