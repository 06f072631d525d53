package neural

import "ludex/game"

// An Evaluator applies a network to states. It belongs to one goroutine.
type Evaluator struct {
	net        *Network
	source     game.Featurer
	features   []int32
	gone, come []int32
	sums       []float32
	active     []float32
	values     []float64
}

// NewEvaluator returns an evaluator. The features of the network must be those of the
// source.
func (n *Network) NewEvaluator(source game.Featurer) *Evaluator {
	return &Evaluator{
		net: n, source: source, sums: make([]float32, n.hidden), active: make([]float32, n.hidden),
		values: make([]float64, n.roles),
	}
}

// Goals returns the expected goals of all roles divided by 100, between 0 and 1. They
// are valid until the next call.
func (e *Evaluator) Goals(s game.State) []float64 {
	e.features = e.source.AppendFeatures(s, e.features[:0])
	e.net.sum(e.features, e.sums)
	e.net.kernel.activate(e.active, e.sums)
	e.net.goals(e.net.mover(e.features), e.active, e.values)
	return e.values
}

// Children calls visit with the index and the goals of each child of a state. Only the
// differences from the state are computed.
func (e *Evaluator) Children(s game.State, children []game.State, visit func(i int, goals []float64)) {
	n := e.net
	e.features = e.source.AppendFeatures(s, e.features[:0])
	n.sum(e.features, e.sums)
	before := n.mover(e.features)
	for i, c := range children {
		e.gone, e.come = e.source.AppendChanges(s, c, e.gone[:0], e.come[:0])
		copy(e.active, e.sums)
		for _, f := range e.gone {
			if !n.ignored[f] {
				n.kernel.sub(e.active, n.row(f))
			}
		}
		for _, f := range e.come {
			if !n.ignored[f] {
				n.kernel.add(e.active, n.row(f))
			}
		}
		n.kernel.activate(e.active, e.active)
		n.goals(n.moverAfter(before, e.gone, e.come), e.active, e.values)
		visit(i, e.values)
	}
}

// Options calls visit with the index and the goals for each of several features that are
// added to given ones, one at a time.
func (e *Evaluator) Options(features, options []int32, visit func(i int, goals []float64)) {
	n := e.net
	n.sum(features, e.sums)
	mover := n.mover(features)
	for i, f := range options {
		copy(e.active, e.sums)
		if !n.ignored[f] {
			n.kernel.add(e.active, n.row(f))
		}
		n.kernel.activate(e.active, e.active)
		n.goals(mover, e.active, e.values)
		visit(i, e.values)
	}
}

// moverAfter returns who is to move after a change of features.
func (n *Network) moverAfter(before int, gone, come []int32) int {
	if m := n.mover(come); m < n.roles {
		return m
	}
	if n.mover(gone) < n.roles {
		return n.roles
	}
	return before
}
