package lanes

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
)

// effects collects what the moves of a turn write.
type effects struct {
	*symbolic
	// alts holds for each slot the values that are written, with their conditions.
	alts   map[int32][]alternative
	values map[int32]map[int32]*disjuncts // by slot and value
	// labels say which piece the move that is made writes to its first cell, its
	// second one, and so on. All cells share them, since only one move is made.
	labels   map[label]*disjuncts
	labelled map[int32]map[int]*labelled // by slot and place in the move
}

// A label is a piece that is written to one of the cells of a move.
type label struct {
	place int
	piece int32
}

// disjuncts are a disjunction: each formula with the moves to which it applies.
type disjuncts struct {
	order []lit
	does  map[lit][]lit
}

func (t *disjuncts) add(when, does lit) {
	if t.does == nil {
		t.does = map[lit][]lit{}
	}
	if t.does[when] == nil {
		t.order = append(t.order, when)
	}
	t.does[when] = append(t.does[when], does)
}

// any says that one of the disjuncts holds.
func (t *disjuncts) any(u *logic) lit {
	parts := make([]lit, len(t.order))
	for i, when := range t.order {
		parts[i] = u.and(when, u.or(t.does[when]...))
	}
	return u.or(parts...)
}

// labelled holds the moves that write one of several pieces to a slot, and these pieces.
type labelled struct {
	does   []lit
	pieces uint64
}

// effectsOf returns for each slot what the moves of a turn write.
func effectsOf(u *symbolic, moves []turnMove) map[int32][]alternative {
	w := &effects{symbolic: u, alts: map[int32][]alternative{}, values: map[int32]map[int32]*disjuncts{},
		labels: map[label]*disjuncts{}, labelled: map[int32]map[int]*labelled{}}
	for i := range moves {
		m := &moves[i]
		for place, slot := range m.slots() {
			switch values := m.values(slot); {
			case len(values) == 1:
				w.alts[slot] = append(w.alts[slot], alternative{m.circuitMove.does, values[0]})
			case w.allKnown(slot, values):
				w.label(m, place, slot, values)
			default:
				w.add(m, slot, values)
			}
		}
	}
	w.finishValues()
	w.finishLabels()
	return w.alts
}

// add records the values that a move leaves in a slot.
func (w *effects) add(m *turnMove, slot int32, values []int32) {
	if w.values[slot] == nil {
		w.values[slot] = map[int32]*disjuncts{}
	}
	for _, v := range values {
		if v == w.base.version.slots[slot] {
			continue // nothing is written
		}
		if w.values[slot][v] == nil {
			w.values[slot][v] = &disjuncts{}
		}
		for _, when := range w.distinguish(m, slot, v) {
			w.values[slot][v].add(when, m.circuitMove.does)
		}
	}
}

// finishValues turns the recorded values into alternatives.
func (w *effects) finishValues() {
	for _, slot := range slices.Sorted(maps.Keys(w.values)) {
		byValue := w.values[slot]
		for _, v := range slices.Sorted(maps.Keys(byValue)) {
			w.alts[slot] = append(w.alts[slot], alternative{byValue[v].any(w.logic), v})
		}
	}
}

// slots returns the slots that a move writes: the cells first, in the order of its
// first variant.
func (m *turnMove) slots() []int32 {
	var list []int32
	for _, a := range m.circuitMove.moves[0].actions {
		for _, ch := range m.variants[0].env.changes {
			if ch.slot == a.Cell && !slices.Contains(list, a.Cell) {
				list = append(list, a.Cell)
			}
		}
	}
	for _, c := range m.variants {
		for _, ch := range c.env.changes {
			if !slices.Contains(list, ch.slot) {
				list = append(list, ch.slot)
			}
		}
	}
	return list
}

// values returns what the variants of a move leave in a slot.
func (m *turnMove) values(slot int32) []int32 {
	var list []int32
	for _, c := range m.variants {
		if v := c.env.at(slot); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// allKnown reports whether a slot is a cell and all of the values are constants.
func (w *effects) allKnown(slot int32, values []int32) bool {
	return int(slot) < w.cells && !slices.ContainsFunc(values, func(v int32) bool { return w.all[v].kind != valueNumber })
}

// label records which piece a move writes.
func (w *effects) label(m *turnMove, place int, slot int32, values []int32) {
	if w.labelled[slot] == nil {
		w.labelled[slot] = map[int]*labelled{}
	}
	l := w.labelled[slot][place]
	if l == nil {
		l = &labelled{}
		w.labelled[slot][place] = l
	}
	l.does = append(l.does, m.circuitMove.does)
	for _, v := range values {
		piece := w.all[v].n
		l.pieces |= 1 << piece
		t := w.labels[label{place, piece}]
		if t == nil {
			t = &disjuncts{}
			w.labels[label{place, piece}] = t
		}
		for _, when := range w.distinguish(m, slot, v) {
			t.add(when, m.circuitMove.does)
		}
	}
}

// finishLabels turns the labels into alternatives.
func (w *effects) finishLabels() {
	means := map[label]lit{}
	order := slices.SortedFunc(maps.Keys(w.labels), func(a, b label) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.piece, b.piece))
	})
	for _, l := range order {
		means[l] = w.labels[l].any(w.logic)
	}
	for _, slot := range slices.Sorted(maps.Keys(w.labelled)) {
		places := w.labelled[slot]
		for _, place := range slices.Sorted(maps.Keys(places)) {
			m := places[place]
			lits := slices.Repeat([]lit{no}, bits.Len64(m.pieces))
			for p := range lits {
				if m.pieces>>p&1 == 1 {
					lits[p] = means[label{place, int32(p)}]
				}
			}
			w.alts[slot] = append(w.alts[slot], alternative{w.or(m.does...), w.ofLits(lits)})
		}
	}
}

// distinguish returns formulas for a move that is made: one of them holds if and only
// if the move leaves the value in the slot.
func (w *effects) distinguish(m *turnMove, slot, value int32) []lit {
	return w.anyCube(distinguish(m.cubes(func(c *variant) bool { return c.env.at(slot) == value })))
}

// anyCube returns the formulas of cubes.
func (u *symbolic) anyCube(cubes []cube) []lit {
	var parts []lit
	for _, b := range cubes {
		all := yes
		for _, h := range b {
			all = u.and(all, u.on(u.base.version.slots[h.slot], h.mask))
		}
		parts = append(parts, all)
	}
	return parts
}

// distinguish returns short cubes that cover all cubes of in and none of out.
func distinguish(in, out []cube) []cube {
	var list []cube
	var slots []int32
	for _, b := range in {
		for _, h := range b {
			slots = append(slots, h.slot)
		}
	}
	slices.Sort(slots)
	for len(in) > 0 {
		best, most := cubeLiteral{}, 0
		for _, slot := range slices.Compact(slots) {
			other := uint64(0)
			for _, b := range out {
				other |= b.mask(slot)
			}
			h, n := cubeLiteral{slot, 0}, 0
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
		list = append(list, cube{best})
		in = slices.DeleteFunc(slices.Clone(in), func(b cube) bool { return b.mask(best.slot)&^best.mask == 0 })
	}
	return list
}

// A condition is a test that tells which value is written, or which end is reached.
type condition struct {
	test  cubeLiteral
	value int32
	end   end
}

// conditions counts the tests that are needed to tell what the moves of the groups
// write and where they end.
func (u *grouper) conditions(groups [][]*variant) int {
	seen := map[condition]bool{}
	n := 0
	add := func(cubes []cube, of condition) {
		for _, b := range cubes {
			if len(b) == 1 {
				of.test = b[0]
				seen[of] = true
			} else {
				n += len(b)
			}
		}
	}
	for _, variants := range groups {
		m := turnMove{&circuitMove{moves: []*move{variants[0].move}}, variants}
		for _, slot := range m.slots() {
			values := m.values(slot)
			if len(values) == 1 {
				continue
			}
			for _, v := range values {
				add(distinguish(m.cubes(func(c *variant) bool { return c.env.at(slot) == v })), condition{value: v, end: end{-1, here, -1}})
			}
		}
		ends := m.ends()
		if len(ends) == 1 {
			continue
		}
		for _, at := range ends {
			add(distinguish(m.cubes(func(c *variant) bool { return c.end() == at })), condition{value: -1, end: at})
		}
	}
	return n + len(seen)
}

// cubes returns the cubes of the selected variants, and of the others.
func (m *turnMove) cubes(selected func(*variant) bool) (in, out []cube) {
	for _, c := range m.variants {
		if selected(c) {
			in = append(in, c.move.when)
		} else {
			out = append(out, c.move.when)
		}
	}
	return in, out
}

// An end is where a move ends: the switch and the cell, and the deferred test or -1.
type end struct{ to, cell, test int32 }

func (c *variant) end() end { return end{c.to, c.cell, c.test} }

// ends returns where the variants of a move end.
func (m *turnMove) ends() []end {
	var list []end
	for _, c := range m.variants {
		if !slices.Contains(list, c.end()) {
			list = append(list, c.end())
		}
	}
	return list
}
