package player_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/player"
)

func TestPoints(t *testing.T) {
	roles := func(n int, random game.Role) game.Game {
		return &gametest.Explicit{RoleNames: make([]string, n), RandomRole: random}
	}
	tests := []struct {
		game  game.Game
		goals []int
		want  []float64
	}{
		{roles(2, game.NoRole), []int{100, 0}, []float64{1, 0}},
		{roles(2, game.NoRole), []int{50, 50}, []float64{0.5, 0.5}},
		{roles(2, game.NoRole), []int{0, 0}, []float64{0.5, 0.5}},
		{roles(4, game.NoRole), []int{30, 40, 40, 0}, []float64{0, 0.5, 0.5, 0}},
		{roles(1, game.NoRole), []int{75}, []float64{0.75}},
		{roles(3, 0), []int{100, 20, 10}, []float64{0, 1, 0}},
	}
	for _, test := range tests {
		if got := player.Points(test.game, test.goals); !slices.Equal(got, test.want) {
			t.Errorf("%v are worth %v, want %v", test.goals, got, test.want)
		}
	}
}
