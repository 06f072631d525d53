package game_test

import (
	"errors"
	"fmt"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

// TestManyRoles counts the joint moves of so many roles that counting would take forever.
func TestManyRoles(t *testing.T) {
	g := &gametest.Explicit{RandomRole: game.NoRole, States: []gametest.ExplicitState{{}}}
	for r := range 70 {
		g.RoleNames = append(g.RoleNames, fmt.Sprint("r", r))
		g.States[0].Moves = append(g.States[0].Moves, []string{"a", "b"})
	}
	if _, err := game.Perft(t.Context(), g, nil, 1, true); !errors.Is(err, game.ErrJointMoves) {
		t.Errorf("perft: the error is %v", err)
	}
	if _, err := game.Divide(t.Context(), g, nil, 1); !errors.Is(err, game.ErrJointMoves) {
		t.Errorf("divide: the error is %v", err)
	}
}
