package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A piece that is put where one of a few others lies changes few classes; for
// each list of them that occurs there is a method.

// anyPiece are the pieces that can lie where nothing is known.
const anyPiece = ^uint64(0)

// A putting is a piece and the classes that change when it is put somewhere.
type putVariant struct {
	piece   int
	changed []int
}

// touchedBy returns the classes that change when a piece is put where one of some
// others lies.
func (e *factTable) changedBy(piece int, olds uint64) []int {
	var touched []int
	for k := range e.p.Classes {
		if !e.unchanged(k, piece, olds) {
			touched = append(touched, k)
		}
	}
	return touched
}

// putOver returns the method that puts a piece where one of some others lies.
func (e *effectCode) putOver(piece uint8, olds uint64) string {
	touched := e.facts.changedBy(int(piece), olds)
	if len(touched) == len(e.p.Classes) {
		return e.putName(piece)
	}
	key := fmt.Sprint(piece, touched)
	name, ok := e.putNames[key]
	if !ok {
		name = fmt.Sprintf("put%dx%d", piece, len(e.putNames))
		e.putNames[key] = name
		e.putVariants = append(e.putVariants, putVariant{int(piece), touched})
	}
	return name
}

// putMethod prints a method that puts a piece.
func (e *effectCode) putMethod(name string, piece int, touched []int) {
	if len(e.p.Code) > large { // small methods would be copied to thousands of places
		e.Line("//\n//go:noinline")
	}
	e.Func("(m *Machine) %s(c int)", name)
	if e.p.Words > 1 && !e.sets.wide() && len(touched) > 0 {
		e.Line("bit := single(c)")
	}
	if len(touched) == len(e.p.Classes) && e.replacesByPiece() {
		e.replacePiece(piece)
		touched = nil
	}
	for _, k := range touched {
		in := e.p.Classes[k]>>piece&1 != 0
		switch {
		case e.p.Words == 1 || e.sets.wide():
			e.sets.add(fmt.Sprintf("m.s%d", k), "c", in)
		case in:
			e.Line("m.s%d = or(m.s%d, bit)", k, k)
		default:
			e.Line("m.s%d = andNot(m.s%d, bit)", k, k)
		}
	}
	e.afterPut(piece, "c")
	e.End()
	e.Blank()
}

// knownIn returns what is known at the places of a function.
func (e *factTable) of(f *function) map[int32]*facts {
	known, ok := e.known[f.entry]
	if !ok {
		known = e.functionFacts(f)
		e.known[f.entry] = known
	}
	return known
}

// oldsAt returns which pieces can lie where the acts of an instruction put some.
func (e *factTable) replacedAt(f *function, at int32) []uint64 {
	i := &e.p.Code[at]
	id := i.X
	if i.Op == ir.ShiftLeaf {
		id = i.Y
	}
	acts := e.p.Applies[id]
	here := e.of(f)[at]
	if here == nil || e.delaysPuts() {
		return e.replaced(acts, unknownFact)
	}
	switch i.Op {
	case ir.Apply:
		return e.replaced(acts, here.cell(i.A))
	case ir.ShiftLeaf:
		here = here.clone()
		s := &interpreter{factTable: e, f: f, pieces: anyPiece}
		s.transferSet(i, here, here)
	}
	s := &interpreter{factTable: e, f: f, pieces: anyPiece}
	return e.replaced(acts, s.set(here, i.A))
}

// idles reports whether some pieces are put only when a move is made: then less is
// known of the board than the generator has seen.
func (e *factTable) delaysPuts() bool {
	for _, acts := range e.p.Applies {
		for k := range acts {
			if acts[k].Idle {
				return true
			}
		}
	}
	return false
}

// oldsOf returns which pieces can lie where acts put some, wherever they are made.
func (e *factTable) replacedBy(id int32) []uint64 {
	if e.replacedPieces == nil {
		e.replacedPieces = map[int32][]uint64{}
		for _, f := range e.flow.functions {
			for _, at := range f.places {
				i := &e.p.Code[at]
				apply := i.X
				switch i.Op {
				case ir.Leaf, ir.Apply:
				case ir.ShiftLeaf:
					apply = i.Y
				default:
					continue
				}
				olds := e.replacedAt(f, at)
				if all := e.replacedPieces[apply]; all == nil {
					e.replacedPieces[apply] = olds
				} else {
					for k := range all {
						all[k] |= olds[k]
					}
				}
			}
		}
	}
	if olds := e.replacedPieces[id]; olds != nil {
		return olds
	}
	return e.replaced(e.p.Applies[id], unknownFact)
}
