package gogen

import (
	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// A meeting is a decision of the form "one of these cells has one of these
// pieces", with the same pieces everywhere: then two sets meet, and there is
// nothing to go through.
type occupancy struct {
	class  int
	cells  []ir.Bits // by bit: what is looked at from there
	groups []cellGroup
}

// A gathering is cells from which the same cells are looked at.
type cellGroup struct{ from, watched ir.Bits }

// maxGroups is how many gatherings are tested one after the other.
const maxGroups = 2

// occupancy returns a decision as a meeting, or nil.
func (e *forms) occupancy(id int32) *occupancy {
	m, ok := e.occupancies[id]
	if !ok {
		m = newOccupancy(e.p, &e.p.Decides[id])
		e.occupancies[id] = m
	}
	return m
}

func newOccupancy(p *ir.Program, d *ir.Decide) *occupancy {
	m := &occupancy{class: -1, cells: make([]ir.Bits, p.Words*64)}
	for b := range m.cells {
		m.cells[b] = make(ir.Bits, p.Words)
	}
	for _, b := range p.BitOf {
		if !m.followDecision(p, d, b) {
			return nil
		}
		m.addToGroup(p, b)
	}
	if m.class < 0 {
		return nil
	}
	return m
}

// follow notes what a decision about a cell looks at. It returns false if the
// decision is of another form.
func (m *occupancy) followDecision(p *ir.Program, d *ir.Decide, b int32) bool {
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
		if other == ir.True || class < 0 || m.class >= 0 && m.class != class {
			return false
		}
		m.class = class
		m.cells[b].Set(int(d.Rows[k]))
		k = other
	}
	return true
}

// gather adds a cell to those from which the same cells are looked at.
func (m *occupancy) addToGroup(p *ir.Program, b int32) {
	if m.cells[b].Empty() {
		return
	}
	for k := range m.groups {
		if slices.Equal(m.groups[k].watched, m.cells[b]) {
			m.groups[k].from.Set(int(b))
			return
		}
	}
	g := cellGroup{make(ir.Bits, p.Words), m.cells[b]}
	g.from.Set(int(b))
	m.groups = append(m.groups, g)
}

// printMeeting prints the test of a cell.
func (e *testCode) printOccupancy(id int32, m *occupancy) {
	e.tables.occupancies[id] = true
	e.Line("return %s", e.sets.intersects(fmt.Sprintf("watched%d[%s]", id, e.sets.index("c")), fmt.Sprintf("m.s%d", m.class)))
}

// gathered returns the decision of a pattern as a meeting of few gatherings, or
// nil: then a set is filtered without looking at its cells.
func (e *forms) groupedOccupancy(q *ir.Pattern) *occupancy {
	if q.Kind != ir.ByDecide {
		return nil
	}
	if m := e.occupancy(q.Decide); m != nil && len(m.groups) <= maxGroups {
		return m
	}
	return nil
}

// filterGathered prints that cells of a set are kept.
func (b filterCall) byOccupancy(m *occupancy, d, from string, negative bool) {
	name := fmt.Sprintf("m.s%d", m.class)
	if d != from {
		b.Line("%s = %s", d, from)
	}
	not := ""
	if !negative {
		not = "!"
		all := make(ir.Bits, b.p.Words)
		for _, g := range m.groups {
			for k := range all {
				all[k] |= g.from[k]
			}
		}
		b.sets.assign(d, "and", d, b.sets.constantSet(all))
	}
	for _, g := range m.groups {
		b.Open("if %s(%s)", not, b.sets.intersects(name, b.sets.constantSet(g.watched)))
		b.sets.assign(d, "andNot", d, b.sets.constantSet(g.from))
		b.End()
	}
}

// constantSet returns a set that is always the same.
func (e *setCode) constantSet(cells ir.Bits) string {
	if e.p.Words == 1 {
		return fmt.Sprintf("%#x", cells[0])
	}
	k := slices.IndexFunc(e.constants, func(c ir.Bits) bool { return slices.Equal(c, cells) })
	if k < 0 {
		k = len(e.constants)
		e.constants = append(e.constants, cells)
	}
	return fmt.Sprintf("cells%dOf", k)
}

// meetingTables prints the tables of meetings.
func (e *tableCode) occupancyTables() {
	for k, cells := range e.sets.constants {
		e.Line("var cells%dOf = %s", k, e.sets.literal(cells))
		e.Blank()
	}
	for _, id := range sortedKeys(e.occupancies) {
		e.setTable(fmt.Sprintf("watched%d", id), "the cells that are looked at from each", e.forms.occupancies[id].cells)
	}
}
