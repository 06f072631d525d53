package solve_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/solve"
)

// Symmetries do not change what a game is worth, whatever the method, and fewer states are
// stored.
func TestOrbits(t *testing.T) {
	for _, tt := range []struct {
		game   string
		method solve.Method
		images int // symmetries that keep the roles, without the identity
	}{
		{"tictactoe", solve.AlphaBeta, 7},
		{"tictactoe", solve.ProofNumber, 7},
		{"tictactoe", solve.Induction, 7},
		{"tictactoe", solve.Retrograde, 7},
		{"connectfour-5x4", solve.AlphaBeta, 1},
		{"dotsandboxes", solve.AlphaBeta, 15},
		{"eightpuzzle", solve.BreadthFirst, 1},
	} {
		t.Run(tt.game+" "+string(tt.method), func(t *testing.T) {
			g := fromLibrary(t, tt.game)
			plain := solved(t, g, nil, solve.Options{Method: tt.method, Plain: true})
			merged := solved(t, g, nil, solve.Options{Method: tt.method})
			if goals(plain) != goals(merged) || plain.Complete != merged.Complete {
				t.Errorf("%s, and with symmetries %s", goals(plain), goals(merged))
			}
			if merged.Symmetries != tt.images || plain.Symmetries != 0 {
				t.Errorf("%d symmetries, want %d", merged.Symmetries, tt.images)
			}
			if plain.Stored <= merged.Stored {
				t.Errorf("%d states are stored, and with symmetries %d", plain.Stored, merged.Stored)
			}
			follows(t, g, merged)
			t.Logf("%d states stored, with symmetries %d; %d computed, %d; %v, %v", plain.Stored, merged.Stored, plain.Nodes, merged.Nodes, plain.Elapsed, merged.Elapsed)
		})
	}
}

// follows checks that the moves of a line are legal and lead to its last state.
func follows(t *testing.T, g game.Game, r *solve.Result) {
	t.Helper()
	m := g.NewMachine()
	s := m.Initial(nil)
	for i, joint := range r.Line {
		for role, move := range joint {
			if !slices.Contains(m.Legal(s, game.Role(role), nil), move) {
				t.Fatalf("move %d of role %d is not legal", i, role)
			}
		}
		s = m.Next(s, joint, nil)
	}
	if !slices.Equal(s, r.Final) || r.Complete != m.Terminal(s) {
		t.Error("the line leads to another state")
	}
}
