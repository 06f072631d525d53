package benchmark_test

import (
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/benchmark"
)

// A closingGame game counts how often its processes are ended.
type closingGame struct {
	game.Game
	closed int
}

func (g *closingGame) Close() { g.closed++ }

// TestMeasure makes sure that a game's own processes are ended before and after,
// without which their CPU time is not known.
func TestMeasure(t *testing.T) {
	g, failure := new(closingGame), errors.New("failure")
	spent, err := benchmark.Measure(g, func() error {
		if g.closed != 1 {
			t.Errorf("closed %d times before", g.closed)
		}
		for x := range 1_000_000 {
			sink += x
		}
		return failure
	})
	if !errors.Is(err, failure) || g.closed != 2 || spent.CPU <= 0 || spent.Wall <= 0 {
		t.Errorf("%v, closed %d times, %v", err, g.closed, spent)
	}
}

var sink int
