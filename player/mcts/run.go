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
	sim.path, sim.picks = sim.path[:0], sim.picks[:0]
	return s.descendFrom(sim, s.graph.root)
}

// descendFrom continues the path of a simulation from a node.
func (s *Search) descendFrom(sim *simulation, n *node) bool {
	sim.leaf, sim.open = nil, false
	s.graph.epoch++
	var ref *amaf
	for i := range sim.path {
		sim.path[i].node.markedAt = s.graph.epoch
		ref = s.selector.amafFor(sim.path[i].node, ref)
	}
	for n.markedAt != s.graph.epoch { // or there is a cycle
		n.markedAt = s.graph.epoch
		if n.proved == 0 && n.visits > 0 && n.expansion == nil {
			s.graph.expand(n)
		}
		if n.proved > 0 || n.visits == 0 && !n.partial || n != s.graph.root && s.opt.Solver && n.moverSolved() {
			break
		}
		ref = s.selector.amafFor(n, ref)
		n.inFlight++
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
	sim.open = n.proved == 0 && n.visits == 0 && !n.partial
	waits := sim.open && n.inFlight > 0
	n.inFlight++
	if waits {
		s.removeInFlight(sim)
	}
	return !waits
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
		child, waits = s.deferred.child(&s.graph, n, int(st.index))
		n.expansion.edges[st.index].inFlight++
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
		r.timing = runTiming{began: time.Now(), first: r.started, due: r.started + firstAdjustment}
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
	streams  *streams // or nil
	pool     *pool    // if there are no streams
	inFlight []*batch // of the pool, the oldest first
	spare    []*batch // for reuse
	free     []*simulation
	started  int
	until    time.Time // the end of a trial, or zero

	timing runTiming
}

// startEvaluation prepares the evaluation of leaves.
func (r *run) startEvaluation() (err error) {
	if r.timed {
		r.streams, err = newStreams(r.ctx, r.evaluators, r.rand)
	}
	if r.streams == nil {
		r.pool = newPool(r.ctx, r.evaluators)
	}
	return err
}

// stopEvaluation ends all goroutines.
func (r *run) stopEvaluation() {
	if r.streams != nil {
		r.streams.stop()
		r.streams = nil
	}
	if r.pool != nil {
		r.pool.stop()
		r.pool = nil
	}
}

// loop makes simulations. Without streams they are completed in the order in which they were
// started, whichever evaluation finishes first, so the same seed gives the same
// search. It ends when a faster engine is ready.
func (r *run) loop() {
	for r.continues() && !r.superseded() {
		if r.graph.used > r.graph.limit() {
			if r.drain(); r.hasTime(r.graph.evictionTime()) {
				r.graph.evict()
			} else if r.started > 0 {
				break // the next run begins with the eviction
			} else {
				r.graph.restart() // an eviction would never fit into the time
			}
		}
		if r.refuted() {
			r.drain()
			r.graph.solver.constantSum.retracted = true
			r.graph.restart()
		}
		if r.counting != nil && r.started >= r.timing.due {
			r.adjustCount()
		}
		r.startBatch()
		if r.streams != nil || len(r.inFlight) >= r.pool.depth() {
			r.await()
		}
	}
	r.drain()
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
	turns, width := 0, r.width()
	r.deferred.active = r.deferred.batcher != nil && width >= leastDeferred
	for ; turns < width && r.unfinished(); turns++ {
		sim := r.newSimulation()
		if !r.descend(sim) {
			r.free = append(r.free, sim)
			break
		}
		r.started++
		if sim.leaf == nil {
			r.deferred.add(sim)
		} else {
			r.arrive(f, sim)
		}
	}
	r.makeDeferred(f)
	if len(f.sims) > 0 {
		r.send(f)
		return
	}
	r.spare = append(r.spare, f)
	if turns == 0 {
		r.await()
	}
}

// send has a batch evaluated.
func (r *run) send(f *batch) {
	began := time.Now()
	r.timing.leaves += len(f.sims)
	if r.streams != nil {
		r.streams.send(f.sims)
		r.spare = append(r.spare, f)
	} else {
		f.seed = r.rand.Uint64()
		r.inFlight = append(r.inFlight, f)
		r.pool.send(f)
	}
	r.timing.waited += time.Since(began)
}

// arrive adds a simulation that has come to a leaf to a batch, or completes it.
func (r *run) arrive(f *batch, sim *simulation) {
	if sim.open {
		f.add(sim)
		return
	}
	r.backpropagate(sim)
	r.free = append(r.free, sim)
}

// width returns the number of simulations to be started together. It starts low, when
// every result changes where to go next: an eighth of the visits may be in flight in all
// batches together, and a sixteenth in streams.
func (r *run) width() int {
	width, visits := r.evaluators[0].width(), int(r.graph.root.visits)
	if r.streams != nil {
		width = min(r.streams.capacity(), firstStreamed+visits/16)
	} else {
		width = min(width, 1+visits/(8*r.pool.depth()))
	}
	if r.opt.Batch > 0 {
		width = min(width, r.opt.Batch)
	}
	if r.streams != nil {
		width -= r.streams.playing()
	}
	return width
}

// firstStreamed is the number of leaves that are played together from the beginning in
// streams, where a single one would take almost as long.
const firstStreamed = 16

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

// await waits for some evaluations in flight, and completes their simulations.
func (r *run) await() {
	switch {
	case r.streams != nil && r.streams.playing() > 0:
		r.awaitStreams()
	case len(r.inFlight) > 0:
		r.awaitOldest()
	}
}

// awaitStreams completes simulations as their evaluations come.
func (r *run) awaitStreams() {
	began := time.Now()
	sims, err := r.streams.await()
	r.timing.waited += time.Since(began)
	if err != nil && r.err == nil {
		r.err = err
	}
	for _, sim := range sims {
		if sim.eval.playouts == 0 { // it was interrupted
			r.removeInFlight(sim)
		} else {
			r.backpropagate(sim)
		}
		r.free = append(r.free, sim)
	}
}

// awaitOldest waits for the oldest batch in flight, and completes its simulations.
func (r *run) awaitOldest() {
	f := r.inFlight[0]
	r.inFlight = append(r.inFlight[:0], r.inFlight[1:]...)
	began := time.Now()
	<-f.done
	r.timing.waited += time.Since(began)
	if f.err != nil && r.err == nil && !errors.Is(f.err, r.ctx.Err()) {
		r.err = f.err
	}
	for _, sim := range f.sims {
		if f.err != nil || sim.eval.finished == 0 && r.ctx.Err() != nil {
			r.removeInFlight(sim) // it was interrupted
		} else {
			r.backpropagate(sim)
		}
		r.free = append(r.free, sim)
	}
	r.spare = append(r.spare, f)
}

// drain waits for all evaluations in flight, or interrupts streams if there is no time left.
func (r *run) drain() {
	for len(r.inFlight) > 0 {
		r.awaitOldest()
	}
	for r.streams != nil && r.streams.playing() > 0 {
		if !r.watch.Allows() {
			r.streams.cancel()
		}
		r.awaitStreams()
	}
}

// refuted reports whether bounds in the graph depend on a constant sum that was
// refuted.
func (r *run) refuted() bool {
	return r.graph.solver.constantSum.refuted && !r.graph.solver.constantSum.retracted
}
