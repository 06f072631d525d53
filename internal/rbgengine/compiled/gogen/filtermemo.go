package gogen

import (
	"fmt"
	"math/bits"

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
	byKey map[string]*filterMemo // by pattern and pieces
}

// A recall is what is remembered of one pattern with the same pieces laid over
// the board: the cells that satisfy it, and those of which nothing is known.
type filterMemo struct {
	id         int
	pattern    int32
	covers     []ir.Pend
	dependents []ir.Bits // by bit: the cells whose decisions ask it
	equivalent []uint64  // by piece: those that no decision tells from it
	groups     bool      // connected cells matter, too: they know to which cells
}

// maxFilterMemos is how many patterns are remembered: each of them costs something
// with every piece that is put.
const maxFilterMemos = 8

// findFilterMemos returns what is worth remembering in a program, by pattern and
// pieces.
func findFilterMemos(p *ir.Program) map[string]*filterMemo {
	found := map[string]*filterMemo{}
	for k := range p.Code {
		i := &p.Code[k]
		if i.Op != ir.FilterOver {
			continue
		}
		q, key := &p.Patterns[i.X], memoKey(i.X, p.Pends[i.D])
		if q.Flip || found[key] != nil {
			continue
		}
		r := newFilterMemo(p, i.X, p.Pends[i.D])
		if r == nil || !r.worthwhile(p) {
			continue
		}
		if r.id = len(found); r.id == maxFilterMemos {
			return nil
		}
		found[key] = r
	}
	return found
}

func memoKey(pattern int32, pends []ir.Pend) string { return fmt.Sprint(pattern, pends) }

// newFilterMemo follows all decisions and finds out which cells they ask. It returns
// nil if that cannot be told.
func newFilterMemo(p *ir.Program, pattern int32, pends []ir.Pend) *filterMemo {
	r := &filterMemo{pattern: pattern, covers: pends, dependents: make([]ir.Bits, p.Words*64), equivalent: make([]uint64, p.Pieces)}
	for c := range r.dependents {
		r.dependents[c] = make(ir.Bits, p.Words)
	}
	for piece := range r.equivalent {
		r.equivalent[piece] = 1<<p.Pieces - 1
	}
	switch q := &p.Patterns[pattern]; q.Over {
	case ir.ByDecide:
		for _, b := range p.BitOf {
			r.followDecision(p, &p.Decides[q.Decide], b)
		}
		return r
	case ir.ByWalk:
		for piece := range r.equivalent {
			r.equivalent[piece] = 1 << piece
		}
		for _, b := range p.BitOf {
			if !r.followWalk(p, &p.Walks[q.Walk], b) {
				return nil
			}
		}
		return r
	}
	return nil
}

// stroll goes all ways that a walk from a cell can go. It returns false if it can
// go far, or asks for more than pieces.
func (r *filterMemo) followWalk(p *ir.Program, w *ir.Walk, b int32) bool {
	type spot struct {
		state, cell int32
		on          uint64 // one of these pieces lies there
	}
	r.dependents[b].Set(int(b))
	seen := map[spot]bool{}
	stack := []spot{{0, b, ^uint64(0)}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		s := &w.States[at.state]
		read := func(t int32) { r.dependents[t].Set(int(b)) }
		switch s.Kind {
		case ir.Accept:
			continue
		case ir.Fork:
			stack = append(stack, spot{s.Else, at.cell, at.on})
		case ir.Follow:
			t := int32(s.Map[at.cell])
			if t < 0 {
				continue
			}
			read(t)
			at.cell, at.on = t, s.Pieces
		case ir.Spread:
			for _, t := range s.Targets[at.cell] {
				read(int32(t))
				stack = append(stack, spot{s.To, int32(t), s.Pieces})
			}
			continue
		case ir.OnPiece:
			read(at.cell)
			at.on &= s.Pieces
		case ir.InMask:
		case ir.Fits:
			q := &p.Patterns[s.Ref]
			if q.Over != ir.ByReach {
				return false
			}
			r.groups = true
			reach := &p.Reaches[q.Reach]
			if _, ok := r.covering(p, b, at.cell); !ok && at.on&^reach.Within == 0 {
				break // the group of the cell alone is asked
			}
			for _, t := range reach.Targets[at.cell] {
				read(int32(t))
			}
		default:
			return false
		}
		stack = append(stack, spot{s.To, at.cell, at.on})
	}
	return true
}

// follow follows the decision about one cell.
func (r *filterMemo) followDecision(p *ir.Program, d *ir.Decide, b int32) {
	seen := map[int32]bool{}
	stack := []int32{d.Start[b]}
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if k < 0 || seen[k] {
			continue
		}
		seen[k] = true
		next := d.Rows[k+1 : int(k)+1+p.Pieces]
		if piece, ok := r.covering(p, b, d.Rows[k]); ok {
			stack = append(stack, next[piece])
			continue
		}
		r.dependents[d.Rows[k]].Set(int(b))
		stack = append(stack, next...)
		r.distinguish(next)
	}
}

// laid returns the piece that is laid over a cell when another is tested.
func (r *filterMemo) covering(p *ir.Program, tested, cell int32) (piece uint8, ok bool) {
	for n := len(r.covers) - 1; n >= 0; n-- {
		at := tested
		if m := r.covers[n].Map; m >= 0 {
			at = int32(p.Maps[m][tested])
		}
		if at == cell {
			return r.covers[n].Piece, true
		}
	}
	return 0, false
}

// tell notes which pieces a row of a decision tells apart.
func (r *filterMemo) distinguish(next []int32) {
	for x := range next {
		for y := range next {
			if next[x] != next[y] {
				r.equivalent[x] &^= 1 << y
			}
		}
	}
}

// pays reports whether a piece matters to a small part of the board only.
func (r *filterMemo) worthwhile(p *ir.Program) bool {
	asked := 0
	for _, cells := range r.dependents {
		for _, w := range cells {
			asked += bits.OnesCount64(w)
		}
	}
	return p.Pieces <= 64 && 3*asked <= p.Cells*p.Cells
}

// recallList returns the recalls in the order of their numbers.
func (e *memoCode) list() []*filterMemo {
	list := make([]*filterMemo, len(e.byKey))
	for _, r := range e.byKey {
		list[r.id] = r
	}
	return list
}

// unlike returns a condition: it matters to what is remembered that a piece
// takes the place of another.
func (r *filterMemo) matters(piece int32, old string) string {
	return fmt.Sprintf("uint64(%#x)>>(%s&63)&1 == 0", r.equivalent[piece], old)
}

// recallPut prints what is no longer known when a piece is put on a cell c.
func (e *memoCode) invalidate(piece int32, c string) {
	for _, r := range e.list() {
		e.Open("if %s", r.matters(piece, "m.pieces["+e.sets.index(c)+"]"))
		name := fmt.Sprintf("m.stale%d", r.id)
		e.sets.assign(name, "or", name, fmt.Sprintf("dependents%d[%s]", r.id, e.sets.index(c)))
		e.End()
	}
}

// forgetRecalls prints that nothing is known.
func (e *memoCode) invalidateAll() {
	for _, r := range e.list() {
		e.Line("m.stale%d = everywhere", r.id)
	}
}

// recallFields adds to the fields of a machine.
func (e *memoCode) fields() {
	for _, r := range e.list() {
		e.Line("fitting%d, stale%d set // cells that satisfy a pattern, as far as that is known", r.id, r.id)
	}
	if e.tracksGroups() {
		e.Line("testedCell int32 // 1 + the cell that is tested, or 0")
		e.Line("untracked bool // the test has looked at cells that are not noted")
	}
}

// keepRecalls prints that what is known is kept while acts are made.
func (b undoCode) saveMemos(depth int) {
	for _, r := range b.memos.list() {
		if r.groups {
			continue
		}
		for _, what := range []string{"fitting", "stale"} {
			name := fmt.Sprintf("%s%dat%d", what, r.id, depth)
			b.saved[name] = "set"
			b.Line("%s = m.%s%d", name, what, r.id)
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
		if r.groups {
			b.invalidateMemos(r, len(puts), depth, whole)
			continue
		}
		if single {
			b.Open("if %s", r.matters(puts[0].Arg, fmt.Sprintf("q0at%d", depth)))
		}
		for _, what := range []string{"fitting", "stale"} {
			now, before := fmt.Sprintf("m.%s%d", what, r.id), fmt.Sprintf("%s%dat%d", what, r.id, depth)
			if !single {
				b.Line("%s = %s", now, before)
				continue
			}
			b.temporary()
			row := fmt.Sprintf("dependents%d[%s]", r.id, b.sets.index(fmt.Sprintf("p0at%d", depth)))
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
func (b undoCode) invalidateMemos(r *filterMemo, puts, depth int, whole bool) {
	name := fmt.Sprintf("m.stale%d", r.id)
	if whole {
		b.Line("%s = everywhere", name)
		return
	}
	for n := range puts {
		place := fmt.Sprintf("p%dat%d", n, depth)
		b.sets.assign(name, "or", name, fmt.Sprintf("dependents%d[%s]", r.id, b.sets.index(place)))
	}
}

// recallFilter prints a filter that remembers. It returns false if there is
// nothing to remember.
func (e *memoCode) filter(name string, id int32, pends []ir.Pend, negative bool) bool {
	r := e.byKey[memoKey(id, pends)]
	if r == nil {
		return false
	}
	op := "and"
	if negative {
		op = "andNot"
	}
	fitting := fmt.Sprintf("m.fitting%d", r.id)
	if e.sets.wide() {
		e.Func("(m *Machine) %s(d, from *set)", name)
		e.Line("m.refresh%d(from)", r.id)
		e.Line("%s(d, from, &%s)", op, fitting)
	} else {
		e.Func("(m *Machine) %s(from set) (d set)", name)
		e.Line("m.refresh%d(from)", r.id)
		e.sets.assign("d", op, "from", fitting)
		e.Line("return d")
	}
	e.End()
	e.Blank()
	e.refresh(r)
	return true
}

// learn prints the function that finds out about cells of which nothing is known.
func (e *memoCode) refresh(r *filterMemo) {
	name := fmt.Sprintf("refresh%d", r.id)
	if e.requested[name] {
		return
	}
	e.requested[name] = true
	fitting, stale := fmt.Sprintf("m.fitting%d", r.id), fmt.Sprintf("m.stale%d", r.id)
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
	if r.groups {
		e.Line("m.testedCell, m.untracked = int32(c)+1, false")
	}
	e.filters.testCovered(r.pattern, r.covers)
	if r.groups {
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
	if r.groups {
		e.Line("m.testedCell = 0")
	}
	e.End()
	e.Blank()
}

// learns reports whether groups know to which cells they matter.
func (e *memoCode) tracksGroups() bool {
	for _, r := range e.byKey {
		if r.groups {
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
	e.Line("var everywhere set = %s", e.sets.literal(e.all))
	e.Blank()
	for _, r := range e.memos.list() {
		e.setTable(fmt.Sprintf("dependents%d", r.id), "the cells to which each matters", r.dependents)
	}
}
