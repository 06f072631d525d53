package circuit

import (
	"slices"

	"ludex/internal/circuit/bitslice"
)

// The chunk sizes to try.
var chunkSizes = []int{1 << 30, 1500, 400}

// An emitter turns a gate net into code.
type emitter struct {
	*gated
	sched  *scheduler
	order  *schedule
	layout *layout
}

// newEmitter orders gates and gives them signals. The inputs' signals are given;
// first is the first free one.
func newEmitter(g *gated, inputs []uint32, first int) *emitter {
	e := &emitter{gated: g}
	e.sched = newScheduler(g)
	inputs = append(inputs, make([]uint32, len(g.gates.gates)-len(inputs))...) // the guards were added
	best := 0.0
	for i, size := range chunkSizes {
		order := e.sched.with(size)
		l := lay(e.sched, order, g.over, slices.Clone(inputs), first)
		if c := e.cost(order, l); i == 0 || c < best {
			best, e.order, e.layout = c, order, l
		}
	}
	return e
}

// Costs of an interpreted program, in nanoseconds: a gate, the mispredicted branch
// after a run of one kind, and a signal that has left the L1 cache.
const (
	costGate = 1.0
	costRun  = 4.0
	costMiss = 1.5
	// cacheGates is the number of gates for which a signal stays in the L1 cache.
	cacheGates = 400
)

// cost estimates the time that a program takes.
func (e *emitter) cost(order *schedule, l *layout) float64 {
	touched := make([]int, l.total)
	now, misses := 0, 0
	for p := range order.order {
		for _, u := range order.order[p] {
			if u < 0 {
				continue
			}
			now++
			for _, in := range e.gates.gates[u].inputs() {
				s := l.signal[in.node()]
				if now-touched[s] > cacheGates {
					misses++
				}
				touched[s] = now
			}
			touched[l.signal[u]] = now
		}
	}
	return float64(now)*costGate + float64(order.runs)*costRun + float64(misses)*costMiss
}

// code returns the segments of a part.
func (e *emitter) code(p part) []bitslice.Segment {
	var segments []bitslice.Segment
	var current *bitslice.Segment
	for i, u := range e.order.order[p] {
		guard := uint32(bitslice.False)
		if p == partNext && e.order.guarded.has(i) {
			guard = e.layout.signalOf(e.sched.region.guard)
		}
		if u < 0 {
			segments = append(segments, bitslice.Segment{Loop: e.loop(-1 - int32(u))})
			current = nil
			continue
		}
		g := &e.gates.gates[u]
		if current == nil || current.Op != g.op || current.Guard != guard {
			segments = append(segments, bitslice.Segment{Op: g.op, Guard: guard})
			current = &segments[len(segments)-1]
		}
		for _, in := range g.inputs() {
			current.Args = append(current.Args, e.layout.signal[in.node()])
		}
		current.Args = append(current.Args, e.layout.signal[u])
	}
	return segments
}

// loop returns the code of a component.
func (e *emitter) loop(k int32) *bitslice.Loop {
	l := &bitslice.Loop{}
	for _, id := range e.sched.components[k].inner {
		g := &e.gates.gates[id]
		x := bitslice.Gate{Op: g.op, Out: e.layout.signal[id]}
		for i, in := range g.inputs() {
			x.In[i] = e.layout.signal[in.node()]
		}
		l.Gates = append(l.Gates, x)
	}
	for _, v := range e.sched.components[k].vars {
		value := e.gates.vars[e.gates.gates[v].x].value
		l.Feedback = append(l.Feedback, bitslice.Feedback{Signal: e.layout.signal[v], Source: e.layout.signal[value.node()], Invert: value.negated()})
	}
	return l
}

// signals returns the signals of roots.
func (e *emitter) signals(roots []lit) []uint32 {
	out := make([]uint32, len(roots))
	for i, r := range roots {
		out[i] = e.layout.signalOf(r)
	}
	return out
}
