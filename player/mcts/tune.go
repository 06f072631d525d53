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

// makeEvaluators makes one evaluator per thread: with a clock on the fastest engine that
// is ready, otherwise on one that does not change, so that a seed gives one search.
func (s *Search) makeEvaluators() {
	g := s.game
	if t := game.CapabilitiesOf(g).Tiers; t != nil && s.timed {
		g, s.replaced = t.Fastest(game.ForSearch)
	} else {
		g = game.Fixed(g)
	}
	s.evaluators, s.selector.grave = nil, 0
	fast := game.CapabilitiesOf(g).Playouts != nil
	policy := s.opt.Policy
	if policy == Auto || policy == "" {
		if policy = Grams; fast {
			policy = Uniform
		}
	}
	count := s.opt.Playouts
	for range s.opt.Threads {
		if fast && policy == Uniform {
			s.evaluators = append(s.evaluators, newNative(g, max(count, 1), &s.opt))
		} else {
			s.evaluators = append(s.evaluators, newStepper(g, policy, max(count, 1)))
			s.setWeight(max(count, 1))
		}
	}
	if count == 0 {
		switch lanes := s.lanes(); {
		case lanes && s.timed:
			count = lanePlayoutsTimed
		case lanes:
			count = lanePlayoutsPerNode
		case s.timed:
			count = 1
		default:
			count = scalarPlayouts
		}
	}
	s.setCount(count)
	if s.evaluators[0].traces() {
		s.selector.grave = s.opt.Grave
	}
}

// lanes reports whether many playouts from a position take about the time of one.
func (s *Search) lanes() bool {
	n, ok := s.evaluators[0].(*native)
	return ok && n.runner.Width(lanePlayoutsTimed) > 1
}

// changeEngine moves to a faster engine if one is ready. The graph stays.
func (s *Search) changeEngine() {
	if s.evaluators == nil || s.superseded() {
		s.makeEvaluators()
	}
}

// superseded reports whether a faster engine is ready.
func (s *Search) superseded() bool {
	select {
	case <-s.replaced:
		return true
	default:
		return false
	}
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
	s.timed = true
	if s.opt.Evaluator == nil {
		s.makeEvaluators()
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
