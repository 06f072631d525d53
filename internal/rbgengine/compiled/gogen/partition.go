package gogen

import (
	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// A decision asks one cell after the other, and where it goes on waits for each
// answer. Where it is one of several things that make a pattern hold, such as a row
// in some direction, it falls into parts, each of which either decides that it holds
// or leaves it to the next. The processor begins with a part before the one before
// has ended. Cells are told by how far they are from the first, so that parts are the
// same for most cells, and the tables small. Tables that are small anyway are left as
// they are: where a part ends, the processor has to guess once more.

// A partition is a decision in parts.
type partition struct {
	starts [][]int32 // by bit: the first row of each part
	rows   []int32   // a row is a distance, followed by the next row for every piece
	most   int       // parts of a cell
}

// maxParts is how many parts a decision has at most: the eight directions of a plane.
const maxParts = 8

// A divider makes a partition.
type partitioner struct {
	*partition
	d             *ir.Decide
	pieces        int
	ids           map[string]int32
	postDominator map[int32]int32 // by row: where everything that does not hold comes by, or sure
	depth         map[int32]int   // how often that can be said until the end
}

// sure is behind rows from which everything holds.
const sure = -3

func newPartition(p *ir.Program, d *ir.Decide) *partition {
	v := &partitioner{partition: &partition{starts: make([][]int32, p.Words*64)}, d: d, pieces: p.Pieces, ids: map[string]int32{}}
	for _, b := range p.BitOf {
		v.postDominator, v.depth = map[int32]int32{}, map[int32]int{ir.False: 0}
		cuts := v.cutPoints(d.Start[b])
		for k, from := range cuts {
			to := int32(ir.False)
			if k+1 < len(cuts) {
				to = cuts[k+1]
			}
			v.starts[b] = append(v.starts[b], v.row(from, to, b, map[int32]int32{}))
		}
		v.most = max(v.most, len(v.starts[b]))
	}
	return v.partition
}

// cuts returns where the parts of a decision begin.
func (v *partitioner) cutPoints(start int32) []int32 {
	var all []int32
	for k := start; k != ir.False; k = v.postDominator[k] {
		all = append(all, k)
		if k == ir.True || v.immediatePostDominator(k) == sure {
			break
		}
	}
	if n := (len(all) + maxParts - 1) / maxParts; n > 1 {
		var some []int32
		for k := 0; k < len(all); k += n {
			some = append(some, all[k])
		}
		return some
	}
	return all
}

// next returns where a row leads.
func (v *partitioner) next(row int32) []int32 { return v.d.Rows[row+1 : int(row)+1+v.pieces] }

// follow returns the first row by which everything comes that does not hold, behind
// a row.
func (v *partitioner) immediatePostDominator(row int32) int32 {
	if to, ok := v.postDominator[row]; ok {
		return to
	}
	to := int32(sure)
	for _, k := range v.next(row) {
		if k == ir.True || k != ir.False && v.immediatePostDominator(k) == sure {
			continue
		}
		to = v.commonPostDominator(to, k)
	}
	v.postDominator[row] = to
	if to != sure {
		v.depth[row] = v.depth[to] + 1
	}
	return to
}

// meet returns where two ways come together.
func (v *partitioner) commonPostDominator(a, b int32) int32 {
	if a == sure {
		return b
	}
	for a != b {
		if v.depth[a] > v.depth[b] {
			a = v.postDominator[a]
		} else {
			b = v.postDominator[b]
		}
	}
	return a
}

// row returns the number of a row of a part that ends at another.
func (v *partitioner) row(k, end, bit int32, known map[int32]int32) int32 {
	switch {
	case k == end:
		return ir.False
	case k < 0:
		return k
	}
	if id, ok := known[k]; ok {
		return id
	}
	list := []int32{v.d.Rows[k] - bit}
	for _, n := range v.next(k) {
		list = append(list, v.row(n, end, bit, known))
	}
	key := fmt.Sprint(list)
	id, ok := v.ids[key]
	if !ok {
		id = int32(len(v.rows))
		v.ids[key] = id
		v.rows = append(v.rows, list...)
	}
	known[k] = id
	return id
}

// nearCache is how many bytes a processor can be expected to have at hand.
const nearCache = 32 << 10

// partitionOf returns a decision in parts, or nil if it is better left whole.
func (e *forms) partitionOf(id int32) *partition {
	q, ok := e.partitions[id]
	if !ok {
		if d := &e.p.Decides[id]; 4*len(d.Rows) > nearCache {
			q = newPartition(e.p, d)
		}
		e.partitions[id] = q
	}
	return q
}

// decision prints the test of a cell c.
func (e *testCode) decision(id int32) {
	e.tables.decisions[id] = true
	and63 := ""
	if e.p.Words == 1 {
		and63 = "&63"
	}
	if e.forms.partitionOf(id) == nil {
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

// decisionTables prints the tables of decisions.
func (e *tableCode) decisionTables() {
	for _, id := range sortedKeys(e.decisions) {
		if q := e.forms.partitionOf(id); q != nil {
			e.partTables(id, q)
			continue
		}
		d := &e.p.Decides[id]
		e.Line("// start%d and rows%d decide a pattern: a row is a cell, followed by the next row\n// for every piece.", id, id)
		e.Line("var start%d = [...]int32{%s}", id, numbers(fill(d.Start, e.p.Words*64, ir.False)))
		e.Blank()
		e.numberTable(fmt.Sprintf("rows%d", id), append(slices.Clone(d.Rows), 0))
	}
}

// partTables prints the tables of a decision in parts.
func (e *tableCode) partTables(id int32, q *partition) {
	kind := "int32"
	if len(q.rows) < 1<<15 {
		kind = "int16"
	}
	e.Line("// parts%d and rows%d decide a pattern: a row is how far a cell is from the first,\n// followed by the next row for every piece.", id, id)
	e.Open("var parts%d = [...][%d]%s", id, q.most, kind)
	for _, s := range q.starts {
		e.Line("{%s},", numbers(fill(s, q.most, ir.False)))
	}
	e.End()
	e.Blank()
	rows := append(slices.Clone(q.rows), 0)
	if kind == "int16" {
		e.Line("var rows%d = [...]int16{%s}", id, numbers(rows))
		e.Blank()
	} else {
		e.numberTable(fmt.Sprintf("rows%d", id), rows)
	}
}
