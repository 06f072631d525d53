package enginecompare_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/knowledgetest"
)

// TestComparison compares a game with itself, and with games that differ from it in one
// respect.
func TestComparison(t *testing.T) {
	for _, test := range []struct {
		what   string // the reported difference; empty if there is none
		change func(*gametest.Explicit)
		moves  []string // that lead to the difference
	}{
		{"", func(*gametest.Explicit) {}, nil},
		{"roles", func(g *gametest.Explicit) { g.RoleNames = []string{"x", "z"} }, nil},
		{"random role", func(g *gametest.Explicit) { g.RandomRole = 1 }, nil},
		{"terminal", func(g *gametest.Explicit) { g.States[2].Terminal = false }, []string{"(go go)", "(a a)"}},
		{"goals of x", func(g *gametest.Explicit) { g.States[2].Goals[0] = []int{1} }, []string{"(go go)", "(a a)"}},
		{"goals of y", func(g *gametest.Explicit) { g.States[0].Goals = [][]int{nil, {50}} }, nil},
		{"legal moves of y", func(g *gametest.Explicit) { g.States[1].Moves[1] = []string{"a", "b"} }, []string{"(go go)"}},
		{"facts", func(g *gametest.Explicit) { g.States[1].Next["a a"] = 3 }, []string{"(go go)", "(a a)"}},
		{"percepts of x", func(g *gametest.Explicit) { g.States[1].Seen = [][]game.Percept{{7}, nil} }, []string{"(go go)"}},
		{"percepts of y", func(g *gametest.Explicit) { g.States[0].Seen = [][]game.Percept{nil, {7}} }, nil},
	} {
		t.Run(cmp.Or(test.what, "equal"), func(t *testing.T) {
			changed := oneWay()
			test.change(changed)
			n, err := enginecompare.Comparison{Plies: 50}.Run(t.Context(), oneWay(), changed)
			if test.what == "" {
				if err != nil || n != 50 {
					t.Errorf("equal games: %d plies, %v", n, err)
				}
				return
			}
			var d *enginecompare.Difference
			if !errors.As(err, &d) || d.What != test.what || !slices.Equal(d.Moves, test.moves) {
				t.Errorf("the difference is reported as %v", err)
			}
		})
	}
}

// oneWay is the matching game in which both roles can choose a only, so that every play
// is the same.
func oneWay() *gametest.Explicit {
	g := gametest.Matching()
	g.States[1].Moves = [][]string{{"a"}, {"a"}}
	g.States[1].Next = map[string]int{"a a": 2}
	// State 3 still has moves b, so that both games number the moves alike.
	g.States[3] = gametest.ExplicitState{Moves: [][]string{{"b"}, {"b"}}}
	return g
}

// TestComparisonFindsRareDifferences changes what happens after one of four joint moves.
func TestComparisonFindsRareDifferences(t *testing.T) {
	changed := gametest.Matching()
	changed.States[1].Next["b a"] = 2
	for seed := range uint64(5) {
		_, err := enginecompare.Comparison{Plies: 200, Seed: seed}.Run(t.Context(), gametest.Matching(), changed)
		var d *enginecompare.Difference
		if !errors.As(err, &d) || d.What != "facts" || !slices.Equal(d.Moves, []string{"(go go)", "(b a)"}) {
			t.Errorf("with the seed %d the difference is reported as %v", seed, err)
		}
	}
}

// TestComparisonOfPercepts compares the percepts of all roles, including chance.
func TestComparisonOfPercepts(t *testing.T) {
	for r, name := range []string{"x", "y"} {
		a, b := gametest.Matching(), gametest.Matching()
		a.RandomRole, b.RandomRole = 1, 1
		b.States[1].Seen = [][]game.Percept{nil, nil}
		b.States[1].Seen[r] = []game.Percept{7}
		_, err := enginecompare.Comparison{Plies: 50}.Run(t.Context(), a, b)
		var d *enginecompare.Difference
		if !errors.As(err, &d) || d.What != "percepts of "+name || len(d.Moves) != 1 {
			t.Errorf("a percept of %s was reported as %v", name, err)
		}
	}
}

func TestComparisonOfHiddenInformation(t *testing.T) {
	toy := func(seen bool) game.Game {
		return &knowledgetest.Toy{RoleNames: []string{"ann"}, RandomRole: game.NoRole, Seen: seen,
			States: []knowledgetest.ToyState{{Terminal: true, Goals: [][]int{{0}}, Legal: [][]int{{}}}}}
	}
	_, err := enginecompare.Comparison{Plies: 5}.Run(t.Context(), toy(false), toy(true))
	var d *enginecompare.Difference
	if !errors.As(err, &d) || d.What != "hidden information" || d.A != "true" || d.B != "false" {
		t.Errorf("the difference is reported as %v", err)
	}
}

// TestComparisonOfOrder finds moves out of order even where both games agree on it.
func TestComparisonOfOrder(t *testing.T) {
	g := gametest.Matching()
	g.States[1].Moves[0] = []string{"b", "a"}
	_, err := enginecompare.Comparison{Plies: 50}.Run(t.Context(), g, g)
	var d *enginecompare.Difference
	if !errors.As(err, &d) || d.What != "order of the legal moves of x" {
		t.Errorf("the wrong order is reported as %v", err)
	}
}

// TestComparisonEnds counts the joint moves of plays that end early.
func TestComparisonEnds(t *testing.T) {
	over, stuck, endless := gametest.Matching(), gametest.Matching(), gametest.Matching()
	over.States[0].Terminal = true
	stuck.States[0].Moves[1] = nil
	endless.States[0].Next["go go"] = 0
	for _, test := range []struct {
		name string
		game game.Game
		c    enginecompare.Comparison
		want int
	}{
		{"over at once", over, enginecompare.Comparison{Plies: 10}, 0},
		{"stuck at once", stuck, enginecompare.Comparison{Plies: 10}, 0},
		{"cut off", endless, enginecompare.Comparison{Plies: 10, MaxSteps: 3}, 10},
		{"nothing wanted", gametest.Matching(), enginecompare.Comparison{}, 0},
	} {
		if n, err := test.c.Run(t.Context(), test.game, test.game); err != nil || n != test.want {
			t.Errorf("%s: %d plies instead of %d, %v", test.name, n, test.want, err)
		}
	}
}

func TestDifference(t *testing.T) {
	engines := [2]string{"slow", "fast"}
	for _, test := range []struct {
		name string
		a, b []string
		want string
	}{
		{"other texts", []string{"a", "b"}, []string{"b", "c"}, "slow has 2, among them a, but fast has 2, among them c"},
		{"fewer texts", []string{"a", "b"}, []string{"b"}, "slow has 2, among them a, but fast has 1 of them"},
		{"no texts", []string{"a"}, nil, "slow has 1, among them a, but fast has 0 of them"},
		{"another order", []string{"a", "b"}, []string{"b", "a"}, "slow has 2, among them a b, but fast has 2, among them b a"},
	} {
		d := enginecompare.NewDifference("moves", engines, test.a, test.b, []string{"(x y)", "(z z)"})
		if want := `moves after "(x y) ; (z z)": ` + test.want; d.Error() != want {
			t.Errorf("%s: %s, want %s", test.name, d.Error(), want)
		}
	}
}

// TestComparisonOfFailures checks that the failure of a machine is not reported as a
// difference, on either side.
func TestComparisonOfFailures(t *testing.T) {
	for _, side := range []string{"first", "second"} {
		t.Run(side, func(t *testing.T) {
			gametest.Failures(t, gametest.Matching(), func(g game.Game) error {
				games := []game.Game{g, gametest.Matching()}
				if side == "second" {
					slices.Reverse(games)
				}
				_, err := enginecompare.Comparison{Plies: 6}.Run(t.Context(), games[0], games[1])
				return err
			})
		})
	}
}

// A stopping game ends a context while a machine lists moves.
type stopping struct {
	*gametest.Explicit
	stop context.CancelFunc
}

func (g stopping) NewMachine() game.Machine {
	return &stoppingMachine{Machine: g.Explicit.NewMachine(), stop: g.stop}
}

type stoppingMachine struct {
	game.Machine
	ctx  context.Context
	stop context.CancelFunc
}

func (m *stoppingMachine) Bind(ctx context.Context) { m.ctx = ctx }
func (m *stoppingMachine) Err() error               { return m.ctx.Err() }

func (m *stoppingMachine) Legal(_ game.State, _ game.Role, dst []game.Move) []game.Move {
	m.stop()
	return dst
}

// TestComparisonStops ends the context before the first state, and in the middle of a
// call, where only a machine that is bound to it can notice.
func TestComparisonStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := stopping{gametest.Matching(), cancel}
	for _, when := range []string{"in a call", "before"} {
		_, err := enginecompare.Comparison{Plies: 5}.Run(ctx, g, g)
		if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "legal") {
			t.Errorf("a comparison stopped %s gives %v", when, err)
		}
	}
}
