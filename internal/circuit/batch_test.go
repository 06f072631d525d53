package circuit_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
)

// drawJoints draws a joint move for each state, of moves that are legal there.
func drawJoints(t testing.TB, g *circuit.Game, states []game.State) []game.Move {
	t.Helper()
	m, rand := g.NewMachine(), game.NewRand(4)
	var joints []game.Move
	for _, s := range states {
		for r := range g.Roles() {
			legal := m.Legal(s, game.Role(r), nil)
			joints = append(joints, legal[rand.Choose(len(legal))])
		}
	}
	return joints
}

// liveStates returns states of random plays that are not over.
func liveStates(t *testing.T, g *circuit.Game, n int) []game.State {
	m := g.NewMachine()
	return slices.DeleteFunc(someStates(t, g, n), m.Terminal)
}

// TestStepAll compares many steps at once, and few, with one at a time.
func TestStepAll(t *testing.T) {
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		m := g.NewMachine()
		states := liveStates(t, g, 1300)
		joints := drawJoints(t, g, states)
		roles := allRoles(g)
		before := m.Initial(nil)
		for _, n := range []int{len(states), 3, 0, 600} {
			seen := &game.Percepts{Roles: roles, Values: []game.Percept{7}, Ends: []int{1}}
			got := game.StepAll(m, states[:n], joints[:n*len(roles)], []game.State{before}, seen)
			if len(got) != n+1 || !slices.Equal(got[0], before) || len(seen.Ends) != n*len(roles) {
				t.Fatalf("%d states and %d ends for %d positions", len(got), len(seen.Ends), n)
			}
			unseen := game.StepAll(m, states[:n], joints[:n*len(roles)], nil, nil)
			f := follow(t, g, states[:n])
			for i, s := range states[:n] {
				joint := joints[i*len(roles) : (i+1)*len(roles)]
				f.percepts(seen, i, s, joint)
				want := f.machine.Next(s, joint, nil)
				if !slices.Equal(got[i+1], want) || !slices.Equal(unseen[i], want) {
					t.Fatalf("position %d leads to %v, want %v", i, g.Facts(got[i+1]), g.Facts(want))
				}
			}
		}
	})
}

// TestStepAllRoles asks for one role's percepts only.
func TestStepAllRoles(t *testing.T) {
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		m := g.NewMachine()
		states := liveStates(t, g, 300)
		joints := drawJoints(t, g, states)
		seen := &game.Percepts{Roles: allRoles(g)[len(g.Roles())-1:]}
		game.StepAll(m, states, joints, nil, seen)
		f, n := follow(t, g, states), len(g.Roles())
		for i, s := range states {
			f.percepts(seen, i, s, joints[i*n:(i+1)*n])
		}
	})
}

// TestEndingAll compares which of many steps end a play, and of few, with one at a
// time.
func TestEndingAll(t *testing.T) {
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		m := g.NewMachine().(game.Batcher)
		states := liveStates(t, g, 1300)
		joints, roles := drawJoints(t, g, states), len(g.Roles())
		alone := g.NewMachine()
		for _, n := range []int{len(states), 3, 0, 600} {
			got := m.EndingAll(states[:n], joints[:n*roles], []bool{true})
			if len(got) != n+1 || !got[0] {
				t.Fatalf("%d answers for %d positions", len(got)-1, n)
			}
			for i, s := range states[:n] {
				if want := alone.Terminal(alone.Next(s, joints[i*roles:(i+1)*roles], nil)); got[i+1] != want {
					t.Fatalf("position %d: the play ends is %v, want %v", i, got[i+1], want)
				}
			}
		}
	})
}

// TestPerftInBatches counts leaves in batches and one by one.
func TestPerftInBatches(t *testing.T) {
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		want, err := game.MachinePerft(t.Context(), oneByOne{g}, nil, 2, false)
		if err != nil {
			t.Fatal(err)
		}
		got, err := game.MachinePerft(t.Context(), g, nil, 2, false)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	})
}

// A oneByOne game has machines without capabilities.
type oneByOne struct{ game.Game }

func (g oneByOne) NewMachine() game.Machine { return plainMachine{g.Game.NewMachine()} }

type plainMachine struct{ game.Machine }

// TestStepAllAllocations checks that stepping allocates nothing once warm.
func TestStepAllAllocations(t *testing.T) {
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		m := g.NewMachine()
		states := liveStates(t, g, 520)
		joints := drawJoints(t, g, states)
		seen := &game.Percepts{Roles: allRoles(g)}
		var next []game.State
		var ends []bool
		step := func() {
			next = game.StepAll(m, states, joints, next[:0], seen)
			ends = m.(game.Batcher).EndingAll(states, joints, ends[:0])
		}
		step()
		if n := testing.AllocsPerRun(5, step); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}
