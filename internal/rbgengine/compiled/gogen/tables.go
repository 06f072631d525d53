package gogen

import (
	"fmt"
	"strconv"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// A tableCode records which tables the code uses, and emits them.
type tableCode struct {
	*emitter
	setTables      map[int32]bool // tables, maps, rays, … of the program by number
	mapTables      map[int32]bool
	rayTables      map[int32]bool
	decisions      map[int32]bool
	decisionGraphs map[int32]bool
	lineTables     map[int32]bool
	usedWalks      map[int32]bool
	applies        map[int32]bool
	occupancies    map[int32]bool // decisions that are occupancy tests
	rowForms       map[int32]bool // lines that are tested as rows
	adjacencies    [][][]int16    // by number and cell: lists of cells
	distances      map[string]int // by what they hold
	rowTables      map[string][]ir.Bits
	unpacks        bool // some tables are packed
}

func newTableCode(e *emitter) *tableCode {
	used := func() map[int32]bool { return map[int32]bool{} }
	return &tableCode{emitter: e, setTables: used(), mapTables: used(), rayTables: used(), decisions: used(), decisionGraphs: used(),
		lineTables: used(), usedWalks: used(), applies: used(), occupancies: used(), rowForms: used(),
		distances: map[string]int{}, rowTables: map[string][]ir.Bits{}}
}

// printTables emits all tables that are in use.
func (e *tableCode) printTables() {
	if e.P.Words > 1 {
		for _, k := range sortedKeys(e.sets.masks) {
			e.Line("var mask%d = %s", k, e.sets.literal(e.P.Masks[k]))
			e.Blank()
		}
	}
	for _, k := range sortedKeys(e.setTables) {
		e.setTable(fmt.Sprintf("table%d", k), "the cells that are reached from each", e.P.Tables[k])
	}
	for _, k := range sortedKeys(e.rayTables) {
		e.setTable(fmt.Sprintf("ray%d", k), "the cells in a direction from each", e.P.Rays[k].Sets)
	}
	for _, k := range sortedKeys(e.lineTables) {
		e.Line("// lineStart%d is where the lines through each cell begin in lines%d.", k, k)
		e.Line("var lineStart%d = [...]int32{%s}", k, numbers(pad(e.P.Lines[k].Start, e.P.Words*64+1)))
		e.Blank()
		e.Line("var lines%d = [...]set{%s}", k, e.elements(e.P.Lines[k].Sets))
		e.Blank()
	}
	e.decisionTables()
	for _, k := range sortedKeys(e.decisionGraphs) {
		d := &e.P.Decides[k]
		e.Line("var root%d = [...]int32{%s}", k, numbers(fill(d.Roots, e.P.Words*64, ir.False)))
		e.Blank()
		e.Open("var nodes%d = [...]node", k)
		for _, n := range d.Nodes {
			e.Line("{%#x, %d, %d, %d},", n.Pieces, n.Yes, n.No, n.Cell)
		}
		e.End()
		e.Blank()
	}
	if len(e.decisionGraphs) > 0 {
		e.Line("// A node asks whether a cell has one of some pieces.")
		e.Open("type node struct")
		e.Line("pieces uint64")
		e.Line("yes, no, cell int32")
		e.End()
		e.Blank()
	}
	e.walkTables()
	e.memoTables()
	e.adjacencyTables()
	e.permuteTables()
	e.occupancyTables()
	if e.unpacks {
		e.Text(expand("unpack.go", nil), "encoding/base64", "encoding/binary")
	}
	e.rowFormTables()
	e.printDistances()
	// Maps come last, since others use them.
	for _, k := range sortedKeys(e.mapTables) {
		e.Line("var map%d = [...]int16{%s}", k, numbers(fill(e.P.Maps[k], e.P.Words*64, -1)))
		e.Blank()
	}
}

func (e *tableCode) setTable(name, what string, rows []ir.Bits) {
	e.Line("// %s holds %s.", name, what)
	full := append([]ir.Bits(nil), rows...)
	for len(full) < e.P.Words*64 {
		full = append(full, make(ir.Bits, e.P.Words))
	}
	e.Line("var %s = [...]set{%s}", name, e.elements(full))
	e.Blank()
}

func (e *tableCode) elements(rows []ir.Bits) string {
	return wrapped(rows, 4, e.sets.element)
}

// fill extends a list to a length.
func fill[T any](list []T, n int, with T) []T {
	out := append([]T(nil), list...)
	for len(out) < n {
		out = append(out, with)
	}
	return out
}

// pad repeats the last element of a list.
func pad(list []int32, n int) []int32 { return fill(list, n, list[len(list)-1]) }

func numbers[T int16 | int32](list []T) string {
	return wrapped(list, 16, func(v T) string { return strconv.Itoa(int(v)) })
}

// wrapped writes the elements of a list with commas, so many on a line.
func wrapped[T any](list []T, perLine int, write func(T) string) string {
	var b strings.Builder
	for k, v := range list {
		if k > 0 {
			b.WriteString(",")
			if k%perLine == 0 {
				b.WriteString("\n")
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(write(v))
	}
	return b.String()
}
