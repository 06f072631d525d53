// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import "ludex/internal/rbgengine/sets/ir"

// sweep puts a piece on one cell after the other and returns the last of them, or
// -1; see [ir.Sweep]. A cell without targets never gets new ones, so it is
// dropped.
func (st *state) sweep(i *ir.Instr) int32 {
	last := int32(-1)
	rest, near := &st.scratch[0], &st.scratch[1]
	mask, piece := &st.masks[i.D], uint8(i.B)
	and(rest, &st.r[i.Y&rm], mask)
	for !isEmpty(rest) {
		c := st.first(rest)
		switch {
		case i.X < 0:
			last = c
			drop(rest, int(c))
		case and(near, &st.tables[i.X][c], &st.r[i.C&rm]):
			last = st.first(near)
			if st.prog.Classes[i.Y]>>piece&1 == 0 {
				drop(rest, int(last))
			} else if has(mask, int(last)) {
				add(rest, int(last))
			}
		default:
			drop(rest, int(c))
			continue
		}
		st.place(last, piece)
	}
	return last
}
