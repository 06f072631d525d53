package mcts

import (
	"context"
	"errors"
	"time"

	"ludex/game"
	"ludex/player"
)

// A simulation is one way down from the root, and what was found there.
type simulation struct {
	path  []step
	picks []int32 // the choices of joint steps, one after the other
	leaf  *node
	open  bool // the leaf has to be evaluated
	eval  evaluation
	seed  uint64
	done  chan struct{} // gets an element when the evaluation is there
	err   error
}

// A step is a step of a simulation.
type step struct {
	node     *node
	index    int32 // of the edge, in a turn
	from, to int32 // of the choice in picks, in a joint step
}

// choice returns the arms of a joint step.
func (sim *simulation) choice(st *step) []int32 { return sim.picks[st.from:st.to] }

// descend goes down from the root. It returns false if it came to a node whose
// evaluation is still under way, which has to be waited for.
func (s *Search) descend(sim *simulation) bool {
	sim.path, sim.picks, sim.open = sim.path[:0], sim.picks[:0], false
	s.passes++
	n := s.root
	var ref *amaf
	for {
		n.passed = s.passes
		if n.proved == 0 && n.visits > 0 && n.inner == nil {
			s.expand(n)
		}
		if n.proved > 0 || n.visits == 0 {
			break
		}
		ref = s.refAt(n, ref)
		n.flights++
		n = s.down(sim, n, ref)
		if n.passed == s.passes {
			break // a position comes again: there is nothing new below
		}
	}
	sim.leaf = n
	sim.open = n.proved == 0 && n.visits == 0
	waits := sim.open && n.flights > 0
	n.flights++
	if waits {
		s.land(sim)
	}
	return !waits
}

// down makes one step.
func (s *Search) down(sim *simulation, n *node, ref *amaf) *node {
	st := step{node: n, from: int32(len(sim.picks))}
	var child *node
	if n.inner.joint != nil {
		sim.picks = s.pickJoint(n, sim.picks)
		child = s.followJoint(n, sim.picks[st.from:])
	} else {
		st.index = int32(s.pick(n, ref))
		child = s.follow(n, int(st.index))
		n.inner.edges[st.index].flights++
	}
	st.to = int32(len(sim.picks))
	sim.path = append(sim.path, st)
	return child
}

// Limits say how long a search goes on, apart from its context.
type Limits struct {
	Nodes int // simulations; 0 is no limit
	// Role is whose value is wanted: once it is proved, the search ends. With
	// game.NoRole all values have to be.
	Role game.Role
}

// Run lets the graph grow until a limit is reached or the context ends, which is
// no error. If there is a deadline, it stops in time.
func (s *Search) Run(ctx context.Context, lim Limits) error {
	if err := s.failure(); err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &run{Search: s, ctx: inner, limits: lim, watch: player.NewWatch(inner)}
	r.pool = newPool(inner, s.workers)
	began := time.Now()
	r.loop()
	r.pool.stop()
	s.stats.elapsed += time.Since(began)
	return s.failure()
}

// A run is one run of a search.
type run struct {
	*Search
	ctx     context.Context
	limits  Limits
	watch   *player.Watch
	pool    *pool
	flying  []*simulation // under way, the oldest first
	free    []*simulation
	started int
}

// loop makes simulations. They come back in the order in which they were started,
// whichever evaluation is finished first, and so the same seed gives the same
// search.
func (r *run) loop() {
	for r.goOn() {
		if r.used > r.limit() {
			r.drain()
			r.sweep()
		}
		if r.stale() {
			r.drain()
			r.restart()
		}
		r.simulate()
		if len(r.flying) >= r.pool.depth() {
			r.oldest()
		}
	}
	r.drain()
}

// goOn reports whether there is to be another simulation.
func (r *run) goOn() bool {
	role := r.limits.Role
	switch {
	case r.failure() != nil, r.root.proved > 0,
		role != game.NoRole && r.root.exact(role) && r.opt.Solver,
		r.limits.Nodes > 0 && r.started >= r.limits.Nodes:
		return false
	}
	return r.watch.Lasts()
}

// simulate starts a simulation. If it has to wait for another one, that one is
// brought home instead.
func (r *run) simulate() {
	sim := r.simulation()
	switch {
	case !r.descend(sim):
		r.free = append(r.free, sim)
		r.oldest()
	case sim.open:
		r.started++
		sim.seed = r.rand.Uint64()
		r.flying = append(r.flying, sim)
		r.pool.send(sim)
	default:
		r.started++
		r.complete(sim)
		r.free = append(r.free, sim)
	}
}

// simulation returns an empty simulation.
func (r *run) simulation() *simulation {
	if last := len(r.free) - 1; last >= 0 {
		sim := r.free[last]
		r.free = r.free[:last]
		return sim
	}
	return &simulation{eval: evaluation{values: make([]float64, r.roles)}, done: make(chan struct{}, 1)}
}

// oldest brings the oldest simulation home.
func (r *run) oldest() {
	if len(r.flying) == 0 {
		return
	}
	sim := r.flying[0]
	r.flying = append(r.flying[:0], r.flying[1:]...)
	<-sim.done
	r.free = append(r.free, sim)
	switch {
	case sim.err != nil && r.err == nil && !errors.Is(sim.err, r.ctx.Err()):
		r.err = sim.err
		r.land(sim)
	case sim.err != nil, sim.eval.finished == 0 && r.ctx.Err() != nil:
		r.land(sim) // it was interrupted
	default:
		r.complete(sim)
	}
}

// drain brings all simulations home.
func (r *run) drain() {
	for len(r.flying) > 0 {
		r.oldest()
	}
}

// stale reports whether the graph rests on what has turned out to be wrong.
func (r *run) stale() bool { return r.rivals.broken && !r.rivals.admitted }

// restart begins a new graph.
func (r *run) restart() {
	state := r.root.state
	r.forget()
	r.rivals.admitted = true
	r.root = r.enter(state)
}
