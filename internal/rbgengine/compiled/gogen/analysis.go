package gogen

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// An analysis is what is found out about a program before code is emitted. It depends on
// the program alone. Most of it is computed when it is asked for, and remembered.
type analysis struct {
	p     *ir.Program
	all   ir.Bits // the cells of the board
	flow  *flow
	maps  *geometry
	facts *factTable
	forms *forms
	deps  *dependence
}

// A flow is the functions of a program and where control goes in them.
type flow struct {
	*analysis
	functions map[int32]*function // by entry
}

// A geometry says where the maps of a program lead.
type geometry struct{ *analysis }

// A knowledge is which pieces can lie where, at every place of the program.
type factTable struct {
	*analysis
	known          map[int32]map[int32]*facts // by function and place
	replacedPieces map[int32][]uint64         // by acts: which pieces can lie where each puts one
}

// The forms of patterns, decisions and lines decide how they are tested. Nil stands for
// those of another form.
type forms struct {
	*analysis
	closures    map[int32]*closure   // by pattern
	occupancies map[int32]*occupancy // by decision
	partitions  map[int32]*partition // by decision
	rowForms    map[int32]*rowForm   // by lines
	shrinking   map[uint16]bool      // classes of which pieces are taken away
	lengths     map[*ir.Decide]float64
}

// A dependence says on what the results of functions depend.
type dependence struct{ *analysis }

// analyse returns the analysis of a program.
func analyse(p *ir.Program) *analysis {
	a := &analysis{p: p, all: make(ir.Bits, p.Words)}
	for _, b := range p.BitOf {
		a.all.Set(int(b))
	}
	a.flow = &flow{analysis: a, functions: map[int32]*function{}}
	a.maps = &geometry{a}
	a.facts = &factTable{analysis: a, known: map[int32]map[int32]*facts{}}
	a.forms = &forms{analysis: a, closures: map[int32]*closure{}, occupancies: map[int32]*occupancy{}, partitions: map[int32]*partition{},
		rowForms: map[int32]*rowForm{}, lengths: map[*ir.Decide]float64{}}
	a.deps = &dependence{a}
	return a
}

// separate reports whether the classes tell all pieces apart.
func (e *factTable) piecesDistinct() bool {
	seen := map[string]bool{}
	for piece := range e.p.Pieces {
		key := e.memberships(piece)
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return len(e.p.Classes) <= 63
}

// memberships returns which classes a piece is in.
func (e *factTable) memberships(piece int) string {
	var b strings.Builder
	for _, class := range e.p.Classes {
		fmt.Fprint(&b, class>>piece&1)
	}
	return b.String()
}
