package gpu_test

import (
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/gpu"
	"ludex/internal/corpustest"
)

// someStates returns states of random plays with their phases: a few of each phase.
func someStates(t *testing.T, g *circuit.Game) []bitslice.Start {
	t.Helper()
	var out []bitslice.Start
	p := game.NewPlayout(g, g.NewMachine())
	p.Reset(nil, 5)
	for len(out) < 6 && !p.Over() {
		s := append(game.State(nil), p.State...)
		out = append(out, bitslice.Start{Phase: g.PhaseOf(s), State: s})
		if err := p.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestBatch compares the counts of plays from many states at once with those of playouts from one state after the
// other, which are the same plays if they have the same seed: of three games, or with LUDEX_FULL=1 of
// more.
func TestBatch(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	const groups, seed = 32, 7 // playouts are spread over whole warps
	names := []string{"tictactoe", "breakthrough-rbg", "rockpaperscissors"}
	if corpustest.Full() {
		names = append(names, "connectfour", "nim")
	}
	for _, name := range names {
		for _, memory := range []gpu.Choice{gpu.No, gpu.Yes} {
			g := open(t, name)
			k, err := gpu.New(g.Program(), gpu.Options{MaxSteps: 20, Memory: memory, Parts: memory, Separate: true})
			if err != nil {
				t.Fatal(err)
			}
			b := k.EmulatedBatch()
			states := someStates(t, g)
			for i := range states {
				alone, ok, err := b.Run(t.Context(), states[i:i+1], groups, seed)
				if err != nil || !ok {
					t.Fatal(ok, err)
				}
				got := alone[0]
				res, err := g.Emulated().Playouts(t.Context(), game.PlayoutOptions{From: states[i].State, Count: groups * gpu.Lanes, Seed: seed, MaxSteps: 20})
				if err != nil {
					t.Fatal(err)
				}
				want := bitslice.Tally{Playouts: res.Playouts, Steps: res.Steps, Finished: res.Finished, Goals: res.Goals, BadGoals: res.BadGoals, Stuck: res.Stuck}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, state %d of phase %d: %+v, want %+v", name, i, states[i].Phase, got, want)
				}
			}
			together(t, name, b, states)
		}
	}
}

// together plays from all states at once: what comes of the first state of the first phase is the same as alone, and
// everything is the same if it is played again.
func together(t *testing.T, name string, b *gpu.Batch, states []bitslice.Start) {
	t.Helper()
	run := func(states []bitslice.Start) (out []bitslice.Tally) {
		tallies, ok, err := b.Run(t.Context(), states, 2, 9)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		for _, x := range tallies {
			x.Goals = append([]uint64(nil), x.Goals...)
			out = append(out, x)
		}
		return out
	}
	alone, all := run(states[:1]), run(states)
	if !reflect.DeepEqual(alone[0], all[0]) {
		t.Errorf("%s: among others %+v, alone %+v", name, all[0], alone[0])
	}
	if again := run(states); !reflect.DeepEqual(all, again) {
		t.Errorf("%s: %+v, then %+v", name, all, again)
	}
	for i, x := range all {
		if x.Playouts != 2*gpu.Lanes {
			t.Errorf("%s, state %d: %d playouts", name, i, x.Playouts)
		}
	}
}
