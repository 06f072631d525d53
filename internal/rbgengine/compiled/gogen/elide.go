package gogen

import "ludex/internal/rbgengine/sets/ir"

// straighten finds jumps that need not be printed, since what they would skip
// does nothing to an empty set: adding its shifted cells to another. On a single
// word, that costs less than a jump that the processor has to guess.
func (e *flow) elidableJumps(f *function) map[int32]bool {
	straight := map[int32]bool{}
	if e.p.Words > 1 {
		return straight
	}
	for _, at := range f.places {
		i := &e.p.Code[at]
		if !i.Op.Jumps() || i.J != at+2 || !producesSet(i.Op) || !f.at[at+1] {
			continue
		}
		if next := &e.p.Code[at+1]; next.Op == ir.ShiftOr && next.B == i.A {
			straight[at] = true
		}
	}
	return straight
}
