package solve_test

import (
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/solve"
)

func TestUndecided(t *testing.T) {
	g := fromLibrary(t, "connectfour")
	r := solution(t, g, nil, solve.Options{Nodes: 50_000})
	if r.Outcome != solve.Undecided || r.Reason != solve.NodesSpent || r.Nodes > 60_000 {
		t.Errorf("%s, %s after %d states", r.Outcome, r.Reason, r.Nodes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := solve.Solve(ctx, g, nil, solve.Options{})
	if err != nil || r.Outcome != solve.Undecided || r.Reason != solve.TimeUp {
		t.Errorf("%v, %v", r, err)
	}
	r = solution(t, g, nil, solve.Options{Method: solve.Retrograde, Memory: 1 << 20})
	if r.Outcome != solve.Undecided || r.Reason != solve.MemoryFull {
		t.Errorf("%s, %s", r.Outcome, r.Reason)
	}
}

// TestEndless examines a game for two players whose goals are not opposed and whose plays
// can go on forever.
func TestEndless(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"a", "b"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
		{Moves: [][]string{{"end", "stay"}, {"wait"}}, Next: map[string]int{"end wait": 1, "stay wait": 2}},
		{Terminal: true, Goals: [][]int{{100}, {100}}},
		{Moves: [][]string{{"wait"}, {"end", "stay"}}, Next: map[string]int{"wait end": 3, "wait stay": 0}},
		{Terminal: true, Goals: [][]int{{0}, {0}}},
	}}
	r := solution(t, g, nil, solve.Options{})
	if r.Outcome != solve.Undecided || r.Reason != solve.Endless {
		t.Errorf("%s, %s", r.Outcome, r.Reason)
	}
}

func TestRefused(t *testing.T) {
	ctx := context.Background()
	if _, err := solve.Solve(ctx, fromLibrary(t, "kuhnpoker"), nil, solve.Options{}); !errors.Is(err, solve.ErrHidden) {
		t.Errorf("a hidden game: %v", err)
	}
	g := fromLibrary(t, "tictactoe")
	if _, err := solve.Solve(ctx, g, nil, solve.Options{Method: "magic"}); !errors.Is(err, solve.ErrNoMethod) {
		t.Errorf("an unknown method: %v", err)
	}
	for _, method := range []solve.Method{solve.BreadthFirst, solve.IterativeDeepening, solve.NestedMonteCarlo} {
		if _, err := solve.Solve(ctx, g, nil, solve.Options{Method: method}); !errors.Is(err, solve.ErrUnsuited) {
			t.Errorf("%s for two players: %v", method, err)
		}
	}
	for _, method := range []solve.Method{solve.AlphaBeta, solve.ProofNumber, solve.Retrograde} {
		if _, err := solve.Solve(ctx, fromLibrary(t, "hanoi"), nil, solve.Options{Method: method}); !errors.Is(err, solve.ErrUnsuited) {
			t.Errorf("%s for one player: %v", method, err)
		}
		if _, err := solve.Solve(ctx, fromLibrary(t, "rockpaperscissors"), nil, solve.Options{Method: method}); !errors.Is(err, solve.ErrUnsuited) {
			t.Errorf("%s for a game at once: %v", method, err)
		}
	}
}

// TestBrokenRules checks that a state without moves or goals is an error, not an
// answer.
func TestBrokenRules(t *testing.T) {
	stuck := &gametest.Explicit{RoleNames: []string{"a"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
		{Moves: [][]string{{"go"}}, Next: map[string]int{"go": 1}}, {Moves: [][]string{{}}},
	}}
	if _, err := solve.Solve(context.Background(), stuck, nil, solve.Options{}); !errors.Is(err, game.ErrStuck) {
		t.Errorf("a role without moves: %v", err)
	}
	for _, goals := range [][]int{{}, {10, 20}, {101}} {
		g := &gametest.Explicit{RoleNames: []string{"a"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
			{Moves: [][]string{{"go"}}, Next: map[string]int{"go": 1}}, {Terminal: true, Goals: [][]int{goals}},
		}}
		if _, err := solve.Solve(context.Background(), g, nil, solve.Options{}); err == nil {
			t.Errorf("the goals %v are no problem", goals)
		}
	}
}

// TestSameAgain checks that a seed and a number of states give the same result.
func TestSameAgain(t *testing.T) {
	g := fromLibrary(t, "connectfour-5x4")
	a := solution(t, g, nil, solve.Options{Seed: 7})
	b := solution(t, g, nil, solve.Options{Seed: 7})
	if a.Nodes != b.Nodes || len(a.Line) != len(b.Line) {
		t.Errorf("%d and %d states", a.Nodes, b.Nodes)
	}
}
