// Code generated from package w1 by internal/widths; DO NOT EDIT.

package w2

import "ludex/internal/rbgengine/sets/ir"

// readSet returns the cells on which a change can affect a pattern; see
// [ir.Read].
func (m *interpreter) readSet(id int32) *set {
	s := &m.readSets[id]
	if m.readAt[id] == m.version {
		return s
	}
	m.readAt[id] = m.version
	q := &m.prog.Reads[id]
	p := &m.prog.Patterns[q.Pattern]
	sub := &m.prog.Patterns[p.Sub]
	clear(s)
	holds := false
	rest := &m.scratch[3]
	for and(rest, &m.r[p.Class&rm], &m.masks[p.Mask]); !holds && !isEmpty(rest); dropLowest(rest) {
		cell := int32(lowest(rest))
		if sub.Kind == ir.ByAttacks {
			holds = m.readAttacks(s, m.prog.AttackSets[sub.Attacks], cell, q.Piece)
		} else {
			holds = m.readDecide(s, &m.prog.Decides[sub.Decide], cell, q.Piece)
		}
	}
	m.readHeld[id] = holds
	if q.Alone && !holds {
		m.readAlone(s, q)
	}
	return s
}

// readAlone drops the cells on which the piece alone does not make the pattern
// hold.
func (m *interpreter) readAlone(s *set, q *ir.Read) {
	pend := [1]ir.Pend{{Map: -1, Piece: q.Piece}}
	rest := &m.scratch[3]
	for assign(rest, s); !isEmpty(rest); dropLowest(rest) {
		if cell := int32(lowest(rest)); !m.probeOver(q.Pattern, pend[:], cell) {
			drop(s, int(cell))
		}
	}
}

// readDecide evaluates a decision, and adds the cells where it tested for the
// piece without success. If the decision is true, the result is all cells that it
// tested.
func (st *state) readDecide(s *set, d *ir.Decide, cell int32, piece uint8) bool {
	asked := &st.scratch[0]
	clear(asked)
	add(asked, int(cell))
	k := d.Roots[cell]
	for k >= 0 {
		n := &d.Nodes[k]
		add(asked, int(n.Cell))
		if n.Pieces>>(st.pieces[n.Cell]&63)&1 != 0 {
			k = n.Yes
			continue
		}
		if piece != ir.NoPiece && n.Pieces>>(piece&63)&1 != 0 {
			add(s, int(n.Cell))
		}
		k = n.No
	}
	if k == ir.True {
		assign(s, asked)
	}
	return k == ir.True
}

// readAttacks does the same for attack tables: on a ray, there is no success
// where the ray ends, and where the class is not found.
func (st *state) readAttacks(s *set, attacks ir.Attacks, cell int32, piece uint8) bool {
	seen, more := &st.scratch[0], &st.scratch[1]
	gains := func(class uint16) bool { return piece != ir.NoPiece && st.prog.Classes[class]>>(piece&63)&1 != 0 }
	for k := range attacks {
		g := &attacks[k]
		if g.Ray < 0 {
			assign(seen, &st.tables[g.Table][cell])
		} else {
			t := &st.rays[g.Ray]
			if !meets(&t.sets[cell], &st.r[g.Class&rm]) && !gains(g.Class) {
				continue // the ray cannot meet the class
			}
			clear(seen)
			ray(seen, &t.sets[cell], &st.r[g.Within&rm], t.downward, true)
			if gains(g.Within) {
				andNot(more, seen, &st.r[g.Within&rm])
				or(s, s, more)
			}
			if !g.Last {
				and(seen, seen, &st.r[g.Within&rm])
			}
		}
		if and(more, seen, &st.r[g.Class&rm]) {
			if g.Ray < 0 { // one piece is enough
				clear(seen)
				add(seen, lowest(more))
			}
			assign(s, seen)
			add(s, int(cell))
			return true
		}
		if gains(g.Class) {
			or(s, s, seen)
		}
	}
	return false
}
