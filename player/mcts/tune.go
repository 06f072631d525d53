package mcts

import (
	"context"
	"fmt"
	"math"

	"ludex/game"
)

// How many playouts evaluate a position. A machine that computes many children at
// once has lanes, in which as many playouts take little longer than one. If nodes
// are counted, many playouts make the most of each; if time is, many nodes are
// worth more, and lanes are shared by several positions.
const (
	lanePlayoutsPerNode = 512
	lanePlayoutsTimed   = 64
	scalarPlayouts      = 4
)

// makeWorkers makes the evaluators.
func (s *Search) makeEvaluators() {
	_, fast := s.game.(game.Player)
	policy := s.opt.Policy
	if policy == Auto || policy == "" {
		if policy = Grams; fast {
			policy = Uniform
		}
	}
	count := s.opt.Playouts
	for range s.opt.Threads {
		if fast && policy == Uniform {
			s.evaluators = append(s.evaluators, newNative(s.game, max(count, 1), &s.opt))
		} else {
			s.evaluators = append(s.evaluators, newStepper(s.game, policy, max(count, 1)))
			s.setWeight(max(count, 1))
		}
	}
	if count == 0 {
		if count = scalarPlayouts; s.lanes() {
			count = lanePlayoutsPerNode
		}
	}
	s.setCount(count)
	if s.evaluators[0].traces() {
		s.grave = s.opt.Grave
	}
}

// lanes reports whether the machine computes many states at once.
func (s *Search) lanes() bool {
	_, ok := s.machine.(game.Expander)
	return ok
}

// setCount sets how many playouts the game runs for an evaluation.
func (s *Search) setCount(count int) {
	for _, w := range s.evaluators {
		if n, ok := w.(*native); ok {
			n.count = count
			s.setWeight(count)
		}
	}
}

// setWeight notes how much an evaluation is worth. Playouts from one position are
// worth less and less, since how it was reached is the same for all of them.
func (s *Search) setWeight(count int) { s.weight = math.Sqrt(float64(min(count, 256))) }

// Hurry prepares the search for a clock: unless the options say how many playouts
// evaluate a position, there are fewer from now on. It also runs some, so that the
// first simulation does not have to wait for an engine to be prepared.
func (s *Search) PrepareTimed(ctx context.Context) error {
	if s.opt.Playouts == 0 {
		count := 1
		if s.lanes() {
			count = lanePlayoutsTimed
		}
		s.setCount(count)
	}
	if s.root.over {
		return nil
	}
	out := evaluation{values: make([]float64, s.roles)}
	for _, w := range s.evaluators {
		if err := w.evaluate(ctx, []game.State{s.root.state}, s.rand.Uint64(), []*evaluation{&out}); err != nil && ctx.Err() == nil {
			return fmt.Errorf("trying playouts: %w", err)
		}
	}
	return nil
}
