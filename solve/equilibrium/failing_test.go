package equilibrium

import (
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
	"ludex/internal/strategyfile"
)

// TestFailures checks that no tree is made of what a failed machine says.
func TestFailures(t *testing.T) {
	g := playertest.Open(t, "kuhnpoker")
	gametest.Failures(t, g, func(g game.Game) error {
		_, err := FromGame(t.Context(), g, nil, Limits{})
		return err
	})
	gametest.Failures(t, g, func(g game.Game) error {
		_, err := strategyfile.Fingerprint(g, nil)
		return err
	})
}
