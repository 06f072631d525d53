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
// learns most in a given time, unless the options fix the number, and whether positions
// are better played in batches or in streams.
//
// The mean over a number of leaves with n playouts each has the variance
// (between + within/n) / leaves, where leaves differ by the variance between, and
// playouts from one leaf by within. More playouts make each leaf better, but leave time
// for fewer leaves. The best count has the least (between + within/n) · time per leaf.
// The variances and the times are measured at positions of random plays.
func (s *Search) measureCount(ctx context.Context) error {
	n, ok := s.evaluators[0].(*native)
	if _, streams := streamerOf(s.evaluators[0]); !ok || s.graph.root.over || s.opt.Playouts > 0 && streams == nil {
		return nil
	}
	limit := measuringTime(ctx)
	m := countMeasurement{runner: n.runner, random: s.graph.random, trail: n.trail, workers: len(s.evaluators), seed: s.rand.Uint64()}
	if err := m.sample(ctx, s.game, s.graph.root.state, limit/4); err != nil {
		return fmt.Errorf("playing to leaves: %w", err)
	}
	batched, err := m.prefersBatches(ctx, s.opt.Playouts, limit/4)
	if err != nil {
		return fmt.Errorf("measuring batches: %w", err)
	}
	s.setBatched(batched)
	if s.opt.Playouts > 0 {
		return nil
	}
	if err := m.run(ctx, limit/2); err != nil {
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
	began    time.Time
	first    int           // simulations that were started before
	played   uint64        // playouts that were run before
	waited   time.Duration // for evaluations, by all workers
	changing time.Duration // for which workers had the graph to themselves
	due      int           // the number of simulations at which adjustCount is called next
}

// restartTiming begins to measure anew. The number of playouts is adjusted when so many
// simulations have been started.
func (r *run) restartTiming(due int) {
	r.timing = runTiming{began: time.Now(), first: r.started, played: r.stats.playouts, due: due}
}

// adjustCount chooses the number of playouts anew, by the time that simulations took
// beside their playouts, in which workers wait for each other as well.
func (r *run) adjustCount() {
	t, m, now := &r.timing, r.counting, r.evaluators[0].(*native).count
	t.due = 2 * r.started
	simulations, playouts := r.started-t.first, r.stats.playouts-t.played
	if t.waited == 0 || playouts == 0 || simulations == 0 {
		return
	}
	if !r.workers.all[0].fillsUp() {
		m.setTimes(float64(t.waited) / float64(playouts))
	}
	m.perNode = (time.Since(t.began)*time.Duration(len(r.evaluators)) - t.waited) / time.Duration(simulations)
	m.perChange = t.changing / time.Duration(simulations)
	if count := m.bestBut(now); count != now {
		r.stopEvaluation()
		r.setCount(count)
		if err := r.startEvaluation(); err != nil && r.err == nil {
			r.err = err
		}
		r.restartTiming(t.due)
	}
}

// fillsUp reports whether lanes are idle while there are few leaves. In batches they are; streams
// run more playouts from each leaf then.
func (w *worker) fillsUp() bool {
	n, native := w.evaluator.(*native)
	return native && w.stream == nil && laneWidth(n.runner) > 1
}

// setTimes replaces the times that were measured before the search by those of playouts in
// the search, which take longer while other work is going on.
func (m *countMeasurement) setTimes(perPlayout float64) {
	for i := range m.trials {
		m.trials[i].perLeaf = time.Duration(m.trials[i].playouts * perPlayout)
	}
}

const (
	// maxMeasuring is the longest time for measuring. A clock limits it further.
	maxMeasuring = 100 * time.Millisecond
	sampleSize   = 512 // leaves
	sampleDepth  = 12  // steps from the root up to which positions are taken
	// pathLength is the time of a simulation beside its playouts, as it is assumed before
	// it is measured, in times for a step of a random play.
	pathLength = 4
	// countRounds is how often everything is measured. Other work on the machine makes
	// some measurements too long, so that the shortest ones count.
	countRounds = 3
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
	runner    game.Runner
	random    game.Role
	trail     int // steps
	seed      uint64
	leaves    []game.State
	perNode   time.Duration // of a simulation, beside its playouts
	perChange time.Duration // the part of perNode in which no others can use the graph
	workers   int           // that search at the same time
	batched   bool          // leaves are played in batches, not in streams
	trials    []countTrial
}

// A countTrial is what was measured with one number of playouts per leaf.
type countTrial struct {
	count    int
	playouts float64       // that were run for a leaf on average
	perLeaf  time.Duration // for the playouts
	variance float64       // of the values of leaves
}

// add adds another measurement of the same number of playouts.
func (t countTrial) add(other countTrial) countTrial {
	if t.count == 0 {
		return other
	}
	t.perLeaf = min(t.perLeaf, other.perLeaf)
	t.playouts = (t.playouts + other.playouts) / 2
	t.variance = (t.variance + other.variance) / 2
	return t
}

// sample collects positions of random plays from a state, until the time is up.
func (m *countMeasurement) sample(ctx context.Context, g game.Game, from game.State, limit time.Duration) error {
	machine := g.NewMachine()
	machine.Bind(ctx)
	p := game.NewPlayout(g, machine)
	began := time.Now()
	perStep := limit
	for play := uint64(0); len(m.leaves) < sampleSize && ctx.Err() == nil && (play == 0 || time.Since(began) < limit); play++ {
		sampled, since := len(m.leaves), time.Now()
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
		perStep = min(perStep, time.Since(since)/time.Duration(max(len(m.leaves)-sampled, 1)))
	}
	m.perNode = pathLength * perStep
	return nil
}

// run tries one number of playouts after the other.
func (m *countMeasurement) run(ctx context.Context, limit time.Duration) error {
	counts := scalarCounts
	if laneWidth(m.runner) > 1 {
		counts = laneCounts
	}
	if err := m.warmUp(ctx); err != nil {
		return err
	}
	began := time.Now()
	for try := range countRounds * len(counts) {
		left := limit - time.Since(began)
		if len(m.leaves) == 0 || try > 0 && left <= 0 {
			break
		}
		t, err := m.try(ctx, counts[try%len(counts)], left/time.Duration(countRounds*len(counts)-try))
		if ctx.Err() != nil {
			break // the measurement was cut short
		}
		if err != nil {
			return err
		}
		if try < len(counts) {
			m.trials = append(m.trials, countTrial{})
		}
		at := &m.trials[try%len(counts)]
		*at = at.add(t)
	}
	return nil
}

// warmUp initialises what engines set up when they are first used.
func (m *countMeasurement) warmUp(ctx context.Context) error {
	if len(m.leaves) == 0 {
		return nil
	}
	err := m.runner.Run(ctx, m.leaves[:1], game.PlayoutOptions{Count: 1, Seed: m.seed}, make([]game.PlayoutResult, 1))
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// A plainRunner runs playouts in batches, even if the runner can stream them.
type plainRunner struct{ game.Runner }

// steadyBatches is the number of batches in whose time streams show how fast they are: at
// first only the shortest playouts end.
const steadyBatches = 4

// prefersBatches finds out whether a runner that can stream is faster in batches. Streams pay
// where playouts have different lengths and take long; then there may not even be the time
// to compare.
func (m *countMeasurement) prefersBatches(ctx context.Context, count int, limit time.Duration) (bool, error) {
	if count == 0 {
		count = comparedCount
	}
	if _, streams := m.runner.(game.Streamer); !streams || len(m.leaves) == 0 || m.runner.Width(count) < 2 {
		return false, nil
	}
	if err := m.warmUp(ctx); err != nil {
		return false, err
	}
	began := time.Now()
	var batches, streams countTrial
	for round := range countRounds {
		slice := (limit - time.Since(began)) / time.Duration(2*(countRounds-round))
		m.batched = true
		one, err := m.try(ctx, count, slice)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return false, err
		}
		batches = batches.add(one)
		m.batched = false
		if slice < steadyBatches*batches.perLeaf*time.Duration(m.runner.Width(count)) {
			break
		}
		one, err = m.try(ctx, count, slice)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return false, err
		}
		streams = streams.add(one)
	}
	m.batched = batches.count > 0 && streams.count > 0 && batches.perLeaf < streams.perLeaf
	return m.batched, nil
}

// comparedCount is the number of playouts per leaf with which batches and streams are compared.
const comparedCount = 16

// try evaluates leaves until the time is up.
func (m *countMeasurement) try(ctx context.Context, count int, limit time.Duration) (countTrial, error) {
	var values welford.Accumulator
	playouts := uint64(0)
	opt := game.PlayoutOptions{Count: count, Seed: m.seed, Trail: m.trail}
	runner := m.runner
	if m.batched {
		runner = plainRunner{runner}
	}
	elapsed, err := game.RunRepeatedly(ctx, runner, m.leaves, opt, limit, func(res *game.PlayoutResult) {
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

// clearlyLess is by which factor the error must become less for another number of playouts:
// times are measured while other work is going on.
const clearlyLess = 0.8

// bestBut returns the best number of playouts, or the present one if that is hardly worse.
func (m *countMeasurement) bestBut(now int) int {
	within, between := m.variances()
	best := m.best()
	of := func(count int) float64 {
		return m.error(m.trials[slices.IndexFunc(m.trials, func(t countTrial) bool { return t.count == count })], within, between)
	}
	if of(best) < clearlyLess*of(now) {
		return best
	}
	return now
}

// error returns the variance of means that is left after a unit of time. Several workers
// share it, but no more than one of them changes the graph.
func (m *countMeasurement) error(t countTrial, within, between float64) float64 {
	time := max(float64(t.perLeaf+m.perNode)/float64(max(m.workers, 1)), float64(m.perChange))
	return (between + within/max(t.playouts, 1)) * time
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
