package gpulearn

import (
	"errors"
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/circuit/gpu"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/internal/learn"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/rbgparse"
	"ludex/library"
	"ludex/source"
)

func open(t *testing.T, name string) *gdlengine.Opened {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	p, list := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	o, err := gdlengine.Open(t.Context(), p, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestRound learns with the interpreter in the place of a device: the network changes, what it learned from is counted, and
// another learner with the same seed learns the same.
func TestRound(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, g := range []game.Game{open(t, "tictactoe").Game, openBoard(t, "tictactoe-rbg")} {
		learnTwice(t, g)
	}
}

// learnTwice learns a game twice for two rounds.
func learnTwice(t *testing.T, g game.Game) {
	t.Helper()
	var networks [2][]float32
	for i := range networks {
		p, err := New(t.Context(), g, 32)
		if err != nil {
			t.Fatal(err)
		}
		p.plays = 60
		p.start = func(n gpu.Network, maxSteps int) (*gpu.SelfPlay, error) {
			e, err := p.circuit.SelfPlayEnvironment(maxSteps)
			if err != nil {
				return nil, err
			}
			return gpu.EmulatedSelfPlay(e, n), nil
		}
		opt := learn.Defaults()
		opt.Hidden, opt.Device = 32, p
		l, err := learn.New(t.Context(), g, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		before := append([]float32(nil), l.Model.Net.Weights().Input...)
		for range 2 {
			if err := l.Round(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		if l.Model.Plays != 120 || l.Model.Positions < 500 || l.Loss <= 0 {
			t.Errorf("%d plays, %d positions, loss %g", l.Model.Plays, l.Model.Positions, l.Loss)
		}
		networks[i] = l.Model.Net.Weights().Input
		changed, has := 0, 0
		for k, w := range networks[i] {
			if p.bits[k/32] >= 0 {
				has++
			}
			if w != before[k] {
				changed++
			}
		}
		if changed < has/2 {
			t.Errorf("%d of %d weights have changed", changed, has)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	for k, w := range networks[0] {
		if w != networks[1][k] {
			t.Fatalf("weight %d is %g, and then %g for the same seed", k, w, networks[1][k])
		}
	}
}

// openBoard opens a boardgame.
func openBoard(t *testing.T, name string) *sets.Game {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	rules, list := rbgparse.File(source.NewFile(lib.File, lib.Rules()))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	g, err := sets.New(t.Context(), rules, sets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestBoardgame compares what a network gives for positions of a boardgame with what it gives on a device for the states of the
// circuit.
func TestBoardgame(t *testing.T) {
	for _, name := range []string{"tictactoe-rbg", "breakthrough-rbg", "connectfour-rbg", "reversi-4x4"} {
		g := openBoard(t, name)
		p, err := New(t.Context(), g, 32)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		opt := learn.Defaults()
		opt.Hidden, opt.Device = 32, p
		l, err := learn.New(t.Context(), g, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		board, err := lanes.New(t.Context(), g.Rules(), lanes.Options{Exact: true})
		if err != nil {
			t.Fatal(err)
		}
		net := p.forDevice(l.Model.Net)
		evaluator := l.Model.Net.NewEvaluator(g)
		play := game.NewPlayout(g, g.NewMachine())
		play.Reset(nil, 1)
		for !play.Over() {
			s, ok := board.CircuitState(play.State, new(rbgplay.Position), nil)
			if !ok {
				t.Fatalf("%s: a state is unreachable", name)
			}
			if got, want := valueOn(&net, s, len(g.Roles())), evaluator.Goals(play.State)[0]; math.Abs(got-want) > 1e-5 {
				t.Fatalf("%s, step %d: %g on a device, %g here", name, play.Steps, got, want)
			}
			if err := play.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// valueOn computes the first value of a network as a device does.
func valueOn(n *gpu.Network, s game.State, roles int) float64 {
	sums, who := append([]float32(nil), n.Bias...), roles
	for _, f := range n.Features {
		if s[f.Bit/64]>>(f.Bit%64)&1 == 0 {
			continue
		}
		if f.Mover >= 0 {
			who = f.Mover
		}
		for h, w := range f.Weights {
			sums[h] += w
		}
	}
	z := float64(n.Offset[who*n.Values])
	for h, x := range sums {
		c := min(max(x, 0), 1)
		z += float64((c + n.Leak*(x-c)) * n.Output[who*n.Values*n.Hidden+h])
	}
	return 1 / (1 + math.Exp(-z))
}

// TestCannot refuses games and networks that do not fit.
func TestCannot(t *testing.T) {
	for _, name := range []string{"kuhnpoker", "rockpaperscissors"} {
		if _, err := New(t.Context(), open(t, name).Game, 128); !errors.Is(err, ErrCannot) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, hidden := range []int{16, 48, 256} {
		if _, err := New(t.Context(), open(t, "tictactoe").Game, hidden); err == nil {
			t.Errorf("%d hidden units were not refused", hidden)
		}
	}
}
