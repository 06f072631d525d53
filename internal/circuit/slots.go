package circuit

import "ludex/internal/circuit/bitslice"

// forever is after the end of every program.
const forever = int32(1<<31 - 1)

// A layout says in which signal each gate's value is kept. Signals are reused once
// nothing reads them.
type layout struct {
	signal []uint32 // by gate
	total  int
}

// lay gives signals to the gates of a schedule. Inputs have their signals
// already, all below the first free one.
func lay(s *scheduler, order *schedule, r *roots, signal []uint32, free int) *layout {
	l := &slotter{scheduler: s, last: lifetimes(s, order, r), layout: layout{signal: signal, total: free}}
	now := int32(0)
	for p := range order.order {
		for _, u := range order.order[p] {
			if u < 0 {
				l.component(-1 - int32(u))
			} else {
				l.gate(int32(u), now)
			}
			now++
		}
		if part(p) == partGoals {
			l.release(r, now)
		}
		now++ // between the parts, the roots of the one before are read
	}
	return &l.layout
}

// lifetimes returns for each gate when it is read for the last time. Time is
// counted in units, with one more after each part.
func lifetimes(s *scheduler, order *schedule, r *roots) []int32 {
	last := make([]int32, len(s.net.gates))
	read := func(l lit, when int32) { last[l.node()] = max(last[l.node()], when) }
	now, afterGoals := int32(0), int32(0)
	for p := range order.order {
		if part(p) == partNext && s.region != nil {
			read(s.region.guard, forever) // it is looked at again after a step
		}
		for _, u := range order.order[p] {
			if u < 0 {
				s.componentLifetimes(-1-int32(u), now, last)
			} else {
				for _, in := range s.net.gates[u].inputs() {
					read(in, now)
				}
			}
			now++
		}
		if part(p) == partGoals {
			afterGoals = now
		}
		now++
	}
	read(r.terminal, afterGoals)
	for _, legal := range r.legal {
		for _, x := range legal {
			read(x, afterGoals)
		}
	}
	for _, x := range r.goals {
		read(x, afterGoals)
	}
	for _, x := range r.next {
		read(x, forever)
	}
	for _, x := range r.percepts {
		read(x, forever)
	}
	return last
}

// componentLifetimes keeps everything in a component alive to the end, for simplicity,
// and its inputs until it is done.
func (s *scheduler) componentLifetimes(k, now int32, last []int32) {
	for _, id := range s.components[k].inner {
		last[id] = forever
		for _, in := range s.net.gates[id].inputs() {
			last[in.node()] = max(last[in.node()], now)
		}
	}
	for _, v := range s.components[k].vars {
		for _, value := range s.net.dependencies(v) {
			last[value.node()] = max(last[value.node()], now)
		}
		last[v] = forever
	}
}

type slotter struct {
	*scheduler
	layout
	last []int32
	free []uint32
}

// gate releases what is read for the last time, and takes a signal. A gate may
// overwrite its own input.
func (l *slotter) gate(id, now int32) {
	inputs := l.net.gates[id].inputs()
	for i, in := range inputs {
		w := in.node()
		if l.last[w] == now && l.net.gates[w].kind == gateAnd && l.componentOf[w] == none && !repeated(inputs, i) {
			l.free = append(l.free, l.signal[w])
		}
	}
	l.signal[id] = l.take()
}

// release frees the roots that are read for the last time now.
func (l *slotter) release(r *roots, now int32) {
	free := func(list []lit) {
		for _, x := range list {
			if id := x.node(); l.last[id] == now && l.net.gates[id].kind == gateAnd && l.componentOf[id] == none {
				l.free = append(l.free, l.signal[id])
				l.last[id] = forever // it may be a root twice
			}
		}
	}
	free([]lit{r.terminal})
	for _, legal := range r.legal {
		free(legal)
	}
	free(r.goals)
}

// repeated reports whether an input occurs again later.
func repeated(inputs []lit, i int) bool {
	for _, in := range inputs[i+1:] {
		if in.node() == inputs[i].node() {
			return true
		}
	}
	return false
}

func (l *slotter) take() uint32 {
	if n := len(l.free); n > 0 {
		s := l.free[n-1]
		l.free = l.free[:n-1]
		return s
	}
	l.total++
	return uint32(l.total - 1)
}

// component gives each gate of a component a signal of its own.
func (l *slotter) component(k int32) {
	for _, id := range l.components[k].inner {
		l.signal[id] = uint32(l.total)
		l.total++
	}
}

// signalOf returns the signal of a root.
func (l *layout) signalOf(root lit) uint32 {
	switch root {
	case litTrue:
		return bitslice.True
	case litFalse:
		return bitslice.False
	}
	return l.signal[root.node()]
}
