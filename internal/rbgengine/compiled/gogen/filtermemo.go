package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// Cells that are tested with pieces laid over the board are remembered: a
// decision asks few cells, and a piece that is put elsewhere does not matter to
// it. So a search that puts one piece after the other, and each time tests all
// cells, tests those again that can see the piece. When the piece is taken back,
// what was known of these is known again.

// A memoCode emits code that keeps track of what is remembered.
type memoCode struct {
	*emitter
	byKey map[string]*analysis.FilterMemo // by pattern and pieces
}

// recallList returns the recalls in the order of their numbers.
func (e *memoCode) list() []*analysis.FilterMemo {
	list := make([]*analysis.FilterMemo, len(e.byKey))
	for _, r := range e.byKey {
		list[r.ID] = r
	}
	return list
}

// unlike returns a condition: it matters to what is remembered that a piece
// takes the place of another.
func (e *memoCode) matters(r *analysis.FilterMemo, piece int32, old string) string {
	return fmt.Sprintf("uint64(%#x)>>(%s&63)&1 == 0", r.Equivalent[piece], old)
}

// recallPut prints what is no longer known when a piece is put on a cell c.
func (e *memoCode) invalidate(piece int32, c string) {
	for _, r := range e.list() {
		e.Open("if %s", e.matters(r, piece, "m.pieces["+e.sets.index(c)+"]"))
		name := fmt.Sprintf("m.stale%d", r.ID)
		e.sets.assign(name, "or", name, fmt.Sprintf("dependents%d[%s]", r.ID, e.sets.index(c)))
		e.End()
	}
}

// forgetRecalls prints that nothing is known.
func (e *memoCode) invalidateAll() {
	for _, r := range e.list() {
		e.Line("m.stale%d = everywhere", r.ID)
	}
}

// recallFields adds to the fields of a machine.
func (e *memoCode) fields() {
	for _, r := range e.list() {
		e.Line("fitting%d, stale%d set // cells that satisfy a pattern, as far as that is known", r.ID, r.ID)
	}
	if e.tracksGroups() {
		e.Line("testedCell int32 // 1 + the cell that is tested, or 0")
		e.Line("untracked bool // the test has looked at cells that are not noted")
	}
}

// keepRecalls prints that what is known is kept while acts are made.
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

// bringBackRecalls prints that what was known before acts is known again. What was
// learned meanwhile stays known of cells to which the acts do not matter; after
// several acts that is too much trouble.
func (b undoCode) restoreMemos(acts []ir.Act, depth int, whole bool) {
	var puts []*ir.Act
	for k := range acts {
		if !acts[k].Idle && acts[k].Kind == ir.PutPiece {
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

// staleAgain prints that nothing is known of cells to which acts matter that are
// taken back: the groups that knew of them are worth nothing.
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

// recallFilter prints a filter that remembers. It returns false if there is
// nothing to remember.
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

// learn prints the function that finds out about cells of which nothing is known.
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

// learns reports whether groups know to which cells they matter.
func (e *memoCode) tracksGroups() bool {
	for _, r := range e.byKey {
		if r.Groups {
			return true
		}
	}
	return false
}

// recallTables prints the tables of what is remembered.
func (e *tableCode) memoTables() {
	if len(e.memos.byKey) == 0 {
		return
	}
	e.Line("// everywhere are all cells.")
	e.Line("var everywhere set = %s", e.sets.literal(e.All))
	e.Blank()
	for _, r := range e.memos.list() {
		e.setTable(fmt.Sprintf("dependents%d", r.ID), "the cells to which each matters", r.Dependents)
	}
}
