package circuit

// maxPhases bounds the length of a clock, because each of its turns costs a
// circuit of its own.
const maxPhases = 8

// A clock is a set of state bits that take turns in a fixed cycle, whichever moves
// are made, like the facts that say whose turn it is. A turn is a phase.
type clock struct {
	phases int
	cycles [][]int32 // each in turn order: the bit at p is true in the phases p, p+len, …
}

// findClock finds the state bits whose next value is exactly another bit's value,
// in a cycle with one bit true at the start.
func findClock(n *net, c *canon, r *roots) clock {
	previous := make([]int32, len(r.next)) // by bit: the bit whose value it takes over
	for i, l := range r.next {
		previous[i] = none
		if nd := &n.nodes[l.node()]; nd.kind == kindState && !l.negated() {
			previous[i] = nd.x
		}
	}
	k := clock{phases: 1}
	var cycles [][]int32
	for i := range c.state {
		if c.state[i].init {
			if cycle := turns(c, previous, int32(i)); cycle != nil {
				cycles = append(cycles, cycle)
				k.phases = max(k.phases, len(cycle))
			}
		}
	}
	for _, cycle := range cycles {
		if k.phases%len(cycle) == 0 {
			k.cycles = append(k.cycles, cycle)
		}
	}
	return k
}

// turns returns the cycle of a bit that is true at the start, in the order in
// which its bits become true, or nil if there is none.
func turns(c *canon, previous []int32, start int32) []int32 {
	back := []int32{}
	for b := previous[start]; b != start; b = previous[b] {
		if b == none || c.state[b].init || len(back)+1 == maxPhases {
			return nil
		}
		back = append(back, b)
	}
	if len(back) == 0 {
		return nil // it never changes
	}
	cycle := []int32{start}
	for i := range back {
		cycle = append(cycle, back[len(back)-1-i])
	}
	return cycle
}

// fix sets the bits of the clock to what they are in a phase.
func (k *clock) fix(phase int, bits []lit) {
	for _, cycle := range k.cycles {
		for p, b := range cycle {
			bits[b] = litFalse
			if phase%len(cycle) == p {
				bits[b] = litTrue
			}
		}
	}
}
