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
		if n.proved > 0 || n.visits == 0 && !n.part || n != s.root && s.opt.Solver && n.done() {
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
	sim.open = n.proved == 0 && n.visits == 0 && !n.part
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
	unbind := s.bind(inner)
	r := &run{Search: s, ctx: inner, limits: lim, watch: player.NewDeadline(inner)}
	r.pool = newPool(inner, s.workers)
	began := time.Now()
	r.loop()
	r.pool.stop()
	unbind()
	s.stats.elapsed += time.Since(began)
	return s.failure()
}

// A run is one run of a search.
type run struct {
	*Search
	ctx     context.Context
	limits  Limits
	watch   *player.Deadline
	pool    *pool
	flying  []*flight // under way, the oldest first
	landed  []*flight // to be used again
	free    []*simulation
	started int
}

// loop makes simulations. They come back in the order in which they were started,
// whichever evaluation is finished first, and so the same seed gives the same
// search.
func (r *run) loop() {
	for r.goOn() {
		if r.used > r.limit() {
			if r.drain(); r.allows(r.sweepTime()) {
				r.sweep()
			} else if r.started > 0 {
				break // the next run begins with it
			} else {
				r.restart() // there will never be time for more
			}
		}
		if r.stale() {
			r.drain()
			r.rivals.admitted = true
			r.restart()
		}
		r.launch()
		if len(r.flying) >= r.pool.depth() {
			r.oldest()
		}
	}
	r.drain()
}

// allows reports whether there is time for something.
func (r *run) allows(d time.Duration) bool {
	deadline, timed := r.ctx.Deadline()
	return !timed || time.Until(deadline) > d
}

// goOn reports whether there is to be another simulation.
func (r *run) goOn() bool { return r.wanting() && r.watch.Allows() }

// wanting reports whether there is something left to find out, time apart.
func (r *run) wanting() bool {
	role := r.limits.Role
	switch {
	case r.failure() != nil, r.machine.Err() != nil, r.root.proved > 0,
		role != game.NoRole && r.root.exact(role) && r.opt.Solver,
		r.limits.Nodes > 0 && r.started >= r.limits.Nodes:
		return false
	}
	return true
}

// launch starts simulations, as many as are evaluated together. If none can start
// before another one has come home, the oldest ones are brought home instead.
func (r *run) launch() {
	f := r.flight()
	turns, width := 0, r.width()
	for ; turns < width && r.wanting(); turns++ {
		sim := r.simulation()
		if !r.descend(sim) {
			r.free = append(r.free, sim)
			break
		}
		r.started++
		if sim.open {
			f.board(sim)
			continue
		}
		r.complete(sim)
		r.free = append(r.free, sim)
	}
	if len(f.sims) > 0 {
		f.seed = r.rand.Uint64()
		r.flying = append(r.flying, f)
		r.pool.send(f)
		return
	}
	r.landed = append(r.landed, f)
	if turns == 0 {
		r.oldest()
	}
}

// width returns how many simulations fly together. At first, when everything that
// is found out changes where to go next, it is one.
func (r *run) width() int {
	width := min(r.workers[0].width(), 1+int(r.root.visits)/8)
	if r.opt.Batch > 0 {
		width = min(width, r.opt.Batch)
	}
	return width
}

// flight returns an empty flight.
func (r *run) flight() *flight {
	if last := len(r.landed) - 1; last >= 0 {
		f := r.landed[last]
		r.landed = r.landed[:last]
		f.clear()
		return f
	}
	return &flight{done: make(chan struct{}, 1)}
}

// simulation returns an empty simulation.
func (r *run) simulation() *simulation {
	if last := len(r.free) - 1; last >= 0 {
		sim := r.free[last]
		r.free = r.free[:last]
		return sim
	}
	return &simulation{eval: evaluation{values: make([]float64, r.roles)}}
}

// oldest brings the oldest flight home.
func (r *run) oldest() {
	if len(r.flying) == 0 {
		return
	}
	f := r.flying[0]
	r.flying = append(r.flying[:0], r.flying[1:]...)
	<-f.done
	if f.err != nil && r.err == nil && !errors.Is(f.err, r.ctx.Err()) {
		r.err = f.err
	}
	for _, sim := range f.sims {
		if f.err != nil || sim.eval.finished == 0 && r.ctx.Err() != nil {
			r.land(sim) // it was interrupted
		} else {
			r.complete(sim)
		}
		r.free = append(r.free, sim)
	}
	r.landed = append(r.landed, f)
}

// drain brings all flights home.
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
	r.root = r.enter(state)
}
