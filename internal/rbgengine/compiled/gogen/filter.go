package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A filterCode emits functions that return the cells of a set that satisfy a pattern.
type filterCode struct {
	*emitter
	overNames map[string]string // by pattern and pieces
}

// A filterCall emits calls of filters.
type filterCall struct{ *body }

func (b *body) filtering() filterCall { return filterCall{b} }

// filter emits code that keeps the cells of a set that satisfy a pattern.
func (b filterCall) filter(i *ir.Instr) {
	q := &b.P.Patterns[i.X]
	from, d := b.set(i.B), b.dst(i.A)
	switch {
	case i.Op == ir.FilterOver:
		b.callFilter(b.filters.overFilter(i.X, b.P.Pends[i.D], i.Flag != 0), d, from)
		return
	case i.Op == ir.FilterMade && q.Invariant:
		b.filterSteady(i, d, from)
		return
	case i.Op == ir.FilterMade:
		b.filterMade(i, d, from)
		return
	case b.Forms.GroupedOccupancy(q) != nil:
		b.byOccupancy(b.Forms.GroupedOccupancy(q), d, from, i.Flag != 0)
	case q.Value >= 0:
		few := b.Forms.Cutoff(q)
		if few > 0 {
			b.Open("if %s > %d", b.sets.size(from), few)
		}
		op := "and"
		if i.Flag != 0 {
			op = "andNot"
		}
		value := b.emitter.tests.value(i.X)
		b.sets.assign(d, op, from, value)
		if few == 0 {
			return
		}
		b.Else()
		b.eachFilter(i, d, from)
		b.End()
	case q.Remote:
		b.allOrNone(b.tests.probe(i.X, plain, b.sets.lowest(from)), i.Flag != 0, d, from)
	default:
		b.eachFilter(i, d, from)
	}
}

// allOrNone emits code that keeps all cells of a set, or none, depending on a
// condition.
func (b filterCall) allOrNone(condition string, negative bool, d, from string) {
	if negative {
		condition = "!" + condition
	}
	b.Open("if %s", condition)
	b.Line("%s = %s", d, from)
	b.Else()
	if b.P.Words == 1 {
		b.Line("%s = 0", d)
	} else {
		b.Line("%s = set{}", d)
	}
	b.End()
}

// eachFilter emits code that tests cells one by one.
func (b filterCall) eachFilter(i *ir.Instr, d, from string) {
	b.callFilter(b.filters.plainFilter(i.X, i.Flag != 0), d, from)
}

// callFilter emits the call of a function from a set to a set.
func (b filterCall) callFilter(name, d, from string) {
	if b.sets.wide() {
		b.Line("m.%s(&%s, &%s)", name, d, from)
	} else {
		b.Line("%s = m.%s(%s)", d, name, from)
	}
}

// filterFunction emits a function that keeps some cells of a set.
func (e *filterCode) filterFunction(name string, before, body, after func()) {
	if e.sets.wide() {
		e.Func("(m *Machine) %s(d, from *set)", name)
		e.Line("keep, rest := *from, *from")
	} else {
		e.Func("(m *Machine) %s(from set) set", name)
		e.Line("keep, rest := from, from")
	}
	before()
	e.Open("for %s", e.sets.notEmpty("rest"))
	e.Line("c := %s", e.sets.lowest("rest"))
	e.sets.dropLowest("rest")
	body()
	e.End()
	after()
	if e.sets.wide() {
		e.Line("*d = keep")
	} else {
		e.Line("return keep")
	}
	e.End()
	e.Blank()
}

// verdict emits code that drops a cell unless it satisfies a pattern, or if it does.
func (e *filterCode) verdict(call string, negative bool) {
	if !negative {
		call = "!" + call
	}
	e.Open("if %s", call)
	e.sets.add("keep", "c", false)
	e.End()
}

func (e *filterCode) plainFilter(id int32, negative bool) string {
	name := fmt.Sprintf("filter%d", id)
	if negative {
		name = fmt.Sprintf("filterNot%d", id)
	}
	if !e.requested[name] {
		e.requested[name] = true
		e.queue = append(e.queue, func() {
			e.filterFunction(name, func() {}, func() { e.verdict(e.tests.probe(id, plain, "c"), negative) }, func() {})
		})
	}
	return name
}

// overFilter returns a function that tests cells with pieces laid over the board.
func (e *filterCode) overFilter(id int32, pends []ir.Pend, negative bool) string {
	key := fmt.Sprint(id, pends, negative)
	name, ok := e.overNames[key]
	if ok {
		return name
	}
	name = fmt.Sprintf("filterOver%d", len(e.overNames))
	e.overNames[key] = name
	q := &e.P.Patterns[id]
	if q.Flip {
		e.queue = append(e.queue, func() { e.flipFilter(name, id, pends, negative) })
	} else {
		e.needsMailbox()
		e.queue = append(e.queue, func() { e.coverFilter(name, id, pends, negative) })
	}
	return name
}

// flipFilter emits a filter that also updates the classes while pieces are laid over
// the board.
func (e *filterCode) flipFilter(name string, id int32, pends []ir.Pend, negative bool) {
	var asked []int
	for k, yes := range e.P.Patterns[id].Classes {
		if yes {
			asked = append(asked, k)
		}
	}
	back := func() {
		for _, k := range asked {
			e.Line("m.s%d = s%d", k, k)
		}
	}
	e.filterFunction(name, func() {
		for _, k := range asked {
			e.Line("s%d := m.s%d", k, k)
		}
	}, func() {
		if e.P.Words > 1 || len(pends) > 1 {
			back()
		}
		for n, q := range pends {
			at := e.tables.mapped(q.Map, "c")
			for _, k := range asked {
				in := e.P.Classes[k]>>q.Piece&1 != 0
				if e.P.Words == 1 && n == 0 && len(pends) == 1 {
					op := "|"
					if !in {
						op = "&^"
					}
					e.Line("m.s%d = s%d %s (1 << (%s & 63))", k, k, op, at)
				} else {
					e.sets.add(fmt.Sprintf("m.s%d", k), at, in)
				}
			}
		}
		e.verdict(e.tests.probe(id, flipped, "c"), negative)
	}, back)
}

// coverFilter emits a filter that only updates the mailbox while pieces are laid over
// the board.
func (e *filterCode) coverFilter(name string, id int32, pends []ir.Pend, negative bool) {
	if e.memos.filter(name, id, pends, negative) {
		return
	}
	e.filterFunction(name, func() {}, func() {
		e.testCovered(id, pends)
		e.verdict("ok", negative)
	}, func() {})
}

// testCovered emits code that tests a cell c with pieces laid over the board; ok is
// the result.
func (e *filterCode) testCovered(id int32, pends []ir.Pend) {
	decided := e.tests.kind(test{id, covered}) == ir.ByDecide // which looks at the pieces only
	if !decided {
		e.Line("base := len(m.over)")
	}
	for n, q := range pends {
		e.Line("at%d := %s", n, e.tables.mapped(q.Map, "c"))
		e.Line("old%d := m.pieces[%s]", n, e.sets.index(fmt.Sprintf("at%d", n)))
		e.Line("m.pieces[%s] = %d", e.sets.index(fmt.Sprintf("at%d", n)), q.Piece)
		if !decided {
			e.Line("m.over = append(m.over, int32(at%d))", n)
			e.Line("m.covered = old%d", n)
		}
	}
	e.Line("ok := %s", e.tests.probe(id, covered, "c"))
	for n := len(pends) - 1; n >= 0; n-- {
		e.Line("m.pieces[%s] = old%d", e.sets.index(fmt.Sprintf("at%d", n)), n)
	}
	if !decided {
		e.Line("m.over = m.over[:base]")
	}
}

// filterMade emits code that tests every cell with acts made.
func (b filterCall) filterMade(i *ir.Instr, d, from string) {
	name := fmt.Sprintf("filterMade%d_%d", i.X, i.D)
	if i.Flag != 0 {
		name = fmt.Sprintf("filterMadeNot%d_%d", i.X, i.D)
	}
	if !b.requested[name] {
		b.requested[name] = true
		e := b.emitter
		id, acts, negative := i.X, b.P.Applies[i.D], i.Flag != 0
		e.queue = append(e.queue, func() {
			e.filters.filterFunction(name, func() { e.Line("before := m.State") }, func() {
				e.Line("alive := true")
				e.filters.makeActs(acts)
				e.Open("if !alive")
				e.sets.add("keep", "c", false)
				e.Else()
				e.filters.verdict(e.tests.probe(id, plain, "c"), negative)
				e.End()
				e.Line("m.restore(&before)")
			}, func() {})
		})
	}
	b.callFilter(name, d, from)
}

// makeActs emits acts on a cell c; alive becomes false if one is impossible.
func (e *filterCode) makeActs(acts []ir.Act) {
	for k := range acts {
		a := &acts[k]
		switch a.Kind {
		case ir.PutPiece:
			e.Line("m.%s(%s)", e.effects.putName(uint8(a.Arg)), e.tables.mapped(a.Map, "c"))
		case ir.SetConst, ir.SetExpr:
			e.effects.assign(a, func() { e.Line("alive = false") })
		}
	}
}
