package bitslice

// schedule returns the needed nodes that are computed, each after its inputs and
// close to where it is used: depth first from the seeds and then the outputs.
func (g *graph) schedule() []int32 {
	s := scheduler{g: g, done: make([]bool, len(g.nodes)), need: g.registerNeed()}
	for _, n := range g.seeds {
		if g.nodes[n].uses > 0 {
			s.visit(n)
		}
	}
	for _, o := range g.outputs {
		s.visit(o.node)
	}
	return s.order
}

// A scheduler orders nodes.
type scheduler struct {
	g     *graph
	done  []bool
	need  []uint8
	order []int32
	stack []int32
}

// visit schedules a node after all that it needs.
func (s *scheduler) visit(n int32) {
	s.stack = append(s.stack[:0], n)
	for len(s.stack) > 0 {
		i := s.stack[len(s.stack)-1]
		if s.done[i] {
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		if next := s.missing(i); next != 0 {
			s.stack = append(s.stack, next)
			continue
		}
		s.emit(i)
		// Nodes that read the same inputs are best computed together.
		if t := s.g.nodes[i].twin; t != 0 && s.g.nodes[t].uses > 0 && !s.done[t] && s.missing(t) == 0 {
			s.emit(t)
		}
	}
}

func (s *scheduler) emit(i int32) {
	s.done[i] = true
	if s.g.nodes[i].n > 0 {
		s.order = append(s.order, i)
	}
}

// missing returns the input to be scheduled next, the one that needs the most
// registers, or 0 if all are scheduled.
func (s *scheduler) missing(i int32) int32 {
	n := &s.g.nodes[i]
	best := int32(0)
	for _, x := range n.in[:n.n] {
		if !s.done[x] && s.g.nodes[x].n > 0 && (best == 0 || s.need[x] > s.need[best]) {
			best = x
		}
	}
	return best
}

// registerNeed estimates how many registers each node needs, as if the graph
// were a tree.
func (g *graph) registerNeed() []uint8 {
	need := make([]uint8, len(g.nodes))
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.n == 0 {
			continue
		}
		var a, b, c uint8 // in descending order
		for _, x := range n.in[:n.n] {
			switch v := need[x]; {
			case v > a:
				a, b, c = v, a, b
			case v > b:
				b, c = v, b
			default:
				c = max(c, v)
			}
		}
		need[i] = min(max(a, b+1, c+2), 200)
	}
	return need
}
