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
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	open := func(p *gdl.Program) (game.Game, error) { return New(p) }
	filter, budget := gdlenginetest.InSample, gdlenginetest.Budget{Time: 5 * time.Second, Leaves: 500}
	if gdlenginetest.Full() {
		filter, budget = nil, gdlenginetest.Budget{Time: 20 * time.Second}
	}
	s := gdlenginetest.Run(t, open, filter, budget)
	for _, r := range s.Refused {
		t.Error(r)
	}
}
