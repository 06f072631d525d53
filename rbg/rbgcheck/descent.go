package rbgcheck

import (
	"math/bits"
	"slices"

	"ludex/internal/scc"
	"ludex/rbg"
)

// A descent is the graph of what can be done infinitely often in a play.
type descent struct {
	*flow
	nodes   []situation
	alive   []action // that may be taken infinitely often, in the order of the nodes
	first   []int32  // by node: where its actions begin
	changes []int32  // the actions that change the state

	component []int32 // by node

	rises   []int64 // by node: how much a potential may have risen on the way there
	failed  []bool  // by component: some way round raises the potential
	waiting []int32
	queued  []bool
}

// A situation is a place in the rules, outside of patterns, with a current cell and a set of pieces one of
// which that cell holds.
type situation struct {
	node, cell int32
	content    uint64
}

// An action is a step of a path through the rules.
type action struct {
	from, to int32
	edge     int32
	weight   int64 // how much a potential rises at most
}

// Limits of a descent.
const (
	maxActions   = 2_000_000
	maxAllPieces = 64
)

// newDescent returns the graph of all that the rules allow, or nil if that is too much.
func newDescent(g *rbg.Game) *descent {
	f := newFlow(g, newAutomaton(g))
	if f == nil || len(g.Pieces) > maxAllPieces {
		return nil
	}
	d := &descent{flow: f}
	if !d.explore() {
		return nil
	}
	d.queued = make([]bool, len(d.nodes))
	d.rises = make([]int64, len(d.nodes))
	return d
}

// explore finds the nodes and actions. It returns false if there are too many.
func (d *descent) explore() bool {
	number := map[situation]int32{}
	visit := func(s situation) int32 {
		n, known := number[s]
		if !known {
			n = int32(len(d.nodes))
			number[s] = n
			d.nodes = append(d.nodes, s)
		}
		return n
	}
	visit(situation{d.start, 0, d.hold[0]})
	for n := 0; n < len(d.nodes); n++ {
		s := d.nodes[n]
		for _, i := range d.out[s.node] {
			if to, ok := d.follow(s, i); ok {
				d.alive = append(d.alive, action{from: int32(n), to: visit(to), edge: i})
			}
		}
		if len(d.alive) > maxActions {
			return false
		}
	}
	return true
}

// follow returns where an edge leads, if it can be passed.
func (d *descent) follow(s situation, i int32) (situation, bool) {
	if !d.passes(i, s.cell) {
		return s, false
	}
	s.node = d.edges[i].to
	e := d.edges[i].expr
	if e == nil {
		return s, true
	}
	switch e.Kind {
	case rbg.On:
		s.content &= d.masks[i][0]
	case rbg.Off:
		s.content = 1 << e.Piece
	case rbg.Shift:
		s.cell = d.next[e.Label][s.cell]
		s.content = d.hold[s.cell]
	}
	return s, s.content != 0
}

func (d *descent) push(n int32) {
	if !d.queued[n] {
		d.queued[n] = true
		d.waiting = append(d.waiting, n)
	}
}

func (d *descent) pop() int32 {
	n := d.waiting[len(d.waiting)-1]
	d.waiting = d.waiting[:len(d.waiting)-1]
	d.queued[n] = false
	return n
}

// prune leaves out what is on no way round that passes a switch to a player.
func (d *descent) prune() {
	d.order()
	g := &scc.Graph{Ends: d.first[1:]}
	for _, a := range d.alive {
		g.Edges = append(g.Edges, a.to)
	}
	component, count := g.Components()
	d.component = component
	plays := make([]bool, count)
	for _, a := range d.alive {
		e := d.edges[a.edge].expr
		if component[a.from] == component[a.to] && e != nil && e.Kind == rbg.Switch && e.Player != rbg.Keeper {
			plays[component[a.from]] = true
		}
	}
	d.alive = slices.DeleteFunc(d.alive, func(a action) bool {
		return component[a.from] != component[a.to] || !plays[component[a.from]]
	})
	d.failed = make([]bool, count)
	d.order()
}

// order notes where the actions of each node begin, and which change the state.
func (d *descent) order() {
	d.first = make([]int32, len(d.nodes)+1)
	d.changes = d.changes[:0]
	for i, a := range d.alive {
		d.first[a.from+1]++
		if e := d.edges[a.edge].expr; e != nil && (e.Kind == rbg.Off || e.Kind == rbg.Assign) {
			d.changes = append(d.changes, int32(i))
		}
	}
	for n := range d.nodes {
		d.first[n+1] += d.first[n]
	}
}

// maxRise bounds how much a potential may rise for a time, as a multiple of what one action raises it by.
const maxRise = 3

// lower leaves out the actions that can be taken only finitely often since a potential has a bound, and
// reports whether there are any.
//
// It computes how much the potential may have risen at each node. Where no way round raises it, an action that
// leads to less than that at its end lowers it for good.
func (d *descent) lower(m *Potential) bool {
	falls, most := d.weigh(m)
	if !falls {
		return false
	}
	d.rise(maxRise * most)
	before := len(d.alive)
	d.alive = slices.DeleteFunc(d.alive, func(a action) bool {
		return !d.failed[d.component[a.from]] && d.rises[a.from]+a.weight < d.rises[a.to]
	})
	return len(d.alive) < before
}

// weigh sets the weights of all actions that change the state. It reports whether some action lowers the potential,
// and how much one raises it at most.
func (d *descent) weigh(m *Potential) (falls bool, most int64) {
	for _, i := range d.changes {
		a := &d.alive[i]
		a.weight = d.weight(m, a)
		falls = falls || a.weight < 0
		most = max(most, a.weight)
	}
	return falls, most
}

// rise computes how much the potential may have risen at each node. A component fails where that is more than
// a limit.
func (d *descent) rise(limit int64) {
	clear(d.failed)
	clear(d.rises)
	for _, i := range d.changes {
		if a := &d.alive[i]; a.weight > 0 {
			d.push(a.from)
		}
	}
	for len(d.waiting) > 0 {
		n := d.pop()
		failed := &d.failed[d.component[n]]
		for _, a := range d.alive[d.first[n]:d.first[n+1]] {
			if *failed {
				break
			}
			to := d.rises[n] + a.weight
			if to <= d.rises[a.to] {
				continue
			}
			*failed = to > limit
			d.rises[a.to] = to
			d.push(a.to)
		}
	}
}

// eachPiece calls f for the pieces of a set.
func eachPiece(set uint64, f func(p int)) {
	for ; set != 0; set &= set - 1 {
		f(bits.TrailingZeros64(set))
	}
}
