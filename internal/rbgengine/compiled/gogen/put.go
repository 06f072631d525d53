package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A piece that is put where one of a few others lies changes few classes; for
// each list of them that occurs there is a method.

// unknown are the pieces that can lie where nothing is known.
const unknown = ^uint64(0)

// A putting is a piece and the classes that change when it is put somewhere.
type putting struct {
	piece   int
	touched []int
}

// touchedBy returns the classes that change when a piece is put where one of some
// others lies.
func (e *knowledge) touchedBy(piece int, olds uint64) []int {
	var touched []int
	for k := range e.p.Classes {
		if !e.stays(k, piece, olds) {
			touched = append(touched, k)
		}
	}
	return touched
}

// putOver returns the method that puts a piece where one of some others lies.
func (e *effectCode) putOver(piece uint8, olds uint64) string {
	touched := e.facts.touchedBy(int(piece), olds)
	if len(touched) == len(e.p.Classes) {
		return e.putName(piece)
	}
	key := fmt.Sprint(piece, touched)
	name, ok := e.putNames[key]
	if !ok {
		name = fmt.Sprintf("put%dx%d", piece, len(e.putNames))
		e.putNames[key] = name
		e.puttings = append(e.puttings, putting{int(piece), touched})
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
	if len(touched) == len(e.p.Classes) && e.exchanges() {
		e.exchange(piece)
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
func (e *knowledge) knownIn(f *function) map[int32]*facts {
	known, ok := e.known[f.entry]
	if !ok {
		known = e.study(f)
		e.known[f.entry] = known
	}
	return known
}

// oldsAt returns which pieces can lie where the acts of an instruction put some.
func (e *knowledge) oldsAt(f *function, at int32) []uint64 {
	i := &e.p.Code[at]
	id := i.X
	if i.Op == ir.ShiftLeaf {
		id = i.Y
	}
	acts := e.p.Applies[id]
	here := e.knownIn(f)[at]
	if here == nil || e.idles() {
		return e.olds(acts, nothing)
	}
	switch i.Op {
	case ir.Apply:
		return e.olds(acts, here.cell(i.A))
	case ir.ShiftLeaf:
		here = here.clone()
		s := &scholar{knowledge: e, f: f, every: unknown}
		s.learnSet(i, here, here)
	}
	s := &scholar{knowledge: e, f: f, every: unknown}
	return e.olds(acts, s.set(here, i.A))
}

// idles reports whether some pieces are put only when a move is made: then less is
// known of the board than the generator has seen.
func (e *knowledge) idles() bool {
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
func (e *knowledge) oldsOf(id int32) []uint64 {
	if e.actOlds == nil {
		e.actOlds = map[int32][]uint64{}
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
				olds := e.oldsAt(f, at)
				if all := e.actOlds[apply]; all == nil {
					e.actOlds[apply] = olds
				} else {
					for k := range all {
						all[k] |= olds[k]
					}
				}
			}
		}
	}
	if olds := e.actOlds[id]; olds != nil {
		return olds
	}
	return e.olds(e.p.Applies[id], nothing)
}
