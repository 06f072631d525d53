package analysis

import (
	"ludex/internal/rbgengine/sets/ir"
)

// Some patterns ask whether a cell is connected with a fixed set of cells through
// pieces of one class. They need not search each time: the connected cells are cached
// together with the class they were computed for. New pieces only add cells. If pieces
// have left the class, the cells are computed anew; so that this is rare, only classes
// that never lose pieces are treated in this way.

// A Closure is a pattern that asks whether a cell is connected with one of some fixed
// cells through pieces of one class.
type Closure struct {
	Class uint16
	Plan  int32
	Goal  ir.Bits
}

// ClosureOf returns a pattern as a closure, or nil.
func (e *Forms) ClosureOf(pattern int32) *Closure {
	c, ok := e.closures[pattern]
	if !ok {
		c = e.newClosure(e.P.Patterns[pattern].Code)
		e.closures[pattern] = c
	}
	return c
}

// newClosure interprets the code of a pattern with constant propagation. It returns
// nil unless the code is a single flood from the cell.
func (e *Forms) newClosure(at int32) *Closure {
	if e.P.Words > Narrow || at < 0 {
		return nil
	}
	constants, singles, cells := map[uint16]ir.Bits{}, map[uint16]bool{}, map[uint16]bool{0: true}
	for range 100 {
		i := &e.P.Code[at]
		next := at + 1
		switch i.Op {
		case ir.Move:
			cells[i.A] = cells[i.B]
		case ir.Bit:
			singles[i.A] = cells[i.B]
			delete(constants, i.A)
		case ir.Load:
			constants[i.A], singles[i.A] = e.P.Masks[i.X], false
		case ir.Copy:
			singles[i.A] = singles[i.B]
			delete(constants, i.A)
			if c := constants[i.B]; c != nil {
				constants[i.A] = c
			}
		case ir.AndMask:
			c := constants[i.B]
			if c == nil {
				return nil
			}
			both := make(ir.Bits, len(c))
			for w := range both {
				both[w] = c[w] & e.P.Masks[i.X][w]
			}
			constants[i.A], singles[i.A] = both, false
			if both.Empty() {
				next = i.J
			}
		case ir.Jump:
			next = i.J
		case ir.FloodUntil:
			goal := constants[i.B]
			if i.Flag != 0 || !singles[i.A] || goal == nil || goal.Empty() || int(i.C) >= len(e.P.Classes) ||
				!e.leadsTo(i.J, ir.Found) || !e.leadsTo(next, ir.Return) || !e.symmetric(i.X) || !e.grows(i.C) {
				return nil
			}
			return &Closure{i.C, i.X, goal}
		default:
			return nil
		}
		at = next
	}
	return nil
}

// leadsTo reports whether only jumps lie between a place and an operation.
func (e *Forms) leadsTo(at int32, op ir.Op) bool {
	for range 100 {
		i := &e.P.Code[at]
		if i.Op != ir.Jump {
			return i.Op == op
		}
		at = i.J
	}
	return false
}

// symmetric reports whether every step of a plan has an inverse in the plan.
func (e *Forms) symmetric(plan int32) bool {
	back := func(s ir.Step) bool {
		for _, t := range e.P.Plans[plan] {
			if t.Delta == -s.Delta && e.leadsBack(e.P.Masks[s.Mask], e.P.Masks[t.Mask], int(s.Delta)) {
				return true
			}
		}
		return false
	}
	for _, s := range e.P.Plans[plan] {
		if !back(s) {
			return false
		}
	}
	return true
}

// leadsBack reports whether the cells of one mask, moved by a distance, are the cells
// of another.
func (e *Forms) leadsBack(from, to ir.Bits, by int) bool {
	n := e.P.Words * 64
	for b := range n {
		t := b + by
		if from.Has(b) && (t < 0 || t >= n || !to.Has(t)) {
			return false
		}
		if t >= 0 && t < n && to.Has(t) && !from.Has(b) {
			return false
		}
	}
	return true
}

// grows reports whether no piece of a class is ever replaced by a piece outside of it,
// as far as can be shown.
func (e *Forms) grows(class uint16) bool {
	if e.shrinking == nil {
		e.shrinking = e.findShrinking()
	}
	return !e.shrinking[class]
}

// findShrinking returns the classes that can lose pieces.
func (e *Forms) findShrinking() map[uint16]bool {
	lossy := map[uint16]bool{}
	replace := func(piece int, olds uint64) {
		for k, pieces := range e.P.Classes {
			if pieces>>piece&1 == 0 && pieces&olds != 0 {
				lossy[uint16(k)] = true
			}
		}
	}
	for _, f := range e.Flow.Functions {
		known := e.Facts.Of(f)
		s := &interpreter{FactTable: e.Facts, f: f, pieces: AnyPiece}
		for _, at := range f.Places {
			if known[at] == nil {
				continue
			}
			i, id, of := &e.P.Code[at], int32(-1), Fact(nil)
			switch i.Op {
			case ir.Leaf:
				id, of = i.X, s.set(known[at], i.A)
			case ir.ShiftLeaf:
				here := known[at].clone()
				s.transferSet(i, here, here)
				id, of = i.Y, s.set(here, i.A)
			case ir.Apply:
				id, of = i.X, known[at].Cell(i.A)
			default:
				continue
			}
			acts := e.P.Applies[id]
			for k, olds := range e.Facts.replaced(acts, of) {
				if acts[k].Kind == ir.PutPiece {
					replace(int(acts[k].Arg), olds)
				}
			}
		}
	}
	for at, known := range e.Facts.PlayFacts() {
		switch i := &e.P.Code[at]; i.Op {
		case ir.Put:
			olds, ok := known.Cell(i.A)[0]
			if !ok {
				olds = ^uint64(0)
			}
			replace(int(i.B), olds)
		case ir.Flip:
			replace(int(i.Y), e.P.Classes[i.C])
		case ir.Permute:
			for piece := range e.P.Pieces {
				replace(piece, ^uint64(0))
			}
		case ir.Sweep:
			if i.X >= 0 {
				replace(int(i.B), e.P.Classes[i.C])
			} else {
				replace(int(i.B), e.P.Classes[i.Y])
			}
		default:
			if !PlainOp(i.Op) { // it may remove anything
				for k := range e.P.Classes {
					lossy[uint16(k)] = true
				}
			}
		}
	}
	return lossy
}
