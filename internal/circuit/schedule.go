package circuit

import (
	"slices"

	"ludex/internal/circuit/bitslice"
)

// A unit is computed as a whole: a gate, or a component as -1 - its number. While gates
// are ordered, the region is a unit, too; a net with a region has no components.
type unit int32

// A schedule is the order in which the units of each part are computed.
//
// The order is found in two steps. A walk from the roots, depth first, puts
// gates near what they need, and is cut into chunks. Within a chunk gates are
// sorted into runs of one kind, because a run ends with a branch that the
// processor cannot predict. Large chunks have long runs, small chunks use few
// signals at a time.
type schedule struct {
	order   [numParts][]unit
	guarded span // of partNext: the region
	runs    int
}

// A span is a range of units in an order.
type span struct{ from, to int }

func (s span) has(i int) bool { return i >= s.from && i < s.to }

// A scheduler makes a schedule.
type scheduler struct {
	net         *gateNet
	parts       []part
	components  []component
	componentOf []int32
	walks       [numParts][]unit // depth-first orders
	seen        []bool
	tied        []bool // by component: seen

	region *region // or nil
	inside []bool  // by gate: in the region
	done   bool    // the region was visited
}

func newScheduler(x *gated) *scheduler {
	s := &scheduler{region: findRegion(x, minGuarded)}
	s.prepare(x)
	return s
}

// prepare finds depth-first orders.
func (s *scheduler) prepare(x *gated) {
	g, r := x.gates, x.over
	s.inside = make([]bool, len(g.gates))
	if s.region != nil {
		for _, id := range s.region.inner {
			s.inside[id] = true
		}
	}
	s.net, s.parts, s.seen = g, x.parts, make([]bool, len(g.gates))
	s.components, s.componentOf = findComponents(g, x.parts)
	s.tied = make([]bool, len(s.components))
	s.walk(r.terminal)
	for _, legal := range r.legal {
		s.walkAll(legal)
	}
	s.walkAll(r.goals)
	s.walkAll(r.next)
	s.walkAll(r.percepts)
}

func (s *scheduler) walkAll(list []lit) {
	for _, l := range list {
		s.walk(l)
	}
}

// walk adds a gate to its part, after everything that it depends on. What it
// depends on lies in its part or in an earlier one.
func (s *scheduler) walk(l lit) {
	id := l.node()
	if s.seen[id] {
		return
	}
	s.net.watch.tick()
	if k := s.componentOf[id]; k != none {
		s.walkComponent(k)
		return
	}
	if s.inside[id] {
		s.walkRegion()
		return
	}
	s.seen[id] = true
	if s.net.gates[id].kind != gateAnd {
		return
	}
	s.walkAll(s.net.gates[id].inputs())
	p := s.parts[id]
	s.walks[p] = append(s.walks[p], unit(id))
}

// walkComponent adds a component after everything outside that it depends on.
func (s *scheduler) walkComponent(k int32) {
	if s.tied[k] {
		return
	}
	s.tied[k] = true
	for _, id := range s.components[k].inner {
		for _, in := range s.net.gates[id].inputs() {
			if s.componentOf[in.node()] != k {
				s.walk(in)
			}
		}
	}
	for _, v := range s.components[k].vars {
		for _, value := range s.net.dependencies(v) {
			if s.componentOf[value.node()] != k {
				s.walk(value)
			}
		}
	}
	p := s.parts[s.components[k].vars[0]]
	s.walks[p] = append(s.walks[p], unit(-1-k))
}

// walkRegion adds the region after its guard and after everything outside it that
// it depends on.
func (s *scheduler) walkRegion() {
	if s.done {
		return
	}
	s.done = true
	s.walk(s.region.guard)
	for _, id := range s.region.inner {
		for _, in := range s.net.gates[id].inputs() {
			if !s.inside[in.node()] {
				s.walk(in)
			}
		}
	}
	s.walks[partNext] = append(s.walks[partNext], -1)
}

// with returns the schedule for a size of chunks.
func (s *scheduler) with(chunk int) *schedule {
	out := &schedule{}
	sorter := newRunSorter(s.net)
	for p := range s.walks {
		list := s.walks[p]
		order := make([]unit, 0, len(list))
		for len(list) > 0 {
			n := 0
			for n < len(list) && n < chunk && list[n] >= 0 {
				n++
			}
			order = sorter.sort(list[:n], order)
			list = list[n:]
			if len(list) == 0 || list[0] >= 0 {
				continue
			}
			if s.region == nil { // a component stands alone
				order = append(order, list[0])
			} else {
				out.guarded.from = len(order)
				order = s.sortRegion(sorter, chunk, order)
				out.guarded.to = len(order)
			}
			list = list[1:]
		}
		out.order[p] = order
		out.runs += s.countRuns(order)
	}
	return out
}

// sortRegion appends the gates of the region to order.
func (s *scheduler) sortRegion(sorter *runSorter, chunk int, order []unit) []unit {
	for list := range slices.Chunk(s.region.inner, chunk) {
		units := make([]unit, len(list))
		for i, id := range list {
			units[i] = unit(id)
		}
		order = sorter.sort(units, order)
	}
	return order
}

func (s *scheduler) countRuns(order []unit) int {
	runs, last := 0, bitslice.NumOps
	for _, u := range order {
		op := bitslice.NumOps
		if u >= 0 {
			op = s.net.gates[u].op
		}
		if op != last || u < 0 {
			runs++
		}
		last = op
	}
	return runs
}

// A runSorter sorts the gates of a chunk into runs of one kind.
type runSorter struct {
	net     *gateNet
	waiting []int32 // by gate: inputs of the chunk that are not computed
	inside  []bool  // by gate: in the chunk
	users   [][]int32
	ready   [bitslice.NumOps][]unit
}

func newRunSorter(g *gateNet) *runSorter {
	return &runSorter{net: g, waiting: make([]int32, len(g.gates)), inside: make([]bool, len(g.gates)), users: make([][]int32, len(g.gates))}
}

// sort appends the gates of a chunk to order.
func (s *runSorter) sort(chunk, order []unit) []unit {
	for _, u := range chunk {
		s.inside[u] = true
		s.users[u] = s.users[u][:0]
		s.waiting[u] = 0
	}
	for _, u := range chunk {
		for _, in := range s.net.gates[u].inputs() {
			if w := in.node(); s.inside[w] {
				s.waiting[u]++
				s.users[w] = append(s.users[w], int32(u))
			}
		}
		if s.waiting[u] == 0 {
			op := s.net.gates[u].op
			s.ready[op] = append(s.ready[op], u)
		}
	}
	for {
		best := bitslice.And2
		for op := range bitslice.NumOps {
			if len(s.ready[op]) > len(s.ready[best]) {
				best = op
			}
		}
		if len(s.ready[best]) == 0 {
			break
		}
		order = s.drain(best, order)
	}
	for _, u := range chunk {
		s.inside[u] = false
	}
	return order
}

// drain appends all gates of a kind that are ready, or become so.
func (s *runSorter) drain(op bitslice.Op, order []unit) []unit {
	for i := 0; i < len(s.ready[op]); i++ {
		s.net.watch.tick()
		u := s.ready[op][i]
		order = append(order, u)
		for _, user := range s.users[u] {
			if s.waiting[user]--; s.waiting[user] == 0 {
				o := s.net.gates[user].op
				s.ready[o] = append(s.ready[o], unit(user))
			}
		}
	}
	s.ready[op] = s.ready[op][:0]
	return order
}
