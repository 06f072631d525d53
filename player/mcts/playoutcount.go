package mcts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/welford"
)

// measureCount finds out with how many playouts per position a search with a clock
// learns most in a given time, unless the options fix the number.
//
// The mean over a number of leaves with n playouts each has the variance
// (between + within/n) / leaves, where leaves differ by the variance between, and
// playouts from one leaf by within. More playouts make each leaf better, but leave time
// for fewer leaves. The best count has the least (between + within/n) · time per leaf.
// The variances and the times are measured at positions of random plays.
func (s *Search) measureCount(ctx context.Context) error {
	n, ok := s.evaluators[0].(*native)
	if !ok || s.opt.Playouts > 0 || s.graph.root.over {
		return nil
	}
	limit := measuringTime(ctx)
	m := countMeasurement{runner: n.runner, random: s.graph.random, trail: n.trail, seed: s.rand.Uint64()}
	if err := m.sample(ctx, s.game, s.graph.root.state, limit/4); err != nil {
		return fmt.Errorf("playing to leaves: %w", err)
	}
	if err := m.run(ctx, limit-limit/4); err != nil {
		return fmt.Errorf("measuring playouts: %w", err)
	}
	if count := m.best(); count > 0 {
		s.setCount(count)
		s.counting = &m
	}
	return nil
}

// firstAdjustment is the number of simulations after which the time for the graph is
// known well enough.
const firstAdjustment = 256

// A runTiming is how long the simulations of a run took, since the number of playouts
// was last changed.
type runTiming struct {
	began  time.Time
	first  int           // simulations that were started before
	waited time.Duration // for evaluations
	leaves int           // that were evaluated
	due    int           // the number of simulations at which adjustCount is called next
}

// adjustCount chooses the number of playouts anew, by the time that simulations took
// beside their playouts. Other load slows down both, so that time is compared with the
// time for playouts in the same run.
func (r *run) adjustCount() {
	t, m, now := &r.timing, r.counting, r.evaluators[0].(*native).count
	t.due = 2 * r.started
	at := slices.IndexFunc(m.trials, func(t countTrial) bool { return t.count == now })
	if t.waited == 0 || t.leaves == 0 || r.started == t.first || at < 0 {
		return
	}
	perLeaf := float64(t.waited) / float64(t.leaves)
	perNode := float64(time.Since(t.began)-t.waited) / float64(r.started-t.first)
	m.perNode = time.Duration(perNode / perLeaf * float64(m.trials[at].perLeaf))
	if count := m.best(); count != now {
		r.drain() // so that nobody uses the evaluators
		r.stopEvaluation()
		r.setCount(count)
		if err := r.startEvaluation(); err != nil && r.err == nil {
			r.err = err
		}
		*t = runTiming{began: time.Now(), first: r.started, due: t.due}
	}
}

const (
	// maxMeasuring is the longest time for measuring. A clock limits it further.
	maxMeasuring = 100 * time.Millisecond
	sampleSize   = 512 // leaves
	sampleDepth  = 12  // steps from the root up to which positions are taken
	// pathLength is the number of positions that a simulation goes through, as it is
	// assumed before it is measured. Each takes about the time of computing one.
	pathLength = 10
)

// measuringTime returns how much time there is for measuring: a tenth of the time that
// is left.
func measuringTime(ctx context.Context) time.Duration {
	if deadline, timed := ctx.Deadline(); timed {
		return min(maxMeasuring, time.Until(deadline)/10)
	}
	return maxMeasuring
}

// The numbers of playouts per leaf that are tried, in this order until the time is up.
var (
	laneCounts   = []int{1, 4, 16, 64}
	scalarCounts = []int{1, 4, 16}
)

// A countMeasurement compares numbers of playouts per leaf.
type countMeasurement struct {
	runner  game.Runner
	random  game.Role
	trail   int // steps
	seed    uint64
	leaves  []game.State
	perNode time.Duration // of a simulation, beside its playouts
	trials  []countTrial
}

// A countTrial is what was measured with one number of playouts per leaf.
type countTrial struct {
	count    int
	playouts float64       // that were run for a leaf on average
	perLeaf  time.Duration // for the playouts
	variance float64       // of the values of leaves
}

// sample collects positions of random plays from a state, until the time is up.
func (m *countMeasurement) sample(ctx context.Context, g game.Game, from game.State, limit time.Duration) error {
	machine := g.NewMachine()
	machine.Bind(ctx)
	p := game.NewPlayout(g, machine)
	began := time.Now()
	for play := uint64(0); len(m.leaves) < sampleSize && ctx.Err() == nil && (play == 0 || time.Since(began) < limit); play++ {
		p.Reset(from, m.seed+play)
		for p.Steps < sampleDepth && !p.Over() {
			if err := p.Step(); game.Ended(ctx, err) {
				return nil
			} else if err != nil {
				return err
			}
			if !p.Over() {
				m.leaves = append(m.leaves, slices.Clone(p.State))
			}
		}
	}
	m.perNode = pathLength * time.Since(began) / time.Duration(max(len(m.leaves), 1))
	return nil
}

// run tries one number of playouts after the other.
func (m *countMeasurement) run(ctx context.Context, limit time.Duration) error {
	counts := scalarCounts
	if laneWidth(m.runner) > 1 {
		counts = laneCounts
	}
	if len(m.leaves) > 0 { // initialises what engines set up when they are first used
		if err := m.runner.Run(ctx, m.leaves[:1], game.PlayoutOptions{Count: 1, Seed: m.seed}, make([]game.PlayoutResult, 1)); err != nil && ctx.Err() == nil {
			return err
		}
	}
	began := time.Now()
	for i, count := range counts {
		left := limit - time.Since(began)
		if len(m.leaves) == 0 || i > 0 && left <= 0 {
			break
		}
		t, err := m.try(ctx, count, left/time.Duration(len(counts)-i))
		if ctx.Err() != nil {
			break // the measurement was cut short
		}
		if err != nil {
			return err
		}
		m.trials = append(m.trials, t)
	}
	return nil
}

// try evaluates leaves until the time is up.
func (m *countMeasurement) try(ctx context.Context, count int, limit time.Duration) (countTrial, error) {
	var values welford.Accumulator
	playouts := uint64(0)
	opt := game.PlayoutOptions{Count: count, Seed: m.seed, Trail: m.trail}
	elapsed, err := game.RunRepeatedly(ctx, m.runner, m.leaves, opt, limit, func(res *game.PlayoutResult) {
		playouts += res.Playouts
		values.Add(m.value(res))
	})
	leaves := max(values.Count, 1)
	return countTrial{
		count: count, playouts: float64(playouts) / leaves,
		perLeaf:  time.Duration(float64(elapsed) / leaves),
		variance: values.Squares / max(values.Count-1, 1),
	}, err
}

// value returns the mean goal of the first role that is not chance.
func (m *countMeasurement) value(res *game.PlayoutResult) float64 {
	role := 0
	if m.random == 0 && len(res.Goals) > 1 {
		role = 1
	}
	return float64(res.Goals[role]) / (100 * float64(max(res.Finished, 1)))
}

// leastBetween is the least variance between leaves that is assumed, as a part of the
// variance of playouts from one leaf. What is measured is less. But a position is not
// worth what random play gives, however many playouts there are, and a larger tree is
// worth more than its mean.
const leastBetween = 0.25

// best returns the best number of playouts, or 0 if nothing was measured.
func (m *countMeasurement) best() int {
	if len(m.trials) == 0 {
		return 0
	}
	within, between := m.variances()
	return slices.MinFunc(m.trials, func(a, b countTrial) int {
		return cmp.Compare(m.error(a, within, between), m.error(b, within, between))
	}).count
}

// error returns the variance of means that is left after a unit of time.
func (m *countMeasurement) error(t countTrial, within, between float64) float64 {
	return (between + within/max(t.playouts, 1)) * float64(t.perLeaf+m.perNode)
}

// variances returns the variances of playouts from one leaf, and between leaves. They
// follow from the variances with the fewest and with the most playouts per leaf.
func (m *countMeasurement) variances() (within, between float64) {
	order := func(a, b countTrial) int { return cmp.Compare(a.playouts, b.playouts) }
	few, many := slices.MinFunc(m.trials, order), slices.MaxFunc(m.trials, order)
	if few.playouts == 0 || many.playouts < 2*few.playouts {
		return 1, leastBetween // too close to tell the variances apart
	}
	within = max(0, (few.variance-many.variance)/(1/few.playouts-1/many.playouts))
	between = max(many.variance-within/many.playouts, leastBetween*within)
	return within, between
}
