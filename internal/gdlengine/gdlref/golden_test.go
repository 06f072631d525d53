package gdlref

import (
	"testing"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlenginetest"
)

// TestGolden compares the interpreter with facts about public games: with a
// sample of them, or with all if LUDEX_FULL is set.
func TestGolden(t *testing.T) {
	open := func(p *gdl.Program) (game.Game, error) { return New(p) }
	filter, budget := gdlenginetest.InSample, gdlenginetest.Budget{Time: 5 * time.Second, Leaves: 500} // also under the race detector
	if gdlenginetest.Full() {
		filter, budget = nil, gdlenginetest.Budget{Time: 20 * time.Second}
	}
	s := gdlenginetest.Run(t, open, filter, budget)
	for _, r := range s.Refused {
		t.Error(r)
	}
}
