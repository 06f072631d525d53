package sets

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

func open(g *rbg.Game) (game.Game, error) { return New(context.Background(), g, Options{}) }

// TestPerft compares the counts of public games with the counts of an independent
// reasoner: small ones, or with LUDEX_FULL all that are known.
func TestPerft(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	budget := rbgenginetest.Budget{Leaves: 250_000, Time: 10 * time.Second}
	if rbgenginetest.Full() {
		budget = rbgenginetest.Budget{Time: 5 * time.Minute}
	}
	rbgenginetest.RunPerft(t, open, budget)
}

// TestPlainPerft does the same with modifiers applied one by one.
func TestPlainPerft(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	plain := func(g *rbg.Game) (game.Game, error) { return New(context.Background(), g, Options{Budget: -1}) }
	rbgenginetest.RunPerft(t, plain, rbgenginetest.Budget{Leaves: 20_000, Time: 10 * time.Second})
}
