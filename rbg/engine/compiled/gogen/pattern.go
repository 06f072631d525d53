package gogen

import (
	"fmt"
	"strings"

	"ludex/rbg/engine/sets/ir"
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
	case ir.BySight:
		e.sight(e.p.Sights[q.Sight])
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
		case q.Steady:
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

func (e *emitter) and63() string {
	if e.p.Words == 1 {
		return "&63"
	}
	return ""
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
func (e *emitter) sight(s ir.Sight) {
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

// filter prints that the cells of a set that satisfy a pattern are kept.
func (b *body) filter(i *ir.Instr) {
	q := &b.p.Patterns[i.X]
	from, d := b.set(i.B), b.dst(i.A)
	switch {
	case i.Op == ir.FilterOver:
		b.callFilter(b.overFilter(i.X, b.p.Pends[i.D], i.Flag != 0), d, from)
		return
	case i.Op == ir.FilterMade && q.Steady:
		b.filterSteady(i, d, from)
		return
	case i.Op == ir.FilterMade:
		b.filterMade(i, d, from)
		return
	case b.gathered(q) != nil:
		b.filterGathered(b.gathered(q), d, from, i.Flag != 0)
	case q.Value >= 0:
		few := b.few(q)
		if few > 0 {
			b.line("if %s > %d {", b.size(from), few)
		}
		op := "and"
		if i.Flag != 0 {
			op = "andNot"
		}
		value := b.emitter.value(i.X)
		b.assign(d, op, from, value)
		if few == 0 {
			return
		}
		b.line("} else {")
		b.eachFilter(i, d, from)
		b.line("}")
	case q.Remote:
		b.allOrNone(b.probe(i.X, plain, b.lowest(from)), i.Flag != 0, d, from)
	default:
		b.eachFilter(i, d, from)
	}
}

// allOrNone prints that a set is kept if a condition holds, or does not.
func (b *body) allOrNone(condition string, negative bool, d, from string) {
	if negative {
		condition = "!" + condition
	}
	b.line("if %s {", condition)
	b.line("%s = %s", d, from)
	b.line("} else {")
	if b.p.Words == 1 {
		b.line("%s = 0", d)
	} else {
		b.line("%s = set{}", d)
	}
	b.line("}")
}

// eachFilter prints that cells are tested one by one.
func (b *body) eachFilter(i *ir.Instr, d, from string) {
	b.callFilter(b.plainFilter(i.X, i.Flag != 0), d, from)
}

// callFilter prints the call of a function from a set to a set.
func (b *body) callFilter(name, d, from string) {
	if b.wide() {
		b.line("m.%s(&%s, &%s)", name, d, from)
	} else {
		b.line("%s = m.%s(%s)", d, name, from)
	}
}

// filterFunction prints a function that keeps some cells of a set.
func (e *emitter) filterFunction(name string, before, body, after func()) {
	if e.wide() {
		e.line("func (m *Machine) %s(d, from *set) {", name)
		e.line("keep, rest := *from, *from")
	} else {
		e.line("func (m *Machine) %s(from set) set {", name)
		e.line("keep, rest := from, from")
	}
	before()
	e.line("for %s {", e.any("rest"))
	e.line("c := %s", e.lowest("rest"))
	e.dropLowest("rest")
	body()
	e.line("}")
	after()
	if e.wide() {
		e.line("*d = keep")
	} else {
		e.line("return keep")
	}
	e.line("}")
	e.line("")
}

// verdict prints that a cell is dropped if it satisfies a pattern, or does not.
func (e *emitter) verdict(call string, negative bool) {
	if !negative {
		call = "!" + call
	}
	e.line("if %s {", call)
	e.add("keep", "c", false)
	e.line("}")
}

func (e *emitter) plainFilter(id int32, negative bool) string {
	name := fmt.Sprintf("filter%d", id)
	if negative {
		name = fmt.Sprintf("filterNot%d", id)
	}
	if !e.filters[name] {
		e.filters[name] = true
		e.queue = append(e.queue, func() {
			e.filterFunction(name, func() {}, func() { e.verdict(e.probe(id, plain, "c"), negative) }, func() {})
		})
	}
	return name
}

// overFilter returns a function that tests cells with pieces laid over the board.
func (e *emitter) overFilter(id int32, pends []ir.Pend, negative bool) string {
	key := fmt.Sprint(id, pends, negative)
	name, ok := e.overNames[key]
	if ok {
		return name
	}
	name = fmt.Sprintf("filterOver%d", len(e.overNames))
	e.overNames[key] = name
	q := &e.p.Patterns[id]
	if q.Flip {
		e.queue = append(e.queue, func() { e.flipFilter(name, id, pends, negative) })
	} else {
		e.needsMailbox()
		e.queue = append(e.queue, func() { e.coverFilter(name, id, pends, negative) })
	}
	return name
}

// flipFilter prints a filter during which the sets of classes follow what is laid
// over the board.
func (e *emitter) flipFilter(name string, id int32, pends []ir.Pend, negative bool) {
	var asked []int
	for k, yes := range e.p.Patterns[id].Classes {
		if yes {
			asked = append(asked, k)
		}
	}
	back := func() {
		for _, k := range asked {
			e.line("m.s%d = s%d", k, k)
		}
	}
	e.filterFunction(name, func() {
		for _, k := range asked {
			e.line("s%d := m.s%d", k, k)
		}
	}, func() {
		if e.p.Words > 1 || len(pends) > 1 {
			back()
		}
		for n, q := range pends {
			at := e.mapped(q.Map, "c")
			for _, k := range asked {
				in := e.p.Classes[k]>>q.Piece&1 != 0
				if e.p.Words == 1 && n == 0 && len(pends) == 1 {
					op := "|"
					if !in {
						op = "&^"
					}
					e.line("m.s%d = s%d %s (1 << (%s & 63))", k, k, op, at)
				} else {
					e.add(fmt.Sprintf("m.s%d", k), at, in)
				}
			}
		}
		e.verdict(e.probe(id, flipped, "c"), negative)
	}, back)
}

// coverFilter prints a filter during which only the pieces themselves change.
func (e *emitter) coverFilter(name string, id int32, pends []ir.Pend, negative bool) {
	if e.recallFilter(name, id, pends, negative) {
		return
	}
	e.filterFunction(name, func() {}, func() {
		e.underCover(id, pends)
		e.verdict("ok", negative)
	}, func() {})
}

// underCover prints that a cell c is tested with pieces laid over the board; ok
// is the result.
func (e *emitter) underCover(id int32, pends []ir.Pend) {
	decided := e.kind(test{id, covered}) == ir.ByDecide // which looks at the pieces only
	if !decided {
		e.line("base := len(m.over)")
	}
	for n, q := range pends {
		e.line("at%d := %s", n, e.mapped(q.Map, "c"))
		e.line("old%d := m.pieces[%s]", n, e.index(fmt.Sprintf("at%d", n)))
		e.line("m.pieces[%s] = %d", e.index(fmt.Sprintf("at%d", n)), q.Piece)
		if !decided {
			e.line("m.over = append(m.over, int32(at%d))", n)
			e.line("m.covered = old%d", n)
		}
	}
	e.line("ok := %s", e.probe(id, covered, "c"))
	for n := len(pends) - 1; n >= 0; n-- {
		e.line("m.pieces[%s] = old%d", e.index(fmt.Sprintf("at%d", n)), n)
	}
	if !decided {
		e.line("m.over = m.over[:base]")
	}
}

// filterMade prints that every cell is tested with acts made.
func (b *body) filterMade(i *ir.Instr, d, from string) {
	name := fmt.Sprintf("filterMade%d_%d", i.X, i.D)
	if i.Flag != 0 {
		name = fmt.Sprintf("filterMadeNot%d_%d", i.X, i.D)
	}
	if !b.filters[name] {
		b.filters[name] = true
		e := b.emitter
		id, acts, negative := i.X, b.p.Applies[i.D], i.Flag != 0
		e.queue = append(e.queue, func() {
			e.filterFunction(name, func() { e.line("before := m.State") }, func() {
				e.line("alive := true")
				e.makeActs(acts)
				e.line("if !alive {")
				e.add("keep", "c", false)
				e.line("} else {")
				e.verdict(e.probe(id, plain, "c"), negative)
				e.line("}")
				e.line("m.goBack(&before)")
			}, func() {})
		})
	}
	b.callFilter(name, d, from)
}

// makeActs prints acts on a cell c; alive becomes false if one is impossible.
func (e *emitter) makeActs(acts []ir.Act) {
	for k := range acts {
		a := &acts[k]
		if a.Idle {
			continue
		}
		switch a.Kind {
		case ir.PutPiece:
			e.line("m.%s(%s)", e.putName(uint8(a.Arg)), e.mapped(a.Map, "c"))
		case ir.SetConst:
			e.setVariable(a.Arg, fmt.Sprint(a.Value))
		case ir.SetExpr:
			e.line("if x, ok := %s; ok && x >= 0 && x <= %d {", e.exprOK(a.Value), e.p.Bounds[a.Arg])
			e.setVariable(a.Arg, "int32(x)")
			e.line("} else {\nalive = false\n}")
		}
	}
}

// floodFunction returns the function that closes a set under a plan.
func (e *emitter) floodFunction(plan int32, from, until bool) string {
	name := fmt.Sprintf("flood%d", plan)
	if from {
		name += "From"
	}
	if until {
		name += "Until"
	}
	if !e.filters[name] {
		e.filters[name] = true
		e.queue = append(e.queue, func() { e.printFlood(name, e.p.Plans[plan], from, until) })
	}
	return name
}

func (e *emitter) printFlood(name string, plan ir.Plan, from, until bool) {
	if steps := e.doubled(plan); steps != nil {
		e.printFill(name, steps, from, until)
		return
	}
	goal, result, met, done := "", "set", "all", "all"
	if until {
		goal, result, met, done = ", goal set", "(set, bool)", "all, true", "all, false"
	}
	if e.wide() {
		goal = strings.Replace(goal, "goal set", "goal *set", 1)
		result, met, done = "", "", ""
		if until {
			result, met, done = "bool", "true", "false"
		}
		e.line("func %s(all, into *set%s) %s {", name, goal, result)
		e.line("fresh, next, t := *all, set{}, set{}")
	} else {
		e.line("func %s(all, into set%s) %s {", name, goal, result)
		e.line("fresh := all")
	}
	star := func(x string) string {
		if e.wide() {
			return "*" + x
		}
		return x
	}
	e.line("for {")
	if until {
		e.block("if "+e.meets("fresh", star("goal")), "return "+met)
	}
	if from {
		e.assign("fresh", "and", "fresh", star("into"))
	}
	switch {
	case e.p.Words == 1:
		var parts []string
		for _, s := range plan {
			parts = append(parts, e.moved("fresh", s.Mask, s.Delta))
		}
		e.line("next := %s", strings.Join(parts, " | "))
	case e.wide():
		e.line("next = set{}")
		for _, s := range plan {
			e.shift("t", "fresh", s.Mask, s.Delta)
			e.assign("next", "or", "next", "t")
		}
	default:
		e.line("var next set")
		for k, s := range plan {
			if k == 0 {
				e.line("next = %s", e.moved("fresh", s.Mask, s.Delta))
			} else {
				e.line("next = or(next, %s)", e.moved("fresh", s.Mask, s.Delta))
			}
		}
	}
	if !from {
		e.assign("next", "and", "next", star("into"))
	}
	e.assign("fresh", "andNot", "next", star("all"))
	e.block("if "+e.empty("fresh"), strings.TrimSpace("return "+done))
	if e.wide() {
		e.line("or(all, all, &fresh)")
	} else {
		e.assign("all", "or", "all", "fresh")
	}
	e.line("}")
	e.line("}")
	e.line("")
}
