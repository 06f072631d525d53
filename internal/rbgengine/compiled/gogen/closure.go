package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A pattern that asks whether a cell is connected, through pieces of one class,
// with one of some fixed cells need not search from the cell each time. The cells
// that are connected are remembered together with the class as it was: pieces
// that have come can only add cells, and often none. Where pieces have gone, the
// cells are found anew; so that this is rare, it is done for classes only from
// which the rules take nothing away.

// A closure is such a pattern.
type closure struct {
	class uint16
	plan  int32
	goal  ir.Bits
}

// closureOf returns a pattern as a closure, or nil.
func (e *forms) closureOf(pattern int32) *closure {
	c, ok := e.closures[pattern]
	if !ok {
		c = e.newClosure(e.p.Patterns[pattern].Code)
		e.closures[pattern] = c
	}
	return c
}

// newClosure follows the code of a pattern from a cell with what is constant. It
// returns nil unless the code is one flood from the cell.
func (e *forms) newClosure(at int32) *closure {
	if e.p.Words > narrow || at < 0 {
		return nil
	}
	constants, singles, cells := map[uint16]ir.Bits{}, map[uint16]bool{}, map[uint16]bool{0: true}
	for range 100 {
		i := &e.p.Code[at]
		next := at + 1
		switch i.Op {
		case ir.Move:
			cells[i.A] = cells[i.B]
		case ir.Bit:
			singles[i.A] = cells[i.B]
			delete(constants, i.A)
		case ir.Load:
			constants[i.A], singles[i.A] = e.p.Masks[i.X], false
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
				both[w] = c[w] & e.p.Masks[i.X][w]
			}
			constants[i.A], singles[i.A] = both, false
			if both.Empty() {
				next = i.J
			}
		case ir.Jump:
			next = i.J
		case ir.FloodUntil:
			goal := constants[i.B]
			if i.Flag != 0 || !singles[i.A] || goal == nil || goal.Empty() || int(i.C) >= len(e.p.Classes) ||
				!e.comesTo(i.J, ir.Found) || !e.comesTo(next, ir.Return) || !e.symmetric(i.X) || !e.grows(i.C) {
				return nil
			}
			return &closure{i.C, i.X, goal}
		default:
			return nil
		}
		at = next
	}
	return nil
}

// comesTo reports whether jumps lead from a place to an operation.
func (e *forms) comesTo(at int32, op ir.Op) bool {
	for range 100 {
		i := &e.p.Code[at]
		if i.Op != ir.Jump {
			return i.Op == op
		}
		at = i.J
	}
	return false
}

// symmetric reports whether the steps of a plan lead back and forth.
func (e *forms) symmetric(plan int32) bool {
	back := func(s ir.Step) bool {
		for _, t := range e.p.Plans[plan] {
			if t.Delta == -s.Delta && e.leadsBack(e.p.Masks[s.Mask], e.p.Masks[t.Mask], int(s.Delta)) {
				return true
			}
		}
		return false
	}
	for _, s := range e.p.Plans[plan] {
		if !back(s) {
			return false
		}
	}
	return true
}

// leadsBack reports whether the cells of one mask, moved by a distance, are those
// of another.
func (e *forms) leadsBack(from, to ir.Bits, by int) bool {
	n := e.p.Words * 64
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

// grows reports whether no piece of a class is ever replaced by another, as far
// as that can be told.
func (e *forms) grows(class uint16) bool {
	if e.shrinking == nil {
		e.shrinking = e.findShrinking()
	}
	return !e.shrinking[class]
}

// findLosses returns the classes of which pieces are taken away.
func (e *forms) findShrinking() map[uint16]bool {
	lossy := map[uint16]bool{}
	replace := func(piece int, olds uint64) {
		for k, pieces := range e.p.Classes {
			if pieces>>piece&1 == 0 && pieces&olds != 0 {
				lossy[uint16(k)] = true
			}
		}
	}
	for _, f := range e.flow.functions {
		known := e.facts.of(f)
		s := &interpreter{factTable: e.facts, f: f, pieces: anyPiece}
		for _, at := range f.places {
			if known[at] == nil {
				continue
			}
			i, id, of := &e.p.Code[at], int32(-1), fact(nil)
			switch i.Op {
			case ir.Leaf:
				id, of = i.X, s.set(known[at], i.A)
			case ir.ShiftLeaf:
				here := known[at].clone()
				s.transferSet(i, here, here)
				id, of = i.Y, s.set(here, i.A)
			case ir.Apply:
				id, of = i.X, known[at].cell(i.A)
			default:
				continue
			}
			acts := e.p.Applies[id]
			for k, olds := range e.facts.replaced(acts, of) {
				if acts[k].Kind == ir.PutPiece {
					replace(int(acts[k].Arg), olds)
				}
			}
		}
	}
	for at, known := range e.facts.playFacts() {
		switch i := &e.p.Code[at]; i.Op {
		case ir.Put:
			olds, ok := known.cell(i.A)[0]
			if !ok {
				olds = ^uint64(0)
			}
			replace(int(i.B), olds)
		case ir.Flip:
			replace(int(i.Y), e.p.Classes[i.C])
		case ir.Permute:
			for piece := range e.p.Pieces {
				replace(piece, ^uint64(0))
			}
		case ir.Sweep:
			if i.X >= 0 {
				replace(int(i.B), e.p.Classes[i.C])
			} else {
				replace(int(i.B), e.p.Classes[i.Y])
			}
		default:
			if !plainOp(i.Op) { // it may take anything away
				for k := range e.p.Classes {
					lossy[uint16(k)] = true
				}
			}
		}
	}
	return lossy
}

// printClosure prints the test of a closure.
func (e *testCode) printClosure(id int32, q *closure) {
	apart, joined := fmt.Sprintf("m.outside%d", id), fmt.Sprintf("m.connected%d", id)
	e.machineFields[fmt.Sprintf("outside%d", id)] = "set // the cells that were not in the class when the next was found"
	e.machineFields[fmt.Sprintf("connected%d", id)] = "set // the cells that are connected"
	e.Line("class := m.s%d", q.class)
	if e.p.Words == 1 {
		e.Line("others := ^class")
	} else {
		e.Line("others := not(class)")
	}
	e.Open("if !within(others, %s)", apart)
	e.Line("// Pieces have left the class.")
	if e.p.Words == 1 {
		e.Line("%s = ^set(0)", apart)
	} else {
		e.Line("%s = not(set{})", apart)
	}
	e.Line("%s = %s", joined, e.sets.literal(q.goal))
	e.End()
	e.Line("var next set")
	e.Line("fresh := class")
	e.sets.assign("fresh", "and", "fresh", apart)
	e.sets.assign("fresh", "and", "fresh", joined)
	e.Line("%s = others", apart)
	e.Open("for %s", e.sets.notEmpty("fresh"))
	for k, s := range e.p.Plans[q.plan] {
		moved := e.sets.moved("fresh", s.Mask, s.Delta)
		switch {
		case k == 0:
			e.Line("next = %s", moved)
		case e.p.Words == 1:
			e.Line("next |= %s", moved)
		default:
			e.Line("next = or(next, %s)", moved)
		}
	}
	e.sets.assign("next", "andNot", "next", joined)
	e.sets.assign(joined, "or", joined, "next")
	e.sets.assign("fresh", "and", "next", "class")
	e.End()
	e.Line("return %s", e.sets.has(joined, "c"))
}
