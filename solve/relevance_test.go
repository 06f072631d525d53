package solve_test

import (
	"math/bits"
	"testing"

	"ludex/game"
	"ludex/solve"
)

// A lamp is on or off, and a counter goes from 0 to 3; the rest is up to the test.
const lamp = `
(role robot) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
(legal robot switch) (legal robot wait)
(<= (next on) (does robot switch) (not (true on)))
(<= (next on) (does robot wait) (true on))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (goal robot 0) (not (goal robot 100)))
`

// TestRelevance checks which facts count steps, and from which goal on arriving earlier is
// proved to be no worse.
func TestRelevance(t *testing.T) {
	for name, test := range map[string]struct {
		rules                   string
		facts, counted, earlier int
	}{
		"a limit":            {"(<= terminal (true on)) (<= terminal (true (step 3))) (<= (goal robot 100) (true on))", 1, 4, 1},
		"a spelled-out end":  {"(<= terminal lit) (<= terminal (true (step 3))) (<= lit (true on)) (<= (goal robot 100) (true on))", 1, 4, 1},
		"no limit":           {"(<= terminal (true on)) (<= (goal robot 100) (true on))", 1, 4, 0},
		"an exact step":      {"(<= terminal (true on)) (<= terminal (true (step 3))) (<= (goal robot 100) (true on) (true (step 2)))", 1, 4, 101},
		"a deadline":         {"(<= terminal (true on)) (<= terminal (true (step 3))) (<= (goal robot 100) (true on) (not (true (step 3))))", 1, 4, 1},
		"the last state":     {"(<= terminal (true (step 3))) (<= (goal robot 100) (true on))", 1, 4, 101},
		"an opening":         {"(<= terminal (true on) (true (step 1))) (<= terminal (true (step 3))) (<= (goal robot 100) (true on))", 1, 4, 101},
		"moves that count":   {"(<= terminal (true on)) (<= (legal robot hurry) (true (step 2))) (<= (goal robot 100) (true on))", 4, 0, 0},
		"facts without use":  {"(<= terminal (true on)) (<= (next dust) (does robot wait)) (<= (goal robot 100) (true on))", 1, 4, 0},
		"facts that count":   {"(<= terminal (true late)) (<= (next late) (true (step 2))) (<= (goal robot 100) (true on))", 1, 5, 101},
		"effects that count": {"(<= terminal (true late)) (<= (next late) (true on) (true (step 2))) (<= (goal robot 100) (true on))", 5, 0, 0},
	} {
		g := fromText(t, "lamp.kif", lamp+test.rules)
		r := game.CapabilitiesOf(g).Relevance.Relevance()
		if facts, counted := ones(r.Facts), ones(r.Counted); facts != test.facts || counted != test.counted || r.Earlier != test.earlier {
			t.Errorf("%s: %d facts, %d of a counter, earlier is no worse from %d on", name, facts, counted, r.Earlier)
		}
	}
	if r := game.CapabilitiesOf(fromLibrary(t, "tictactoe")).Relevance.Relevance(); r.Facts != nil {
		t.Error("a game of two roles has a relevance")
	}
}

// ones counts the bits of a state.
func ones(s game.State) int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// TestFewerStates checks that the step counter of the eight puzzle is left out: whole states
// would be 20,285.
func TestFewerStates(t *testing.T) {
	r := solved(t, fromLibrary(t, "eightpuzzle"), nil, solve.Options{Method: solve.BreadthFirst})
	if r.Nodes > 15_000 || !r.Shortest {
		t.Errorf("%d states were computed; shortest: %v", r.Nodes, r.Shortest)
	}
}
