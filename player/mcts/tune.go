package mcts

import (
	"context"
	"fmt"
	"math"

	"ludex/game"
)

// Playouts per position. On a machine that computes many states at once, in lanes,
// a full set of lanes takes little longer than one playout. With a node budget many
// playouts make the most of each node; with a clock more nodes are worth more, and
// several positions share the lanes.
const (
	lanePlayoutsPerNode = 512
	lanePlayoutsTimed   = 64
	scalarPlayouts      = 4
)

// makeEvaluators makes one evaluator per thread.
func (s *Search) makeEvaluators() {
	fast := game.CapabilitiesOf(s.game).Playouts != nil
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
		s.selector.grave = s.opt.Grave
	}
}

// lanes reports whether the machine computes many states at once.
func (s *Search) lanes() bool {
	return game.MachineCapabilitiesOf(s.graph.machine).Expand != nil
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

// setWeight sets the weight of an evaluation. More playouts from one position have
// diminishing returns, since they share the path to it.
func (s *Search) setWeight(count int) { s.selector.weight = math.Sqrt(float64(min(count, 256))) }

// prepareTimed prepares the search for a clock: unless the options fix the number of
// playouts per position, it is reduced. It also runs some playouts, so that the
// first simulation does not have to wait for an engine to be prepared.
func (s *Search) prepareTimed(ctx context.Context) error {
	if s.opt.Playouts == 0 {
		count := 1
		if s.lanes() {
			count = lanePlayoutsTimed
		}
		s.setCount(count)
	}
	if s.graph.root.over {
		return nil
	}
	out := evaluation{values: make([]float64, s.graph.roles)}
	for _, w := range s.evaluators {
		if err := w.evaluate(ctx, []game.State{s.graph.root.state}, s.rand.Uint64(), []*evaluation{&out}); err != nil && ctx.Err() == nil {
			return fmt.Errorf("trying playouts: %w", err)
		}
	}
	return nil
}
