package lanes

import (
	"encoding/binary"
	"slices"

	"ludex/internal/rbgengine/rbgplay"
)

// Moves that are never legal together need not be told apart where one of the
// legal moves is drawn: a queen and a rook do not stand on one cell, and a cell is
// empty or it is not. So such moves are one move of the circuit, and what stands
// on the board tells which of them is meant. Drawing is most of the work in
// games with thousands of moves.

// A bundle is moves of which at most one is legal at a time.
type bundle struct {
	role   int
	number int32 // among the bundles of the role
	moves  []*move
	legal  lit
	does   lit
}

// A unit is the ways in which the moves of a bundle are made in a turn. All of
// them write to the same cells and end in the same place.
type unit struct {
	bundle *bundle
	ways   []*chosen
}

// A box is what cells and variables must hold, by slot, for a move to be legal.
// The slots ascend.
type box []held

// A held says that a slot holds one of some values.
type held struct {
	slot int32
	mask uint64
}

// mask returns what a slot must hold.
func (b box) mask(slot int32) uint64 {
	for _, h := range b {
		if h.slot == slot {
			return h.mask
		}
	}
	return ^uint64(0)
}

// apart reports whether there is a slot in which two boxes have nothing in common.
func (b box) apart(o box) bool {
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

// holds reports whether a position is in the box.
func (b box) holds(p *rbgplay.Position) bool {
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

// bundle makes the bundles and units of a turn.
func (u *unroller) bundle(t *turn) {
	var groups [][]*chosen
	if u.common != nil {
		groups = u.exclusive(t)
	}
	if groups == nil {
		for i := range t.chosen {
			groups = append(groups, []*chosen{&t.chosen[i]})
		}
	}
	for _, ways := range groups {
		b := ways[0].move.bundle
		if b == nil {
			b = &bundle{role: t.role, legal: no, does: u.input()}
			u.bundles = append(u.bundles, b)
			for _, c := range ways {
				c.move.bundle = b
				b.moves = append(b.moves, c.move)
			}
		}
		b.legal = u.or(b.legal, u.and(t.on, u.eitherWay(ways)))
		t.units = append(t.units, unit{b, ways})
	}
}

// worthOne is how many conditions a move that need not be drawn is worth. To count
// a move and to walk over it takes about five gates.
const worthOne = 2

// exclusive divides the moves of a turn into groups of which at most one move is
// legal. It returns nil if that is not worth it.
func (u *unroller) exclusive(t *turn) [][]*chosen {
	slots, alone := u.slotOfGroups(), u.alone(t)
	buckets := map[string]int{}
	var all [][][]*chosen // groups by bucket
	var groups [][]*chosen
	saved := 0
	for i := range t.chosen {
		c := &t.chosen[i]
		if alone[c.move] {
			groups = append(groups, []*chosen{c})
			continue
		}
		c.move.when, _ = u.product(c.reach, slots)
		key := u.bucketOf(c)
		at, ok := buckets[key]
		if !ok {
			at = len(all)
			buckets[key] = at
			all = append(all, nil)
		}
		k := slices.IndexFunc(all[at], func(g []*chosen) bool {
			return !slices.ContainsFunc(g, func(o *chosen) bool { return !c.move.when.apart(o.move.when) })
		})
		if k < 0 {
			all[at] = append(all[at], []*chosen{c})
		} else {
			all[at][k] = append(all[at][k], c)
			saved++
		}
	}
	for _, g := range all {
		groups = append(groups, g...)
	}
	if saved == 0 || u.conditions(groups) > worthOne*saved {
		return nil
	}
	return groups
}

// alone returns the moves of a turn that are not bundled: those that other turns
// have too, and those that can be made in more than one way.
func (u *unroller) alone(t *turn) map[*move]bool {
	alone, seen := map[*move]bool{}, map[*move]bool{}
	for i := range t.chosen {
		m := t.chosen[i].move
		if seen[m] || m.bundle != nil || u.common[m.key] {
			alone[m] = true
		}
		seen[m] = true
	}
	return alone
}

// bucketOf returns what the moves of a group have in common: where they end, and
// the cells that they change.
func (u *unroller) bucketOf(c *chosen) string {
	key := binary.LittleEndian.AppendUint32(nil, uint32(c.to))
	key = binary.LittleEndian.AppendUint32(key, uint32(c.cell))
	for _, ch := range c.env.changes {
		if int(ch.slot) < u.cells {
			key = binary.LittleEndian.AppendUint32(key, uint32(ch.slot))
		}
	}
	return string(key)
}

// slotOfGroups returns by group the slot of a position that it is about, or -1.
func (u *unroller) slotOfGroups() []int32 {
	slots := slices.Repeat([]int32{-1}, len(u.groups))
	for slot, id := range u.base.version.slots {
		if v := &u.all[id]; v.kind == valueGroup {
			slots[v.group] = int32(slot)
		}
	}
	return slots
}

// leaves appends the parts of a conjunction that are no conjunctions themselves,
// those of inner ones first. What is said by the negation of a disjunction, which
// may be long, is one part.
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

// product returns a formula as a box and what it says besides.
func (u *unroller) product(l lit, slots []int32) (box, []lit) {
	var b box
	var rest []lit
	for _, x := range u.leaves(l, nil) {
		group, mask, ok := u.maskOf(x)
		if !ok || int(group) >= len(slots) || slots[group] < 0 {
			rest = append(rest, x)
			continue
		}
		slot := slots[group]
		at := slices.IndexFunc(b, func(h held) bool { return h.slot >= slot })
		switch {
		case at < 0:
			b = append(b, held{slot, mask})
		case b[at].slot == slot:
			b[at].mask &= mask
		default:
			b = slices.Insert(b, at, held{slot, mask})
		}
	}
	slices.Sort(rest)
	return b, slices.Compact(rest)
}

// A product is a conjunction of a box and formulas about other things.
type product struct {
	box   box
	order []int32 // the slots as they are asked about
	rest  []lit
}

// eitherWay says that one of the ways to make a move is legal. Ways that differ in
// what one slot holds become one.
func (u *unroller) eitherWay(ways []*chosen) lit {
	if len(ways) == 1 {
		return ways[0].reach
	}
	slots := u.slotOfGroups()
	var list []product
	for _, c := range ways {
		b, rest := u.product(c.reach, slots)
		list = append(list, product{b, u.asking(c.reach, slots), rest})
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

// asking returns the slots that a formula is about, in its own order.
func (u *unroller) asking(l lit, slots []int32) []int32 {
	var order []int32
	for _, x := range u.leaves(l, nil) {
		if group, _, ok := u.maskOf(x); ok && int(group) < len(slots) && slots[group] >= 0 && !slices.Contains(order, slots[group]) {
			order = append(order, slots[group])
		}
	}
	return order
}

// join takes another product in, if the two differ in one slot only. It reports
// whether it did.
func (p *product) join(o *product) bool {
	if len(p.box) != len(o.box) || !slices.Equal(p.rest, o.rest) {
		return false
	}
	at := -1
	for i, h := range p.box {
		switch {
		case h.slot != o.box[i].slot:
			return false
		case h.mask == o.box[i].mask:
		case at >= 0:
			return false
		default:
			at = i
		}
	}
	if at >= 0 {
		p.box = slices.Clone(p.box)
		p.box[at].mask |= o.box[at].mask
	}
	return true
}

// conjunction says that all of a product holds. What is asked first comes first,
// so that products with the same beginning have it in common.
func (u *unroller) conjunction(p *product) lit {
	all := yes
	for _, slot := range p.order {
		all = u.and(all, u.on(u.base.version.slots[slot], p.box.mask(slot)))
	}
	for _, l := range p.rest {
		all = u.and(all, l)
	}
	return all
}
