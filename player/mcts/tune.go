package mcts

import (
	"context"
	"fmt"
	"math"

	"ludex/game"
)

// Playouts per position in a search without a clock, where the number must not depend
// on how fast the machine is. On a machine that computes many states at once, in lanes,
// a full set of lanes takes little longer than one playout.
const (
	lanePlayouts   = 512
	scalarPlayouts = 4
)

// makeEvaluators makes one evaluator per thread on an engine.
func (s *Search) makeEvaluators(g game.Game) {
	s.evaluators, s.selector.grave, s.counting = nil, 0, nil
	policy, steps := s.policy(g)
	count := max(s.opt.Playouts, 1)
	for range s.opt.Threads {
		if steps {
			s.evaluators = append(s.evaluators, newStepper(g, policy, count))
		} else {
			s.evaluators = append(s.evaluators, newNative(g, count, &s.opt))
		}
	}
	if s.opt.Playouts == 0 && !steps && !s.timed {
		if count = scalarPlayouts; s.lanes() {
			count = lanePlayouts
		}
	}
	s.setCount(count)
	if s.evaluators[0].traces() {
		s.selector.grave = s.opt.Grave
	}
}

// policy returns how playouts choose moves, and whether they are run step by step.
func (s *Search) policy(g game.Game) (policy Policy, steps bool) {
	fast := game.CapabilitiesOf(g).Playouts != nil
	policy = s.opt.Policy
	if policy == Auto || policy == "" {
		if policy = Uniform; !fast || s.countsPlayouts() {
			policy = Grams
		}
	}
	return policy, !fast || policy != Uniform || s.countsPlayouts() && laneWidth(game.NewRunner(g)) > 1
}

// countsPlayouts reports whether the options ask for so few playouts per position, in a
// search without a clock, that each of them has to be as good as it can be, and an
// engine that runs many at once must not run more.
func (s *Search) countsPlayouts() bool {
	return !s.timed && s.opt.Playouts > 0 && s.opt.Playouts < scalarPlayouts
}

// lanes reports whether many playouts from a position take about the time of one.
func (s *Search) lanes() bool {
	n, ok := s.evaluators[0].(*native)
	return ok && laneWidth(n.runner) > 1
}

// laneWidth returns more than 1 if a runner runs many playouts at once.
func laneWidth(r game.Runner) int { return r.Width(64) }

// changeEngine moves to a faster engine if one is ready. The graph stays.
func (s *Search) changeEngine(ctx context.Context) error {
	if s.evaluators != nil && !s.superseded() {
		return nil
	}
	return s.setUp(ctx)
}

// superseded reports whether a faster engine is ready.
func (s *Search) superseded() bool {
	for _, replaced := range s.replaced {
		select {
		case <-replaced:
			return true
		default:
		}
	}
	return false
}

// setCount sets how many playouts are run for an evaluation.
func (s *Search) setCount(count int) {
	for _, w := range s.evaluators {
		if n, ok := w.(*native); ok {
			n.count = count
		}
	}
	s.setWeight(count)
}

// setBatched sets whether leaves are evaluated in batches where they could be in streams.
func (s *Search) setBatched(batched bool) {
	for _, w := range s.evaluators {
		if n, ok := w.(*native); ok {
			n.batched = batched
		}
	}
}

// setWeight sets the weight of an evaluation. More playouts from one position have
// diminishing returns, since they share the path to it.
func (s *Search) setWeight(count int) { s.selector.weight = math.Sqrt(float64(min(count, 256))) }

// prepareTimed prepares the search for a clock: it finds out how many playouts per
// position are best, unless the options fix the number. So the first simulation does not
// have to wait for an engine to be prepared either.
func (s *Search) prepareTimed(ctx context.Context) error {
	s.timed = true
	if s.opt.Evaluator == nil {
		if err := s.setUp(ctx); err != nil {
			return err
		}
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
