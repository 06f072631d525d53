package prove_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/prove"
	"ludex/internal/prove/aig"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/library"
	"ludex/rules"
)

// load makes the transition system of a game of the library.
func load(t testing.TB, name string) *prove.Loaded {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	return loadText(t, entry.File, string(entry.Rules()))
}

func loadText(t testing.TB, name, text string) *prove.Loaded {
	t.Helper()
	r, err := rules.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	l, err := prove.Load(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The transition system says the same as the interpreter about every state of random plays:
// facts, the end, legal moves, goals and the next state.
func TestSystemAgreesWithInterpreter(t *testing.T) {
	for _, name := range []string{
		"tictactoe", "nim", "breakthrough-5x5", "kuhnpoker", "goofspiel", "montyhall", "connectfour", "dotsandboxes",
		"breakthrough-rbg", "foxandhounds", "reversi-4x4", "draughts", "konane", "gomoku",
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, name)
			rng := rand.New(rand.NewPCG(1, 1))
			for range 3 {
				followPlay(t, l, rng)
			}
		})
	}
}

// followPlay compares the states of one random play.
func followPlay(t *testing.T, l *prove.Loaded, rng *rand.Rand) {
	t.Helper()
	m, s := l.Game.NewMachine(), l.System
	at := m.Initial(nil)
	state := s.Initial()
	step := s.Step()
	sim := s.Graph.Simulate()
	set := func(lit aig.Lit, on bool) {
		value := uint64(0)
		if on {
			value = 1
		}
		sim.Set(lit, value)
	}
	holds := func(lit aig.Lit) bool { return sim.Value(lit)&1 == 1 }
	for range 80 {
		var facts []string
		for i, bit := range s.State {
			set(bit.Lit, state[i])
			if state[i] {
				facts = append(facts, bit.Name)
			}
		}
		sim.Run(1, s.Graph.Len())
		slices.Sort(facts)
		compareFacts(t, l, at, state)
		over := m.Terminal(at)
		if holds(s.Terminal) != over {
			t.Fatalf("terminal is %v in %v", !over, facts)
		}
		joint := compareRoles(t, l, m, at, holds, rng)
		if over || joint == nil {
			return
		}
		for r, role := range s.Roles {
			for _, move := range role.Moves {
				set(move.Does, move.Text == l.Game.TextInSystem(at, game.Role(r), joint[r]))
			}
		}
		sim.Run(1, s.Graph.Len())
		if !holds(step) {
			t.Fatalf("the step is not legal in %v", facts)
		}
		for i, bit := range s.State {
			state[i] = holds(bit.Next)
		}
		at = m.Next(at, joint, nil)
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
	}
}

// compareFacts compares the facts that the system has with those of the interpreter. A system
// may leave out facts of a boardgame, and have bits that are no facts.
func compareFacts(t *testing.T, l *prove.Loaded, at game.State, state []bool) {
	t.Helper()
	want := map[string]bool{}
	for _, fact := range l.Game.Facts(at) {
		want[fact] = true
	}
	known := 0
	for i, bit := range l.System.State {
		if !strings.HasPrefix(bit.Name, "internal ") && state[i] != want[bit.Name] {
			t.Fatalf("%s is %v", bit.Name, state[i])
		}
		if want[bit.Name] {
			known++
		}
	}
	if _, board := l.Game.Game.(interface{ Base() *rbgplay.Game }); !board && known != len(want) {
		t.Fatalf("the system has %d of %d facts", known, len(want))
	}
}

// compareRoles compares legal moves and goals, and draws a joint move, or nil if a role
// has none.
func compareRoles(t *testing.T, l *prove.Loaded, m game.Machine, at game.State, holds func(aig.Lit) bool, rng *rand.Rand) []game.Move {
	t.Helper()
	var joint []game.Move
	stuck := false
	for r, role := range l.System.Roles {
		legal := m.Legal(at, game.Role(r), nil)
		var want, got []string
		for _, move := range legal {
			want = append(want, l.Game.TextInSystem(at, game.Role(r), move))
		}
		for _, move := range role.Moves {
			if holds(move.Legal) {
				got = append(got, move.Text)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s can move %v, want %v", role.Name, got, want)
		}
		var goals []int
		for _, g := range role.Goals {
			if holds(g.Lit) {
				goals = append(goals, g.Value)
			}
		}
		if want := m.Goals(at, game.Role(r), nil); !slices.Equal(goals, want) {
			t.Fatalf("%s has the goals %v, want %v", role.Name, goals, want)
		}
		if len(legal) == 0 {
			stuck = true
			continue
		}
		joint = append(joint, legal[rng.IntN(len(legal))])
	}
	if stuck {
		return nil
	}
	return joint
}
