package circuit

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// randomStates returns states of random plays, of all phases, and one that no play leads
// to.
func randomStates(t *testing.T, g *Game, n int) []game.State {
	t.Helper()
	p := game.NewPlayout(g, g.NewMachine())
	nowhere, err := g.ParseState([]string{"(control white)", "(control black)", "(cell 1 1 b)"})
	if err != nil {
		t.Fatal(err)
	}
	states := []game.State{nowhere}
	for seed := uint64(1); len(states) < n; seed++ {
		p.Reset(nil, seed)
		for range seed % 5 {
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
		states = append(states, append(game.State(nil), p.State...))
	}
	return states
}

// TestRunner checks that a runner runs all playouts from all states, and the same ones for
// the same seed, whatever it has run before.
func TestRunner(t *testing.T) {
	g := mustNew(t, ticTacToe())
	used := g.NewRunner()
	for _, c := range []struct{ states, count, want int }{
		{2, 1, bitslice.Count}, // lanes that would be idle are used
		{3, 1, bitslice.Count / 2}, {400, 1, 1}, {600, 1, 1}, {129, 4, 4}, {5000, 1, 1}, {2, 5000, 5000}, {10, 700, 700},
	} {
		t.Run(fmt.Sprintf("%d states, %d playouts", c.states, c.count), func(t *testing.T) {
			states := randomStates(t, g, c.states)
			opt := game.PlayoutOptions{Count: c.count, Seed: 3}
			a, b := make([]game.PlayoutResult, len(states)), make([]game.PlayoutResult, len(states))
			for r, results := range map[game.Runner][]game.PlayoutResult{used: a, g.NewRunner(): b} {
				if err := r.Run(t.Context(), states, opt, results); err != nil {
					t.Fatal(err)
				}
			}
			for i := range a {
				want := uint64(c.want)
				if i == 0 { // it is played without lanes
					want = uint64(c.count)
				}
				if a[i].Playouts != want || a[i].Finished != want {
					t.Fatalf("state %d: %+v, want %d playouts", i, a[i], want)
				}
				if !reflect.DeepEqual(a[i], b[i]) {
					t.Fatalf("state %d: the same seed gives %+v and %+v", i, a[i], b[i])
				}
			}
		})
	}
}

// TestRunnerMeans compares the means of a runner, with one playout from each of many equal
// states, with those of playouts one by one.
func TestRunnerMeans(t *testing.T) {
	g := mustNew(t, ticTacToe())
	for _, s := range randomStates(t, g, 4)[1:] {
		states := make([]game.State, 10_000)
		for i := range states {
			states[i] = s
		}
		results := make([]game.PlayoutResult, len(states))
		if err := g.NewRunner().Run(t.Context(), states, game.PlayoutOptions{Count: 1, Seed: 1}, results); err != nil {
			t.Fatal(err)
		}
		var lanes game.PlayoutResult
		for i := range results {
			lanes.Add(&results[i])
		}
		scalar, err := game.ScalarPlayouts(t.Context(), g, game.PlayoutOptions{From: s, Count: len(states), Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if d := lanes.MeanLength() - scalar.MeanLength(); math.Abs(d) > 0.1 {
			t.Errorf("mean length %v in lanes, %v one by one", lanes.MeanLength(), scalar.MeanLength())
		}
		for r := range g.Roles() {
			if a, b := lanes.MeanGoal(game.Role(r)), scalar.MeanGoal(game.Role(r)); math.Abs(a-b) > 3 {
				t.Errorf("mean goal of role %d: %v in lanes, %v one by one", r, a, b)
			}
		}
	}
}

// TestRunnerInterrupted checks that nothing is counted of a batch that was interrupted.
func TestRunnerInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := mustNew(t, ticTacToe())
	steps := 0
	r := g.Observed(func(*bitslice.Step) {
		if steps++; steps == 3 {
			cancel()
		}
	}).NewRunner()
	states := randomStates(t, g, 100)[1:]
	results := make([]game.PlayoutResult, len(states))
	if err := r.Run(ctx, states, game.PlayoutOptions{Count: 1, Seed: 1}, results); err != nil {
		t.Fatal(err)
	}
	for i := range results {
		if results[i].Playouts != 0 || results[i].Finished != 0 || len(results[i].Goals) != len(g.Roles()) {
			t.Fatalf("state %d: %+v", i, results[i])
		}
	}
}

// TestRunnerAllocations checks that a runner allocates nothing once warm.
func TestRunnerAllocations(t *testing.T) {
	g := mustNew(t, ticTacToe())
	r := g.NewRunner()
	for _, n := range []int{1, 8, bitslice.Count} {
		states := randomStates(t, g, n+1)[1:]
		results := make([]game.PlayoutResult, n)
		run := func() {
			if err := r.Run(context.Background(), states, game.PlayoutOptions{Count: 1, Seed: 1}, results); err != nil {
				t.Fatal(err)
			}
		}
		run()
		if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
			t.Errorf("%d states: a run allocates %v times", n, allocs)
		}
	}
}

// TestRunnerOnGPU compares the means of playouts by code for GPUs, from many states at once, with those of lanes.
func TestRunnerOnGPU(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	g := mustNew(t, ticTacToe())
	states := randomStates(t, g, 40)
	opt := game.PlayoutOptions{Count: 3000, Seed: 3}
	got, want := make([]game.PlayoutResult, len(states)), make([]game.PlayoutResult, len(states))
	for r, results := range map[game.Runner][]game.PlayoutResult{g.Emulated().NewRunner(): got, g.NewRunner(): want} {
		if err := r.Run(t.Context(), states, opt, results); err != nil {
			t.Fatal(err)
		}
	}
	for i := range got {
		if n := got[i].Playouts; n < 3000 || got[i].Finished != n {
			t.Errorf("state %d: %+v, want 3000 playouts or a few more", i, got[i])
		}
		// The standard deviation of a goal is at most 50 points; this allows five errors.
		if d := got[i].MeanGoal(0) - want[i].MeanGoal(0); math.Abs(d) > 6.5 {
			t.Errorf("state %d: mean goal %.1f, in lanes %.1f", i, got[i].MeanGoal(0), want[i].MeanGoal(0))
		}
	}
}
