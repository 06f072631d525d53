package playertest_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestRun runs the contract with the simplest player, in both languages.
func TestRun(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-rbg"} {
		playertest.Run(t, playertest.Open(t, name), func() player.Player { return new(basic.Random) })
	}
}

func TestReplay(t *testing.T) {
	g := playertest.OpenWith(t, "tictactoe", "reference")
	s := playertest.Replay(t, g, "(mark 2 2); (mark 1 1)")
	facts := g.Facts(s)
	for _, want := range []string{"(cell 2 2 x)", "(cell 1 1 o)"} {
		if !slices.Contains(facts, want) {
			t.Errorf("%s is not among %v", want, facts)
		}
	}
	if r := playertest.Mover(t, g, s); r != game.Role(0) {
		t.Errorf("role %d is to move", r)
	}
}
