package knowledgetest_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/knowledgetest"
)

// coin is a toy in which random tosses a coin that only the first role sees.
func coin() *knowledgetest.Toy {
	toss := knowledgetest.ToyState{Goals: [][]int{{0}, {0}, {0}}, Legal: [][]int{{0}, {0}, {0, 1}}, Edges: []knowledgetest.ToyEdge{
		{Next: 1, Percepts: [][]int{{0}, {}, {}}}, {Next: 2, Percepts: [][]int{{1}, {}, {}}},
	}}
	end := knowledgetest.ToyState{Terminal: true, Facts: []string{"p"}, Goals: [][]int{{100}, {0}, {0}}, Legal: [][]int{{0}, {0}, {0}}}
	return &knowledgetest.Toy{RoleNames: []string{"a", "b", "random"}, RandomRole: 2, States: []knowledgetest.ToyState{toss, end, end}}
}

func TestPlays(t *testing.T) {
	levels := knowledgetest.Plays(coin(), 2)
	if len(levels) != 3 || len(levels[0]) != 1 || len(levels[1]) != 2 || len(levels[2]) != 0 {
		t.Fatalf("there are %d levels", len(levels))
	}
	x, y := levels[1][0], levels[1][1]
	if x.Views[0] == y.Views[0] || x.Views[1] != y.Views[1] || x.Views[2] != "" {
		t.Errorf("the views are %q and %q", x.Views, y.Views)
	}
	if x.Chances[2] != 2 || slices.Equal(x.Last(), y.Last()) {
		t.Errorf("the plays are %+v and %+v", x, y)
	}
}

// TestToys checks that generated toys are games, and that bounded ones end.
func TestToys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		toy := knowledgetest.Bounded(knowledgetest.Toys().Draw(t, "toy"), 2)
		m := toy.NewMachine()
		if s := m.Initial(nil); !m.Terminal(s) {
			parsed, err := toy.ParseState(toy.Facts(s))
			if err != nil || !slices.Equal(parsed, s) {
				t.Fatalf("the initial state reads back as %v with the error %v", parsed, err)
			}
		}
		for _, p := range knowledgetest.Plays(toy, 3)[2] {
			if s := p.Last(); !m.Terminal(s) {
				t.Fatalf("state %v after two steps is not terminal", s)
			}
			for r := range toy.Roles() {
				if len(m.Goals(p.Last(), game.Role(r), nil)) != 1 {
					t.Fatal("a role has no goal")
				}
			}
		}
	})
}
