package rbgenginetest_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
)

// TestRun runs the tests of engines on the interpreter.
func TestRun(t *testing.T) {
	s := rbgenginetest.RunPerft(t, func(g *rbg.Game) (game.Game, error) { return rbgref.New(g) }, rbgenginetest.Budget{Leaves: 1_000})
	if s.Games == 0 || s.Compared == 0 || s.Differing > 0 {
		t.Errorf("compared %d counts of %d games, %d differ", s.Compared, s.Games, s.Differing)
	}
}

// TestLimits runs the tests of limits on the interpreter.
func TestLimits(t *testing.T) {
	open := func(g *rbg.Game, m budget.Memory) (game.Game, error) { return rbgref.New(g, rbgref.Options{Memory: m}) }
	rbgenginetest.RunLimits(t, open)
	rbgenginetest.RunOver(t, open)
}

// TestTexts checks that the generated descriptions are valid.
func TestTexts(t *testing.T) {
	for _, text := range []string{
		rbgenginetest.Stones(),
		rbgenginetest.Surrounding("eew", "ebe"),
		rbgenginetest.Turning("exy", "ey."),
		rbgenginetest.Sweeping("(up* + down*)(left* + right*)", "up + left", "ewb", "x.e"),
		rbgenginetest.Rotating(rbgenginetest.Board("ew", "be"), "up + down + left + right", "right;down;left;up"),
	} {
		rbgenginetest.Parse(t, text)
	}
}
