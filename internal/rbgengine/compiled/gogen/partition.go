package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// decision emits the test of a cell c.
func (e *testCode) decision(id int32) {
	e.tables.decisions[id] = true
	and63 := ""
	if e.P.Words == 1 {
		and63 = "&63"
	}
	if e.Forms.PartitionOf(id) == nil {
		e.Line("k := start%d[%s]", id, e.sets.index("c"))
		e.Open("for k >= 0")
		e.Line("k = rows%d[k+1+int32(m.pieces[rows%d[k]%s])]", id, id, and63)
		e.End()
		e.Line("return k == %d", ir.True)
		return
	}
	e.Open("for _, k := range &parts%d[%s]", id, e.sets.index("c"))
	e.Open("for k >= 0")
	e.Line("k = rows%d[int(k)+1+int(m.pieces[(c+int(rows%d[k]))%s])]", id, id, and63)
	e.End()
	e.Open("if k == %d", ir.True)
	e.Line("return true")
	e.End()
	e.End()
	e.Line("return false")
}

// decisionTables emits the tables of decisions.
func (e *tableCode) decisionTables() {
	for _, id := range sortedKeys(e.decisions) {
		if q := e.Forms.PartitionOf(id); q != nil {
			e.partTables(id, q)
			continue
		}
		d := &e.P.Decides[id]
		e.Line("// start%d and rows%d decide a pattern: a row is a cell, followed by the next row\n// for every piece.", id, id)
		e.Line("var start%d = [...]int32{%s}", id, numbers(fill(d.Start, e.P.Words*64, ir.False)))
		e.Blank()
		e.numberTable(fmt.Sprintf("rows%d", id), append(slices.Clone(d.Rows), 0))
	}
}

// partTables emits the tables of a decision in parts.
func (e *tableCode) partTables(id int32, q *analysis.Partition) {
	kind := "int32"
	if len(q.Rows) < 1<<15 {
		kind = "int16"
	}
	e.Line("// parts%d and rows%d decide a pattern: a row is the distance of a cell from the\n// tested one, followed by the next row for every piece.", id, id)
	e.Open("var parts%d = [...][%d]%s", id, q.Most, kind)
	for _, s := range q.Starts {
		e.Line("{%s},", numbers(fill(s, q.Most, ir.False)))
	}
	e.End()
	e.Blank()
	rows := append(slices.Clone(q.Rows), 0)
	if kind == "int16" {
		e.Line("var rows%d = [...]int16{%s}", id, numbers(rows))
		e.Blank()
	} else {
		e.numberTable(fmt.Sprintf("rows%d", id), rows)
	}
}
