package game_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

// TestFailures runs everything that this package does with a machine that fails.
func TestFailures(t *testing.T) {
	ctx := context.Background()
	uses := map[string]func(game.Game) error{
		"perft": func(g game.Game) error {
			_, err := game.Perft(ctx, g, nil, 3, true)
			return err
		},
		"divide": func(g game.Game) error {
			_, err := game.Divide(ctx, g, nil, 2)
			return err
		},
		"playouts": func(g game.Game) error {
			_, err := game.Playouts(ctx, g, game.PlayoutOptions{Count: 5})
			return err
		},
		"runner": func(g game.Game) error {
			results := make([]game.PlayoutResult, 1)
			return game.NewRunner(g).Run(ctx, []game.State{{0}}, game.PlayoutOptions{Count: 4}, results)
		},
		"perceived playouts": func(g game.Game) error {
			opt := game.PerceivedOptions{From: []game.State{{0}, {1}}, Roles: []game.Role{0, 1}}
			_, err := game.PerceivedPlayouts(ctx, g, opt, func(*game.PerceivedStep) error { return nil })
			return err
		},
		"find move": func(g game.Game) error {
			_, err := game.FindMove(g, g.NewMachine(), game.State{1}, 1, "b")
			return err
		},
		"chance": func(g game.Game) error {
			m := g.NewMachine()
			game.Chance(g, m, game.State{1}, []game.Move{0, 0}, game.State{3})
			return m.Err()
		},
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			g := gametest.Matching()
			g.RandomRole = 1
			gametest.Failures(t, g, use)
		})
	}
}
