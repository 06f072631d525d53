package analysis

import (
	"ludex/internal/rbgengine/sets/ir"
)

// On boards of one word, the interpreter also tracks a bound of every set: the cells
// that can be in it.

// joinBounds joins the bounds of two branches and reports whether the receiver has
// lost precision.
func (f *Facts) joinBounds(g *Facts) (less bool) {
	for r, x := range f.bounds {
		y, ok := g.bounds[r]
		switch {
		case !ok:
			delete(f.bounds, r)
			less = true
		case x|y != x:
			f.bounds[r] = x | y
			less = true
		}
	}
	return less
}

// bound returns the cells that can be in a set.
func (s *interpreter) bound(f *Facts, r uint16) uint64 {
	if x, ok := f.bounds[r]; ok {
		return x
	}
	return s.All[0]
}

// transferBound is the transfer function of bounds, for instructions that make a set.
func (s *interpreter) transferBound(i *ir.Instr, behind, jumped *Facts) {
	if s.P.Words > 1 {
		return
	}
	bound := func(r uint16) uint64 { return s.bound(behind, r) }
	moved := func() uint64 {
		w := bound(i.B) & s.P.Masks[i.X][0]
		if i.D < 0 {
			return w >> -i.D
		}
		return w << i.D
	}
	x := s.All[0]
	switch i.Op {
	case ir.Clear:
		x = 0
	case ir.Load:
		x = s.P.Masks[i.X][0]
	case ir.Copy, ir.AndNot, ir.Filter, ir.FilterOver, ir.FilterMade:
		x = bound(i.B)
	case ir.AndMask:
		x = bound(i.B) & s.P.Masks[i.X][0]
	case ir.AndNotMask:
		x = bound(i.B) &^ s.P.Masks[i.X][0]
	case ir.And:
		x = bound(i.B) & bound(i.C)
	case ir.Or:
		x = bound(i.B) | bound(i.C)
	case ir.OrMasked:
		x = bound(i.A) | bound(i.B)&s.P.Masks[i.X][0]
	case ir.Shift:
		x = moved()
	case ir.ShiftAnd, ir.ShiftLeaf:
		x = moved() & bound(i.C)
	case ir.ShiftOr:
		x = bound(i.A) | moved()
	case ir.RowAnd:
		x = bound(i.C)
	}
	behind.bounds[i.A], jumped.bounds[i.A] = x, x
}
