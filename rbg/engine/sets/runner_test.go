package sets

import (
	"context"
	"math"
	"testing"

	"ludex/game"
)

// TestRough checks that playouts whose moves are not exactly equally likely are
// much like others, and that what is drawn in a loop leaves nothing behind.
func TestRough(t *testing.T) {
	for _, name := range []string{"amazons", "breakthrough", "englishDraughts"} {
		g := readGame(t, name)
		start := g.NewMachine().Initial(nil)
		runner := g.NewRunner()
		var length [2]float64
		for i, rough := range []bool{false, true, false} {
			results := make([]game.PlayoutResult, 1)
			opt := game.PlayoutOptions{Count: 60, Seed: 3, Rough: rough}
			if err := runner.Run(context.Background(), []game.State{start}, opt, results); err != nil {
				t.Fatal(err)
			}
			r := &results[0]
			if r.Playouts != 60 || r.Finished != 60 {
				t.Fatalf("%s: %+v", name, *r)
			}
			if i == 2 && r.MeanLength() != length[0] {
				t.Errorf("%s: after rough playouts, others have %g steps instead of %g", name, r.MeanLength(), length[0])
			}
			if i < 2 {
				length[i] = r.MeanLength()
			}
		}
		if math.Abs(length[0]/length[1]-1) > 0.15 {
			t.Errorf("%s: playouts have %g steps, and rough ones %g", name, length[0], length[1])
		}
	}
}

// TestRunnerAllocations has playouts of a runner allocate nothing once the memory
// is there.
func TestRunnerAllocations(t *testing.T) {
	g := readGame(t, "breakthrough")
	states := []game.State{g.NewMachine().Initial(nil)}
	runner := g.NewRunner()
	results := make([]game.PlayoutResult, 1)
	run := func() {
		if err := runner.Run(context.Background(), states, game.PlayoutOptions{Count: 20, Seed: 1, Rough: true, Trail: true}, results); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(5, run); n > 2 { // the context is asked through a function
		t.Errorf("%g allocations", n)
	}
}
