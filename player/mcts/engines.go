package mcts

import (
	"context"
	"math"
	"slices"
	"time"

	"ludex/game"
)

// A setup is how leaves are evaluated on one engine.
type setup struct {
	evaluators []evaluator
	grave      int
	weight     float64
	counting   *countMeasurement
	rate       float64 // what simulations of a second are worth, as far as it was measured
}

// present returns the setup that is in use.
func (s *Search) present() *setup {
	return &setup{evaluators: s.evaluators, grave: s.selector.grave, weight: s.selector.weight, counting: s.counting}
}

// use makes a setup the one that is in use.
func (s *Search) use(u *setup) {
	s.evaluators, s.selector.grave, s.selector.weight, s.counting = u.evaluators, u.grave, u.weight, u.counting
}

// engines returns the engines that may be the best: without a clock one that does not
// change, so that a seed gives one search, and with a clock the fastest that is ready. If
// its playouts do not tell their moves, there is a second one whose playouts do.
func (s *Search) engines() []game.Game {
	t := game.CapabilitiesOf(s.game).Tiers
	if t == nil || !s.timed {
		return []game.Game{game.Fixed(s.game)}
	}
	fast, replaced := t.Fastest(game.ForSearch)
	s.replaced = []<-chan struct{}{replaced}
	if s.opt.Grave == 0 || s.opt.Playouts > 0 || tracesMoves(fast) {
		return []game.Game{fast}
	}
	traced, replaced := t.Fastest(game.ForTraces)
	s.replaced = append(s.replaced, replaced)
	if !tracesMoves(traced) {
		return []game.Game{fast}
	}
	return []game.Game{fast, traced}
}

// tracesMoves reports whether playouts of a game on its engine can tell their moves.
func tracesMoves(g game.Game) bool {
	t, ok := game.NewRunner(g).(game.Tracer)
	return ok && t.Traces()
}

// setUp prepares evaluations on the engines that may be the best. If there are several, the
// first run compares them.
func (s *Search) setUp(ctx context.Context) error {
	s.rivals = nil
	for _, g := range s.engines() {
		s.makeEvaluators(g)
		if s.timed {
			if err := s.measureCount(ctx); err != nil {
				return err
			}
		}
		s.rivals = append(s.rivals, s.present())
	}
	s.use(s.rivals[0])
	if len(s.rivals) == 1 {
		s.rivals = nil
	}
	return nil
}

const (
	// maxComparing is the longest time for comparing engines. It is not lost, since the
	// simulations count.
	maxComparing = 200 * time.Millisecond
	// comparingRounds is how often each engine is tried. Other work on the machine disturbs
	// some of the trials, so the best one counts.
	comparingRounds = 3
	// traceWorth is how much more a simulation is worth if its moves are known, so that
	// GRAVE can be used. It was chosen to fit matches, see docs/strength.md.
	traceWorth = 1.5
)

// worthOf returns what simulations are worth. Many playouts from a position make its value
// better, but what a search gains by that is much less than by as many positions.
func worthOf(simulations, playouts uint64, traced bool) float64 {
	if simulations == 0 {
		return 0
	}
	worth := float64(simulations) * math.Pow(max(float64(playouts)/float64(simulations), 1), 0.25)
	if traced {
		worth *= traceWorth
	}
	return worth
}

// compareEngines searches on each of the engines that may be the best for a while, and goes
// on with the one on which simulations are worth most.
func (r *run) compareEngines() error {
	if len(r.rivals) == 0 {
		return nil
	}
	limit := maxComparing
	if deadline, timed := r.ctx.Deadline(); timed {
		limit = min(limit, time.Until(deadline)/2)
	}
	slice := limit / time.Duration(comparingRounds*len(r.rivals))
	until := time.Now().Add(limit)
	for round := 0; round == 0 || round < comparingRounds && time.Now().Before(until); round++ {
		for _, u := range r.rivals {
			if err := r.tryFor(u, slice); err != nil {
				return err
			}
		}
	}
	if r.superseded() || !r.continues() {
		return nil // nothing was compared in full; the next run does it
	}
	r.use(slices.MaxFunc(r.rivals, func(a, b *setup) int {
		if a.rate < b.rate {
			return -1
		}
		return 1
	}))
	r.rivals = nil
	return nil
}

// tryFor searches with a setup for a while, and notes what the simulations were worth.
func (r *run) tryFor(u *setup, d time.Duration) error {
	r.use(u)
	if err := r.startEvaluation(); err != nil {
		return err
	}
	before, began := r.stats, time.Now()
	r.until = began.Add(d)
	r.restartTiming(r.started + firstAdjustment)
	r.loop()
	r.until = time.Time{}
	r.stopEvaluation()
	u.counting = r.counting
	u.weight = r.selector.weight
	worth := worthOf(r.stats.simulations-before.simulations, r.stats.playouts-before.playouts, u.grave > 0)
	u.rate = max(u.rate, worth/time.Since(began).Seconds())
	return nil
}
