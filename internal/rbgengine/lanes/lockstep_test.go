package lanes_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/lockstep"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgtest"
)

// TestLockStep holds the lanes of public games against their circuits state by
// state, on every kernel.
func TestLockStep(t *testing.T) {
	cmp := lockstep.Comparison{Playouts: 600, MaxSteps: 6, Seed: 1}
	if rbgenginetest.Full() {
		cmp = lockstep.Comparison{Seed: 1}
	}
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			if _, err := cmp.Run(t.Context(), read(t, name).Circuit(), bitslice.Kernels()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestLockStepGPU compares the code for GPUs, run by its interpreter, with circuits.
func TestLockStepGPU(t *testing.T) {
	for i, name := range games(t) {
		if !rbgenginetest.Full() && i%3 != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			n, err := lockstep.Comparison{Playouts: bitslice.Count, MaxSteps: 4, Seed: 1}.Emulate(t.Context(), read(t, name).Circuit())
			if err != nil {
				t.Error(err)
			}
			t.Logf("%d joint moves", n.Moves)
		})
	}
}

// reach is a game in which a pattern runs in circles: a player wins who connects the
// left side with the right one, which is a fixpoint.
const reach = `
#players = white(100), black(100)
#pieces = empty, whiteStone, blackStone
#variables =
#board = rectangle(up, down, left, right,
    [empty, empty, empty]
    [empty, empty, empty]
    [empty, empty, empty])
#anywhere = (up* + down*) (left* + right*)
#chain(stone) = anywhere {! left} {stone} ((up + down + left + right) {stone})* {! right}
#turn(me; other) =
    ->me anywhere {empty} [me~Stone] ->>
    ({? chain(me~Stone)} [$ me = 100, other = 0] ->> {} + {! chain(me~Stone)})
#rules = [$ white = 50, black = 50] (turn(white; black) turn(black; white))*
`

// TestLockStepFixpoint does the same where a fixpoint decides about the end, and at
// length, so that lanes start again many times.
func TestLockStepFixpoint(t *testing.T) {
	g := parse(t, reach).Circuit()
	if !hasLoops(g.Program()) {
		t.Fatal("the program has no fixpoint")
	}
	n, err := lockstep.Comparison{Playouts: 5000, Seed: 2}.Run(t.Context(), g, bitslice.Kernels())
	if err != nil || n.Moves < 20_000 {
		t.Errorf("%+v, %v", n, err)
	}
}

func hasLoops(p *bitslice.Program) bool {
	for i := range p.Phases {
		for _, code := range [][]bitslice.Segment{p.Phases[i].Legal, p.Phases[i].Next, p.Phases[i].Goals} {
			for _, s := range code {
				if s.Loop != nil {
					return true
				}
			}
		}
	}
	return false
}

// TestLockStepRandom does the same for random games.
func TestLockStepRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rbgtest.Game(t)
		got, err := lanes.New(context.Background(), g, lanes.Options{MaxNodes: 4_000})
		var refused *lanes.RefusedError
		var large *circuit.LimitError
		if errors.As(err, &refused) || errors.As(err, &large) {
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, g.File.Text())
		}
		if _, err := (lockstep.Comparison{Playouts: 600, MaxSteps: 6, Seed: 1}).Run(context.Background(), got.Circuit(), bitslice.Kernels()); err != nil {
			t.Fatalf("%v\n%s", err, g.File.Text())
		}
	})
}
