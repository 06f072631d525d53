package gogen

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// printTables prints all constant tables that are in use.
func (e *emitter) printTables() {
	if e.p.Words > 1 {
		for _, k := range sortedKeys(e.masks) {
			e.Line("var mask%d = %s", k, e.literal(e.p.Masks[k]))
			e.Blank()
		}
	}
	for _, k := range sortedKeys(e.tables) {
		e.setTable(fmt.Sprintf("table%d", k), "the cells that are reached from each", e.p.Tables[k])
	}
	for _, k := range sortedKeys(e.rays) {
		e.setTable(fmt.Sprintf("ray%d", k), "the cells in a direction from each", e.p.Rays[k].Sets)
	}
	for _, k := range sortedKeys(e.lineSets) {
		e.Line("// lineStart%d is where the lines through each cell begin in lines%d.", k, k)
		e.Line("var lineStart%d = [...]int32{%s}", k, numbers(pad(e.p.Lines[k].Start, e.p.Words*64+1)))
		e.Blank()
		e.Line("var lines%d = [...]set{%s}", k, e.elements(e.p.Lines[k].Sets))
		e.Blank()
	}
	e.decisionTables()
	for _, k := range sortedKeys(e.asks) {
		d := &e.p.Decides[k]
		e.Line("var root%d = [...]int32{%s}", k, numbers(fill(d.Roots, e.p.Words*64, ir.False)))
		e.Blank()
		e.Open("var nodes%d = [...]node", k)
		for _, n := range d.Nodes {
			e.Line("{%#x, %d, %d, %d},", n.Pieces, n.Yes, n.No, n.Cell)
		}
		e.End()
		e.Blank()
	}
	if len(e.asks) > 0 {
		e.Line("// A node asks whether a cell has one of some pieces.")
		e.Open("type node struct")
		e.Line("pieces uint64")
		e.Line("yes, no, cell int32")
		e.End()
		e.Blank()
	}
	e.walkTables()
	e.recallTables()
	e.nearTables()
	e.permuteTables()
	e.meetingTables()
	if e.unpacks {
		e.Text(expand("unpack.go", nil), "encoding/base64", "encoding/binary")
	}
	e.printStrideTables()
	e.printDistances()
	// Maps come last, since others use them.
	for _, k := range sortedKeys(e.maps) {
		e.Line("var map%d = [...]int16{%s}", k, numbers(fill(e.p.Maps[k], e.p.Words*64, -1)))
		e.Blank()
	}
}

func (e *emitter) setTable(name, what string, rows []ir.Bits) {
	e.Line("// %s holds %s.", name, what)
	full := append([]ir.Bits(nil), rows...)
	for len(full) < e.p.Words*64 {
		full = append(full, make(ir.Bits, e.p.Words))
	}
	e.Line("var %s = [...]set{%s}", name, e.elements(full))
	e.Blank()
}

func (e *emitter) elements(rows []ir.Bits) string {
	var b strings.Builder
	for k, r := range rows {
		if k > 0 {
			b.WriteString(",")
			if k%4 == 0 {
				b.WriteString("\n")
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(e.element(r))
	}
	return b.String()
}

// fill makes a list as long as a number of words has bits.
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
	var b strings.Builder
	for k, v := range list {
		if k > 0 {
			b.WriteString(",")
			if k%16 == 0 {
				b.WriteString("\n")
			} else {
				b.WriteString(" ")
			}
		}
		fmt.Fprint(&b, v)
	}
	return b.String()
}
