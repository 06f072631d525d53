package lanes_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets"
)

const choices = `
#players = a(100)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right, [e,e,e,x])
#anySquare = (left* + right*)
#rules = ->a anySquare ({e} [y] [$ a = 20] + {x} [e] (left {e} [$ a = 0] + left^2 {e} [$ a = 80] + left^3 {e} [x] [$ a = 100])) ->> {}
`

// TestUniform has all moves chosen equally often. There are six, three of which
// give 20 points: so a playout gives 40 on average, with a variance of 1266⅔.
func TestUniform(t *testing.T) {
	g := parse(t, choices)
	const n = 200_000
	r, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: n, Seed: 5})
	if err != nil || r.Finished != n || r.States != n {
		t.Fatalf("%+v, %v", r, err)
	}
	mean := float64(r.Goals[0]) / n
	if sigma := math.Sqrt((3*20*20+80*80+100*100)/6.0-40*40) / math.Sqrt(n); math.Abs(mean-40) > 4*sigma {
		t.Errorf("the mean is %.3f, which should be 40 ± %.3f", mean, sigma)
	}
}

// TestPlayouts compares what playouts find out with the sets engine, which
// chooses uniformly in another way.
func TestPlayouts(t *testing.T) {
	ctx := context.Background()
	for _, name := range quick {
		t.Run(name, func(t *testing.T) {
			other, err := sets.New(ctx, rbgenginetest.Read(t, name), sets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			const n = 20_000
			a, err := other.Playouts(ctx, game.PlayoutOptions{Count: n / 10, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			b, err := read(t, name).Playouts(ctx, game.PlayoutOptions{Count: n, Seed: 1, Threads: 2})
			if err != nil || b.Finished != n || b.Stuck != 0 || b.BadGoals != 0 {
				t.Fatalf("%+v, %v", b, err)
			}
			// Goals are at most 100, so their deviation is at most 50.
			for role := range other.Roles() {
				x, y := a.MeanGoal(game.Role(role)), b.MeanGoal(game.Role(role))
				if bound := 4 * 50 * math.Sqrt(1.1/(n/10)); math.Abs(x-y) > bound {
					t.Errorf("role %d has %.2f on average, and %.2f on the other engine", role, y, x)
				}
			}
			if x, y := a.MeanLength(), b.MeanLength(); math.Abs(x-y) > x/15 {
				t.Errorf("playouts have %.2f moves, and %.2f on the other engine", y, x)
			}
		})
	}
}

// TestFrom plays from a state in the middle, and from one that no play leads to.
func TestFrom(t *testing.T) {
	g := read(t, "ticTacToe")
	m := g.NewMachine()
	s := m.Initial(nil)
	for range 3 {
		joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[0]}
		s = m.Next(s, joint, nil)
	}
	r, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 1000, Seed: 3, From: s})
	if err != nil || r.Finished != 1000 || r.MeanLength() >= 6.5 || r.MeanLength() < 1 {
		t.Errorf("%+v, %v", r, err)
	}
	results := make([]game.PlayoutResult, 2)
	run := g.NewRunner()
	if err := run.Run(context.Background(), []game.State{s, m.Initial(nil)}, game.PlayoutOptions{Count: 10, Seed: 3}, results); err != nil {
		t.Fatal(err)
	}
	if results[0].Playouts < 10 || results[1].MeanLength() <= results[0].MeanLength() {
		t.Errorf("%+v", results)
	}
}

const trodden = `
#players = a(100)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right, [e,e,e])
#rules = (->a (left* + right*) {e} [x] ->>)*
`

// TestOutside asks about a position with a piece that can never be there.
func TestOutside(t *testing.T) {
	g := parse(t, trodden)
	s, err := g.ParseState([]string{"(cell a1 y)", "(cell b1 e)", "(cell c1 x)", "(value a 0)", "(at a1)", "(switch 1)", "(control a)"})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	if legal := m.Legal(s, 0, nil); len(legal) != 1 || g.MoveText(0, legal[0]) != "b1" {
		t.Errorf("the legal moves are %v", legal)
	}
	r, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 20, Seed: 3, From: s})
	if err != nil || r.Finished != 20 || r.Steps != 20 {
		t.Errorf("%+v, %v", r, err)
	}
}

const endless = `
#players = a(100)
#pieces = e, x
#variables = n(100)
#board = rectangle(up,down,left,right, [e,e,e])
#rules = ->a {e} ->> ({$ n < 100} [$ n = n + 1] ->>)* {$ n == 100} ->> {}
`

// huge has a variable with a value too large to count up to.
const huge = `
#players = a(100)
#pieces = e
#variables = v(2000000000)
#board = rectangle(up,down,left,right, [e])
#rules = ->a ([$ v = 2000000000] {$ v > 1} ->> + [$ v = 1] ->>) {$ v + v > 0} ->>
`

// TestRefused has reasons for games without a circuit.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		opt  lanes.Options
	}{
		"a keeper that goes on":   {endless, lanes.Options{}},
		"formulas of a few parts": {choices, lanes.Options{MaxNodes: 20}},
		"a huge value":            {huge, lanes.Options{}},
	} {
		_, err := lanes.New(context.Background(), rbgenginetest.Parse(t, c.text), c.opt)
		var refused *lanes.RefusedError
		if !errors.As(err, &refused) || refused.Reason == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	var memory *budget.MemoryError
	if _, err := lanes.New(t.Context(), rbgenginetest.Parse(t, pins), lanes.Options{Memory: 100_000}); !errors.As(err, &memory) {
		t.Errorf("in 100 kB: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lanes.New(ctx, rbgenginetest.Parse(t, choices), lanes.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context gives %v", err)
	}
}
