package mcts

import (
	"context"
	"errors"
	"time"

	"ludex/game"
	"ludex/player"
)

// A simulation is one path down from the root, and the evaluation of its leaf.
type simulation struct {
	path  []step
	picks []int32 // the choices of joint steps, one after the other
	leaf  *node
	open  bool // the leaf has to be evaluated
	eval  evaluation

	at      *node // where it stopped while others selected leaves, see shared.go
	expands bool  // it has the moves there listed
}

// reset begins a new path.
func (sim *simulation) reset() {
	sim.path, sim.picks = sim.path[:0], sim.picks[:0]
	sim.leaf, sim.open, sim.at, sim.expands = nil, false, nil, false
}

// A step is one step of a simulation's path.
type step struct {
	node     *node
	index    int32 // of the edge, in a turn
	from, to int32 // of the choice in picks, in a joint step
}

// choice returns the arms of a joint step.
func (sim *simulation) choice(st *step) []int32 { return sim.picks[st.from:st.to] }

// descend goes down from the root to a leaf, or to a step that is deferred. It returns
// false at a leaf whose evaluation is still in flight.
func (s *Search) descend(sim *simulation) bool {
	sim.reset()
	return s.descendFrom(sim, s.graph.root)
}

// descendFrom continues the path of a simulation from a node.
func (s *Search) descendFrom(sim *simulation, n *node) bool {
	sim.leaf, sim.open = nil, false
	s.graph.epoch++
	var ref *amaf
	if s.selector.grave > 0 {
		for i := range sim.path {
			ref = s.selector.amafFor(sim.path[i].node, ref)
		}
	}
	// The nodes of a path that goes on are not marked: other threads read what lies beside
	// the marks.
	for before := len(sim.path); n.markedAt != s.graph.epoch && !passed(sim.path[:before], n); { // or there is a cycle
		n.markedAt = s.graph.epoch
		if n.proved == 0 && n.visits > 0 && n.expansion == nil {
			s.graph.expand(n)
		}
		if s.isLeaf(n) {
			break
		}
		ref = s.selector.amafFor(n, ref)
		n.inFlight.Add(1)
		child, waits := s.descendStep(sim, n, ref)
		if child == nil {
			if waits {
				s.removeInFlight(sim)
			}
			return !waits
		}
		n = child
	}
	sim.leaf = n
	sim.open = n.awaited()
	waits := n.inFlight.Add(1) > 1 && sim.open
	if waits {
		s.removeInFlight(sim)
	}
	return !waits
}

// isLeaf reports whether a simulation ends at a node.
func (s *Search) isLeaf(n *node) bool {
	return n.proved > 0 || n.visits == 0 && !n.partial || n != s.graph.root && s.opt.Solver && n.moverSolved()
}

// descendStep chooses a move of a node, appends it to the path and returns the child, or
// nil if the step is deferred. It also returns whether another simulation waits for that
// step.
func (s *Search) descendStep(sim *simulation, n *node, ref *amaf) (child *node, waits bool) {
	st := step{node: n, from: int32(len(sim.picks))}
	if n.expansion.joint != nil {
		sim.picks = s.selector.pickJoint(n, sim.picks)
		child = s.graph.jointChild(n, sim.picks[st.from:])
	} else {
		st.index = int32(s.selector.pick(n, ref))
		child, waits = s.childOrDefer(n, int(st.index))
		n.expansion.edges[st.index].inFlight.Add(1)
	}
	st.to = int32(len(sim.picks))
	sim.path = append(sim.path, st)
	return child, waits
}

// Limits bound a run of a search, in addition to its context.
type Limits struct {
	Nodes int // simulations; 0 is no limit
	// Role is the role whose value is wanted: the search ends once it is proved.
	// With game.NoRole, all values have to be proved.
	Role game.Role
}

// Run searches until a limit is reached or the context ends, which is not an error.
// It stops ahead of the context's deadline.
func (s *Search) Run(ctx context.Context, lim Limits) error {
	if err := s.failure(); err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	s.findSymmetries(inner)
	unbind := s.bind(inner)
	r := &run{Search: s, ctx: inner, limits: lim, watch: player.NewDeadline(inner)}
	began := time.Now()
	for {
		if err := s.changeEngine(inner); err != nil {
			unbind()
			return err
		}
		if err := r.compareEngines(); err != nil {
			unbind()
			return err
		}
		if err := r.startEvaluation(); err != nil {
			unbind()
			return err
		}
		r.restartTiming(r.started + firstAdjustment)
		r.loop()
		r.stopEvaluation()
		if !s.superseded() || !r.continues() {
			break
		}
	}
	unbind()
	s.stats.elapsed += time.Since(began)
	return s.failure()
}

// A run is one run of a search.
type run struct {
	*Search
	ctx      context.Context
	limits   Limits
	watch    *player.Deadline
	workers  *workers // with a clock
	pool     *pool    // without one
	inFlight []*batch // of the pool, the oldest first
	spare    []*batch // for reuse
	free     []*simulation
	started  int
	until    time.Time // the end of a trial, or zero
	late     bool      // evaluations were interrupted, and cannot go on before the next start

	timing runTiming
}

// startEvaluation prepares the evaluation of leaves.
func (r *run) startEvaluation() (err error) {
	r.late = false
	if r.timed {
		r.workers, err = r.newWorkers(r.ctx)
	} else {
		r.pool = newPool(r.ctx, r.evaluators)
	}
	return err
}

// stopEvaluation ends all goroutines.
func (r *run) stopEvaluation() {
	if r.workers != nil {
		r.workers.stop()
		r.workers = nil
	}
	if r.pool != nil {
		r.pool.stop()
		r.pool = nil
	}
}

// loop makes simulations. Without a clock they are completed in the order in which they were
// started, whichever evaluation finishes first, so the same seed gives the same
// search. It ends when a faster engine is ready.
func (r *run) loop() {
	for r.proceeds() && r.maintain() {
		if r.workers != nil {
			r.workers.round()
			continue
		}
		r.startBatch()
		if len(r.inFlight) >= r.pool.depth() {
			r.awaitOldest()
		}
	}
	r.drain()
}

// proceeds reports whether to go on with the present engine.
func (r *run) proceeds() bool { return !r.late && r.continues() && !r.superseded() }

// needsMaintenance reports whether there is something to do for which nothing may be in flight.
func (r *run) needsMaintenance() bool {
	return r.graph.used > r.graph.limit() || r.refuted() || r.counting != nil && r.started >= r.timing.due
}

// maintain evicts nodes if there are too many, starts again if what was assumed is refuted,
// and adjusts the number of playouts. It returns false if the time does not suffice.
func (r *run) maintain() bool {
	if !r.needsMaintenance() {
		return true
	}
	r.drain()
	if r.graph.used > r.graph.limit() {
		switch {
		case r.hasTime(r.graph.evictionTime()):
			r.graph.evict()
		case r.started > 0:
			return false // the next run begins with the eviction
		default:
			r.graph.restart() // an eviction would never fit into the time
		}
	}
	if r.refuted() {
		r.graph.solver.constantSum.retracted = true
		r.graph.restart()
	}
	if r.counting != nil && r.started >= r.timing.due {
		r.adjustCount()
	}
	return true
}

// hasTime reports whether the deadline is further away than d.
func (r *run) hasTime(d time.Duration) bool {
	deadline, timed := r.ctx.Deadline()
	return !timed || time.Until(deadline) > d
}

// continues reports whether to start another simulation.
func (r *run) continues() bool {
	return r.unfinished() && r.watch.Allows() && (r.until.IsZero() || time.Now().Before(r.until))
}

// unfinished reports whether there is something left to search, apart from time.
func (r *run) unfinished() bool {
	role := r.limits.Role
	switch {
	case r.failure() != nil, r.graph.machine.Err() != nil, r.graph.root.proved > 0,
		role != game.NoRole && r.graph.root.exact(role) && r.opt.Solver,
		r.limits.Nodes > 0 && r.started >= r.limits.Nodes:
		return false
	}
	return true
}

// startBatch starts as many simulations as are evaluated together. If the first one
// has to wait for an evaluation in flight, that is awaited instead.
func (r *run) startBatch() {
	f := r.newBatch()
	turns := r.fill(f, r.width())
	if len(f.sims) > 0 {
		f.seed = r.rand.Uint64()
		r.inFlight = append(r.inFlight, f)
		r.pool.send(f)
		return
	}
	r.spare = append(r.spare, f)
	if turns == 0 && len(r.inFlight) > 0 {
		r.awaitOldest()
	}
}

// fill starts up to a number of simulations, and adds those that have come to a leaf to a
// batch. It returns how many it started: fewer if one would have to wait for an evaluation
// in flight.
func (r *run) fill(f *batch, width int) (turns int) {
	r.defersSteps = r.deferred.batcher != nil && width >= leastDeferred
	for ; turns < width && r.unfinished(); turns++ {
		sim := r.newSimulation()
		if !r.descend(sim) {
			r.free = append(r.free, sim)
			break
		}
		r.started++
		r.arrive(sim, &r.deferred, f)
	}
	r.makeDeferred(&r.deferred, f)
	return turns
}

// arrive adds a simulation to what it needs: the evaluation of its leaf, or a deferred step.
// Otherwise it completes it.
func (r *run) arrive(sim *simulation, d *deferredSteps, f *batch) {
	switch {
	case sim.leaf == nil:
		d.add(sim)
	case sim.open:
		f.add(sim)
	default:
		r.backpropagate(sim)
		r.free = append(r.free, sim)
	}
}

// width returns the number of simulations to be started together. It starts low, when
// every result changes where to go next: an eighth of the visits may be in flight in all
// batches together.
func (r *run) width() int {
	width := min(r.evaluators[0].width(), 1+int(r.graph.root.visits)/(8*r.pool.depth()))
	if r.opt.Batch > 0 {
		width = min(width, r.opt.Batch)
	}
	return width
}

// forget takes back a simulation that was started.
func (r *run) forget(sim *simulation) {
	r.started--
	r.free = append(r.free, sim)
}

// newBatch returns an empty batch.
func (r *run) newBatch() *batch {
	if last := len(r.spare) - 1; last >= 0 {
		f := r.spare[last]
		r.spare = r.spare[:last]
		f.clear()
		return f
	}
	return &batch{done: make(chan struct{}, 1)}
}

// newSimulation returns an empty simulation.
func (r *run) newSimulation() *simulation {
	if last := len(r.free) - 1; last >= 0 {
		sim := r.free[last]
		r.free = r.free[:last]
		return sim
	}
	return &simulation{eval: evaluation{values: make([]float64, r.graph.roles)}}
}

// awaitOldest waits for the oldest batch in flight, and completes its simulations.
func (r *run) awaitOldest() {
	f := r.inFlight[0]
	r.inFlight = append(r.inFlight[:0], r.inFlight[1:]...)
	<-f.done
	r.note(f.err)
	for _, sim := range f.sims {
		r.complete(sim, f.err != nil || sim.eval.finished == 0 && r.ctx.Err() != nil)
	}
	r.spare = append(r.spare, f)
}

// note keeps the first error of an evaluation, unless it is the end of the run.
func (r *run) note(err error) {
	if err != nil && r.err == nil && !errors.Is(err, r.ctx.Err()) {
		r.err = err
	}
}

// complete backs up the evaluation of a simulation, unless it was interrupted.
func (r *run) complete(sim *simulation, interrupted bool) {
	if interrupted {
		r.removeInFlight(sim)
	} else {
		r.backpropagate(sim)
	}
	r.free = append(r.free, sim)
}

// drain waits for all evaluations in flight.
func (r *run) drain() {
	for len(r.inFlight) > 0 {
		r.awaitOldest()
	}
}

// refuted reports whether bounds in the graph depend on a constant sum that was
// refuted.
func (r *run) refuted() bool {
	return r.graph.solver.constantSum.refuted && !r.graph.solver.constantSum.retracted
}
