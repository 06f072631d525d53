package infotracker_test

import (
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/knowledgetest"
)

// betting deals one of two cards, which bob sees; then bob makes one of two moves, which
// ann sees. State 3 is the end with the first card, state 4 the end with the second.
func betting() *knowledgetest.Toy {
	goals := [][]int{{0}, {0}, nil}
	deal := knowledgetest.ToyState{Goals: goals, Legal: [][]int{{0}, {0}, {0, 1}}, Edges: []knowledgetest.ToyEdge{
		{Next: 1, Percepts: [][]int{{}, {0}, {}}}, {Next: 2, Percepts: [][]int{{}, {1}, {}}},
	}}
	bet := func(next int) knowledgetest.ToyState {
		return knowledgetest.ToyState{Goals: goals, Legal: [][]int{{0}, {0, 1}, {0}}, Edges: []knowledgetest.ToyEdge{
			{Next: next, Percepts: [][]int{{0}, {}, {}}}, {Next: next, Percepts: [][]int{{1}, {}, {}}},
		}}
	}
	end := knowledgetest.ToyState{Terminal: true, Goals: goals, Legal: [][]int{{}, {}, {}}}
	return &knowledgetest.Toy{RoleNames: []string{"ann", "bob", "random"}, RandomRole: 2,
		States: []knowledgetest.ToyState{deal, bet(3), bet(4), end, end}}
}

// TestTrackerUsesPolicies checks what ann concludes from bob's first move, given how he
// plays each card.
func TestTrackerUsesPolicies(t *testing.T) {
	const bob = game.Role(1)
	g := betting()
	start, err := infotracker.NewTracker(g, 0, infotracker.TrackerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	firstCard := infotracker.Extend(start.Views(0)[bob], 0, []game.Percept{0})
	for _, test := range []struct {
		name          string
		first, second []float64 // of bob's moves, by his card
		want          float64   // the probability of the first card
	}{
		{"uniform", nil, nil, 1. / 2},
		{"telling", []float64{3. / 4, 1. / 4}, []float64{1. / 8, 7. / 8}, 6. / 7},
		{"certain", []float64{1, 0}, []float64{0, 1}, 1},
		{"uniform with one card", []float64{1, 0}, nil, 2. / 3},
		{"of the wrong length", []float64{1}, []float64{0}, 1. / 2},
	} {
		policy := func(r game.Role, view infotracker.ViewKey, legal []game.Move, dst []float64) []float64 {
			if r != bob || len(legal) != 2 {
				t.Errorf("%s: the policy is asked about %d moves of role %d", test.name, len(legal), r)
			}
			if view == firstCard {
				return append(dst, test.first...)
			}
			return append(dst, test.second...)
		}
		for mode, common := range map[infotracker.Mode]int{infotracker.Common: 0, infotracker.Exact: -1} {
			tracker, err := infotracker.NewTracker(g, 0, infotracker.TrackerOptions{Common: common, Policy: policy})
			if err != nil {
				t.Fatal(err)
			}
			for _, seen := range [][]game.Percept{nil, {0}} {
				if err := tracker.Step(t.Context(), infotracker.Observation{Own: 0, Percepts: seen}); err != nil {
					t.Fatalf("%s, %v: %v", test.name, mode, err)
				}
			}
			if got := chances(tracker)[key(game.State{3})]; tracker.Mode() != mode || math.Abs(got-test.want) > 1e-9 {
				t.Errorf("%s, %v: the first card has the probability %v instead of %v", test.name, tracker.Mode(), got, test.want)
			}
		}
	}
}
