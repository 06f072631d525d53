package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// Tests with pieces laid over the board are cached. A decision reads few cells, and a
// piece that is put elsewhere does not affect it. A search that puts one piece after
// the other and tests all cells each time repeats only the tests that depend on the
// piece. When the piece is removed, the old entries are restored.

// A memoCode emits code that maintains the memo tables of filters.
type memoCode struct {
	*emitter
	byKey map[string]*analysis.FilterMemo // by pattern and pieces
}

// list returns the memo tables in the order of their numbers.
func (e *memoCode) list() []*analysis.FilterMemo {
	list := make([]*analysis.FilterMemo, len(e.byKey))
	for _, r := range e.byKey {
		list[r.ID] = r
	}
	return list
}

// matters returns a condition: a memo table has to be invalidated when a piece
// replaces another.
func (e *memoCode) matters(r *analysis.FilterMemo, piece int32, old string) string {
	return fmt.Sprintf("uint64(%#x)>>(%s&63)&1 == 0", r.Equivalent[piece], old)
}

// invalidate emits code that invalidates entries when a piece is put on a cell c.
func (e *memoCode) invalidate(piece int32, c string) {
	for _, r := range e.list() {
		e.Open("if %s", e.matters(r, piece, "m.pieces["+e.sets.index(c)+"]"))
		name := fmt.Sprintf("m.stale%d", r.ID)
		e.sets.assign(name, "or", name, fmt.Sprintf("dependents%d[%s]", r.ID, e.sets.index(c)))
		e.End()
	}
}

// invalidateAll emits code that invalidates all entries.
func (e *memoCode) invalidateAll() {
	for _, r := range e.list() {
		e.Line("m.stale%d = everywhere", r.ID)
	}
}

// fields emits the fields of a machine.
func (e *memoCode) fields() {
	for _, r := range e.list() {
		e.Line("fitting%d, stale%d set // cells that satisfy a pattern, and cells without a valid entry", r.ID, r.ID)
	}
	if e.tracksGroups() {
		e.Line("testedCell int32 // 1 + the tested cell, or 0")
		e.Line("untracked bool // the test depends on cells that are not recorded")
	}
}

// saveMemos emits code that saves the memo tables while acts are made.
func (b undoCode) saveMemos(depth int) {
	for _, r := range b.memos.list() {
		if r.Groups {
			continue
		}
		for _, what := range []string{"fitting", "stale"} {
			name := fmt.Sprintf("%s%dat%d", what, r.ID, depth)
			b.saved[name] = "set"
			b.Line("%s = m.%s%d", name, what, r.ID)
		}
	}
}

// restoreMemos emits code that restores the memo tables when acts are reverted. After
// a single put, entries that do not depend on it keep what was found meanwhile.
func (b undoCode) restoreMemos(acts []ir.Act, depth int, whole bool) {
	var puts []*ir.Act
	for k := range acts {
		if acts[k].Kind == ir.PutPiece {
			puts = append(puts, &acts[k])
		}
	}
	if len(puts) == 0 {
		return
	}
	for _, r := range b.memos.list() {
		single := len(puts) == 1 && !whole
		if r.Groups {
			b.invalidateMemos(r, len(puts), depth, whole)
			continue
		}
		if single {
			b.Open("if %s", b.memos.matters(r, puts[0].Arg, fmt.Sprintf("q0at%d", depth)))
		}
		for _, what := range []string{"fitting", "stale"} {
			now, before := fmt.Sprintf("m.%s%d", what, r.ID), fmt.Sprintf("%s%dat%d", what, r.ID, depth)
			if !single {
				b.Line("%s = %s", now, before)
				continue
			}
			b.temporary()
			row := fmt.Sprintf("dependents%d[%s]", r.ID, b.sets.index(fmt.Sprintf("p0at%d", depth)))
			b.sets.assign("t", "and", before, row)
			b.sets.assign(now, "andNot", now, row)
			b.sets.assign(now, "or", now, "t")
		}
		if single {
			b.End()
		}
	}
}

// invalidateMemos emits code that invalidates entries when acts are reverted, where
// groups of connected cells were involved.
func (b undoCode) invalidateMemos(r *analysis.FilterMemo, puts, depth int, whole bool) {
	name := fmt.Sprintf("m.stale%d", r.ID)
	if whole {
		b.Line("%s = everywhere", name)
		return
	}
	for n := range puts {
		place := fmt.Sprintf("p%dat%d", n, depth)
		b.sets.assign(name, "or", name, fmt.Sprintf("dependents%d[%s]", r.ID, b.sets.index(place)))
	}
}

// filter emits a filter with a memo table. It returns false if there is none.
func (e *memoCode) filter(name string, id int32, pends []ir.Pend, negative bool) bool {
	r := e.byKey[analysis.MemoKey(id, pends)]
	if r == nil {
		return false
	}
	op := "and"
	if negative {
		op = "andNot"
	}
	fitting := fmt.Sprintf("m.fitting%d", r.ID)
	if e.sets.wide() {
		e.Func("(m *Machine) %s(d, from *set)", name)
		e.Line("m.refresh%d(from)", r.ID)
		e.Line("%s(d, from, &%s)", op, fitting)
	} else {
		e.Func("(m *Machine) %s(from set) (d set)", name)
		e.Line("m.refresh%d(from)", r.ID)
		e.sets.assign("d", op, "from", fitting)
		e.Line("return d")
	}
	e.End()
	e.Blank()
	e.refresh(r)
	return true
}

// refresh emits the function that tests the cells without a valid entry.
func (e *memoCode) refresh(r *analysis.FilterMemo) {
	name := fmt.Sprintf("refresh%d", r.ID)
	if e.requested[name] {
		return
	}
	e.requested[name] = true
	fitting, stale := fmt.Sprintf("m.fitting%d", r.ID), fmt.Sprintf("m.stale%d", r.ID)
	if e.sets.wide() {
		e.Func("(m *Machine) %s(from *set)", name)
		e.Line("var rest set")
		e.Line("and(&rest, from, &%s)", stale)
	} else {
		e.Func("(m *Machine) %s(from set)", name)
		e.Line("var rest set")
		e.sets.assign("rest", "and", "from", stale)
	}
	e.Block("if "+e.sets.empty("rest"), "return")
	e.sets.assign(stale, "andNot", stale, "rest")
	e.Open("for %s", e.sets.notEmpty("rest"))
	e.Line("c := %s", e.sets.lowest("rest"))
	e.sets.dropLowest("rest")
	if r.Groups {
		e.Line("m.testedCell, m.untracked = int32(c)+1, false")
	}
	e.filters.testCovered(r.Pattern, r.Covers)
	if r.Groups {
		e.Open("if m.untracked")
		e.sets.add(stale, "c", true)
		e.End()
	}
	e.Open("if ok")
	e.sets.add(fitting, "c", true)
	e.Else()
	e.sets.add(fitting, "c", false)
	e.End()
	e.End()
	if r.Groups {
		e.Line("m.testedCell = 0")
	}
	e.End()
	e.Blank()
}

// tracksGroups reports whether groups of connected cells record the entries that
// depend on them.
func (e *memoCode) tracksGroups() bool {
	for _, r := range e.byKey {
		if r.Groups {
			return true
		}
	}
	return false
}

// memoTables emits the tables of dependencies.
func (e *tableCode) memoTables() {
	if len(e.memos.byKey) == 0 {
		return
	}
	e.Line("// everywhere is the set of all cells.")
	e.Line("var everywhere set = %s", e.sets.literal(e.All))
	e.Blank()
	for _, r := range e.memos.list() {
		e.setTable(fmt.Sprintf("dependents%d", r.ID), "the cells whose tests depend on each", r.Dependents)
	}
}
