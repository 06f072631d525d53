package puzzle

import (
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
)

// TestFailures checks that no claim is proved by what a failed machine says.
func TestFailures(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	s := playertest.Replay(t, g, "(mark 1 1); (mark 2 1); (mark 1 2); (mark 3 1)")
	for _, claim := range []Claim{Wins, Saves, Solved} {
		t.Run(string(claim), func(t *testing.T) {
			gametest.Failures(t, g, func(g game.Game) error {
				p := &Position{Puzzle: Puzzle{Claim: claim, Steps: 3, Goal: 100}, Game: g, State: s}
				m := playertest.Open(t, "tictactoe").NewMachine()
				p.Legal = m.Legal(s, 0, nil)
				_, err := Find(t.Context(), p, 0)
				return err
			})
		})
	}
}
