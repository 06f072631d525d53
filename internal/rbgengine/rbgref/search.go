package rbgref

import (
	"context"
	"slices"

	"ludex/rbg"
)

// A choice is where the search continues when a path has ended: with a numbered
// alternative of a node reached on a cell.
type choice struct {
	node, cell int32
	way        int32
	depth      int32 // how many modifiers there were
	steps      int32 // of the watched path
}

// A change is a modifier on the current path, with what is needed to undo it.
type change struct {
	node, cell int32
	old        int32 // piece or value
	stamp      uint32
	trail      int
}

// push makes the search begin at a node.
func (r *Reasoner) push(node, cell, way int32) {
	c := choice{node: node, cell: cell, way: way, depth: int32(len(r.changes))}
	if r.watch != nil {
		c.steps = int32(len(r.watch.path))
	}
	r.choices = append(r.choices, c)
}

// advance continues the search until a path reaches the end of a move or
// expression, and returns the node and the cell. The changes of the path are in
// effect then, and the next call continues from there. It returns false when the
// number of choices has fallen to the given one, or the search has failed.
func (r *Reasoner) advance(base int) (found, cell int32, ok bool) {
	for len(r.choices) > base && r.err == nil {
		c := r.choices[len(r.choices)-1]
		r.choices = r.choices[:len(r.choices)-1]
		r.undo(int(c.depth))
		if r.watch != nil {
			r.watch.path = r.watch.path[:c.steps]
		}
		if found, cell, ok = r.follow(c); ok {
			return found, cell, true
		}
	}
	return 0, 0, false
}

// follow continues a path until it ends, and pushes choices.
func (r *Reasoner) follow(c choice) (found, cell int32, ok bool) {
	at, way := c.node, c.way
	cell = c.cell
	for {
		n := &r.program.nodes[at]
		if r.steps--; r.steps < 0 {
			r.err = tooManySteps()
			return 0, 0, false
		}
		if r.steps&4095 == 0 && !r.goOn() {
			return 0, 0, false
		}
		if way == 0 && n.slot != noSlot && !r.visit(n.slot, cell) {
			return 0, 0, false
		}
		switch n.op {
		case opEnd, opSwitch:
			return at, cell, true
		case opSplit:
			if int(way)+1 < len(n.ways) {
				r.push(at, cell, way+1)
			} else if len(n.ways) == 0 {
				return 0, 0, false
			}
			at, way = n.ways[way], 0
			continue
		}
		to, passed := r.act(n, at, cell, way)
		if r.watch != nil && r.err == nil {
			passed = r.watch.see(n, cell, to, passed)
		}
		if !passed || r.err != nil {
			return 0, 0, false
		}
		at, cell, way = n.next, to, 0
	}
}

// goOn reports whether the search may continue.
func (r *Reasoner) goOn() bool {
	if r.err == nil && r.ctx.Err() != nil {
		r.err = context.Cause(r.ctx)
	}
	if r.err == nil {
		r.err = r.full()
	}
	return r.err == nil
}

// visit marks a node's slot, within the limit.
func (r *Reasoner) visit(slot, cell int32) bool {
	size := r.marks.size
	fresh := r.marks.visit(slot, cell)
	return fresh && (r.marks.size == size || r.goOn())
}

// act executes a node. It returns the cell where the path continues, or false if
// the path is dead.
func (r *Reasoner) act(n *node, at, cell, way int32) (to int32, passed bool) {
	switch n.op {
	case opShift:
		to = n.edges[cell]
		return to, to != rbg.NoCell
	case opJump:
		return r.jump(n, at, cell, way)
	case opOn:
		return cell, has(n.expr.Pieces, int(r.position.Pieces[cell]))
	case opCompare:
		return cell, r.compare(n.expr)
	case opPattern:
		return cell, r.holds(n.start, cell, nil) != n.expr.Negative
	default:
		return cell, r.modify(n, at, cell)
	}
}

// jump goes to one of the cells that shifts reach.
func (r *Reasoner) jump(n *node, at, cell, way int32) (to int32, passed bool) {
	cells := r.targets(n, cell)
	for ; int(way) < len(cells); way++ {
		to = cells[way]
		if r.watch == nil && !r.mayPass(&r.program.nodes[n.next], to) {
			continue
		}
		if int(way)+1 < len(cells) {
			r.push(at, cell, way+1)
		}
		return to, true
	}
	return rbg.NoCell, false
}

// mayPass looks one node ahead: most jumps go to cells with a certain piece, so it
// saves time to skip the others.
func (r *Reasoner) mayPass(n *node, cell int32) bool {
	return n.op != opOn || has(n.expr.Pieces, int(r.position.Pieces[cell]))
}

// has looks for a piece in an ascending list, which is usually short.
func has(pieces []int, piece int) bool {
	if len(pieces) > 16 {
		_, ok := slices.BinarySearch(pieces, piece)
		return ok
	}
	for _, p := range pieces {
		if p == piece {
			return true
		}
	}
	return false
}

// modify makes a change, which begins a new section of marks. It returns false for
// an assignment that is not possible.
func (r *Reasoner) modify(n *node, at, cell int32) bool {
	if len(r.changes) >= maxActions {
		r.err = r.tooManyActions(n)
		return false
	}
	c := change{node: at, cell: cell, stamp: r.marks.stamp, trail: len(r.marks.trail)}
	if n.op == opOff {
		c.old = int32(r.position.Pieces[cell])
		r.position.Pieces[cell] = uint16(n.expr.Piece)
	} else {
		v, ok := r.assigned(n.expr)
		if !ok {
			return false
		}
		c.old = r.position.Values[n.expr.Variable]
		r.position.Values[n.expr.Variable] = v
	}
	r.changes = append(r.changes, c)
	r.marks.open()
	return true
}

// undo undoes changes until the given number is left.
func (r *Reasoner) undo(depth int) {
	for len(r.changes) > depth {
		c := r.changes[len(r.changes)-1]
		r.changes = r.changes[:len(r.changes)-1]
		if n := &r.program.nodes[c.node]; n.op == opOff {
			r.position.Pieces[c.cell] = uint16(c.old)
		} else {
			r.position.Values[n.expr.Variable] = c.old
		}
		r.marks.reopen(c.stamp, c.trail)
	}
}

// holds reports whether a pattern can be completed from a cell, on a path that may
// be watched. It leaves the position unchanged. No other running search uses its
// nodes, so its marks can be left in place.
func (r *Reasoner) holds(start, cell int32, w *tracer) bool {
	choices, changes, watch := len(r.choices), len(r.changes), r.watch
	stamp, trail := r.marks.stamp, len(r.marks.trail)
	r.watch = w
	r.marks.open()
	r.push(start, cell, 0)
	_, _, ok := r.advance(choices)
	r.undo(changes)
	r.choices, r.watch = r.choices[:choices], watch
	r.marks.trail, r.marks.stamp = r.marks.trail[:trail], stamp
	return ok
}
