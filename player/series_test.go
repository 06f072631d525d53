package player_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/intervals"
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

func TestWilson(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 5e-5 }
	for _, test := range []struct {
		mean      float64
		n         int
		low, high float64
	}{{0, 0, 0, 1}, {0, 10, 0, 0.2775}, {1, 10, 0.7225, 1}, {0.5, 100, 0.4038, 0.5962}, {0.95, 200, 0.9104, 0.9726}} {
		if got := intervals.Wilson(test.mean, test.n); !near(got.Low, test.low) || !near(got.High, test.high) {
			t.Errorf("%g of %d: %+v, want %g to %g", test.mean, test.n, got, test.low, test.high)
		}
	}
}

func TestIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s intervals.Sample
		sum, list := 0.0, rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 50).Draw(t, "numbers")
		for _, x := range list {
			s.Add(x)
			sum += x
		}
		mean := sum / float64(len(list))
		squares := 0.0
		for _, x := range list {
			squares += (x - mean) * (x - mean)
		}
		if math.Abs(s.Mean()-mean) > 1e-9 || math.Abs(s.Deviation()-math.Sqrt(squares/float64(len(list)-1))) > 1e-9 {
			t.Fatalf("mean %g and deviation %g", s.Mean(), s.Deviation())
		}
		normal, wilson := s.Normal(), intervals.Wilson(s.Mean(), s.Count())
		if normal.Low > s.Mean() || normal.High < s.Mean() || wilson.Low > s.Mean()+1e-9 || wilson.High < s.Mean()-1e-9 {
			t.Fatalf("%+v and %+v around %g", normal, wilson, s.Mean())
		}
	})
}
