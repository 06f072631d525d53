package w1

import "ludex/internal/rbgengine/sets/ir"

// sweep puts a piece on one cell after the other, for good, and returns the last
// of them, or -1. Cells whose neighbours are done will have no others: there are
// ever fewer targets.
func (m *Machine) sweep(i *ir.Instr) int32 {
	last := int32(-1)
	rest, near := &m.scratch[0], &m.scratch[1]
	mask, piece := &m.masks[i.D], uint8(i.B)
	and(rest, &m.r[i.Y&rm], mask)
	for !isEmpty(rest) {
		c := m.first(rest)
		switch {
		case i.X < 0:
			last = c
			drop(rest, int(c))
		case and(near, &m.tables[i.X][c], &m.r[i.C&rm]):
			last = m.first(near)
			if m.prog.Classes[i.Y]>>piece&1 == 0 {
				drop(rest, int(last))
			} else if has(mask, int(last)) {
				add(rest, int(last))
			}
		default:
			drop(rest, int(c))
			continue
		}
		m.place(last, piece)
	}
	return last
}
