package enginecompare_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
)

// ends is a game of one step that finishes with 40 or 100, is stuck, has bad goals
// or goes on until it is cut off, by which one of five moves is made.
func ends() *gametest.Explicit {
	return &gametest.Explicit{
		RoleNames: []string{"x"}, RandomRole: game.NoRole,
		States: []gametest.ExplicitState{
			{Moves: [][]string{{"a", "b", "c", "d", "e"}}, Next: map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}},
			{Terminal: true, Goals: [][]int{{40}}},
			{Terminal: true, Goals: [][]int{{100}}},
			{Moves: [][]string{nil}},
			{Terminal: true, Goals: [][]int{nil}},
			{Moves: [][]string{{"a"}}, Next: map[string]int{"a": 5}},
		},
	}
}

// TestMeans compares playouts with others of the same game, and with such that
// differ in one respect.
func TestMeans(t *testing.T) {
	ctx := context.Background()
	opt := game.PlayoutOptions{Count: 4000, Seed: 1, MaxSteps: 6}
	m, err := enginecompare.MeasureMeans(ctx, ends(), opt, 1_000_000)
	if err != nil || m.Playouts() != 4000 {
		t.Fatalf("%d playouts, %v", m.Playouts(), err)
	}
	same, err := game.ScalarPlayouts(ctx, ends(), game.PlayoutOptions{Count: 40_000, Seed: 1 << 40, MaxSteps: 6})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Compare("another", &same); err != nil {
		t.Error(err)
	}
	for what, change := range map[string]func(*game.PlayoutResult){
		"mean length":                             func(r *game.PlayoutResult) { r.Steps += 15_000 },
		"mean share of playouts that finish":      func(r *game.PlayoutResult) { r.Finished -= 4000 },
		"mean share of playouts that are cut off": func(r *game.PlayoutResult) { r.Cut += 4000 },
		"mean share of playouts that are stuck":   func(r *game.PlayoutResult) { r.Stuck = 0 },
		"mean share of playouts with bad goals":   func(r *game.PlayoutResult) { r.BadGoals = 0 },
		"mean goal of x":                          func(r *game.PlayoutResult) { r.Goals[0] /= 2 },
	} {
		r := same
		r.Goals = slices.Clone(same.Goals)
		change(&r)
		var d *enginecompare.Difference
		if err := m.Compare("another", &r); !errors.As(err, &d) || d.What != what {
			t.Errorf("a difference in the %s was reported as %v", what, err)
		}
	}
}

// TestMeansLimits stops measuring at a number of joint moves, and with the context.
func TestMeansLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	opt := game.PlayoutOptions{Count: 1000}
	m, err := enginecompare.MeasureMeans(ctx, gametest.Matching(), opt, 99)
	if err != nil || m.Playouts() != 50 {
		t.Errorf("%d playouts, %v", m.Playouts(), err)
	}
	if err := m.Compare("nothing", &game.PlayoutResult{Goals: make([]uint64, 2)}); err != nil {
		t.Error(err)
	}
	cancel()
	if _, err := enginecompare.MeasureMeans(ctx, gametest.Matching(), opt, 99); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped measurement gives %v", err)
	}
}
