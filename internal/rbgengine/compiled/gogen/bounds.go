package gogen

import (
	"fmt"
	"math/bits"

	"ludex/internal/rbgengine/sets/ir"
)

// On boards of one word it is also known in which part of the board the cells of
// a set can be. A small part needs no search for its n-th cell: a table has it.

// joinBounds is join for bounds.
func (f *facts) joinBounds(g *facts) (less bool) {
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

// bound returns where the cells of a set can be.
func (s *interpreter) bound(f *facts, r uint16) uint64 {
	if x, ok := f.bounds[r]; ok {
		return x
	}
	return s.all[0]
}

// learnBound changes what is known by an instruction that makes a set.
func (s *interpreter) transferBound(i *ir.Instr, behind, jumped *facts) {
	if s.p.Words > 1 {
		return
	}
	bound := func(r uint16) uint64 { return s.bound(behind, r) }
	moved := func() uint64 {
		w := bound(i.B) & s.p.Masks[i.X][0]
		if i.D < 0 {
			return w >> -i.D
		}
		return w << i.D
	}
	x := s.all[0]
	switch i.Op {
	case ir.Clear:
		x = 0
	case ir.Load:
		x = s.p.Masks[i.X][0]
	case ir.Copy, ir.AndNot, ir.Filter, ir.FilterOver, ir.FilterMade:
		x = bound(i.B)
	case ir.AndMask:
		x = bound(i.B) & s.p.Masks[i.X][0]
	case ir.AndNotMask:
		x = bound(i.B) &^ s.p.Masks[i.X][0]
	case ir.And:
		x = bound(i.B) & bound(i.C)
	case ir.Or:
		x = bound(i.B) | bound(i.C)
	case ir.OrMasked:
		x = bound(i.A) | bound(i.B)&s.p.Masks[i.X][0]
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

// pickOf returns the n-th cell of a set of which a bound is known.
func (e *setCode) pickOf(name, n string, bound uint64) string {
	if first := bits.TrailingZeros64(bound); e.p.Words == 1 && bound != 0 && bits.Len64(bound)-first <= 8 {
		byteOf := fmt.Sprintf("%s>>%d", name, first)
		if first == 0 {
			return fmt.Sprintf("int(nth8[%s&0xff][%s&7])", name, n)
		}
		return fmt.Sprintf("%d + int(nth8[%s&0xff][%s&7])", first, byteOf, n)
	}
	return fmt.Sprintf("nth(%s, %s)", name, n)
}
