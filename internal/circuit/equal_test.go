package circuit

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"pgregory.net/rapid"
)

func mustNew(t rapid.TB, s *Spec) *Game {
	t.Helper()
	g, err := New(context.Background(), s, Options{})
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return g
}

// TestRandomSpecs plays random Specs and compares everything that the machine
// and the gate programs say with the naive evaluation.
func TestRandomSpecs(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := specs().Draw(t, "spec")
		g, n := mustNew(t, s), newNaive(s)
		met := make(map[int][][]bool) // by phase
		m := g.NewMachine()
		for range 3 {
			state := n.initial()
			for range 8 {
				p := comparePosition(t, g, m, n, state)
				compareExpand(t, m, n, state, p)
				phase := g.PhaseOf(pack(state))
				if phase < 0 {
					t.Fatalf("state %v, which was reached, has no phase", state)
				}
				met[phase] = append(met[phase], state)
				joint := drawJoint(t, p)
				if joint == nil {
					break
				}
				state = compareNext(t, m, n, state, joint)
			}
		}
		for range 4 { // any state at all
			state := make([]bool, len(s.State))
			for i := range state {
				state[i] = rapid.Bool().Draw(t, "bit")
			}
			p := comparePosition(t, g, m, n, state)
			if joint := drawJoint(t, p); joint != nil {
				compareNext(t, m, n, state, joint)
			}
		}
		for phase, states := range met {
			compareLanes(t, g.Program(), n, phase, states, func(p position) []int { return drawJoint(t, p) })
		}
	})
}

func drawJoint(t *rapid.T, p position) []int {
	if p.terminal {
		return nil
	}
	var joint []int
	for _, legal := range p.legal {
		if len(legal) == 0 {
			return nil
		}
		joint = append(joint, rapid.SampledFrom(legal).Draw(t, "move"))
	}
	return joint
}

// comparePosition compares what is said about a state.
func comparePosition(t *rapid.T, g *Game, m game.Machine, n *naive, state []bool) position {
	want, s := n.position(state), pack(state)
	if got := m.Terminal(s); got != want.terminal {
		t.Fatalf("state %v: terminal %v, want %v", state, got, want.terminal)
	}
	for r := range g.Roles() {
		var legal []int
		for _, x := range m.Legal(s, game.Role(r), nil) {
			legal = append(legal, int(x))
		}
		if !slices.Equal(legal, want.legal[r]) {
			t.Fatalf("state %v: role %d may make %v, want %v", state, r, legal, want.legal[r])
		}
		if goals := m.Goals(s, game.Role(r), nil); !slices.Equal(goals, want.goals[r]) {
			t.Fatalf("state %v: role %d has goals %v, want %v", state, r, goals, want.goals[r])
		}
	}
	return want
}

// compareNext compares what a joint move leads to.
func compareNext(t *rapid.T, m game.Machine, n *naive, state []bool, joint []int) []bool {
	next, percepts := n.next(state, joint)
	var moves []game.Move
	for _, x := range joint {
		moves = append(moves, game.Move(x))
	}
	if n.spec.Hidden {
		for r := range n.spec.Roles {
			var got []int
			for _, p := range m.Percepts(pack(state), moves, game.Role(r), nil) {
				got = append(got, int(p))
			}
			if !slices.Equal(got, percepts[r]) {
				t.Fatalf("state %v, moves %v: role %d perceives %v, want %v", state, joint, r, got, percepts[r])
			}
		}
	}
	if got := m.Next(pack(state), moves, nil); !slices.Equal(got, pack(next)) {
		t.Fatalf("state %v, moves %v: next %v, want %v", state, joint, got, pack(next))
	}
	return next
}

// compareExpand compares the children by all joint moves, computed at once.
func compareExpand(t *rapid.T, m game.Machine, n *naive, state []bool, p position) {
	all := [][]int{{}}
	for _, legal := range p.legal {
		var longer [][]int
		for _, joint := range all {
			for _, move := range legal {
				longer = append(longer, append(slices.Clone(joint), move))
			}
		}
		all = longer
	}
	var joints []game.Move
	for _, joint := range all {
		for _, move := range joint {
			joints = append(joints, game.Move(move))
		}
	}
	machine := m.(*Machine)
	got := [][]game.State{machine.Expand(pack(state), joints, nil)}
	if x := machine.expansion(machine.game.PhaseOf(pack(state))); x.knows(joints) {
		got = append(got, x.expand(pack(state), joints, nil))
	}
	for _, children := range got {
		if len(children) != len(all) {
			t.Fatalf("%d children, want %d", len(children), len(all))
		}
		for i, joint := range all {
			want, _ := n.next(state, joint)
			if !slices.Equal(children[i], pack(want)) {
				t.Fatalf("state %v, moves %v: child %v, want %v", state, joint, children[i], pack(want))
			}
		}
	}
}

// compareLanes runs a phase of a gate program on states, one a lane.
func compareLanes(t rapid.TB, p *bitslice.Program, n *naive, phase int, states [][]bool, choose func(position) []int) {
	ph := &p.Phases[phase]
	signal := make([]bitslice.Vec, p.Signals)
	junk(signal)
	loadStates(signal, p.State, states)
	want := make([]position, len(states))
	run(signal, ph.Legal)
	for lane, state := range states {
		want[lane] = n.position(state)
		compareLegal(t, signal, ph, want[lane], lane)
	}
	run(signal, ph.Goals)
	net := make([]bitslice.Vec, p.GoalNet.Signals)
	junk(net)
	loadStates(net, p.GoalNet.State, states)
	run(net, p.GoalNet.Code)
	for lane := range states {
		for i, goal := range p.Goals {
			holds := slices.Contains(want[lane].goals[goal.Role], goal.Value)
			if repeatedGoal(p.Goals, i) {
				continue
			}
			if bit(signal, ph.GoalsOf[i], lane) != holds || bit(net, p.GoalNet.GoalsOf[i], lane) != holds {
				t.Fatalf("lane %d: goal %v is not %v", lane, goal, holds)
			}
		}
	}
	joints := make([][]int, len(states))
	for lane := range states {
		joints[lane] = choose(want[lane])
	}
	enter(signal, ph, joints)
	run(signal, ph.Next)
	for lane, state := range states {
		if joints[lane] == nil {
			continue
		}
		next, _ := n.next(state, joints[lane])
		for i, b := range next {
			if bit(signal, ph.NextOf[i], lane) != b {
				t.Fatalf("lane %d: bit %d of the state after %v is not %v", lane, i, joints[lane], b)
			}
		}
	}
}

// repeatedGoal reports whether a role has a goal value by several atoms, so that
// the value does not tell which of them holds.
func repeatedGoal(goals []bitslice.Goal, i int) bool {
	for j, g := range goals {
		if j != i && g == goals[i] {
			return true
		}
	}
	return false
}

func compareLegal(t rapid.TB, signal []bitslice.Vec, ph *bitslice.Phase, want position, lane int) {
	if bit(signal, ph.Terminal, lane) != want.terminal {
		t.Fatalf("lane %d: terminal is not %v", lane, want.terminal)
	}
	for r, role := range ph.Roles {
		var legal []int
		for i, m := range role.Moves {
			if bit(signal, role.Legal[i], lane) {
				legal = append(legal, int(m))
			}
		}
		slices.Sort(legal)
		if !slices.Equal(legal, want.legal[r]) {
			t.Fatalf("lane %d: role %d may make %v, want %v", lane, r, legal, want.legal[r])
		}
	}
}
