package sets

import (
	"context"
	"testing"

	"ludex/game"
)

// TestRunnerAllocations checks that playouts of a runner do not allocate once
// buffers have grown.
func TestRunnerAllocations(t *testing.T) {
	g := readGame(t, "breakthrough")
	states := []game.State{g.NewMachine().Initial(nil)}
	runner := g.NewRunner()
	results := make([]game.PlayoutResult, 1)
	run := func() {
		if err := runner.Run(context.Background(), states, game.PlayoutOptions{Count: 20, Seed: 1, Trail: 1000}, results); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(5, run); n > 2 { // the context is asked through a function
		t.Errorf("%g allocations", n)
	}
}
