package circuit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"ludex/game"
)

// ring is a game about a ring of places: links between neighbours can be
// toggled, and what can be reached from place 0 is found by recursive rules.
func ring(n int) *Spec {
	m := newSpecMaker("ring", "walker")
	m.spec.Terminal = m.atom("terminal")
	m.rule("reach 0")
	for i := range n {
		link, toggle := fmt.Sprintf("(link %d)", i), fmt.Sprintf("(toggle %d)", i)
		a, b := fmt.Sprintf("reach %d", i), fmt.Sprintf("reach %d", (i+1)%n)
		m.bit(link, i%2 == 0)
		m.move(0, toggle)
		m.rule("legal walker "+toggle, a)
		m.rule("next "+link, "true "+link, "-does walker "+toggle)
		m.rule("next "+link, "-true "+link, "does walker "+toggle)
		m.rule(b, a, "true "+link)
		m.rule(a, b, "true "+link)
	}
	m.goal(0, 100)
	m.rule("goal walker 100", fmt.Sprintf("reach %d", n/2))
	m.rule("terminal", fmt.Sprintf("reach %d", n/2), fmt.Sprintf("-reach %d", n/2+1))
	return m.spec
}

func TestLoops(t *testing.T) {
	s := ring(9)
	g, n := mustNew(t, s), newNaive(s)
	if g.Stats().Loops == 0 || g.Stats().Phases[0].Loops == 0 {
		t.Error("no loops were found")
	}
	m := g.NewMachine()
	rand := game.NewRand(1)
	for range 20 {
		state := n.initial()
		for range 30 {
			want := n.position(state)
			var legal []int
			for _, x := range m.Legal(pack(state), 0, nil) {
				legal = append(legal, int(x))
			}
			if !slices.Equal(legal, want.legal[0]) || m.Terminal(pack(state)) != want.terminal {
				t.Fatalf("state %v: legal %v, want %v", state, legal, want.legal[0])
			}
			if want.terminal {
				break
			}
			joint := []int{want.legal[0][rand.Choose(len(want.legal[0]))]}
			state, _ = n.next(state, joint)
		}
	}
	res, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 2000})
	if err != nil || res.Finished+res.Cut != 2000 {
		t.Errorf("playouts: %+v, %v", res, err)
	}
}

func TestNegativeLoop(t *testing.T) {
	m := newSpecMaker("paradox", "liar")
	m.bit("(lie)", true)
	m.move(0, "speak")
	m.rule("legal liar speak", "honest")
	m.rule("honest", "-dishonest", "true (lie)")
	m.rule("dishonest", "-honest")
	var loop *NegativeLoopError
	_, err := New(context.Background(), m.spec, Options{})
	if !errors.As(err, &loop) {
		t.Fatalf("error %v", err)
	}
	want := []int32{m.atom("honest"), m.atom("dishonest")}
	slices.Sort(want)
	if !slices.Equal(loop.Atoms, want) {
		t.Errorf("atoms %v, want %v", loop.Atoms, want)
	}
}

// TestClock checks that clocks and constants are found, and nothing else.
func TestClock(t *testing.T) {
	m := newSpecMaker("clock", "player")
	for i := range 3 {
		m.bit(fmt.Sprintf("(turn %d)", i), i == 0)
		m.rule(fmt.Sprintf("next (turn %d)", i), fmt.Sprintf("true (turn %d)", (i+2)%3))
	}
	m.bit("(wall)", true)
	m.rule("next (wall)", "true (wall)")
	m.bit("(ghost)", false)
	m.rule("next (ghost)", "true (ghost)", "does player wait")
	m.bit("(lamp)", false)
	m.rule("next (lamp)", "does player light", "true (wall)")
	m.move(0, "wait")
	m.move(0, "light")
	m.rule("legal player wait", "true (turn 0)")
	m.rule("legal player wait", "-true (turn 0)")
	m.rule("legal player light", "true (turn 1)")
	g := mustNew(t, m.spec)
	st := g.Stats()
	if len(st.Phases) != 3 || st.Constants != 2 {
		t.Errorf("%d phases and %d constants, want 3 and 2", len(st.Phases), st.Constants)
	}
	for i, want := range []int{1, 2, 1} {
		if st.Phases[i].Moves[0] != want {
			t.Errorf("%d moves in phase %d, want %d", st.Phases[i].Moves[0], i, want)
		}
	}
}
