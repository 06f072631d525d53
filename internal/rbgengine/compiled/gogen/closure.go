package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"
)

// printClosure emits the test of a closure. The connected cells are cached together
// with the class they were computed for: new pieces only add cells. If pieces have
// left the class, the cells are computed anew.
func (e *testCode) printClosure(id int32, q *analysis.Closure) {
	apart, joined := fmt.Sprintf("m.outside%d", id), fmt.Sprintf("m.connected%d", id)
	e.machineFields[fmt.Sprintf("outside%d", id)] = "set // the cells outside of the class for which the next field was computed"
	e.machineFields[fmt.Sprintf("connected%d", id)] = "set // the connected cells"
	e.Line("class := m.s%d", q.Class)
	if e.P.Words == 1 {
		e.Line("others := ^class")
	} else {
		e.Line("others := not(class)")
	}
	e.Open("if !within(others, %s)", apart)
	e.Line("// Pieces have left the class.")
	if e.P.Words == 1 {
		e.Line("%s = ^set(0)", apart)
	} else {
		e.Line("%s = not(set{})", apart)
	}
	e.Line("%s = %s", joined, e.sets.literal(q.Goal))
	e.End()
	e.Line("var next set")
	e.Line("fresh := class")
	e.sets.assign("fresh", "and", "fresh", apart)
	e.sets.assign("fresh", "and", "fresh", joined)
	e.Line("%s = others", apart)
	e.Open("for %s", e.sets.notEmpty("fresh"))
	for k, s := range e.P.Plans[q.Plan] {
		moved := e.sets.moved("fresh", s.Mask, s.Delta)
		switch {
		case k == 0:
			e.Line("next = %s", moved)
		case e.P.Words == 1:
			e.Line("next |= %s", moved)
		default:
			e.Line("next = or(next, %s)", moved)
		}
	}
	e.sets.assign("next", "andNot", "next", joined)
	e.sets.assign(joined, "or", joined, "next")
	e.sets.assign("fresh", "and", "next", "class")
	e.End()
	e.Line("return %s", e.sets.has(joined, "c"))
}
