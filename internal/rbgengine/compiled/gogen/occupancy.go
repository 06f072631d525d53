package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// printOccupancy emits the test of a cell.
func (e *testCode) printOccupancy(id int32, m *analysis.Occupancy) {
	e.tables.occupancies[id] = true
	e.Line("return %s", e.sets.intersects(fmt.Sprintf("watched%d[%s]", id, e.sets.index("c")), fmt.Sprintf("m.s%d", m.Class)))
}

// byOccupancy emits code that filters a set by an occupancy test.
func (b filterCall) byOccupancy(m *analysis.Occupancy, d, from string, negative bool) {
	name := fmt.Sprintf("m.s%d", m.Class)
	if d != from {
		b.Line("%s = %s", d, from)
	}
	not := ""
	if !negative {
		not = "!"
		all := make(ir.Bits, b.P.Words)
		for _, g := range m.Groups {
			for k := range all {
				all[k] |= g.From[k]
			}
		}
		b.sets.assign(d, "and", d, b.sets.constantSet(all))
	}
	for _, g := range m.Groups {
		b.Open("if %s(%s)", not, b.sets.intersects(name, b.sets.constantSet(g.Watched)))
		b.sets.assign(d, "andNot", d, b.sets.constantSet(g.From))
		b.End()
	}
}

// constantSet returns a constant set as an operand.
func (e *setCode) constantSet(cells ir.Bits) string {
	if e.P.Words == 1 {
		return fmt.Sprintf("%#x", cells[0])
	}
	k := slices.IndexFunc(e.constants, func(c ir.Bits) bool { return slices.Equal(c, cells) })
	if k < 0 {
		k = len(e.constants)
		e.constants = append(e.constants, cells)
	}
	return fmt.Sprintf("cells%dOf", k)
}

// occupancyTables emits the tables of occupancy tests.
func (e *tableCode) occupancyTables() {
	for k, cells := range e.sets.constants {
		e.Line("var cells%dOf = %s", k, e.sets.literal(cells))
		e.Blank()
	}
	for _, id := range sortedKeys(e.occupancies) {
		e.setTable(fmt.Sprintf("watched%d", id), "the cells that are read from each", e.Forms.Occupancies[id].Cells)
	}
}
