package rbgref

import (
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

// TestPerft compares the counts of public games with those that an independent
// reasoner found: small ones, or with LUDEX_FULL all of them, which takes about
// an hour.
func TestPerft(t *testing.T) {
	budget := rbgenginetest.Budget{Leaves: 9_000, Time: 10 * time.Second}
	if rbgenginetest.Full() {
		budget = rbgenginetest.Budget{}
	}
	rbgenginetest.RunPerft(t, func(g *rbg.Game) (game.Game, error) { return New(g) }, budget)
}
