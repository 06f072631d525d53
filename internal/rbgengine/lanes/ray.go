package lanes

import (
	"encoding/binary"
	"slices"
)

// A pattern such as "the king is attacked" follows rays from a unique piece, as in the
// ray attacks of chess programs. A ray is deterministic: the piece on a cell decides
// whether it continues, succeeds or fails. The unchanged board therefore says how far
// each ray goes, and a move matters only where the ray reaches a cell that the move
// changes. Nearly all moves share these formulas: the ray is blocked on the target of
// a move, or continues behind the cell that was left.

// A ray is a deterministic path of a pattern from the cell of a unique piece.
type ray struct {
	cells     []rayCell // in topological order
	at        map[int32][]int32
	completes lit // it succeeds
}

// A rayCell is a cell whose piece a ray tests.
type rayCell struct {
	cell    int32
	nodes   []int32 // the tests
	next    []int32 // by test: the next cell, done or nowhere
	reached lit     // the ray gets here
	ahead   cellSet // the cells that it may reach later
}

// Where a test leads to if not to another cell.
const (
	done    int32 = -1
	nowhere int32 = -2
)

// A rayBuilder builds the rays from the cells that can hold a piece.
type rayBuilder struct {
	u       *patternEval
	version *version
	drafts  map[string]*rayDraft
	order   []string
	failed  bool
}

// A rayDraft is an unfinished ray.
type rayDraft struct {
	number map[string]int32
	cells  []rayCell
	starts [][]lit // by stop
	state  []uint8
	order  []int32 // of the cells, in postorder
}

// A rayKey identifies the rays from a node.
type rayKey struct {
	node, version int32
	mask          uint64
}

// raysFrom returns the rays behind a node, from the only cell with a piece of the
// mask. It returns nil if the pattern does not consist of rays.
func (u *patternEval) raysFrom(n int32, mask uint64, v *version) []*ray {
	key := rayKey{n, v.id, mask}
	list, ok := u.rays[key]
	if ok {
		return list
	}
	s := &rayBuilder{u: u, version: v, drafts: map[string]*rayDraft{}}
	for c := range int32(u.cells) {
		if l := u.on(v.slots[c], mask); l != no {
			s.begin(n, c, l, "")
		}
	}
	if !s.failed {
		for _, path := range s.order {
			list = append(list, s.finish(s.drafts[path]))
		}
	}
	u.rays[key] = list
	return list
}

// maxRays bounds the rays from a cell.
const maxRays = 64

// begin finds the first tests from a cell. Paths that branch before the first test are
// separate rays.
func (s *rayBuilder) begin(n, cell int32, when lit, path string) {
	if s.failed || len(path) > 16 {
		s.failed = true
		return
	}
	if nodes, ok := s.u.tests(n, nil); ok {
		draft := s.drafts[path]
		if draft == nil {
			if len(s.order) == maxRays {
				s.failed = true
				return
			}
			draft = &rayDraft{number: map[string]int32{}}
			s.drafts[path] = draft
			s.order = append(s.order, path)
		}
		if at := s.visit(draft, nodes, cell); at >= 0 {
			draft.starts[at] = append(draft.starts[at], when)
		}
		return
	}
	switch nd := &s.u.nodes[n]; {
	case nd.op == opSplit && !nd.star:
		for i, w := range nd.ways {
			s.begin(w, cell, when, path+choiceText(i))
		}
	case nd.op == opJump && !nd.jump.constant:
		for i, t := range nd.jump.to[cell] {
			s.begin(nd.next, t, when, path+choiceText(i))
		}
	default:
		s.failed = true
	}
}

// tests returns the piece tests at a node, if there is nothing else and no piece passes
// two of them.
func (u *patternEval) tests(n int32, list []int32) ([]int32, bool) {
	nd := &u.nodes[n]
	switch nd.op {
	case opOn:
		if slices.Contains(list, n) {
			return list, true
		}
		for _, o := range list {
			if u.nodes[o].mask&nd.mask != 0 {
				return nil, false
			}
		}
		return append(list, n), true
	case opSplit:
		for _, w := range nd.ways {
			var ok bool
			if list, ok = u.tests(w, list); !ok {
				return nil, false
			}
		}
		return list, true
	}
	return nil, false
}

// visit adds the cell with the given tests, and the cells behind it.
func (s *rayBuilder) visit(draft *rayDraft, nodes []int32, cell int32) int32 {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	key := binary.LittleEndian.AppendUint32(nil, uint32(cell))
	for _, n := range nodes {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	if id, ok := draft.number[string(key)]; ok {
		s.failed = s.failed || draft.state[id] == 1 // a cycle
		return id
	}
	id := int32(len(draft.cells))
	draft.number[string(key)] = id
	draft.cells = append(draft.cells, rayCell{cell: cell, nodes: nodes, ahead: make(cellSet, (s.u.cells+63)/64)})
	draft.starts = append(draft.starts, nil)
	draft.state = append(draft.state, 1)
	next := make([]int32, len(nodes))
	for i, n := range nodes {
		next[i] = s.after(draft, s.u.nodes[n].next, cell)
		if s.failed {
			return id
		}
		if to := next[i]; to >= 0 {
			draft.cells[id].ahead.put(draft.cells[to].cell)
			draft.cells[id].ahead.join(draft.cells[to].ahead)
		}
	}
	draft.cells[id].next = next
	draft.state[id] = 2
	draft.order = append(draft.order, id)
	return id
}

// after returns where a ray leads behind a test that passes.
func (s *rayBuilder) after(draft *rayDraft, n, cell int32) int32 {
	for {
		nd := &s.u.nodes[n]
		if nd.op == opEnd {
			return done
		}
		if nodes, ok := s.u.tests(n, nil); ok {
			return s.visit(draft, nodes, cell)
		}
		if nd.op != opJump || nd.jump.constant || len(nd.jump.to[cell]) > 1 {
			s.failed = true
			return nowhere
		}
		if len(nd.jump.to[cell]) == 0 {
			return nowhere
		}
		n, cell = nd.next, nd.jump.to[cell][0]
	}
}

// finish makes the formulas of a ray.
func (s *rayBuilder) finish(draft *rayDraft) *ray {
	u := s.u
	out := &ray{at: map[int32][]int32{}}
	place := make([]int32, len(draft.cells))
	for i := range draft.order {
		place[draft.order[len(draft.order)-1-i]] = int32(i)
	}
	comes := make([][]lit, len(draft.cells))
	var ends []lit
	for i := range draft.order {
		old := draft.order[len(draft.order)-1-i]
		st := draft.cells[old]
		st.reached = u.or(append(comes[old], draft.starts[old]...)...)
		next := make([]int32, len(st.next))
		for k, to := range st.next {
			test := u.and(st.reached, u.on(s.version.slots[st.cell], u.nodes[st.nodes[k]].mask))
			switch {
			case to == done:
				ends = append(ends, test)
			case to >= 0:
				comes[to] = append(comes[to], test)
				to = place[to]
			}
			next[k] = to
		}
		st.next = next
		out.cells = append(out.cells, st)
		out.at[st.cell] = append(out.at[st.cell], int32(i))
	}
	out.completes = u.tree(ends, treeArity)
	return out
}

// A rayChange is a change of a cell that a ray may reach.
type rayChange struct {
	change
	piece    int32
	passable bool // the ray may have continued there before the change
}

// changesOn returns the changes that matter to a ray. It returns false if the new value
// of one is not constant.
func (st *ray) changesOn(u *patternEval, e *env) ([]rayChange, bool) {
	var list []rayChange
	for _, c := range e.changes {
		at := st.at[c.slot]
		if int(c.slot) >= u.cells || at == nil {
			continue
		}
		v := &u.all[c.value]
		if v.kind != valueNumber {
			return nil, false
		}
		t := rayChange{change: c, piece: v.n, passable: c.old == 0}
		for _, i := range at {
			for _, n := range st.cells[i].nodes {
				t.passable = t.passable || c.old&u.nodes[n].mask != 0
			}
		}
		list = append(list, t)
	}
	return list, true
}

// reaches says that the ray gets to a cell.
func (st *ray) reaches(u *patternEval, cell int32) lit {
	var parts []lit
	for _, i := range st.at[cell] {
		parts = append(parts, st.cells[i].reached)
	}
	return u.or(parts...)
}

// before reports whether the ray may reach a cell before another one.
func (st *ray) before(cell, other int32) bool {
	return slices.ContainsFunc(st.at[cell], func(i int32) bool { return st.cells[i].ahead.has(other) })
}

// completesAfter says when a ray succeeds after some changes: still, because it does not
// reach them, or, for each change, because it continues there.
func (st *ray) completesAfter(u *patternEval, e *env, list []rayChange) (still lit, besides []lit) {
	conj := []lit{st.completes}
	for _, t := range list {
		if t.passable {
			conj = append(conj, st.reaches(u, t.slot).not())
		}
	}
	for _, t := range list {
		var parts []lit
		for _, i := range st.at[t.slot] {
			parts = append(parts, st.completesThrough(u, e, list, t, &st.cells[i]))
		}
		besides = append(besides, u.or(parts...))
	}
	return u.and(conj...), besides
}

// completesThrough says that a ray reaches a changed cell before any other change, and
// succeeds from there.
func (st *ray) completesThrough(u *patternEval, e *env, list []rayChange, t rayChange, at *rayCell) lit {
	for k, n := range at.nodes {
		if u.nodes[n].mask>>t.piece&1 == 0 {
			continue
		}
		rest := no
		switch to := at.next[k]; {
		case to == done:
			rest = yes
		case to >= 0:
			var parts []lit
			for _, m := range st.cells[to].nodes {
				parts = append(parts, u.completes(m, st.cells[to].cell, e))
			}
			rest = u.or(parts...)
		}
		conj := []lit{at.reached, rest}
		for _, o := range list {
			if o.slot != t.slot && o.passable && st.before(o.slot, t.slot) {
				conj = append(conj, st.reaches(u, o.slot).not())
			}
		}
		return u.and(conj...)
	}
	return no
}

// fromUnique follows a pattern from the cell of a unique piece. It reports whether it
// could.
func (f *multiStart) fromUnique(n int32, mask uint64, list []guardedCell) bool {
	u := f.u
	if !u.isUnique(mask) {
		return false
	}
	if slices.ContainsFunc(f.env.changes, func(c change) bool { return int(c.slot) < u.cells && c.held(mask) }) {
		f.fromChanges(n, list)
		return true
	}
	left := no // the piece was on a cell where it can no longer be
	for _, g := range list {
		switch {
		case g.when == g.before:
		case g.when == no:
			left = u.or(left, g.before)
		default:
			return false
		}
	}
	rays := u.raysFrom(n, mask, f.env.version)
	changes := make([][]rayChange, len(rays))
	for i, st := range rays {
		var ok bool
		if changes[i], ok = st.changesOn(u, f.env); !ok {
			return false
		}
	}
	if left == no {
		for i, st := range rays {
			f.addRay(st, changes[i])
		}
		return rays != nil
	}
	var parts []lit
	for i, st := range rays {
		still, besides := st.completesAfter(u, f.env, changes[i])
		parts = append(append(parts, still), besides...)
	}
	f.own = append(f.own, u.and(left.not(), u.tree(parts, treeArity)))
	return rays != nil
}

// fromChanges continues from the cells that changes have put the piece on. There is no
// other cell with it.
func (f *multiStart) fromChanges(n int32, list []guardedCell) {
	for _, g := range list {
		if slices.ContainsFunc(f.env.changes, func(c change) bool { return c.slot == g.cell }) {
			f.own = append(f.own, f.u.and(g.when, f.u.completesMonotone(n, g.cell, f.env)))
		}
	}
}

// addRay adds that a ray succeeds. What one change makes possible is mostly independent
// of the others.
func (f *multiStart) addRay(st *ray, list []rayChange) {
	still, besides := st.completesAfter(f.u, f.env, list)
	f.rest = append(f.rest, still)
	for i, l := range besides {
		if l == no {
			continue
		}
		only := f.u.of(f.env.version, []change{list[i].change})
		if _, alone := st.completesAfter(f.u, only, list[i:i+1]); alone[0] != l {
			f.own = append(f.own, l)
			continue
		}
		set := 1 << min(slices.Index(f.env.changes, list[i].change), 30)
		if f.changed[set] == nil {
			f.order = append(f.order, set)
		}
		f.changed[set] = append(f.changed[set], l)
	}
}

// completesMonotone is completes, with smaller formulas if changes only add answers:
// then it is the old formula or one of the branches that have changed.
func (u *patternEval) completesMonotone(n, cell int32, e *env) lit {
	nd := &u.nodes[n]
	e = u.relevant(e, n, cell)
	if nd.op != opSplit || nd.star || !u.monotone(n, map[int32]bool{}) ||
		slices.ContainsFunc(e.changes, func(c change) bool { return !u.onlyAdds(c, u.pieceClasses[n]) }) {
		return u.completes(n, cell, e)
	}
	plain := u.of(e.version, nil)
	parts := []lit{u.completes(n, cell, plain)}
	for _, w := range nd.ways {
		if l := u.completes(w, cell, e); l != u.completes(w, cell, plain) {
			parts = append(parts, l)
		}
	}
	return u.or(parts...)
}
