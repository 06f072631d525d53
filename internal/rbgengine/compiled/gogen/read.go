package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// dependencySet emits code that loads the cells on which a pattern depends.
func (b filterCall) dependencySet(i *ir.Instr) {
	b.filters.dependencySet(i.X)
	b.Line("m.read%d()", i.X)
	b.Line("%s = m.reads%d", b.dst(i.A), i.X)
}

// dependencySet requests the function of a dependency set.
func (e *filterCode) dependencySet(id int32) {
	name := fmt.Sprintf("read%d", id)
	if e.requested[name] {
		return
	}
	e.requested[name] = true
	e.needsVersions()
	e.machineFields[fmt.Sprintf("reads%d", id)] = "set"
	e.machineFields[fmt.Sprintf("readAt%d", id)] = "uint64"
	e.machineFields[fmt.Sprintf("held%d", id)] = "bool"
	e.queue = append(e.queue, func() { e.printDependencySet(id) })
}

// printDependencySet emits the function of a dependency set; see [ir.Read].
func (e *filterCode) printDependencySet(id int32) {
	q := &e.P.Reads[id]
	p := &e.P.Patterns[q.Pattern]
	sub := &e.P.Patterns[p.Sub]
	e.Line("// read%d finds the cells on which pattern %d depends.", id, q.Pattern)
	e.Func("(m *Machine) read%d()", id)
	e.Block(fmt.Sprintf("if m.readAt%d == m.version", id), "return")
	e.Line("m.readAt%d = m.version", id)
	e.Line("var s, rest set")
	e.Line("held := false")
	e.sets.assign("rest", "and", fmt.Sprintf("m.s%d", p.Class), e.sets.mask(p.Mask))
	e.Open("for !held && %s", e.sets.notEmpty("rest"))
	e.Line("c := %s", e.sets.lowest("rest"))
	e.sets.dropLowest("rest")
	if sub.Kind == ir.ByAttacks {
		name := fmt.Sprintf("look%d", id)
		e.queue = append(e.queue, func() { e.printAttackDependencies(name, e.P.AttackSets[sub.Attacks], q.Piece) })
		if e.sets.wide() {
			e.Line("held = m.%s(&s, c)", name)
		} else {
			e.Line("s, held = m.%s(s, c)", name)
		}
	} else {
		name := fmt.Sprintf("ask%d", id)
		e.queue = append(e.queue, func() { e.printDecisionDependencies(name, sub.Decide, q.Piece) })
		if e.sets.wide() {
			e.Line("held = m.%s(&s, c)", name)
		} else {
			e.Line("s, held = m.%s(s, c)", name)
		}
	}
	e.End()
	e.Line("m.held%d = held", id)
	if q.Alone {
		over := e.overFilter(q.Pattern, []ir.Pend{{Map: -1, Piece: q.Piece}}, false)
		e.Open("if !held")
		if e.sets.wide() {
			e.Line("m.%s(&s, &s)", over)
		} else {
			e.Line("s = m.%s(s)", over)
		}
		e.End()
	}
	e.Line("m.reads%d = s", id)
	e.End()
	e.Blank()
}

// signature opens a function that adds cells to a set, and returns its return
// statements.
func (e *filterCode) signature(name string) (no, yes string) {
	if e.sets.wide() {
		e.Func("(m *Machine) %s(d *set, c int) bool", name)
		e.Line("s := *d")
		e.Line("defer func() { *d = s }()")
		return "return false", "return true"
	}
	e.Func("(m *Machine) %s(s set, c int) (set, bool)", name)
	return "return s, false", "return s, true"
}

// printDecisionDependencies emits a decision that records the cells where a piece was
// looked for and not found.
func (e *filterCode) printDecisionDependencies(name string, table int32, piece uint8) {
	e.needsMailbox()
	e.tables.decisionGraphs[table] = true
	e.Line("// %s follows a decision and adds the cells where a piece was not found; if the\n// decision holds, it depends on the cells that it has read only.", name)
	no, yes := e.signature(name)
	e.Line("var asked set")
	e.sets.add("asked", "c", true)
	e.Line("k := root%d[%s]", table, e.sets.index("c"))
	e.Open("for k >= 0")
	e.Line("n := &nodes%d[k]", table)
	e.Line("at := int(n.cell)")
	e.sets.add("asked", "at", true)
	e.Open("if n.pieces>>(m.pieces[%s]&63)&1 != 0", e.sets.index("at"))
	e.Line("k = n.yes")
	e.Line("continue")
	e.End()
	if piece != ir.NoPiece {
		e.Open("if n.pieces>>%d&1 != 0", piece&63)
		e.sets.add("s", "at", true)
		e.End()
	}
	e.Line("k = n.no")
	e.End()
	e.Open("if k == -1")
	e.Line("s = asked")
	e.Line("%s", yes)
	e.End()
	e.Line("%s", no)
	e.End()
	e.Blank()
}

// printAttackDependencies emits lookups along lines that record the cells where a piece
// was not found, and where a line was blocked.
func (e *filterCode) printAttackDependencies(name string, attacks ir.Attacks, piece uint8) {
	gains := func(class uint16) bool { return piece != ir.NoPiece && e.P.Classes[class]>>(piece&63)&1 != 0 }
	e.Line("// %s looks along lines from a cell and adds the cells where a piece was not found;\n// once a piece is found, the result depends on the cells in between only.", name)
	no, yes := e.signature(name)
	e.Line("var seen, more set")
	if e.sets.wide() {
		e.Line("var t set")
	}
	for k := range attacks {
		g := &attacks[k]
		class := fmt.Sprintf("m.s%d", g.Class)
		guarded := false
		if g.Ray < 0 {
			e.Line("seen = table%d[%s]", e.tables.table(g.Table), e.sets.index("c"))
		} else {
			e.tables.rayTables[g.Ray] = true
			if !gains(g.Class) {
				guarded = true
				e.Open("if %s", e.sets.intersects(fmt.Sprintf("ray%d[%s]", g.Ray, e.sets.index("c")), class))
			}
			within := fmt.Sprintf("m.s%d", g.Within)
			e.tests.ray(g.Ray, "c", within, true, func(x string) { e.Line("seen = %s", x) }, func() {})
			if gains(g.Within) {
				e.sets.assign("more", "andNot", "seen", within)
				e.sets.assign("s", "or", "s", "more")
			}
			if !g.Last {
				e.sets.assign("seen", "and", "seen", within)
			}
		}
		e.sets.assign("more", "and", "seen", class)
		e.Open("if %s", e.sets.notEmpty("more"))
		if g.Ray < 0 { // one of the pieces is enough
			if e.P.Words == 1 {
				e.Line("seen = more & -more")
			} else {
				e.Line("seen = set{}")
				e.sets.add("seen", e.sets.lowest("more"), true)
			}
		}
		e.Line("s = seen")
		e.sets.add("s", "c", true)
		e.Line("%s", yes)
		e.End()
		if gains(g.Class) {
			e.sets.assign("s", "or", "s", "seen")
		}
		if guarded {
			e.End()
		}
	}
	e.Line("%s", no)
	e.End()
	e.Blank()
}
