package mcts

import "ludex/game"

// leastDeferred is the number of simulations in a batch from which on steps are deferred.
const leastDeferred = 16

// deferredSteps are steps to nodes that are not in the graph, at most one on each path of
// the simulations that are started together. A machine that computes many positions at
// once makes them together, when all paths have come to an end.
type deferredSteps struct {
	batcher game.Batcher // nil if the machine steps one position at a time
	active  bool
	sims    []*simulation

	// Scratch memory, by simulation.
	before []game.State
	joints []game.Move
	after  []game.State
	over   []bool
}

// child returns the child of a node in a turn. If the step there can be deferred, it returns
// nil, and whether another simulation has deferred the same step.
func (d *deferredSteps) child(g *graph, n *node, index int) (child *node, waits bool) {
	in := n.expansion
	if !d.active || !in.complete(index) {
		return g.child(n, index), false
	}
	if index == len(in.edges) {
		g.addEdge(in, nil)
	}
	e := &in.edges[index]
	if child := e.live(); child != nil {
		return child, false
	}
	waits, e.deferred = e.deferred, true
	return nil, waits
}

// add adds a simulation whose last step is deferred.
func (d *deferredSteps) add(sim *simulation) { d.sims = append(d.sims, sim) }

// step computes the states after the deferred steps, and which of them are terminal.
func (d *deferredSteps) step() {
	d.before, d.joints = d.before[:0], d.joints[:0]
	for _, sim := range d.sims {
		st := &sim.path[len(sim.path)-1]
		in := st.node.expansion
		in.base[in.mover] = in.moves[st.index]
		d.before, d.joints = append(d.before, st.node.position()), append(d.joints, in.base...)
	}
	d.after = d.batcher.StepAll(d.before, d.joints, d.after[:0], nil)
	d.over = d.batcher.EndingAll(d.before, d.joints, d.over[:0])
}

// makeDeferred makes the deferred steps. The simulations then continue as usual, mostly
// with the evaluation of a new node. One that comes to a node whose evaluation is in flight
// is abandoned.
func (r *run) makeDeferred(f *batch) {
	d := &r.deferred
	d.active = false
	if len(d.sims) == 0 {
		return
	}
	d.step()
	for i, sim := range d.sims {
		st := &sim.path[len(sim.path)-1]
		in := st.node.expansion
		e := &in.edges[st.index]
		e.child, e.deferred = r.graph.reached(d.after[i], d.over[i]), false
		r.graph.restoreStatistics(e.child, e.visits, in.share(int(st.index)))
		if r.descendFrom(sim, e.child) {
			r.arrive(f, sim)
		} else {
			r.started--
			r.free = append(r.free, sim)
		}
	}
	d.sims = d.sims[:0]
}
