package lanes

import "ludex/rbg"

// findReads computes for each node of a pattern and each cell the slots that the rest
// of the pattern can read, in a backward data-flow analysis.
func (u *patternEval) findReads() {
	inside := map[int32]bool{}
	var visit func(n int32)
	visit = func(n int32) {
		if inside[n] {
			return
		}
		inside[n] = true
		nd := &u.nodes[n]
		switch nd.op {
		case opEnd:
		case opSplit:
			for _, w := range nd.ways {
				visit(w)
			}
		case opPattern:
			visit(nd.start)
			visit(nd.next)
		default:
			visit(nd.next)
		}
	}
	for i := range u.nodes {
		if u.nodes[i].op == opPattern {
			visit(u.nodes[i].start)
		}
	}
	words := (u.cells + len(u.rules.Variables) + 63) / 64
	var order []int32
	for n := range int32(len(u.nodes)) {
		if inside[n] {
			order = append(order, n)
			sets := make([]cellSet, u.cells+1)
			for c := range sets {
				sets[c] = make(cellSet, words)
			}
			u.reads[n] = sets
		}
	}
	u.findPieceClasses(order)
	for changed := true; changed && !u.exhausted(); {
		changed = false
		for _, n := range order {
			changed = u.propagateReads(n) || changed
		}
	}
}

// readsAt returns the slots that the rest of a pattern can read.
func (u *patternEval) readsAt(n, cell int32) cellSet { return u.reads[n][cell+1] }

// propagateReads updates one node. It reports whether anything changed.
func (u *patternEval) propagateReads(n int32) bool {
	nd, sets := &u.nodes[n], u.reads[n]
	changed := false
	own := u.ownReads(nd, len(sets[0]))
	for c := here; c < int32(u.cells); c++ {
		to := sets[c+1]
		changed = to.join(own) || changed
		switch nd.op {
		case opEnd:
		case opSplit:
			for _, w := range nd.ways {
				changed = to.join(u.readsAt(w, c)) || changed
			}
		case opPattern:
			changed = to.join(u.readsAt(nd.start, c)) || changed
			changed = to.join(u.readsAt(nd.next, c)) || changed
		case opJump:
			switch {
			case nd.jump.constant:
				if c == here {
					for _, t := range nd.jump.to[0] {
						changed = to.join(u.readsAt(nd.next, t)) || changed
					}
				} else {
					changed = to.join(sets[0]) || changed
				}
			case c == here:
			default:
				for _, t := range nd.jump.to[c] {
					changed = to.join(u.readsAt(nd.next, t)) || changed
				}
			}
		default:
			if nd.op == opOn && c != here && !to.has(c) {
				to.put(c)
				changed = true
			}
			changed = to.join(u.readsAt(nd.next, c)) || changed
		}
	}
	if u.needsCell(nd) {
		for c := range u.cells {
			changed = sets[0].join(sets[c+1]) || changed
		}
	}
	return changed
}

// needsCell reports whether a node depends on the current cell.
func (u *patternEval) needsCell(nd *node) bool {
	return nd.op == opOn && nd.mask != 0 || nd.op == opOff || nd.op == opJump && !nd.jump.constant
}

// ownReads returns the slots that a comparison or assignment reads.
func (u *patternEval) ownReads(nd *node, words int) cellSet {
	set := make(cellSet, words)
	switch nd.op {
	case opCompare:
		u.arithReads(nd.expr.Left, set)
		u.arithReads(nd.expr.Right, set)
	case opAssign:
		u.arithReads(nd.expr.Value, set)
	}
	return set
}

func (u *patternEval) arithReads(a *rbg.Arith, set cellSet) {
	switch a.Kind {
	case rbg.Value:
		set.put(u.slotOf(a.Ref))
	case rbg.PieceCount:
		for c := range int32(u.cells) {
			set.put(c)
		}
	}
	for _, k := range a.Kids {
		u.arithReads(k, set)
	}
}
