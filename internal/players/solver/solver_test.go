package solver_test

import (
	"context"
	"testing"

	"ludex/internal/players/nested"
	"ludex/internal/players/solver"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestPuzzle solves a puzzle that is hard for playouts, in several runs and after moves.
func TestPuzzle(t *testing.T) {
	g := playertest.Open(t, "eightpuzzle")
	p, err := solver.Puzzle(0)(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	for runs := 0; !p.Solved(); runs++ {
		if err := p.Run(context.Background(), 300); err != nil || runs > 1000 {
			t.Fatalf("%v after %d runs", err, runs)
		}
	}
	for left := 14; left > 0; left-- {
		line := p.Best()
		if line.Goal != 100 || len(line.Moves) != left || !p.Finished() {
			t.Fatalf("%v, want %d moves", line, left)
		}
		if err := p.Advance(line.Moves[0]); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPlay lets the player nested play with the solver.
func TestPlay(t *testing.T) {
	p := &nested.Player{Solve: solver.Puzzle(0)}
	res, err := player.Play(context.Background(), player.Match{
		Game: playertest.Open(t, "eightpuzzle"), Players: []player.Player{p}, Nodes: 50_000,
	})
	if err != nil || res.Goals[0] != 100 {
		t.Errorf("%v, %v", err, res.Goals)
	}
}

// TestLimits covers a limit of states that is too low, and a game that is not a puzzle.
func TestLimits(t *testing.T) {
	p, err := solver.Puzzle(0)(playertest.Open(t, "eightpuzzle"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background(), 10); err != nil || p.Solved() || p.Finished() || p.Best().Goal >= 0 {
		t.Errorf("ten states were enough for %v, %v", p.Best(), err)
	}
	if _, err := solver.Puzzle(0)(playertest.Open(t, "kuhnpoker"), nil); err == nil {
		t.Error("a game with hidden information is a puzzle")
	}
}
