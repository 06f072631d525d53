package mcts_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player/mcts"
)

// constant says the same about every state.
type constant struct {
	value float64
	err   error
	asked *int
}

func (c constant) Evaluate(_ context.Context, states []game.State, values [][]float64) error {
	*c.asked += len(states)
	for i := range values {
		for r := range values[i] {
			values[i][r] = c.value
		}
	}
	return c.err
}

// TestEvaluator searches without playouts: what it finds is by proof alone, and errors of
// the evaluator are errors of the search.
func TestEvaluator(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	failure := errors.New("no")
	for name, test := range map[string]struct {
		c    constant
		want bool // an error
	}{
		"fine":         {constant{value: 0.5}, false},
		"fails":        {constant{value: 0.5, err: failure}, true},
		"too large":    {constant{value: 50}, true},
		"not a number": {constant{value: math.NaN()}, true},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			test.c.asked = &asked
			opt := mcts.Defaults()
			opt.Evaluator = func(game.Game) (mcts.Evaluator, error) { return test.c, nil }
			s, err := mcts.New(g, nil, opt, 1)
			if err != nil {
				t.Fatal(err)
			}
			err = s.Run(t.Context(), mcts.Limits{Nodes: 60_000, Role: game.NoRole})
			if (err != nil) != test.want {
				t.Fatalf("got %v", err)
			}
			if asked == 0 {
				t.Error("the evaluator was not asked")
			}
			if a := s.Analysis(0); !test.want && (!a.Exact[0] || a.Values[0] != 50) {
				t.Errorf("tic-tac-toe is worth %v, proved %v", a.Values, a.Exact)
			}
		})
	}
	opt := mcts.Defaults()
	opt.Evaluator = func(game.Game) (mcts.Evaluator, error) { return nil, failure }
	if _, err := mcts.New(g, nil, opt, 1); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
}
