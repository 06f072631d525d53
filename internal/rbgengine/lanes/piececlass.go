package lanes

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"ludex/rbg"
)

// Most changes of a move do not matter to most of a pattern: any piece blocks a line,
// and a cell that a piece of one player has left held no piece of the other. Changes
// that the rest of a pattern cannot observe are dropped, and changes that it cannot
// distinguish are replaced by one representative. Many moves then share formulas.

// findKnown computes for each node which pieces can be on the current cell there, as
// far as the tests before it tell. It is a forward data-flow analysis.
func (c *graph) findKnown() {
	if c.err != nil {
		return
	}
	all := uint64(1)<<(len(c.rules.Pieces)-1)<<1 - 1
	var todo []int32
	reach := func(n int32, mask uint64) {
		if nd := &c.nodes[n]; mask&^nd.known != 0 {
			nd.known |= mask
			todo = append(todo, n)
		}
	}
	for _, n := range c.starts {
		reach(n, all)
	}
	for len(todo) > 0 {
		nd := &c.nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		switch nd.op {
		case opEnd:
		case opSplit:
			for _, w := range nd.ways {
				reach(w, nd.known)
			}
		case opOn:
			reach(nd.next, nd.known&nd.mask)
		case opOff:
			reach(nd.next, 1<<nd.expr.Piece)
		case opPattern:
			reach(nd.start, nd.known)
			reach(nd.next, nd.known)
		case opCompare, opAssign:
			reach(nd.next, nd.known)
		default:
			reach(nd.next, all)
		}
	}
}

// pieceClasses are the equivalence classes of pieces that the rest of a pattern cannot
// distinguish.
type pieceClasses struct {
	masks          []uint64 // the sets that are tested
	representative []int32  // by piece: the smallest of its class
	class          []uint64 // by piece: its class
}

// findPieceClasses computes the classes for all nodes of patterns, in a backward
// data-flow analysis.
func (u *patternEval) findPieceClasses(order []int32) {
	masks := map[int32][]uint64{}
	for changed := true; changed && !u.exhausted(); {
		changed = false
		for _, n := range order {
			nd, before := &u.nodes[n], len(masks[n])
			list := u.ownMasks(nd, masks[n])
			for _, next := range successors(nd) {
				for _, m := range masks[next] {
					list = insert(list, m)
				}
			}
			masks[n] = list
			changed = changed || len(list) > before
		}
	}
	known := map[string]*pieceClasses{}
	for _, n := range order {
		k := newPieceClasses(len(u.rules.Pieces), masks[n])
		key := k.key()
		if known[key] == nil {
			known[key] = k
		}
		u.pieceClasses[n] = known[key]
	}
}

func successors(nd *node) []int32 {
	switch nd.op {
	case opEnd:
		return nil
	case opSplit:
		return nd.ways
	case opPattern:
		return []int32{nd.start, nd.next}
	}
	return []int32{nd.next}
}

func insert(list []uint64, m uint64) []uint64 {
	if slices.Contains(list, m) {
		return list
	}
	return append(list, m)
}

// ownMasks adds the piece sets that a node tests.
func (u *patternEval) ownMasks(nd *node, list []uint64) []uint64 {
	switch nd.op {
	case opOn:
		return insert(list, nd.mask)
	case opCompare:
		return countMasks(nd.expr.Left, countMasks(nd.expr.Right, list))
	case opAssign:
		return countMasks(nd.expr.Value, list)
	}
	return list
}

func countMasks(a *rbg.Arith, list []uint64) []uint64 {
	if a.Kind == rbg.PieceCount {
		list = insert(list, 1<<a.Ref)
	}
	for _, k := range a.Kids {
		list = countMasks(k, list)
	}
	return list
}

func newPieceClasses(pieces int, masks []uint64) *pieceClasses {
	k := &pieceClasses{masks: slices.Clone(masks), representative: make([]int32, pieces), class: make([]uint64, pieces)}
	slices.Sort(k.masks)
	for p := range pieces {
		k.class[p] = uint64(1)<<(pieces-1)<<1 - 1
		for _, m := range k.masks {
			if m>>p&1 == 0 {
				m = ^m
			}
			k.class[p] &= m
		}
		k.representative[p] = int32(bits.TrailingZeros64(k.class[p]))
	}
	return k
}

// key identifies the tested sets. The classes are not enough, since onlyAdds depends on
// the sets.
func (k *pieceClasses) key() string {
	var b []byte
	for _, m := range k.masks {
		b = binary.LittleEndian.AppendUint64(b, m)
	}
	return string(b)
}

// closure returns all pieces that are equivalent to one of a set.
func (k *pieceClasses) closure(set uint64) uint64 {
	all := uint64(0)
	for m := set; m != 0; m &= m - 1 {
		all |= k.class[bits.TrailingZeros64(m)]
	}
	return all
}

// relevant returns the part of an environment that the rest of a pattern can observe.
func (u *patternEval) relevant(e *env, n, cell int32) *env {
	if len(e.changes) == 0 {
		return e
	}
	reads, classes := u.readsAt(n, cell), u.pieceClasses[n]
	list, same := u.scratch[:0], true
	for _, c := range e.changes {
		kept := reads.has(c.slot)
		if v := &u.all[c.value]; kept && int(c.slot) < u.cells && v.kind == valueNumber {
			if c.old != 0 && c.old&^classes.class[v.n] == 0 {
				kept = false // the old piece is equivalent to the new one
			} else if like := classes.representative[v.n]; like != v.n || c.old != 0 {
				next := change{c.slot, u.number(like), classes.closure(c.old)}
				same, c = same && next == c, next
			}
		}
		if kept {
			list = append(list, c)
		}
	}
	u.scratch = list
	if same && len(list) == len(e.changes) {
		return e
	}
	return u.of(e.version, list)
}

// onAfter says that a cell holds a piece of the mask. It tests the piece before
// a change if that gives the same answer.
func (u *patternEval) onAfter(e *env, cell int32, mask uint64) lit {
	for _, c := range e.changes {
		if c.slot != cell {
			continue
		}
		if v := &u.all[c.value]; c.old != 0 && v.kind == valueNumber {
			if in := mask>>v.n&1 == 1; in && c.old&^mask == 0 || !in && c.old&mask == 0 {
				return u.on(e.version.slots[cell], mask)
			}
		}
		return u.on(c.value, mask)
	}
	return u.on(e.version.slots[cell], mask)
}

// onlyAdds reports whether a change can make tests true but not false.
func (u *patternEval) onlyAdds(c change, classes *pieceClasses) bool {
	v := &u.all[c.value]
	if v.kind != valueNumber || c.old == 0 || int(c.slot) >= u.cells {
		return false
	}
	return !slices.ContainsFunc(classes.masks, func(m uint64) bool { return m>>v.n&1 == 0 && c.old&m != 0 })
}

// monotone reports whether the rest of a pattern is monotone in its tests: more true
// tests never make it fail.
func (u *patternEval) monotone(n int32, seen map[int32]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	nd := &u.nodes[n]
	if nd.op == opPattern && nd.expr.Negative || nd.op == opCompare || nd.op == opAssign || nd.op == opOff {
		return false
	}
	return !slices.ContainsFunc(successors(nd), func(next int32) bool { return !u.monotone(next, seen) })
}

// overwritten returns the environment after a piece is put on a cell that holds one of
// the given pieces.
func (u *symbolic) overwritten(e *env, cell int32, piece int, holds uint64) *env {
	old := holds
	for _, c := range e.changes {
		if c.slot == cell {
			old = c.old
		}
	}
	if g := &u.all[e.version.slots[cell]]; g.kind == valueGroup && old != 0 {
		old &= u.groups[g.group].can
	}
	return u.put(e, change{cell, u.number(int32(piece)), old})
}
