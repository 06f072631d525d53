package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A variant says on which kind of board a pattern is tested.
type variant uint8

const (
	plain   variant = iota
	covered         // pieces are laid over the board, but classes are not updated
	flipped         // classes include the pieces laid over the board
)

func (v variant) String() string { return [...]string{"fits", "fitsCovered", "fitsFlipped"}[v] }

// A test is a pattern on a kind of board.
type test struct {
	pattern int32
	variant variant
}

// A testCode emits functions that test whether a cell satisfies a pattern.
type testCode struct {
	*emitter
	tested map[test]bool
	refs   map[test]bool  // that walks use
	holds  map[int32]bool // comparisons that walks use
}

// probe returns a condition: a cell satisfies a pattern.
func (e *testCode) probe(id int32, v variant, c string) string {
	t := test{id, v}
	if !e.tested[t] {
		e.tested[t] = true
		e.queue = append(e.queue, func() { e.printTest(t) })
	}
	return fmt.Sprintf("m.%v%d(%s)", v, id, c)
}

// kind returns how a pattern is computed on a kind of board.
func (e *testCode) kind(t test) ir.PatternKind {
	q := &e.P.Patterns[t.pattern]
	if t.variant == plain || t.variant == flipped && q.Flip {
		return q.Kind
	}
	return q.Over
}

// printTest emits the function of a test.
func (e *testCode) printTest(t test) {
	q := &e.P.Patterns[t.pattern]
	e.Func("(m *Machine) %v%d(c int) bool", t.variant, t.pattern)
	switch e.kind(t) {
	case ir.ByDecide:
		if m := e.Forms.Occupancy(q.Decide); m != nil && t.variant == plain {
			e.printOccupancy(q.Decide, m)
			break
		}
		e.needsMailbox()
		e.decision(q.Decide)
	case ir.ByWalk:
		e.needsMailbox()
		if w := &e.P.Walks[q.Walk]; w.Marked == 0 {
			e.inlineWalk(w, 0, t.variant, "c", 0)
			e.Line("return false")
			break
		}
		e.Line("return m.walk(%s, c)", e.walk(q.Walk, t.variant))
	case ir.ByReach:
		e.needsMailbox()
		e.reachUsed = true
		e.Line("return m.reach(%d, %s, c, %v)", q.Reach, e.walk(q.Walk, covered), t.variant != plain)
	case ir.ByAttacks:
		e.lines(e.P.AttackSets[q.Attacks])
	case ir.ByLines:
		if e.Forms.RowForm(q.Lines) != nil {
			class := fmt.Sprintf("m.s%d", e.P.Lines[q.Lines].Class)
			e.Line("return %s", e.rowTest(q.Lines, class, "c", "1<<(c&63)", ":=", func(string) {}))
			break
		}
		e.tables.lineTables[q.Lines] = true
		class := fmt.Sprintf("m.s%d", e.P.Lines[q.Lines].Class)
		e.Open("for k := lineStart%d[%s]; k < lineStart%d[c+1]; k++", q.Lines, e.sets.index("c"), q.Lines)
		e.Block("if "+e.sets.call("within", fmt.Sprintf("lines%d[k]", q.Lines), class), "return true")
		e.End()
		e.Line("return false")
	case ir.BySeek:
		e.seek(q, t.variant)
	case ir.FromCell:
		if q := e.Forms.ClosureOf(t.pattern); q != nil {
			e.printClosure(t.pattern, q)
			break
		}
		e.Line("return m.%s(c)", e.codeOf(q.Code))
	case ir.ByCode:
		e.memo(t.pattern, fmt.Sprintf("m.%s(0)", e.codeOf(q.Code)))
	default:
		call := fmt.Sprintf("m.%s(c)", e.codeOf(q.Code))
		switch {
		case q.Invariant:
			e.printSteady(t.pattern, call)
		case q.Remote:
			e.memo(t.pattern, call)
		default:
			e.Line("found := m.found")
			e.Line("ok := %s", call)
			e.Line("m.found = found")
			e.Line("return ok")
		}
	}
	e.End()
	e.Blank()
}

// memo emits the test of a pattern that does not depend on the cell. The result is
// cached until the board changes.
func (e *testCode) memo(id int32, call string) {
	e.needsVersions()
	e.machineFields[fmt.Sprintf("known%d", id)] = "uint64"
	e.machineFields[fmt.Sprintf("truth%d", id)] = "bool"
	e.Open("if m.known%d != m.version", id)
	e.Line("version, found := m.version, m.found")
	e.Line("m.truth%d = %s", id, call)
	e.Line("m.known%d, m.found = version, found", id)
	e.End()
	e.Line("return m.truth%d", id)
}

// codeOf returns the function with the code of a pattern.
func (e *testCode) codeOf(entry int32) string {
	e.want(entry, find, -1)
	return fmt.Sprintf("find%d", entry)
}

// value emits code that computes the cells that satisfy a pattern, unless they are
// cached, and returns the field of the machine that holds them.
func (e *testCode) value(id int32) string {
	q := &e.P.Patterns[id]
	e.want(q.Value, find, int(q.Result))
	e.needsVersions()
	e.machineFields[fmt.Sprintf("value%d", id)] = "set"
	e.machineFields[fmt.Sprintf("valueAt%d", id)] = "uint64"
	e.Open("if m.valueAt%d != m.version", id)
	e.Line("m.valueAt%d = m.version", id)
	if e.sets.wide() {
		e.Line("m.cells%d(&m.value%d)", q.Value, id)
	} else {
		e.Line("m.value%d = m.cells%d()", id, q.Value)
	}
	e.End()
	return fmt.Sprintf("m.value%d", id)
}

// lines emits tests of attacks along lines.
func (e *testCode) lines(s ir.Attacks) {
	declared := false
	temporary := func() {
		if !declared {
			e.Line("var t set")
			declared = true
		}
	}
	for k := range s {
		g := &s[k]
		class := fmt.Sprintf("m.s%d", g.Class)
		if g.Ray < 0 {
			e.Block("if "+e.sets.intersects(fmt.Sprintf("table%d[%s]", e.tables.table(g.Table), e.sets.index("c")), class), "return true")
			continue
		}
		e.tables.rayTables[g.Ray] = true
		e.Open("if %s", e.sets.intersects(fmt.Sprintf("ray%d[%s]", g.Ray, e.sets.index("c")), class))
		if e.sets.wide() {
			temporary()
		}
		e.ray(g.Ray, "c", fmt.Sprintf("m.s%d", g.Within), g.Last, func(seen string) {
			e.Block("if "+e.sets.intersects(seen, class), "return true")
		}, temporary)
		e.End()
	}
	e.Line("return false")
}

// seek emits the search for a cell of a class that satisfies a pattern.
func (e *testCode) seek(q *ir.Pattern, v variant) {
	e.Line("var rest set")
	e.sets.assign("rest", "and", fmt.Sprintf("m.s%d", q.Class), e.sets.mask(q.Mask))
	if v == covered {
		e.needsMailbox()
		e.Open("for _, at := range m.over")
		e.Line("at := int(at)")
		e.sets.add("rest", "at", false)
		e.Open("if uint64(%#x)>>(m.pieces[%s]&63)&1 != 0 && %s", e.P.Classes[q.Class], e.sets.index("at"), e.sets.has(e.sets.maskVar(q.Mask), "at"))
		e.sets.add("rest", "at", true)
		e.End()
		e.End()
	}
	if q.Sub < 0 {
		e.Line("return %s", e.sets.notEmpty("rest"))
		return
	}
	if sub := &e.P.Patterns[q.Sub]; v == plain && sub.Value >= 0 {
		few := e.Forms.Cutoff(sub)
		if few == 0 {
			e.Block("if "+e.sets.empty("rest"), "return false")
			e.Line("return %s", e.sets.intersects("rest", e.value(q.Sub)))
			return
		}
		e.Open("if %s > %d", e.sets.size("rest"), few)
		value := e.value(q.Sub)
		e.Line("return %s", e.sets.intersects("rest", value))
		e.End()
	}
	e.Open("for %s", e.sets.notEmpty("rest"))
	e.Block("if "+e.probe(q.Sub, v, e.sets.lowest("rest")), "return true")
	e.sets.dropLowest("rest")
	e.End()
	e.Line("return false")
}

// maskVar returns a mask as an operand of a shift.
func (e *setCode) maskVar(x int32) string {
	if e.P.Words == 1 {
		return fmt.Sprintf("uint64(%#x)", e.P.Masks[x][0])
	}
	return e.mask(x)
}
