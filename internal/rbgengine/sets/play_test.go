package sets

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgrewrite"
)

// ten are public games for which the speed of other programs is known.
var ten = []string{"breakthrough", "hex_9x9", "gomoku_standard", "reversi", "connect4", "amazons",
	"englishDraughts", "internationalDraughts", "chess", "go"}

func parseGame(t testing.TB, text string) *Game {
	t.Helper()
	g, err := New(context.Background(), rbgenginetest.Parse(t, text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func readGame(t testing.TB, name string) *Game {
	t.Helper()
	g, err := New(context.Background(), rbgenginetest.Read(t, name), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConforms(t *testing.T) {
	for _, name := range []string{"breakthrough", "englishDraughts", "hex_5x5"} {
		t.Run(name, func(t *testing.T) { gametest.Run(t, readGame(t, name), 20) })
	}
}

// stepper is the part of a machine that a step of a playout uses.
type stepper interface {
	machine
	Pick(n int)
}

// TestAllocations checks that steps of playouts do not allocate once buffers have
// grown.
func TestAllocations(t *testing.T) {
	for _, name := range ten {
		t.Run(name, func(t *testing.T) {
			g := readGame(t, name)
			start, err := g.start(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			m := newMachine(g.prog, 0).(stepper)
			rand := game.NewRand(1)
			step := func() {
				n := m.Count()
				if n == 0 {
					if err := m.Load(start); err != nil {
						t.Fatal(err)
					}
					return
				}
				m.Pick(rand.Choose(n))
				if err := m.Keep(); err != nil {
					t.Fatal(err)
				}
			}
			if err := m.Load(start); err != nil {
				t.Fatal(err)
			}
			for range 3000 {
				step()
			}
			if n := testing.AllocsPerRun(500, step); n > 0 {
				t.Errorf("a step allocates %v times", n)
			}
		})
	}
}

const choices = `
#players = a(100)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right, [e,e,e,x])
#anySquare = (left* + right*)
#rules = ->a anySquare ({e} [y] [$ a = 20] + {x} [e] (left {e} [$ a = 0] + left^2 {e} [$ a = 80] + left^3 {e} [x] [$ a = 100])) ->> {}
`

// TestUniform checks that moves are chosen uniformly. There are six, three of
// which give 20 points.
func TestUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	g := parseGame(t, choices)
	const n = 6000
	seen := map[uint64]float64{}
	for seed := range uint64(n) {
		r, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 1, Seed: seed * 7919})
		if err != nil || r.Finished != 1 || r.States != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
		seen[r.Goals[0]]++
	}
	chi := 0.0
	for goal, part := range map[uint64]float64{20: 3, 0: 1, 80: 1, 100: 1} {
		want := n * part / 6
		chi += (seen[goal] - want) * (seen[goal] - want) / want
	}
	if chi > 16.27 { // one in a thousand, with three degrees of freedom
		t.Errorf("chi square is %.1f: %v", chi, seen)
	}
}

// TestPlayouts compares the results of playouts with the reference.
func TestPlayouts(t *testing.T) {
	g := rbgenginetest.Read(t, "breakthrough_6x6")
	ref, err := rbgref.New(g)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	a, err := game.Playouts(ctx, ref, game.PlayoutOptions{Count: 300, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := readGame(t, "breakthrough_6x6")
	b, err := s.Playouts(ctx, game.PlayoutOptions{Count: 3001, Seed: 1, Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	if b.Playouts != 3001 || b.Finished != 3001 || b.States != b.Steps || b.Goals[0]+b.Goals[1] != 300100 {
		t.Errorf("%+v", b)
	}
	if d := a.MeanLength() - b.MeanLength(); d < -1.5 || d > 1.5 {
		t.Errorf("playouts have %.1f steps, with the reference %.1f", b.MeanLength(), a.MeanLength())
	}
	c, err := s.Playouts(ctx, game.PlayoutOptions{Count: 50, Seed: 1, MaxSteps: 5})
	if err != nil || c.Cut != 50 || c.States != 250 || c.Finished != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestPlayoutsFrom starts in the middle of a play.
func TestPlayoutsFrom(t *testing.T) {
	g := readGame(t, "connect4")
	p := game.NewPlayout(g, g.NewMachine())
	p.Reset(nil, 3)
	if err := p.Run(context.Background(), 20); err != nil || p.Over() {
		t.Skip("the play is over")
	}
	r, err := g.Playouts(context.Background(), game.PlayoutOptions{From: p.State, Count: 100})
	if err != nil || r.Finished != 100 || r.MeanLength() > 22 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestCanceled cancels long computations.
func TestCanceled(t *testing.T) {
	g := readGame(t, "chess")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Perft(ctx, nil, 9, false); err == nil {
		t.Error("perft goes on without a context")
	}
	if r, err := g.Playouts(ctx, game.PlayoutOptions{}); err != nil || r.Playouts != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := New(ctx, rbgenginetest.Read(t, "chess"), Options{}); err == nil {
		t.Error("a game is lowered without a context")
	}
}

// TestScrambled checks that names do not affect the program.
func TestScrambled(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		g := rbgenginetest.Read(t, name)
		a, err := New(context.Background(), g, Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for seed := range uint64(2) {
			h, _ := rbgrewrite.Scramble(g, seed)
			b, err := New(context.Background(), h, Options{})
			if err != nil || a.Stats() != b.Stats() {
				t.Errorf("%s: %+v becomes %+v, %v", name, a.Stats(), b.Stats(), err)
			}
		}
	}
}

// TestTerminal compares counts of terminal leaves with the plain perft.
func TestTerminal(t *testing.T) {
	g := readGame(t, "ticTacToe")
	want, err := game.Perft(context.Background(), g, nil, 7, true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := g.Perft(context.Background(), nil, 7, true)
	if err != nil {
		t.Fatal(err)
	}
	for d := range want {
		if got[d] != want[d] {
			t.Errorf("depth %d: %+v, want %+v", d, got[d], want[d])
		}
	}
}

func TestWriteIR(t *testing.T) {
	var b bytes.Buffer
	if err := readGame(t, "breakthrough").WriteIR(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"64 cells in 64 bits", "moves after switch 1", "shiftleaf", "keeper after switch"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

func small(rules string) string {
	return `
#players = a(10), b(10)
#pieces = e, x, y
#variables = v(9), w(2000000)
#board = rectangle(up,down,left,right, [e,e,e])
#rules = ` + rules
}

// TestEndless plays games that do not end. Every result is an error.
func TestEndless(t *testing.T) {
	for _, c := range []struct{ name, rules, want string }{
		{"a star that modifies and leads to no switch", "->a ([x])* {y} ->b", "limit of actions in one move"},
		{"a star that modifies before each switch", "->a ([x])* ->b", "limit of actions in one move"},
		{"in a pattern", "->a {? ([x])* {y}} ->b", "limit of actions in one move"},
		{"two stars", "->a ([x] ([y])*)* {e} ->b", "limit of actions in one move"},
		{"a keeper in a circle", "->a [x] (->>)*", "limit of keeper moves"},
		{"a keeper that modifies", "->a [x] ->> ([x] [y])* {e} ->b", "limit of actions in one move"},
		{"a keeper that counts for ever", "->a [x] ->> ([$ w = w + 1] ->>)*", "limit of keeper moves"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := parseGame(t, small(c.rules))
			r := g.NewReasoner()
			var p rbgplay.Position
			if err := r.Start(&p); err != nil {
				t.Fatal(err)
			}
			before := p
			before.Copy(&p)
			var moves rbgplay.Moves
			err := r.Moves(&p, &moves)
			if err == nil && moves.Len() > 0 {
				err = r.Apply(&p, moves.At(0))
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			if _, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 1}); err == nil {
				t.Error("a playout does not fail")
			}
		})
	}
}

// TestRefused checks that games that are too large are refused with a reason.
func TestRefused(t *testing.T) {
	var pieces, row strings.Builder
	for i := range 70 {
		pieces.WriteString(", p")
		pieces.WriteString(strings.Repeat("x", i+1))
	}
	row.WriteString("[e" + strings.Repeat(",e", 9999) + "]")
	for _, c := range []struct{ name, text, want string }{
		{"pieces", "#players = a(1)\n#pieces = e" + pieces.String() + "\n#variables =\n#board = rectangle(u,d,l,r,[e])\n#rules = ->a [e] ->>", "kinds of pieces"},
		{"cells", "#players = a(1)\n#pieces = e, x\n#variables =\n#board = rectangle(u,d,l,r," + row.String() + ")\n#rules = ->a [x] ->>", "cells"},
		{"patterns", small("->a " + strings.Repeat("{? right ", 150) + "{x}" + strings.Repeat("}", 150) + " ->b"), "nested"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(context.Background(), rbgenginetest.Parse(t, c.text), Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
}

// BenchmarkPlayouts measures random playouts on one thread, in states per second.
func BenchmarkPlayouts(b *testing.B) {
	for _, name := range ten {
		b.Run(name, func(b *testing.B) {
			g := readGame(b, name)
			start, err := g.start(b.Context(), nil)
			if err != nil {
				b.Fatal(err)
			}
			m := newMachine(g.prog, 0)
			var states uint64
			var r game.PlayoutResult
			seed := uint64(1)
			for b.Loop() {
				opt := game.PlayoutOptions{Count: 10, Threads: 1, MaxSteps: 10_000, Seed: seed}
				if err := m.Playouts(context.Background(), start, opt, 0, &r); err != nil {
					b.Fatal(err)
				}
				states += r.States
				seed += 1000
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

// BenchmarkNew measures the compilation of games.
func BenchmarkNew(b *testing.B) {
	for _, name := range ten {
		b.Run(name, func(b *testing.B) {
			g := rbgenginetest.Read(b, name)
			for b.Loop() {
				if _, err := New(context.Background(), g, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
