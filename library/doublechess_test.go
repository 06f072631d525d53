package library_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgengine/rbgplay"
)

// TestDoubleChessInPassing captures a pawn on each square that it has passed, but neither
// where it began nor in front of it.
func TestDoubleChessInPassing(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, tt := range []struct {
		steps string
		move  string
		legal bool
	}{
		{"e2e6; a11a10; e6e7; f11f7", "e7f8f7", true}, // the last square that it passed
		{"e2e6; a11a10; e6e7; a10a9; e7e8; f11f7", "e8f9f7", true},
		{"e2e6; a11a10; e6e7; a10a9; e7e8; a9a8; e8e9; f11f7", "e9f10f7", true},
		{"e2e6; a11a10; e6e7; a10a9; e7e8; f11f9", "e8f9", true}, // it stands there: a usual capture
		{"e2e6; a11a10; e6e7; a10a9; e7e8; a9a8; e8e9; f11f9", "e9f10f9", true},
		{"e2e6; a11a10; e6e7; f11f8; b2b3; a10a9", "e7f8", true},
		{"e2e6; a11a10; e6e7; f11f7; b2b3; a10a9", "e7f8f7", false}, // too late
		{"e2e6; a11a10; e6e7; f11f10", "e7f8f10", false},            // it has passed nothing
	} {
		g := openEngine(t, rulesOf(t, "doublechess"), rbgengine.Sets)
		m := g.NewMachine()
		states, _, err := rbgplay.Replay(g, m, m.Initial(nil), rbgplay.Steps(tt.steps))
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for _, move := range m.Legal(states[len(states)-1], 0, nil) {
			moves = append(moves, g.MoveText(game.Role(0), move))
		}
		if slices.Contains(moves, tt.move) != tt.legal {
			t.Errorf("after %s, %s is legal: %v, want %v", tt.steps, tt.move, !tt.legal, tt.legal)
		}
	}
}
