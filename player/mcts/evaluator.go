package mcts

import (
	"context"
	"fmt"

	"ludex/game"
)

// An Evaluator estimates states in place of random playouts. It belongs to one
// goroutine.
type Evaluator interface {
	// Evaluate stores, for each state, the expected goal of each role divided by 100:
	// values[i][r] is between 0 and 1.
	Evaluate(ctx context.Context, states []game.State, values [][]float64) error
}

// external evaluates with an Evaluator.
type external struct {
	evaluator Evaluator
	batch     int
	values    [][]float64
}

// width implements evaluator.
func (x *external) width() int { return x.batch }

// traces implements evaluator: no moves are recorded.
func (*external) traces() bool { return false }

// evaluate implements evaluator.
func (x *external) evaluate(ctx context.Context, states []game.State, _ uint64, out []*evaluation) error {
	x.values = x.values[:0]
	for _, e := range out {
		e.playouts, e.finished, e.sum, e.trail = 0, 0, 0, e.trail[:0]
		x.values = append(x.values, e.values)
	}
	if err := x.evaluator.Evaluate(ctx, states, x.values); err != nil {
		return err
	}
	for _, values := range x.values {
		for r, v := range values {
			if !(v >= 0 && v <= 1) { // not a number included
				return fmt.Errorf("the evaluation of role %d is %v, not between 0 and 1", r, v)
			}
		}
	}
	return nil
}

// addExternal adds the evaluators that the options make.
func (s *Search) addExternal() error {
	for range s.opt.Threads {
		e, err := s.opt.Evaluator(s.game)
		if err != nil {
			return err
		}
		s.evaluators = append(s.evaluators, &external{evaluator: e, batch: max(s.opt.Batch, 1)})
	}
	s.setWeight(1)
	return nil
}
