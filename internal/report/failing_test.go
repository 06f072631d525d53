package report_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
	"ludex/internal/report"
)

// TestFailures checks that nothing is measured on a failed machine.
func TestFailures(t *testing.T) {
	for _, name := range []string{"tictactoe", "kuhnpoker"} {
		g := playertest.Open(t, name)
		gametest.Failures(t, g, func(g game.Game) error {
			opt := options("auto", 6, 2)
			opt.Nodes = 4
			_, err := report.Collect(context.Background(), report.Subject{Game: g}, opt, report.Shard{Of: 1})
			return err
		})
	}
}
