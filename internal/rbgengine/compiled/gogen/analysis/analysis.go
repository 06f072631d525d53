package analysis

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// An analysis is what is found out about a program before code is emitted. It depends on
// the program alone. Most of it is computed when it is asked for, and remembered.
type Analysis struct {
	P     *ir.Program
	All   ir.Bits // the cells of the board
	Flow  *Flow
	Maps  *Geometry
	Facts *FactTable
	Forms *Forms
	Deps  *Dependence
}

// A flow is the functions of a program and where control goes in them.
type Flow struct {
	*Analysis
	Functions map[int32]*Function // by entry
}

// A geometry says where the maps of a program lead.
type Geometry struct{ *Analysis }

// A knowledge is which pieces can lie where, at every place of the program.
type FactTable struct {
	*Analysis
	known          map[int32]map[int32]*Facts // by function and place
	replacedPieces map[int32][]uint64         // by acts: which pieces can lie where each puts one
}

// The forms of patterns, decisions and lines decide how they are tested. Nil stands for
// those of another form.
type Forms struct {
	*Analysis
	closures    map[int32]*Closure   // by pattern
	Occupancies map[int32]*Occupancy // by decision
	partitions  map[int32]*Partition // by decision
	RowForms    map[int32]*RowForm   // by lines
	shrinking   map[uint16]bool      // classes of which pieces are taken away
	lengths     map[*ir.Decide]float64
}

// A dependence says on what the results of functions depend.
type Dependence struct{ *Analysis }

// analyse returns the analysis of a program.
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

// separate reports whether the classes tell all pieces apart.
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
