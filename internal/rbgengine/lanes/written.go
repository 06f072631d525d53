package lanes

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
)

// A writing is what the units of a turn write.
type writing struct {
	u *unroller
	// alts are by slot the values that are written under a condition.
	alts map[int32][]alternative
	some map[int32]map[int32]*terms // by slot and value
	// labels tell what the unit that is made writes in its first cell, its second
	// one, and so on. They are shared by all cells: of two units that write there
	// only one is made.
	labels map[label]*terms
	marked map[int32]map[int]*marked // by slot and place in the unit
}

// A label is a piece that is written in one of the cells of a unit.
type label struct {
	place int
	piece int32
}

// Terms are a disjunction: by formula, the units for which it matters.
type terms struct {
	order []lit
	does  map[lit][]lit
}

func (t *terms) add(when, does lit) {
	if t.does == nil {
		t.does = map[lit][]lit{}
	}
	if t.does[when] == nil {
		t.order = append(t.order, when)
	}
	t.does[when] = append(t.does[when], does)
}

// any says that one of the terms holds.
func (t *terms) any(u *unroller) lit {
	parts := make([]lit, len(t.order))
	for i, when := range t.order {
		parts[i] = u.and(when, u.or(t.does[when]...))
	}
	return u.or(parts...)
}

// A marked is the units that write different pieces to a slot, and the pieces.
type marked struct {
	does   []lit
	pieces uint64
}

// written returns what the units of a turn write, by slot.
func (u *unroller) written(units []unit) map[int32][]alternative {
	w := &writing{u: u, alts: map[int32][]alternative{}, some: map[int32]map[int32]*terms{},
		labels: map[label]*terms{}, marked: map[int32]map[int]*marked{}}
	for i := range units {
		un := &units[i]
		for place, slot := range un.slots() {
			switch values := un.values(slot); {
			case len(values) == 1:
				w.alts[slot] = append(w.alts[slot], alternative{un.bundle.does, values[0]})
			case u.numbers(slot, values):
				w.mark(un, place, slot, values)
			default:
				w.leave(un, slot, values)
			}
		}
	}
	w.finishSome()
	w.finishMarked()
	return w.alts
}

// leave notes the values that a unit leaves in a slot.
func (w *writing) leave(un *unit, slot int32, values []int32) {
	if w.some[slot] == nil {
		w.some[slot] = map[int32]*terms{}
	}
	for _, v := range values {
		if v == w.u.base.version.slots[slot] {
			continue // nothing is written
		}
		if w.some[slot][v] == nil {
			w.some[slot][v] = &terms{}
		}
		for _, when := range w.u.telling(un, slot, v) {
			w.some[slot][v].add(when, un.bundle.does)
		}
	}
}

// finishSome makes alternatives of the values that were noted.
func (w *writing) finishSome() {
	for _, slot := range slices.Sorted(maps.Keys(w.some)) {
		byValue := w.some[slot]
		for _, v := range slices.Sorted(maps.Keys(byValue)) {
			w.alts[slot] = append(w.alts[slot], alternative{byValue[v].any(w.u), v})
		}
	}
}

// slots returns the slots that a unit writes, the cells first, in the order of its
// first move.
func (un *unit) slots() []int32 {
	var list []int32
	for _, a := range un.bundle.moves[0].actions {
		for _, ch := range un.ways[0].env.changes {
			if ch.slot == a.Cell && !slices.Contains(list, a.Cell) {
				list = append(list, a.Cell)
			}
		}
	}
	for _, c := range un.ways {
		for _, ch := range c.env.changes {
			if !slices.Contains(list, ch.slot) {
				list = append(list, ch.slot)
			}
		}
	}
	return list
}

// values returns what the ways of a unit leave in a slot.
func (un *unit) values(slot int32) []int32 {
	var list []int32
	for _, c := range un.ways {
		if v := c.env.at(slot); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// numbers reports whether some values of a cell are all known.
func (u *unroller) numbers(slot int32, values []int32) bool {
	return int(slot) < u.cells && !slices.ContainsFunc(values, func(v int32) bool { return u.all[v].kind != valueNumber })
}

// mark notes which piece a unit writes.
func (w *writing) mark(un *unit, place int, slot int32, values []int32) {
	if w.marked[slot] == nil {
		w.marked[slot] = map[int]*marked{}
	}
	m := w.marked[slot][place]
	if m == nil {
		m = &marked{}
		w.marked[slot][place] = m
	}
	m.does = append(m.does, un.bundle.does)
	for _, v := range values {
		piece := w.u.all[v].n
		m.pieces |= 1 << piece
		t := w.labels[label{place, piece}]
		if t == nil {
			t = &terms{}
			w.labels[label{place, piece}] = t
		}
		for _, when := range w.u.telling(un, slot, v) {
			t.add(when, un.bundle.does)
		}
	}
}

// finishMarked makes values of the pieces that were marked.
func (w *writing) finishMarked() {
	means := map[label]lit{}
	order := slices.SortedFunc(maps.Keys(w.labels), func(a, b label) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.piece, b.piece))
	})
	for _, l := range order {
		means[l] = w.labels[l].any(w.u)
	}
	for _, slot := range slices.Sorted(maps.Keys(w.marked)) {
		places := w.marked[slot]
		for _, place := range slices.Sorted(maps.Keys(places)) {
			m := places[place]
			lits := slices.Repeat([]lit{no}, bits.Len64(m.pieces))
			for p := range lits {
				if m.pieces>>p&1 == 1 {
					lits[p] = means[label{place, int32(p)}]
				}
			}
			w.alts[slot] = append(w.alts[slot], alternative{w.u.or(m.does...), w.u.ofLits(lits)})
		}
	}
}

// telling returns formulas one of which holds, if a unit is made, exactly if it is
// made in a way that leaves a value in a slot.
func (u *unroller) telling(un *unit, slot, value int32) []lit {
	var parts []lit
	for _, b := range telling(un.boxes(slot, value)) {
		all := yes
		for _, h := range b {
			all = u.and(all, u.on(u.base.version.slots[h.slot], h.mask))
		}
		parts = append(parts, all)
	}
	return parts
}

// telling returns boxes that together contain all of some boxes and have nothing in
// common with others, and say as little as possible.
func telling(in, out []box) []box {
	var list []box
	var slots []int32
	for _, b := range in {
		for _, h := range b {
			slots = append(slots, h.slot)
		}
	}
	slices.Sort(slots)
	for len(in) > 0 {
		best, most := held{}, 0
		for _, slot := range slices.Compact(slots) {
			other := uint64(0)
			for _, b := range out {
				other |= b.mask(slot)
			}
			h, n := held{slot, 0}, 0
			for _, b := range in {
				if m := b.mask(slot); m&other == 0 {
					h.mask |= m
					n++
				}
			}
			if n > most {
				best, most = h, n
			}
		}
		if most == 0 {
			return append(list, in...)
		}
		list = append(list, box{best})
		in = slices.DeleteFunc(slices.Clone(in), func(b box) bool { return b.mask(best.slot)&^best.mask == 0 })
	}
	return list
}

// A condition is what tells which value is written.
type condition struct {
	asked held
	value int32
}

// conditions counts the conditions that are needed to tell what the moves of
// groups write.
func (u *unroller) conditions(groups [][]*chosen) int {
	seen := map[condition]bool{}
	n := 0
	for _, ways := range groups {
		un := unit{&bundle{moves: []*move{ways[0].move}}, ways}
		for _, slot := range un.slots() {
			values := un.values(slot)
			if len(values) == 1 {
				continue
			}
			for _, v := range values {
				for _, b := range telling(un.boxes(slot, v)) {
					if len(b) == 1 {
						seen[condition{b[0], v}] = true
					} else {
						n += len(b)
					}
				}
			}
		}
	}
	return n + len(seen)
}

// boxes returns what holds for the ways of a unit that leave a value in a slot, and
// for the others.
func (un *unit) boxes(slot, value int32) (in, out []box) {
	for _, c := range un.ways {
		if c.env.at(slot) == value {
			in = append(in, c.move.when)
		} else {
			out = append(out, c.move.when)
		}
	}
	return in, out
}
