package gogen

import (
	"fmt"
	"strings"
)

// rowTest emits the computation that tests rows, and returns the condition. Variables
// are declared by the operator, or by the caller.
func (e *testCode) rowTest(id int32, class, cell, bit, assign string, variable func(string)) string {
	s := e.Forms.RowForm(id)
	e.tables.rowForms[id] = true
	near := ""
	var parts []string
	for n, t := range s.Shapes {
		if n < len(s.Masks) {
			near = fmt.Sprintf("near%d", n)
			variable(near)
			e.Line("%s %s %s&around%dx%d[%s&63] | %s", near, assign, class, id, n, cell, bit)
		}
		x, length := near, 1
		for length < t.Length {
			more := min(length, t.Length-length)
			next := fmt.Sprintf("%s&(%s>>%d)", x, x, more*t.Step)
			if length += more; length == t.Length {
				x = next
				break
			}
			op, name := assign, fmt.Sprintf("run%d", n)
			if x == name {
				op = "="
			} else {
				variable(name)
			}
			e.Line("%s %s %s", name, op, next)
			x = name
		}
		parts = append(parts, x)
	}
	return strings.Join(parts, "|") + " != 0"
}

// rowFormTables emits the masks of rows.
func (e *tableCode) rowFormTables() {
	for _, id := range sortedKeys(e.rowForms) {
		for n, rows := range e.Forms.RowForms[id].Masks {
			e.setTable(fmt.Sprintf("around%dx%d", id, n), "the cells of lines through each", rows)
		}
	}
}
