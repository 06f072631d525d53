package analysis

import (
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// An Occupancy is a decision of the form "one of these cells has one of these pieces",
// with the same pieces for all cells. It is tested by intersecting two sets.
type Occupancy struct {
	Class  int
	Cells  []ir.Bits // by bit: the cells that are tested from there
	Groups []CellGroup
}

// A CellGroup is cells whose decisions read the same cells.
type CellGroup struct{ From, Watched ir.Bits }

// maxGroups is how many groups are tested one after the other at most.
const maxGroups = 2

// Occupancy returns a decision as an occupancy test, or nil.
func (e *Forms) Occupancy(id int32) *Occupancy {
	m, ok := e.Occupancies[id]
	if !ok {
		m = newOccupancy(e.P, &e.P.Decides[id])
		e.Occupancies[id] = m
	}
	return m
}

func newOccupancy(p *ir.Program, d *ir.Decide) *Occupancy {
	m := &Occupancy{Class: -1, Cells: make([]ir.Bits, p.Words*64)}
	for b := range m.Cells {
		m.Cells[b] = make(ir.Bits, p.Words)
	}
	for _, b := range p.BitOf {
		if !m.followDecision(p, d, b) {
			return nil
		}
		m.addToGroup(p, b)
	}
	if m.Class < 0 {
		return nil
	}
	return m
}

// followDecision records which cells the decision about a cell reads. It returns false
// if the decision has another form.
func (m *Occupancy) followDecision(p *ir.Program, d *ir.Decide, b int32) bool {
	for k := d.Start[b]; k != ir.False; {
		if k < 0 || p.Pieces > 63 {
			return false
		}
		next := d.Rows[k+1 : int(k)+1+p.Pieces]
		pieces, other := uint64(0), int32(ir.True)
		for piece, to := range next {
			switch {
			case to == ir.True:
				pieces |= 1 << piece
			case other == ir.True:
				other = to
			case other != to:
				return false
			}
		}
		class := slices.Index(p.Classes, pieces)
		if other == ir.True || class < 0 || m.Class >= 0 && m.Class != class {
			return false
		}
		m.Class = class
		m.Cells[b].Set(int(d.Rows[k]))
		k = other
	}
	return true
}

// addToGroup adds a cell to the group that reads the same cells.
func (m *Occupancy) addToGroup(p *ir.Program, b int32) {
	if m.Cells[b].Empty() {
		return
	}
	for k := range m.Groups {
		if slices.Equal(m.Groups[k].Watched, m.Cells[b]) {
			m.Groups[k].From.Set(int(b))
			return
		}
	}
	g := CellGroup{make(ir.Bits, p.Words), m.Cells[b]}
	g.From.Set(int(b))
	m.Groups = append(m.Groups, g)
}

// GroupedOccupancy returns the decision of a pattern as an occupancy test with few
// groups, or nil. Such a pattern filters a set without visiting its cells.
func (e *Forms) GroupedOccupancy(q *ir.Pattern) *Occupancy {
	if q.Kind != ir.ByDecide {
		return nil
	}
	if m := e.Occupancy(q.Decide); m != nil && len(m.Groups) <= maxGroups {
		return m
	}
	return nil
}
