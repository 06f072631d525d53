package review_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
	"ludex/internal/review"
)

// TestFailures checks that no position is judged by what a failed machine says.
func TestFailures(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	states, joints := replay(t, g, "(mark 1 1); (mark 1 3); (mark 2 2); (mark 2 3); (mark 3 3)")
	gametest.Failures(t, g, func(g game.Game) error {
		v, err := review.New(g, review.Options{New: search, Nodes: 10, Seed: 1})
		if err == nil {
			_, err = v.Play(t.Context(), states, joints, nil)
		}
		return err
	})
}
