package workload

import (
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
)

// TestFailures checks that no frontier is made of what a failed machine says.
func TestFailures(t *testing.T) {
	gametest.Failures(t, playertest.Open(t, "tictactoe"), func(g game.Game) error {
		_, err := NewFrontier(t.Context(), g, nil, 4)
		return err
	})
}
