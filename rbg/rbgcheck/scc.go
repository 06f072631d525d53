package rbgcheck

// An sccFinder finds the strongly connected components of the pairs of a loop, by Tarjan's
// algorithm without recursion.
type sccFinder struct {
	*loop
	number  map[pair]int32 // in the order of discovery
	low     []int32        // by number: the smallest one that is known to be on a way round with it
	round   []int32        // by number: the component, or open
	stack   []int32        // numbers that have no component yet
	frames  []frame
	changes [][2]int32 // numbers between which an action changes something
}

// A frame is a pair whose edges are being followed.
type frame struct {
	at     pair
	number int32
	next   int // of its edges
}

const open = -1

func newSCCFinder(l *loop) *sccFinder { return &sccFinder{loop: l, number: map[pair]int32{}} }

// visit looks at everything that can be reached from a pair.
func (r *sccFinder) visit(start pair) {
	if _, known := r.number[start]; !known {
		r.enter(start)
	}
	for len(r.frames) > 0 && r.steps <= maxSteps {
		top := &r.frames[len(r.frames)-1]
		edges := r.out[top.at.node]
		if top.next == len(edges) {
			r.leave()
			continue
		}
		i := edges[top.next]
		top.next++
		if to, ok := r.follow(i, top.at.cell); ok {
			r.step(top.number, i, to)
		}
	}
}

func (r *sccFinder) enter(at pair) int32 {
	n := int32(len(r.low))
	r.number[at] = n
	r.low = append(r.low, n)
	r.round = append(r.round, open)
	r.stack = append(r.stack, n)
	r.frames = append(r.frames, frame{at: at, number: n})
	return n
}

// step follows an edge.
func (r *sccFinder) step(from, edge int32, to pair) {
	n, known := r.number[to]
	if !known {
		n = r.enter(to)
	} else if r.round[n] == open {
		r.low[from] = min(r.low[from], n)
	}
	if e := r.edges[edge].expr; e != nil && e.Kind.IsModifier() {
		r.changes = append(r.changes, [2]int32{from, n})
	}
}

// leave closes the pair on top and, if no way leads back further, everything
// that was found since.
func (r *sccFinder) leave() {
	n := r.frames[len(r.frames)-1].number
	r.frames = r.frames[:len(r.frames)-1]
	if len(r.frames) > 0 {
		below := r.frames[len(r.frames)-1].number
		r.low[below] = min(r.low[below], r.low[n])
	}
	if r.low[n] < n {
		return
	}
	for {
		top := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		r.round[top] = n
		if top == n {
			return
		}
	}
}

// changing reports whether a cycle changes something.
func (r *sccFinder) changing() bool {
	for _, c := range r.changes {
		if r.round[c[0]] != open && r.round[c[0]] == r.round[c[1]] {
			return true
		}
	}
	return false
}
