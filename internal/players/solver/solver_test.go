package solver_test

import (
	"context"
	"testing"

	"ludex/internal/players/nested"
	"ludex/internal/players/solver"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestPuzzle solves a puzzle that is hard for playouts.
func TestPuzzle(t *testing.T) {
	g := playertest.Open(t, "eightpuzzle")
	line, err := solver.Puzzle(0)(context.Background(), g, nil, 0)
	if err != nil || line.Goal != 100 || len(line.Moves) != 14 {
		t.Fatalf("%v, %v", line, err)
	}
	p := &nested.Player{Solve: solver.Puzzle(0)}
	res, err := player.Play(context.Background(), player.Match{Game: g, Players: []player.Player{p}, Nodes: 50_000})
	if err != nil || res.Goals[0] != 100 {
		t.Errorf("%v, %v", err, res.Goals)
	}
}

// TestGivesUp covers a limit of states that is too low, and a game that is not a puzzle.
func TestGivesUp(t *testing.T) {
	if line, err := solver.Puzzle(0)(context.Background(), playertest.Open(t, "eightpuzzle"), nil, 10); err == nil {
		t.Errorf("ten states were enough for %v", line)
	}
	if line, err := solver.Puzzle(0)(context.Background(), playertest.Open(t, "kuhnpoker"), nil, 0); err == nil {
		t.Errorf("a game with hidden information was solved: %v", line)
	}
}
