// Package analysis finds out what can be known about the set program of a game
// ([ludex/internal/rbgengine/sets/ir]) before Go code is emitted for it: the functions
// and their control flow, which pieces can lie where, special forms of patterns for
// which there is faster code, and which results can be cached. Its input is a program,
// its output an [Analysis], which package gogen reads. [Analysis.String] prints it.
package analysis

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// An Analysis holds what is known about a program before code is emitted. It depends
// on the program alone. Most of it is computed on demand and cached.
type Analysis struct {
	P     *ir.Program
	All   ir.Bits // the cells of the board
	Flow  *Flow
	Maps  *Geometry
	Facts *FactTable
	Forms *Forms
	Deps  *Dependence
}

// Flow holds the functions of a program and their control flow.
type Flow struct {
	*Analysis
	Functions map[int32]*Function // by entry
}

// Geometry answers questions about the maps of a program, which lead from cell to
// cell.
type Geometry struct{ *Analysis }

// A FactTable holds, for every place of the program, which pieces can lie where. It is
// the result of an abstract interpretation.
type FactTable struct {
	*Analysis
	known          map[int32]map[int32]*Facts // by function and place
	replacedPieces map[int32][]uint64         // by acts: which pieces can lie where each puts one
}

// Forms finds the special forms of patterns, decisions and lines for which there is
// faster code. Nil stands for every other form.
type Forms struct {
	*Analysis
	closures    map[int32]*Closure   // by pattern
	Occupancies map[int32]*Occupancy // by decision
	partitions  map[int32]*Partition // by decision
	RowForms    map[int32]*RowForm   // by lines
	shrinking   map[uint16]bool      // classes that can lose pieces
	lengths     map[*ir.Decide]float64
}

// Dependence answers on what the results of functions depend.
type Dependence struct{ *Analysis }

// New returns the analysis of a program.
func New(p *ir.Program) *Analysis {
	a := &Analysis{P: p, All: make(ir.Bits, p.Words)}
	for _, b := range p.BitOf {
		a.All.Set(int(b))
	}
	a.Flow = &Flow{Analysis: a, Functions: map[int32]*Function{}}
	a.Maps = &Geometry{a}
	a.Facts = &FactTable{Analysis: a, known: map[int32]map[int32]*Facts{}}
	a.Forms = &Forms{Analysis: a, closures: map[int32]*Closure{}, Occupancies: map[int32]*Occupancy{}, partitions: map[int32]*Partition{},
		RowForms: map[int32]*RowForm{}, lengths: map[*ir.Decide]float64{}}
	a.Deps = &Dependence{a}
	return a
}

// PiecesDistinct reports whether every piece is in another set of classes, so that the
// classes determine the piece on a cell.
func (e *FactTable) PiecesDistinct() bool {
	seen := map[string]bool{}
	for piece := range e.P.Pieces {
		key := e.memberships(piece)
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return len(e.P.Classes) <= 63
}

// memberships returns which classes a piece is in.
func (e *FactTable) memberships(piece int) string {
	var b strings.Builder
	for _, class := range e.P.Classes {
		fmt.Fprint(&b, class>>piece&1)
	}
	return b.String()
}
