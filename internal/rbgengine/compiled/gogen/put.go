package gogen

import (
	"fmt"
)

// A piece that replaces one of a few others changes few classes. For each list of
// changed classes that occurs, there is a method.

// A putVariant is a method that puts a piece where that changes only some classes.
type putVariant struct {
	piece   int
	changed []int
}

// putOver returns the method that puts a piece in place of one of some others.
func (e *effectCode) putOver(piece uint8, olds uint64) string {
	touched := e.Facts.ChangedBy(int(piece), olds)
	if len(touched) == len(e.P.Classes) {
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

// putMethod emits a method that puts a piece.
func (e *effectCode) putMethod(name string, piece int, touched []int) {
	if len(e.P.Code) > large { // small methods would be copied to thousands of places
		e.Line("//\n//go:noinline")
	}
	e.Func("(m *Machine) %s(c int)", name)
	if e.P.Words > 1 && !e.sets.wide() && len(touched) > 0 {
		e.Line("bit := single(c)")
	}
	if len(touched) == len(e.P.Classes) && e.replacesByPiece() {
		e.replacePiece(piece)
		touched = nil
	}
	for _, k := range touched {
		in := e.P.Classes[k]>>piece&1 != 0
		switch {
		case e.P.Words == 1 || e.sets.wide():
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
