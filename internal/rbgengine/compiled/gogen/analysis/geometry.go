package analysis

import (
	"ludex/internal/rbgengine/sets/ir"
)

// ConstantTarget returns the cell to which a map leads from every cell, if there is
// one.
func (e *Geometry) ConstantTarget(m int32) (to int16, ok bool) {
	to = e.P.Maps[m][e.P.BitOf[0]]
	for _, b := range e.P.BitOf {
		if e.P.Maps[m][b] != to {
			return 0, false
		}
	}
	return to, to >= 0
}

// DistanceOf returns the distance that a map moves every cell, if it is the same for
// all.
func (e *Geometry) DistanceOf(m int32) (delta int, ok bool) {
	found := false
	for b, t := range e.P.Maps[m] {
		if t < 0 {
			continue
		}
		if d := int(t) - b; !found {
			delta, found = d, true
		} else if d != delta {
			return 0, false
		}
	}
	return delta, found
}

// Domain returns the cells on which a map is defined, on boards of one word.
func (e *Geometry) Domain(m int32) uint64 {
	w := uint64(0)
	for b, t := range e.P.Maps[m] {
		if t >= 0 {
			w |= 1 << b
		}
	}
	return w
}

// DistanceOrZero is [Geometry.DistanceOf] with a negative number for the identity.
func (e *Geometry) DistanceOrZero(m int32) (delta int, ok bool) {
	if m < 0 {
		return 0, true
	}
	return e.DistanceOf(m)
}

// SameButDistance reports whether two lists of acts differ only in the distances of
// their cells.
func (e *Geometry) SameButDistance(x, y []ir.Act) bool {
	if len(x) != len(y) {
		return false
	}
	for k := range x {
		a, b := x[k], y[k]
		_, far := e.DistanceOrZero(a.Map)
		_, wide := e.DistanceOrZero(b.Map)
		if a.Map != b.Map && !(far && wide) {
			return false
		}
		a.Map = b.Map
		// An index only says which modifier of the rules this is, except for a
		// switch, where play continues at its index.
		if a.Kind != ir.EndSwitch {
			a.Index = b.Index
		}
		if a != b {
			return false
		}
	}
	return true
}

// EmptyRows returns an empty set for every bit.
func (e *Geometry) EmptyRows() []ir.Bits {
	rows := make([]ir.Bits, e.P.Words*64)
	for c := range rows {
		rows[c] = make(ir.Bits, e.P.Words)
	}
	return rows
}

// Destination returns where a map leads from a cell, or -1.
func (e *Geometry) Destination(m, c int32) int32 {
	switch {
	case m == ir.Nowhere:
		return -1
	case m < 0:
		return c
	}
	return int32(e.P.Maps[m][c])
}

// A Frequency says how often two maps lead to the same cell.
type Frequency uint8

const (
	Never Frequency = iota
	Sometimes
	Always
)

// Overlap returns how often two maps lead to the same cell.
func (e *Geometry) Overlap(a, b int32) Frequency {
	same, other := false, false
	for _, c := range e.P.BitOf {
		x, y := e.target(a, c), e.target(b, c)
		if x < 0 || y < 0 {
			continue
		}
		same, other = same || x == y, other || x != y
	}
	switch {
	case !same:
		return Never
	case !other:
		return Always
	}
	return Sometimes
}

func (e *Geometry) target(m, c int32) int32 {
	if m < 0 {
		return c
	}
	return int32(e.P.Maps[m][c])
}
