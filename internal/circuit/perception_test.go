package circuit

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"pgregory.net/rapid"
)

var (
	_ game.Batcher            = (*Machine)(nil)
	_ game.PerceivedPlayouter = (*Game)(nil)
)

// TestRandomPercepts steps states of random Specs in lanes, on every kernel, and
// compares next states and percepts with the naive evaluation.
func TestRandomPercepts(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := specs().Draw(t, "spec")
		s.Hidden = true
		g, n := mustNew(t, s), newNaive(s)
		var states []game.State
		var naive [][]bool
		var joints []game.Move
		for state := n.initial(); len(states) < 12; {
			joint := drawJoint(t, n.position(state))
			if joint == nil {
				break
			}
			states, naive = append(states, pack(state)), append(naive, state)
			for _, m := range joint {
				joints = append(joints, game.Move(m))
			}
			state, _ = n.next(state, joint)
		}
		for _, k := range bitslice.Kernels() {
			perceiveOn(t, g, k, states, joints, func(i int, joint []int) ([]bool, [][]int) { return n.next(naive[i], joint) })
		}
	})
}

// perceiveOn steps positions in the lanes of a kernel, phase by phase.
func perceiveOn(t *rapid.T, g *Game, k bitslice.Kernel, states []game.State, joints []game.Move, want func(i int, joint []int) ([]bool, [][]int)) {
	program, _, err := g.perceiver()
	if err != nil {
		t.Fatal(err)
	}
	e, err := bitslice.New(program, k)
	if err != nil {
		t.Fatal(err)
	}
	var b batch
	b.begin(g, states)
	out, roles := make([]game.State, len(states)), len(g.spec.Roles)
	for phase := range g.phases {
		if !b.collect(phase, 0) {
			continue
		}
		x := newExpansion(g, program, e, phase)
		b.enter(x, joints)
		x.step(&b, states, joints, out, true)
		for lane, i := range b.list {
			var joint []int
			for _, m := range joints[int(i)*roles : int(i+1)*roles] {
				joint = append(joint, int(m))
			}
			next, percepts := want(int(i), joint)
			if !slices.Equal(out[i], pack(next)) {
				t.Fatalf("%s: position %d leads to %v, want %v", k, i, out[i], pack(next))
			}
			for r := range roles {
				var got []int
				for _, p := range g.lanePercepts(x.perceived(int32(lane)), nil, game.Role(r), nil) {
					got = append(got, int(p))
				}
				if !slices.Equal(got, percepts[r]) {
					t.Fatalf("%s: position %d: role %d perceives %v, want %v", k, i, r, got, percepts[r])
				}
			}
		}
	}
	if slices.Contains(b.lane, none) {
		t.Fatalf("a position has no lane: %v", b.lane)
	}
}

// TestPerceptionIsLazy checks that nobody pays for percepts in lanes who does not
// ask for them.
func TestPerceptionIsLazy(t *testing.T) {
	g := mustNew(t, guessing())
	if _, err := g.Playouts(t.Context(), game.PlayoutOptions{Count: 10}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine().(*Machine)
	s := m.Initial(nil)
	many := slices.Repeat([]game.State{s}, 600)
	m.StepAll(many, make([]game.Move, 2*600), nil, nil)
	if g.perception.program != nil || len(g.perception.sources) != len(g.phases) {
		t.Error("programs with percepts were made, though nobody asked")
	}
	if g.Program().Percepts != 0 {
		t.Error("the programs for playouts tell percepts")
	}
	m.StepAll(many, make([]game.Move, 2*600), nil, &game.Percepts{Roles: []game.Role{0}})
	if g.perception.program == nil || g.perception.sources != nil {
		t.Error("programs with percepts were not made, or what they are made of was kept")
	}
}

// guessing is a game in which chance hides a number and a player guesses it,
// until the guess is right.
func guessing() *Spec {
	m := newSpecMaker("guessing", "random", "guesser")
	m.spec.Random, m.spec.Hidden = 0, true
	numbers := []string{"1", "2", "3"}
	m.bit("over", false)
	m.spec.Terminal = m.atom("true over")
	for r, role := range []string{"hide", "guess"} {
		for _, n := range numbers {
			move := "(" + role + " " + n + ")"
			m.spec.Moves[r] = append(m.spec.Moves[r], MoveAtoms{move, m.atom("legal " + move), m.atom("does " + move)})
			m.rule("legal "+move, "-true over")
		}
	}
	for _, n := range numbers {
		m.rule("next over", "does (hide "+n+")", "does (guess "+n+")")
		m.spec.Texts = append(m.spec.Texts, "(was "+n+")")
		m.spec.Percepts = append(m.spec.Percepts, PerceptAtom{1, len(m.spec.Texts) - 1, m.atom("sees " + n)})
		m.rule("sees "+n, "does (hide "+n+")")
	}
	m.spec.Goals = append(m.spec.Goals, GoalAtom{1, 100, m.atom("true over")})
	return m.spec
}
