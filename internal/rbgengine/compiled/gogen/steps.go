package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// A stepCode emits the functions that loops call, and the tables of their steps.
type stepCode struct {
	*emitter
	steps      []moveStep
	stepOf     map[int32]int // by apply; -1 if no table can describe it
	assigns    map[string]int
	assignList [][]*ir.Act
}

// A loopCode finds loops that become calls, and emits the calls.
type loopCode struct{ *body }

func (b *body) loops() loopCode { return loopCode{b} }

// A sharedLoop is a loop that makes the same step at each of some cells and calls a
// memoized function. It becomes a call: games with many steps have thousands of such
// loops, which would take long to build.
type sharedLoop struct {
	cells  uint16 // the register of the set
	making int    // what is made, by number
	to     *sharedFunction
	behind int32 // the place behind the loop
	rest   int32 // where execution continues
}

// A moveStep is a step of a move: the pieces that it puts, relative to a cell, and its
// assignments.
type moveStep struct {
	apply   int32
	puts    []*ir.Act
	assigns int
}

// find returns the loop that begins at a place, or nil if there is none that can
// become a call.
func (b loopCode) find(at int32) *sharedLoop {
	if b.mode != list || len(b.shares) == 0 {
		return nil
	}
	next := &b.P.Code[at]
	if next.Op != ir.Next || b.jumpedInto(at) {
		return nil
	}
	apply, k := &b.P.Code[at+1], at+2
	if apply.Op != ir.Apply || apply.A != next.A || apply.J != at {
		return nil
	}
	if move := &b.P.Code[k]; move.Op == ir.Move && move.A == 0 && move.B == next.A {
		k++
	} else if next.A != 0 {
		return nil
	}
	if b.P.Code[k].Op == ir.Save {
		k++
	}
	call := &b.P.Code[k]
	if k++; b.P.Code[k].Op == ir.Restore {
		k++
	}
	revert, jump := &b.P.Code[k], &b.P.Code[k+1]
	if call.Op != ir.Call || b.shares[call.J] == nil || revert.Op != ir.Revert || jump.Op != ir.Jump || jump.J != at {
		return nil
	}
	making, ok := b.steps.step(apply.X)
	if !ok {
		return nil
	}
	return &sharedLoop{next.B, making, b.shares[call.J], k + 2, next.J}
}

// jumpedInto reports whether a jump leads into the loop from outside.
func (b loopCode) jumpedInto(loop int32) bool {
	if b.inner == nil {
		b.inner = map[int32]bool{}
		for _, at := range b.places {
			if i := &b.P.Code[at]; i.Op.Jumps() && i.Op != ir.Call && i.J != at+1 {
				b.inner[i.J] = true
			}
		}
	}
	for at := loop + 1; at < loop+8 && int(at) < len(b.P.Code); at++ {
		if b.P.Code[at].Op == ir.Jump {
			return b.inner[at]
		}
		if b.inner[at] {
			return true
		}
	}
	return false
}

// emit emits the call. The register of the set, which the loop would leave empty, is
// not read afterwards.
func (b loopCode) emit(s *sharedLoop, at int32) {
	b.writeBack()
	cells := b.set(s.cells)
	b.Open("if m.each%d(%s, %d)", s.to.entry, cells, s.making)
	b.undo().revertAll(at)
	b.Line("return true")
	b.End()
	b.readBack()
	if s.rest != s.behind {
		b.Goto(b.place(s.rest))
	}
}

// step returns the number of the step of some acts, if it can be described by a table.
func (e *stepCode) step(apply int32) (id int, ok bool) {
	if id, ok = e.stepOf[apply]; ok {
		return id, id >= 0
	}
	m := moveStep{apply: apply}
	acts := e.P.Applies[apply]
	var assigns []*ir.Act
	ok = true
	for k := range acts {
		a := &acts[k]
		switch {
		case a.Kind == ir.PutPiece:
			ok = ok && e.addPut(&m, a)
		case a.Kind == ir.SetConst || a.Kind == ir.SetExpr && !e.Deps.Counts(a.Value):
			assigns = append(assigns, a)
		default:
			ok = false
		}
	}
	if !ok {
		e.stepOf[apply] = -1
		return -1, false
	}
	e.tables.applies[apply] = true
	m.assigns = e.assignment(assigns)
	id = len(e.steps)
	e.stepOf[apply] = id
	e.steps = append(e.steps, m)
	return id, true
}

// addPut adds a put, which overrides earlier puts on the same cell. It returns false
// if it depends on the cell which put comes last.
func (e *stepCode) addPut(m *moveStep, a *ir.Act) bool {
	var rest []*ir.Act
	for _, old := range m.puts {
		switch e.Maps.Overlap(old.Map, a.Map) {
		case analysis.Never:
			rest = append(rest, old)
		case analysis.Sometimes:
			return false
		}
	}
	m.puts = append(rest, a)
	return true
}

// assignment returns the number of a list of assignments.
func (e *stepCode) assignment(acts []*ir.Act) int {
	var key strings.Builder
	for _, a := range acts {
		fmt.Fprintln(&key, a.Kind, a.Arg, a.Value)
	}
	id, ok := e.assigns[key.String()]
	if !ok {
		id = len(e.assignList)
		e.assigns[key.String()] = id
		e.assignList = append(e.assignList, acts)
	}
	return id
}

// eachFunctions emits the functions that loops call, and their tables.
func (e *stepCode) eachFunctions() {
	if len(e.shares) == 0 {
		return
	}
	most := 1
	for _, m := range e.steps {
		most = max(most, len(m.puts))
	}
	for _, entry := range sortedKeys(e.shares) {
		s := e.shares[entry]
		e.Line("// cellClass%d holds equal numbers for cells from which the same moves continue.", entry)
		e.Line("var cellClass%d = [...]uint16{%s}", entry, numbers(s.cellClass))
		e.Blank()
		e.Text(expand("each.go", map[string]any{"Entry": entry, "ID": s.id, "Puts": most, "Versions": e.versions,
			"Any": e.sets.notEmpty("cells"), "Lowest": e.sets.lowest("cells"), "DropLowest": e.sets.withoutLowest("cells")}))
	}
	e.assignMethod()
	e.seedMethod()
	e.Line("// steps are the steps of moves, by number.")
	e.Open("var steps = [...]step")
	for _, m := range e.steps {
		e.Line("{%d, %d, %s},", m.apply, m.assigns, e.placements(m.puts))
	}
	e.End()
	e.Blank()
	e.Text(expand("hash.go", map[string]int{"Pieces": e.P.Pieces, "Bits": e.P.Words * 64}))
}

func (e *stepCode) placements(puts []*ir.Act) string {
	if len(puts) == 0 {
		return "nil"
	}
	var list []string
	for _, a := range puts {
		delta, ok := 0, true
		if a.Map >= 0 {
			delta, ok = e.Maps.DistanceOf(a.Map)
		}
		if ok {
			list = append(list, fmt.Sprintf("{nil, %d, %d}", delta, a.Arg))
		} else {
			list = append(list, fmt.Sprintf("{map%d[:], 0, %d}", e.tables.mapTable(a.Map), a.Arg))
		}
	}
	return "[]placement{" + strings.Join(list, ", ") + "}"
}

// assignMethod emits the method that makes the assignments of a step.
func (e *stepCode) assignMethod() {
	e.Line("// assign makes the assignments of a step, and reports whether variables stay within\n// their bounds.")
	e.Func("(m *Machine) assign(k int32) bool")
	e.Open("switch k")
	for id, acts := range e.assignList {
		e.Case("case %d", id)
		for _, a := range acts {
			if a.Kind == ir.SetConst {
				e.effects.setVariable(a.Arg, fmt.Sprint(a.Value))
				continue
			}
			e.Open("if x, ok := %s; ok && x >= 0 && x <= %d", e.exprs.exprOK(a.Value), e.P.Bounds[a.Arg])
			e.effects.setVariable(a.Arg, "int32(x)")
			e.Else()
			e.Line("return false")
			e.End()
		}
	}
	e.End()
	e.Line("return true")
	e.End()
	e.Blank()
}

// seedMethod emits the method that adds the variables to a hash. Only variables that
// steps change matter.
func (e *stepCode) seedMethod() {
	e.Line("// seed adds the variables to a hash.")
	e.Func("(m *Machine) seed(x uint64) uint64")
	for _, v := range e.Deps.Assigned() {
		e.Line("x = (x ^ uint64(uint32(m.v[%d]))) * 0x9E3779B97F4A7C15", v)
		e.Line("x ^= x >> 32")
	}
	e.Line("return x")
	e.End()
	e.Blank()
}
