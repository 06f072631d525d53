package rbgcheck

import "ludex/rbg"

// propagate computes what can be reached from the beginning.
func (f *flow) propagate() {
	f.changed = false
	f.reached = newBitset(len(f.out) * f.cells)
	f.visited = make([]bool, len(f.out))
	f.waiting = make([][]int32, f.cells)
	f.entered, f.passed, f.doubt = make([]bool, len(f.edges)), make([]bool, len(f.edges)), make([]bool, len(f.edges))
	f.stack = f.stack[:0]
	f.reach(f.start, 0)
	for len(f.stack) > 0 && f.steps <= maxSteps {
		at := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, i := range f.out[at.node] {
			f.steps++
			f.try(i, at.cell)
		}
	}
}

func (f *flow) reach(node, c int32) {
	if f.reached.add(f.index(node, c)) {
		f.visited[node] = true
		f.stack = append(f.stack, pair{node, c})
	}
}

// try follows an edge from a cell.
func (f *flow) try(i, c int32) {
	e := &f.edges[i]
	f.entered[i] = true
	if e.expr != nil && e.expr.Kind == rbg.Pattern {
		f.reach(f.patterns[e.pattern].start, c)
	}
	if !f.surelyPasses(i, c) {
		f.doubt[i] = true
		if !f.passes(i, c) {
			if e.expr.Kind == rbg.On {
				f.waiting[c] = append(f.waiting[c], i)
			}
			return
		}
	}
	f.passed[i] = true
	if e.expr != nil && e.scope == outside {
		f.change(i, c)
	}
	if e.expr != nil && e.expr.Kind == rbg.Shift {
		c = f.next[e.expr.Label][c]
	}
	f.reach(e.to, c)
}

// change records what an action outside of patterns does.
func (f *flow) change(i, c int32) {
	switch e := f.edges[i].expr; e.Kind {
	case rbg.Off:
		f.put(e.Piece, c)
	case rbg.Assign:
		f.assign(e.Variable, f.verdicts[i].values)
	}
}

// put records that a cell can hold a piece, and retries the edges that wait for that.
func (f *flow) put(piece int, c int32) {
	if f.holds(int(c), piece) {
		return
	}
	f.hold[int(c)*f.words+piece/64] |= 1 << (piece % 64)
	f.changed = true
	waiting := f.waiting[c]
	f.waiting[c] = nil
	f.steps += len(waiting)
	for _, i := range waiting {
		f.try(i, c)
	}
}

// assign records that a variable can have some values.
func (f *flow) assign(v int, values interval) {
	old := f.values[v]
	now := interval{lo: min(old.lo, values.lo), hi: max(old.hi, values.hi)}
	if now == old {
		return
	}
	f.changed = true
	if f.growth[v]++; f.growth[v] > maxGrowth {
		if now.hi > old.hi {
			now.hi = int64(f.game.Bound(v))
		}
	}
	f.values[v] = now
}
