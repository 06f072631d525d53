package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A variant says on which board a pattern is tested.
type variant uint8

const (
	plain   variant = iota
	covered         // pieces are laid over the board, but classes do not know
	flipped         // classes know of the pieces that are laid over the board
)

func (v variant) String() string { return [...]string{"fits", "fitsCovered", "fitsFlipped"}[v] }

// A test is a pattern on a kind of board.
type test struct {
	pattern int32
	variant variant
}

// probe returns a condition: a cell satisfies a pattern.
func (e *emitter) probe(id int32, v variant, c string) string {
	t := test{id, v}
	if !e.tests[t] {
		e.tests[t] = true
		e.queue = append(e.queue, func() { e.printTest(t) })
	}
	return fmt.Sprintf("m.%v%d(%s)", v, id, c)
}

// kind returns how a pattern is computed on a kind of board.
func (e *emitter) kind(t test) ir.PatternKind {
	q := &e.p.Patterns[t.pattern]
	if t.variant == plain || t.variant == flipped && q.Flip {
		return q.Kind
	}
	return q.Over
}

// printTest prints the function of a test.
func (e *emitter) printTest(t test) {
	q := &e.p.Patterns[t.pattern]
	e.line("func (m *Machine) %v%d(c int) bool {", t.variant, t.pattern)
	switch e.kind(t) {
	case ir.ByDecide:
		if m := e.meeting(q.Decide); m != nil && t.variant == plain {
			e.printMeeting(q.Decide, m)
			break
		}
		e.needsMailbox()
		e.decision(q.Decide)
	case ir.ByWalk:
		e.needsMailbox()
		if w := &e.p.Walks[q.Walk]; w.Marked == 0 {
			e.stroll(w, 0, t.variant, "c", 0)
			e.line("return false")
			break
		}
		e.line("return m.walk(%s, c)", e.walk(q.Walk, t.variant))
	case ir.ByReach:
		e.needsMailbox()
		e.reachUsed = true
		e.line("return m.reach(%d, %s, c, %v)", q.Reach, e.walk(q.Walk, covered), t.variant != plain)
	case ir.ByAttacks:
		e.sight(e.p.AttackSets[q.Attacks])
	case ir.ByLines:
		if e.stridesOf(q.Lines) != nil {
			class := fmt.Sprintf("m.s%d", e.p.Lines[q.Lines].Class)
			e.line("return %s", e.strideTest(q.Lines, class, "c", "1<<(c&63)", ":=", func(string) {}))
			break
		}
		e.lineSets[q.Lines] = true
		class := fmt.Sprintf("m.s%d", e.p.Lines[q.Lines].Class)
		e.line("for k := lineStart%d[%s]; k < lineStart%d[c+1]; k++ {", q.Lines, e.index("c"), q.Lines)
		e.block("if "+e.call("within", fmt.Sprintf("lines%d[k]", q.Lines), class), "return true")
		e.line("}")
		e.line("return false")
	case ir.BySeek:
		e.seek(q, t.variant)
	case ir.FromCell:
		if q := e.closureOf(t.pattern); q != nil {
			e.printClosure(t.pattern, q)
			break
		}
		e.line("return m.%s(c)", e.codeOf(q.Code))
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
			e.line("found := m.found")
			e.line("ok := %s", call)
			e.line("m.found = found")
			e.line("return ok")
		}
	}
	e.line("}")
	e.line("")
}

// memo prints the test of a pattern that does not depend on the cell: it is
// remembered as long as the board does not change.
func (e *emitter) memo(id int32, call string) {
	e.needsVersions()
	e.fields[fmt.Sprintf("known%d", id)] = "uint64"
	e.fields[fmt.Sprintf("truth%d", id)] = "bool"
	e.line("if m.known%d != m.version {", id)
	e.line("version, found := m.version, m.found")
	e.line("m.truth%d = %s", id, call)
	e.line("m.known%d, m.found = version, found", id)
	e.line("}")
	e.line("return m.truth%d", id)
}

// codeOf returns the function with the code of a pattern.
func (e *emitter) codeOf(entry int32) string {
	e.want(entry, find, -1)
	return fmt.Sprintf("find%d", entry)
}

// value returns the cells that satisfy a pattern as a variable of the machine,
// which is prepared.
func (e *emitter) value(id int32) string {
	q := &e.p.Patterns[id]
	e.want(q.Value, find, int(q.Result))
	e.needsVersions()
	e.fields[fmt.Sprintf("value%d", id)] = "set"
	e.fields[fmt.Sprintf("valueAt%d", id)] = "uint64"
	e.line("if m.valueAt%d != m.version {", id)
	e.line("m.valueAt%d = m.version", id)
	if e.wide() {
		e.line("m.cells%d(&m.value%d)", q.Value, id)
	} else {
		e.line("m.value%d = m.cells%d()", id, q.Value)
	}
	e.line("}")
	return fmt.Sprintf("m.value%d", id)
}

// sight prints glances.
func (e *emitter) sight(s ir.Attacks) {
	declared := false
	temporary := func() {
		if !declared {
			e.line("var t set")
			declared = true
		}
	}
	for k := range s {
		g := &s[k]
		class := fmt.Sprintf("m.s%d", g.Class)
		if g.Ray < 0 {
			e.block("if "+e.meets(fmt.Sprintf("table%d[%s]", e.table(g.Table), e.index("c")), class), "return true")
			continue
		}
		e.rays[g.Ray] = true
		e.line("if %s {", e.meets(fmt.Sprintf("ray%d[%s]", g.Ray, e.index("c")), class))
		if e.wide() {
			temporary()
		}
		e.ray(g.Ray, "c", fmt.Sprintf("m.s%d", g.Within), g.Last, func(seen string) {
			e.block("if "+e.meets(seen, class), "return true")
		}, temporary)
		e.line("}")
	}
	e.line("return false")
}

// seek prints the search for a cell of a class that satisfies a pattern.
func (e *emitter) seek(q *ir.Pattern, v variant) {
	e.line("var rest set")
	e.assign("rest", "and", fmt.Sprintf("m.s%d", q.Class), e.mask(q.Mask))
	if v == covered {
		e.needsMailbox()
		e.line("for _, at := range m.over {")
		e.line("at := int(at)")
		e.add("rest", "at", false)
		e.line("if uint64(%#x)>>(m.pieces[%s]&63)&1 != 0 && %s {", e.p.Classes[q.Class], e.index("at"), e.has(e.maskVar(q.Mask), "at"))
		e.add("rest", "at", true)
		e.line("}")
		e.line("}")
	}
	if q.Sub < 0 {
		e.line("return %s", e.any("rest"))
		return
	}
	if sub := &e.p.Patterns[q.Sub]; v == plain && sub.Value >= 0 {
		few := e.few(sub)
		if few == 0 {
			e.block("if "+e.empty("rest"), "return false")
			e.line("return %s", e.meets("rest", e.value(q.Sub)))
			return
		}
		e.line("if %s > %d {", e.size("rest"), few)
		value := e.value(q.Sub)
		e.line("return %s", e.meets("rest", value))
		e.line("}")
	}
	e.line("for %s {", e.any("rest"))
	e.block("if "+e.probe(q.Sub, v, e.lowest("rest")), "return true")
	e.dropLowest("rest")
	e.line("}")
	e.line("return false")
}

// maskVar returns a mask as something that can be shifted.
func (e *emitter) maskVar(x int32) string {
	if e.p.Words == 1 {
		return fmt.Sprintf("uint64(%#x)", e.p.Masks[x][0])
	}
	return e.mask(x)
}
