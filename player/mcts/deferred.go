package mcts

import "ludex/game"

// leastDeferred is the number of simulations in a batch from which on steps are computed
// together.
const leastDeferred = 16

// childOrDefer returns the child of a node in a turn. If the step there can be deferred, it
// returns nil, and whether another simulation has deferred the same step.
func (s *Search) childOrDefer(n *node, index int) (child *node, waits bool) {
	in := n.expansion
	if !s.defersSteps || !in.complete(index) {
		return s.graph.child(n, index), false
	}
	if index == len(in.edges) {
		s.graph.addEdge(in, nil)
	}
	e := &in.edges[index]
	if e.child != nil {
		return e.child, false
	}
	waits, e.deferred = e.deferred, true
	return nil, waits
}

// deferredSteps are steps to nodes that are not in the graph, at most one on each path of
// the simulations that are started together. A machine that computes many positions at
// once makes them together, when all paths have come to an end; and workers make them while
// others use the graph.
type deferredSteps struct {
	machine game.Machine
	batcher game.Batcher // nil if the machine steps one position at a time
	roles   int
	sims    []*simulation

	// Scratch memory, by simulation.
	before []game.State
	joints []game.Move
	after  []game.State
	over   []bool
}

// newDeferredSteps returns no steps yet, to be made on a machine.
func newDeferredSteps(m game.Machine, roles int) deferredSteps {
	return deferredSteps{machine: m, batcher: game.MachineCapabilitiesOf(m).Batch, roles: roles}
}

// add adds a simulation whose last step is deferred.
func (d *deferredSteps) add(sim *simulation) { d.sims = append(d.sims, sim) }

// collect copies what is needed from the graph.
func (d *deferredSteps) collect() {
	d.before, d.joints = d.before[:0], d.joints[:0]
	for _, sim := range d.sims {
		st := &sim.path[len(sim.path)-1]
		in := st.node.expansion
		in.base[in.mover] = in.moves[st.index]
		d.before, d.joints = append(d.before, st.node.position()), append(d.joints, in.base...)
	}
}

// compute computes the states after the steps, and which of them are terminal. It does not
// use the graph.
func (d *deferredSteps) compute() {
	if d.batcher != nil && len(d.sims) >= leastDeferred {
		d.after = d.batcher.StepAll(d.before, d.joints, d.after[:0], nil)
		d.over = d.batcher.EndingAll(d.before, d.joints, d.over[:0])
		return
	}
	d.over = d.over[:0]
	for len(d.after) < len(d.before) {
		d.after = append(d.after, nil)
	}
	d.after = d.after[:len(d.before)]
	for i, state := range d.before {
		d.after[i] = d.machine.Next(state, d.joints[i*d.roles:(i+1)*d.roles], d.after[i][:0])
		d.over = append(d.over, d.machine.Terminal(d.after[i]))
	}
}

// makeDeferred makes the deferred steps.
func (r *run) makeDeferred(d *deferredSteps, f *batch) {
	if r.defersSteps = false; len(d.sims) == 0 {
		return
	}
	d.collect()
	d.compute()
	r.resume(d, f)
}

// resume adds the nodes that the deferred steps lead to. The simulations then continue as
// usual, mostly with the evaluation of a new node. One that comes to a node whose evaluation
// is in flight is abandoned.
func (r *run) resume(d *deferredSteps, f *batch) {
	for i, sim := range d.sims {
		e, share := sim.lastEdge()
		e.child, e.deferred = r.graph.reached(d.after[i], d.over[i]), false
		r.graph.restoreStatistics(e.child, e.visits, share)
		if r.descendFrom(sim, e.child) {
			r.arrive(sim, d, f)
		} else {
			r.forget(sim)
		}
	}
	d.sims = d.sims[:0]
}

// abandon gives up the deferred steps, since they could not be made.
func (r *run) abandon(d *deferredSteps) {
	for _, sim := range d.sims {
		e, _ := sim.lastEdge()
		e.deferred = false
		r.removeInFlight(sim)
		r.forget(sim)
	}
	d.sims = d.sims[:0]
}

// lastEdge returns the edge of the last step of a simulation in turns, and its shares.
func (sim *simulation) lastEdge() (*edge, []float32) {
	st := &sim.path[len(sim.path)-1]
	in := st.node.expansion
	return &in.edges[st.index], in.share(int(st.index))
}
