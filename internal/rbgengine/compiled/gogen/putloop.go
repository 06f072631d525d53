package gogen

import (
	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// A keeperMethods emits methods of the keeper that change many cells at once.
type keeperMethods struct {
	*emitter
	putLoops []ir.Instr
	permutes map[int32]bool
}

// putLoop emits a loop in which the keeper puts a piece on one cell after the other.
func (k *keeper) putLoop(in *ir.Instr, choices string) {
	k.saved["k"] = "int"
	k.Open("if k = m.%s(); k < 0", k.keeperMethods.putLoopName(in))
	k.jump(in.J, choices)
	k.End()
	k.Line("%s = k", k.dstCell(in.A))
}

// putLoopName returns the method of a loop. Equal loops share it.
func (e *keeperMethods) putLoopName(in *ir.Instr) string {
	like := *in
	like.A, like.J = 0, 0
	n := slices.Index(e.putLoops, like)
	if n < 0 {
		n = len(e.putLoops)
		e.putLoops = append(e.putLoops, like)
		e.queue = append(e.queue, func() { e.printPutLoop(n, &like) })
	}
	return fmt.Sprintf("putLoop%d", n)
}

// printPutLoop emits a method that puts a piece on one cell after the other. It
// returns the last cell, or -1.
func (e *keeperMethods) printPutLoop(n int, in *ir.Instr) {
	put := e.effects.putName(uint8(in.B))
	e.Line("// putLoop%d puts a piece on one cell after the other, and returns the last.", n)
	e.Func("(m *Machine) putLoop%d() int", n)
	e.Line("last := -1")
	e.Line("var rest set")
	sources := fmt.Sprintf("m.s%d", in.Y)
	if slices.Equal(e.P.Masks[in.D], e.All) {
		e.Line("rest = %s", sources)
	} else {
		e.sets.assign("rest", "and", sources, e.sets.maskVar(in.D))
	}
	if in.X >= 0 {
		e.Line("var near set")
	}
	e.Open("for %s", e.sets.notEmpty("rest"))
	if in.X < 0 {
		e.Line("last = %s", e.sets.first("rest"))
		e.sets.add("rest", "last", false)
	} else {
		e.Line("c := %s", e.sets.first("rest"))
		e.sets.assign("near", "and", fmt.Sprintf("table%d[%s]", e.tables.table(in.X), e.sets.index("c")), fmt.Sprintf("m.s%d", in.C))
		e.Open("if %s", e.sets.empty("near"))
		e.sets.add("rest", "c", false)
		e.Line("continue")
		e.End()
		e.Line("last = %s", e.sets.first("near"))
		e.updateRest(in)
	}
	e.Line("m.%s(last)", put)
	e.End()
	e.Line("return last")
	e.End()
	e.Blank()
}

// updateRest emits code that adds a cell to the work list if its neighbours are to be
// visited, and removes it otherwise.
func (e *keeperMethods) updateRest(in *ir.Instr) {
	if e.P.Classes[in.Y]>>in.B&1 == 0 {
		e.sets.add("rest", "last", false)
		return
	}
	if slices.Equal(e.P.Masks[in.D], e.All) {
		e.sets.add("rest", "last", true)
		return
	}
	e.Open("if %s", e.sets.has(e.sets.maskVar(in.D), "last"))
	e.sets.add("rest", "last", true)
	e.End()
}

// first returns the first cell of a set in the order of the board.
func (e *setCode) first(x string) string {
	if e.P.Ordered {
		return e.lowest(x)
	}
	e.needsFirst = true
	return e.call("first", x)
}
