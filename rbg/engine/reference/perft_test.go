package reference

import (
	"testing"
	"time"

	"ludex/game"
	"ludex/rbg"
	"ludex/rbg/engine/enginetest"
)

// TestPerft compares the counts of public games with those that an independent
// reasoner found: small ones, or with LUDEX_FULL all of them, which takes about
// an hour.
func TestPerft(t *testing.T) {
	budget := enginetest.Budget{Leaves: 9_000, Time: 10 * time.Second}
	if enginetest.Full() {
		budget = enginetest.Budget{}
	}
	enginetest.RunPerft(t, func(g *rbg.Game) (game.Game, error) { return New(g) }, budget)
}
