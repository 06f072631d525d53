package lanes

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"ludex/rbg"
)

// Most changes of a move do not matter to most of what a pattern asks: a piece
// that blocks a line does so whatever piece it is, and a cell that a piece of one
// player has left never held one of the other. So changes are left out, or made
// alike, where the rest of a pattern cannot tell; the formulas are then shared by
// many moves.

// findKnown finds out for each place in the rules which pieces can be on the
// current cell there, as far as tests on the way say it.
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

// A kinship says which pieces the rest of a pattern cannot tell from each other.
type kinship struct {
	masks []uint64 // what is asked
	like  []int32  // by piece: the first one that gives all the same answers
	class []uint64 // by piece: all of them
}

// prepareKinship makes the kinships of all places in patterns.
func (u *unroller) prepareKinship(order []int32) {
	masks := map[int32][]uint64{}
	for changed := true; changed && !u.tired(); {
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
	known := map[string]*kinship{}
	for _, n := range order {
		k := newKinship(len(u.rules.Pieces), masks[n])
		key := k.key()
		if known[key] == nil {
			known[key] = k
		}
		u.kin[n] = known[key]
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

// ownMasks adds what a node asks about pieces.
func (u *unroller) ownMasks(nd *node, list []uint64) []uint64 {
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

func newKinship(pieces int, masks []uint64) *kinship {
	k := &kinship{masks: slices.Clone(masks), like: make([]int32, pieces), class: make([]uint64, pieces)}
	slices.Sort(k.masks)
	for p := range pieces {
		k.class[p] = uint64(1)<<(pieces-1)<<1 - 1
		for _, m := range k.masks {
			if m>>p&1 == 0 {
				m = ^m
			}
			k.class[p] &= m
		}
		k.like[p] = int32(bits.TrailingZeros64(k.class[p]))
	}
	return k
}

// key tells kinships apart. Others may have the same classes of pieces, but ask other
// questions: what can only help with the ones may do harm with the others.
func (k *kinship) key() string {
	var b []byte
	for _, m := range k.masks {
		b = binary.LittleEndian.AppendUint64(b, m)
	}
	return string(b)
}

// saturated returns all pieces that cannot be told from some in a set.
func (k *kinship) saturated(set uint64) uint64 {
	all := uint64(0)
	for m := set; m != 0; m &= m - 1 {
		all |= k.class[bits.TrailingZeros64(m)]
	}
	return all
}

// relevant returns an environment with only what the rest of a pattern can tell.
func (u *unroller) relevant(e *env, n, cell int32) *env {
	if len(e.changes) == 0 {
		return e
	}
	reads, kin := u.readsAt(n, cell), u.kin[n]
	list, same := u.scratch[:0], true
	for _, c := range e.changes {
		kept := reads.has(c.slot)
		if v := &u.all[c.value]; kept && int(c.slot) < u.cells && v.kind == valueNumber {
			if c.old != 0 && c.old&^kin.class[v.n] == 0 {
				kept = false // whatever was there, the answers are those for what is there now
			} else if like := kin.like[v.n]; like != v.n || c.old != 0 {
				next := change{c.slot, u.number(like), kin.saturated(c.old)}
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

// asked says that a cell holds one of some pieces. If what was there before a change
// gives the same answer, what was there is asked.
func (u *unroller) asked(e *env, cell int32, mask uint64) lit {
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

// opens reports whether a change can only make more of the answers true.
func (u *unroller) opens(c change, kin *kinship) bool {
	v := &u.all[c.value]
	if v.kind != valueNumber || c.old == 0 || int(c.slot) >= u.cells {
		return false
	}
	return !slices.ContainsFunc(kin.masks, func(m uint64) bool { return m>>v.n&1 == 0 && c.old&m != 0 })
}

// positive reports whether more true answers never make what follows a node of
// a pattern impossible.
func (u *unroller) positive(n int32, seen map[int32]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	nd := &u.nodes[n]
	if nd.op == opPattern && nd.expr.Negative || nd.op == opCompare || nd.op == opAssign || nd.op == opOff {
		return false
	}
	return !slices.ContainsFunc(successors(nd), func(next int32) bool { return !u.positive(next, seen) })
}

// overwritten returns an environment in which a piece is put on a cell that holds
// one of some pieces.
func (u *unroller) overwritten(e *env, cell int32, piece int, holds uint64) *env {
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
