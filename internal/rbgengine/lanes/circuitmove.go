package lanes

import (
	"encoding/binary"
	"slices"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// Mutually exclusive moves share one move of the circuit: a queen and a rook never
// stand on one cell, and a cell is either empty or not. The board then tells which of
// them is meant. This matters because drawing a random move is most of the work in
// games with thousands of moves.

// A circuitMove is a move of the circuit. It stands for moves of which at most one is
// legal at a time.
type circuitMove struct {
	role   int
	number int32 // among the circuit moves of the role
	moves  []*move
	legal  lit
	does   lit
}

// A turnMove is a circuit move in a turn. Its variants write to the same cells.
type turnMove struct {
	circuitMove *circuitMove
	variants    []*variant
}

// A cube is a conjunction of conditions on single cells and variables, in ascending
// order of slots. A move is legal only if its cube holds.
type cube []cubeLiteral

// A cubeLiteral says that a slot holds a value of the mask.
type cubeLiteral struct {
	slot int32
	mask uint64
}

// mask returns the values that a slot may hold.
func (b cube) mask(slot int32) uint64 {
	for _, h := range b {
		if h.slot == slot {
			return h.mask
		}
	}
	return ^uint64(0)
}

// disjoint reports whether two cubes contradict each other in some slot.
func (b cube) disjoint(o cube) bool {
	for i, j := 0, 0; i < len(b) && j < len(o); {
		switch {
		case b[i].slot < o[j].slot:
			i++
		case b[i].slot > o[j].slot:
			j++
		case b[i].mask&o[j].mask == 0:
			return true
		default:
			i++
			j++
		}
	}
	return false
}

// holds reports whether the cube holds in a position.
func (b cube) holds(p *rbgplay.Position) bool {
	for _, h := range b {
		var v int32
		if int(h.slot) < len(p.Pieces) {
			v = int32(p.Pieces[h.slot])
		} else {
			v = p.Values[int(h.slot)-len(p.Pieces)]
		}
		if v > 63 || h.mask>>v&1 == 0 {
			return false
		}
	}
	return true
}

// A grouper partitions the moves of a turn into mutually exclusive groups.
type grouper struct {
	*symbolic
	common map[string]bool // keys of moves that several turns have
}

// groupMoves makes the circuit moves of a turn.
func (u *unroller) groupMoves(t *turn) {
	var groups [][]*variant
	g := &grouper{u.symbolic, u.common}
	if u.common != nil && !u.graph.ungrouped {
		groups = g.exclusiveGroups(t)
	}
	if groups == nil {
		for i := range t.variants {
			groups = append(groups, []*variant{&t.variants[i]})
		}
	}
	for _, variants := range groups {
		b := variants[0].move.circuitMove
		if b == nil {
			b = &circuitMove{role: t.role, legal: no, does: u.input()}
			u.circuitMoves = append(u.circuitMoves, b)
			for _, c := range variants {
				c.move.circuitMove = b
				b.moves = append(b.moves, c.move)
			}
		}
		b.legal = u.or(b.legal, u.and(t.on, g.anyVariant(variants)))
		t.moves = append(t.moves, turnMove{b, variants})
	}
}

// conditionsPerMove is how many extra conditions it may cost to save one move.
// Counting and skipping a move takes about five gates.
const conditionsPerMove = 2

// exclusiveGroups partitions the moves of a turn into groups of which at most one
// move is legal at a time. It returns nil if that does not pay. Moves with different ends
// share a group only if there are fewer groups by an eighth then, since the keeper has more
// to tell apart.
func (u *grouper) exclusiveGroups(t *turn) [][]*variant {
	ungrouped := u.ungrouped(t)
	slots := u.slotOfGroups()
	for i := range t.variants {
		if c := &t.variants[i]; !ungrouped[c.move] {
			c.move.when, _ = u.product(c.reach, slots)
		}
	}
	if u.exact {
		return partition(t, ungrouped, u.byText)
	}
	apart, mixed := partition(t, ungrouped, u.byEnd), partition(t, ungrouped, u.byCells)
	switch {
	case 8*len(mixed) <= 7*len(apart) && u.pays(t, mixed):
		return mixed
	case u.pays(t, apart):
		return apart
	}
	return nil
}

// pays reports whether groups save more than they cost.
func (u *grouper) pays(t *turn, groups [][]*variant) bool {
	saved := len(t.variants) - len(groups)
	return saved > 0 && u.conditions(groups) <= conditionsPerMove*saved
}

// partition divides the moves of a turn with the same key into groups that exclude each
// other.
func partition(t *turn, ungrouped map[*move]bool, key func(*variant) string) [][]*variant {
	buckets := map[string]int{}
	var all [][][]*variant // groups by bucket
	var groups [][]*variant
	for i := range t.variants {
		c := &t.variants[i]
		if ungrouped[c.move] {
			groups = append(groups, []*variant{c})
			continue
		}
		k := key(c)
		at, ok := buckets[k]
		if !ok {
			at = len(all)
			buckets[k] = at
			all = append(all, nil)
		}
		all[at] = addExclusive(all[at], c)
	}
	for _, g := range all {
		groups = append(groups, g...)
	}
	return groups
}

// addExclusive adds a move to the first group whose moves all exclude it, or to a new one.
func addExclusive(groups [][]*variant, c *variant) [][]*variant {
	for k, g := range groups {
		if !slices.ContainsFunc(g, func(o *variant) bool { return !c.move.when.disjoint(o.move.when) }) {
			groups[k] = append(g, c)
			return groups
		}
	}
	return append(groups, []*variant{c})
}

// ungrouped returns the moves of a turn that stay by themselves: those that other
// turns have too, and those with several variants.
func (u *grouper) ungrouped(t *turn) map[*move]bool {
	list, seen := map[*move]bool{}, map[*move]bool{}
	for i := range t.variants {
		m := t.variants[i].move
		if seen[m] || m.circuitMove != nil || u.common[m.key] {
			list[m] = true
		}
		seen[m] = true
	}
	return list
}

// byCells returns the cells that a move changes, as a key.
func (u *grouper) byCells(c *variant) string {
	var key []byte
	for _, ch := range c.env.changes {
		if int(ch.slot) < u.cells {
			key = binary.LittleEndian.AppendUint32(key, uint32(ch.slot))
		}
	}
	return string(key)
}

// byText returns the cells that the text of a move names, and those that it changes, as a
// key: people call moves with the same cells the same.
func (u *grouper) byText(c *variant) string {
	var key []byte
	last := here - 1
	for _, a := range c.move.actions {
		if a.Cell != last && u.rules.Modifiers[a.Index-1].Kind != rbg.Assign {
			key = binary.LittleEndian.AppendUint32(key, uint32(a.Cell))
			last = a.Cell
		}
	}
	return string(key) + "/" + u.byCells(c)
}

// byEnd returns the end of a move and the cells that it changes, as a key.
func (u *grouper) byEnd(c *variant) string {
	var key []byte
	for _, n := range []int32{c.to, c.cell, c.test} {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	return string(key) + u.byCells(c)
}

// slotOfGroups returns for each group the slot of the position that it encodes, or -1.
func (u *grouper) slotOfGroups() []int32 {
	slots := slices.Repeat([]int32{-1}, len(u.groups))
	for slot, id := range u.base.version.slots {
		if v := &u.all[id]; v.kind == valueGroup {
			slots[v.group] = int32(slot)
		}
	}
	return slots
}

// leaves appends the conjuncts of a formula that are not conjunctions themselves,
// the nested ones first. A negated disjunction, which may be long, is one conjunct.
func (g *logic) leaves(l lit, dst []lit) []lit {
	if !g.conjoins(l) {
		return append(dst, l)
	}
	for _, inner := range []bool{true, false} {
		for _, a := range g.terms[l.term()].args {
			if g.conjoins(a) == inner {
				dst = g.leaves(a, dst)
			}
		}
	}
	return dst
}

func (g *logic) conjoins(l lit) bool { return g.terms[l.term()].kind == kindAnd && l&1 == 0 }

// product splits a formula into a cube and its other conjuncts.
func (u *grouper) product(l lit, slots []int32) (cube, []lit) {
	var b cube
	var rest []lit
	for _, x := range u.leaves(l, nil) {
		group, mask, ok := u.maskOf(x)
		if !ok || int(group) >= len(slots) || slots[group] < 0 {
			rest = append(rest, x)
			continue
		}
		slot := slots[group]
		at := slices.IndexFunc(b, func(h cubeLiteral) bool { return h.slot >= slot })
		switch {
		case at < 0:
			b = append(b, cubeLiteral{slot, mask})
		case b[at].slot == slot:
			b[at].mask &= mask
		default:
			b = slices.Insert(b, at, cubeLiteral{slot, mask})
		}
	}
	slices.Sort(rest)
	return b, slices.Compact(rest)
}

// A product is a product term: a cube and other conjuncts.
type product struct {
	cube  cube
	order []int32 // the slots in the order of the tests
	rest  []lit
}

// anyVariant says that one of the variants is legal. Variants whose cubes differ in
// one slot only are joined.
func (u *grouper) anyVariant(variants []*variant) lit {
	if len(variants) == 1 {
		return variants[0].reach
	}
	slots := u.slotOfGroups()
	var list []product
	for _, c := range variants {
		b, rest := u.product(c.reach, slots)
		list = append(list, product{b, u.slotsOf(c.reach, slots), rest})
	}
	for again := true; again; {
		again = false
		for i := 0; i < len(list); i++ {
			for j := i + 1; j < len(list); j++ {
				if list[i].join(&list[j]) {
					list = slices.Delete(list, j, j+1)
					j--
					again = true
				}
			}
		}
	}
	parts := make([]lit, len(list))
	for i := range list {
		parts[i] = u.conjunction(&list[i])
	}
	return u.or(parts...)
}

// slotsOf returns the slots that a formula tests, in its own order.
func (u *grouper) slotsOf(l lit, slots []int32) []int32 {
	var order []int32
	for _, x := range u.leaves(l, nil) {
		if group, _, ok := u.maskOf(x); ok && int(group) < len(slots) && slots[group] >= 0 && !slices.Contains(order, slots[group]) {
			order = append(order, slots[group])
		}
	}
	return order
}

// join adds another product term if the two differ in at most one slot. It reports
// whether it did.
func (p *product) join(o *product) bool {
	if len(p.cube) != len(o.cube) || !slices.Equal(p.rest, o.rest) {
		return false
	}
	at := -1
	for i, h := range p.cube {
		switch {
		case h.slot != o.cube[i].slot:
			return false
		case h.mask == o.cube[i].mask:
		case at >= 0:
			return false
		default:
			at = i
		}
	}
	if at >= 0 {
		p.cube = slices.Clone(p.cube)
		p.cube[at].mask |= o.cube[at].mask
	}
	return true
}

// conjunction returns the formula of a product. It keeps the order of the tests, so
// that products with a common prefix share it.
func (u *grouper) conjunction(p *product) lit {
	all := yes
	for _, slot := range p.order {
		all = u.and(all, u.on(u.base.version.slots[slot], p.cube.mask(slot)))
	}
	for _, l := range p.rest {
		all = u.and(all, l)
	}
	return all
}
