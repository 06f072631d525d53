package puzzle

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gametest"
)

// proofLimit is how many states a proof may compute. It is never reached: what
// takes more has no place in the suite.
const proofLimit = 50_000_000

// TestOwnSuite proves the answers of the suite that comes with Ludex: a sample,
// and all with LUDEX_FULL=1.
func TestOwnSuite(t *testing.T) {
	open := NewOpener(".")
	full := os.Getenv("LUDEX_FULL") != ""
	for i, p := range Own().Puzzles {
		pos, err := p.Set(t.Context(), open)
		if err != nil {
			t.Error(err)
			continue
		}
		limit := 100_000
		if full {
			limit = proofLimit
		}
		if !full && i%sampleEvery != 0 {
			continue
		}
		if err := Prove(t.Context(), pos, limit); errors.Is(err, ErrLimit) && !full {
			t.Logf("left out: %v", err)
		} else if err != nil {
			t.Error(err)
		}
	}
}

// sampleEvery says of how many puzzles one is proved without LUDEX_FULL=1.
const sampleEvery = 4

// TestOwnSuiteIsVaried checks what the suite promises.
func TestOwnSuiteIsVaried(t *testing.T) {
	s := Own()
	if len(s.Puzzles) != 60 || len(s.Games()) < 10 || s.Wanted() != 57 {
		t.Errorf("%d puzzles of %d games, %d wanted", len(s.Puzzles), len(s.Games()), s.Wanted())
	}
	for _, score := range CountScores(asked(s)) {
		if score.Total > 8 {
			t.Errorf("%d puzzles of %s", score.Total, score.Game)
		}
	}
}

// asked returns empty answers to all puzzles.
func asked(s *Suite) []Answer {
	var list []Answer
	for _, p := range s.Puzzles {
		list = append(list, Answer{Puzzle: p})
	}
	return list
}

func TestProve(t *testing.T) {
	const fork = "(mark 1 1); (mark 2 2); (mark 3 3)"
	sides := []string{"(mark 1 2)", "(mark 2 1)", "(mark 2 3)", "(mark 3 2)"}
	open := NewOpener(".")
	tests := []struct {
		name   string
		puzzle Puzzle
		limit  int
		want   error
	}{
		{"solved", Puzzle{Moves: fork, Role: "black", Best: sides, Claim: Solved}, 0, nil},
		{"one missing", Puzzle{Moves: fork, Role: "black", Best: sides[:3], Claim: Solved}, 0, ErrWrong},
		{"saves", Puzzle{Moves: fork, Role: "black", Best: sides, Claim: Saves, Goal: 50, Steps: 4}, 0, nil},
		{"saves too early", Puzzle{Moves: fork, Role: "black", Best: sides, Claim: Saves, Goal: 50, Steps: 3}, 0, ErrWrong},
		{"wins", Puzzle{Moves: fork + "; (mark 1 3)", Role: "white", Best: []string{"(mark 3 1)"}, Claim: Wins, Goal: 100, Steps: 3}, 0, nil},
		{"wins too early", Puzzle{Moves: fork + "; (mark 1 3)", Role: "white", Best: []string{"(mark 3 1)"}, Claim: Wins, Goal: 100, Steps: 2}, 0, ErrWrong},
		{"little", Puzzle{Moves: fork, Role: "black", Best: sides, Claim: Saves, Goal: 50, Steps: 4}, 10, ErrLimit},
		{"little to solve", Puzzle{Moves: "(mark 1 1)", Role: "black", Best: []string{"(mark 2 2)"}, Claim: Solved}, 10, ErrLimit},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.puzzle.Game = "tictactoe"
			pos, err := test.puzzle.Set(t.Context(), open)
			if err != nil {
				t.Fatal(err)
			}
			if err := Prove(t.Context(), pos, test.limit); !errors.Is(err, test.want) {
				t.Errorf("the error is %v, want %v", err, test.want)
			}
		})
	}
}

func TestProveStops(t *testing.T) {
	open := NewOpener(".")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, p := range []Puzzle{{Claim: Wins, Goal: 100, Steps: 41}, {Claim: Saves, Goal: 50, Steps: 41}, {Claim: Solved}} {
		p.Game, p.Role, p.Best = "connectfour", "red", []string{"(drop 4)"}
		pos, err := p.Set(t.Context(), open)
		if err != nil {
			t.Fatal(err)
		}
		if err := Prove(ctx, pos, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the error is %v", p.Claim, err)
		}
	}
}

// naive is the most naive search there is for what a role can force.
func naive(g game.Game, m game.Machine, s game.State, r game.Role, goal, steps int) bool {
	if m.Terminal(s) {
		return m.Goals(s, r, nil)[0] >= goal
	}
	if steps == 0 {
		return false
	}
	moves := make([][]game.Move, len(g.Roles()))
	for i := range moves {
		moves[i] = m.Legal(s, game.Role(i), nil)
	}
	own := moves[r]
	return slices.ContainsFunc(own, func(move game.Move) bool {
		moves[r] = []game.Move{move}
		for joint := range game.JointMoves(moves) {
			if !naive(g, m, m.Next(s, joint, nil), r, goal, steps-1) {
				return false
			}
		}
		return true
	})
}

// TestForcer compares the search for proofs with the naive one, on random games.
func TestForcer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGame(t)
		m := g.NewMachine()
		for r := range game.Role(2) {
			p := &Position{Game: g, Role: r, Puzzle: Puzzle{Goal: 50}}
			f := newForcedSearch(context.Background(), g, 0, p.isOwn, p.goalReached)
			for steps := range 6 {
				got, err := f.within(m.Initial(nil), steps)
				if want := naive(g, m, m.Initial(nil), r, 50, steps); err != nil || got != want {
					t.Fatalf("role %d within %d steps: %v, %v; want %v", r, steps, got, err, want)
				}
			}
		}
	})
}

// randomGame draws a small game in which both roles may have a choice at once,
// and in which plays may go in circles.
func randomGame(t *rapid.T) game.Game {
	n := rapid.IntRange(2, 8).Draw(t, "states")
	g := &gametest.Explicit{RoleNames: []string{"a", "b"}, RandomRole: game.NoRole}
	for range n {
		s := gametest.ExplicitState{Moves: [][]string{{"x"}, {"x"}}, Next: map[string]int{}}
		for r := range s.Moves {
			if rapid.Bool().Draw(t, "choice") {
				s.Moves[r] = []string{"x", "y"}
			}
		}
		for _, a := range s.Moves[0] {
			for _, b := range s.Moves[1] {
				s.Next[a+" "+b] = rapid.IntRange(0, n-1).Draw(t, "next")
			}
		}
		if rapid.IntRange(0, 2).Draw(t, "over") == 0 {
			goal := rapid.SampledFrom([]int{0, 50, 100}).Draw(t, "goal")
			s = gametest.ExplicitState{Terminal: true, Moves: [][]string{{"x"}, {"x"}}, Goals: [][]int{{goal}, {100 - goal}}}
		}
		g.States = append(g.States, s)
	}
	return g
}
