package lanes

import (
	"encoding/binary"
	"slices"
)

// A pattern such as whether a king is attacked follows lines from a piece of which
// there is only one. Each of them goes one way, since what stands on a cell decides
// whether it goes on, ends well or ends. So it is known from the unchanged board
// how far each line goes, and a move matters to it only where it comes to a cell
// that the move changes. Formulas for that are shared by nearly all moves: a line
// ends on the target of a move, or goes on behind the cell that was left.

// A strand is a way on which a pattern goes on from the only cell with a piece, such
// that what stands on the cells that it comes to decides how it goes on.
type strand struct {
	stops  []stop // each after those that lead to it
	at     map[int32][]int32
	passes lit // it can be gone to the end
}

// A stop is a cell on which a strand asks what stands there.
type stop struct {
	cell  int32
	nodes []int32 // the tests
	next  []int32 // by test: the stop to which it leads, done or nowhere
	comes lit     // the strand comes here
	ahead cellSet // the cells that it may come to later
}

// Where a test leads to if not to a stop.
const (
	done    int32 = -1
	nowhere int32 = -2
)

// A strander makes the strands from the cells with a piece.
type strander struct {
	u       *unroller
	version *version
	strands map[string]*strandPlan
	order   []string
	bad     bool
}

// A strandPlan is a strand while it is made.
type strandPlan struct {
	number map[string]int32
	stops  []stop
	starts [][]lit // by stop
	state  []uint8
	order  []int32 // stops as they were left
}

// strandKey says from where strands go on.
type strandKey struct {
	node, version int32
	mask          uint64
}

// strandsOf returns the strands behind a node if the cell is the only one with one of
// some pieces, or nil if the pattern goes on in other ways.
func (u *unroller) strandsOf(n int32, mask uint64, v *version) []*strand {
	key := strandKey{n, v.id, mask}
	list, ok := u.strands[key]
	if ok {
		return list
	}
	s := &strander{u: u, version: v, strands: map[string]*strandPlan{}}
	for c := range int32(u.cells) {
		if l := u.on(v.slots[c], mask); l != no {
			s.begin(n, c, l, "")
		}
	}
	if !s.bad {
		for _, path := range s.order {
			list = append(list, s.finish(s.strands[path]))
		}
	}
	u.strands[key] = list
	return list
}

// maxStrands bounds how many ways there are from a cell.
const maxStrands = 64

// begin finds the first stops from a cell. Ways that part before the first one are
// strands of their own.
func (s *strander) begin(n, cell int32, when lit, path string) {
	if s.bad || len(path) > 16 {
		s.bad = true
		return
	}
	if nodes, ok := s.u.tests(n, nil); ok {
		plan := s.strands[path]
		if plan == nil {
			if len(s.order) == maxStrands {
				s.bad = true
				return
			}
			plan = &strandPlan{number: map[string]int32{}}
			s.strands[path] = plan
			s.order = append(s.order, path)
		}
		if at := s.visit(plan, nodes, cell); at >= 0 {
			plan.starts[at] = append(plan.starts[at], when)
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
		s.bad = true
	}
}

// tests returns the tests of pieces that stand at a node, if nothing else does and
// no piece passes two of them.
func (u *unroller) tests(n int32, list []int32) ([]int32, bool) {
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

// visit makes the stop of some tests on a cell and those behind it.
func (s *strander) visit(plan *strandPlan, nodes []int32, cell int32) int32 {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	key := binary.LittleEndian.AppendUint32(nil, uint32(cell))
	for _, n := range nodes {
		key = binary.LittleEndian.AppendUint32(key, uint32(n))
	}
	if id, ok := plan.number[string(key)]; ok {
		s.bad = s.bad || plan.state[id] == 1 // in circles
		return id
	}
	id := int32(len(plan.stops))
	plan.number[string(key)] = id
	plan.stops = append(plan.stops, stop{cell: cell, nodes: nodes, ahead: make(cellSet, (s.u.cells+63)/64)})
	plan.starts = append(plan.starts, nil)
	plan.state = append(plan.state, 1)
	next := make([]int32, len(nodes))
	for i, n := range nodes {
		next[i] = s.after(plan, s.u.nodes[n].next, cell)
		if s.bad {
			return id
		}
		if to := next[i]; to >= 0 {
			plan.stops[id].ahead.put(plan.stops[to].cell)
			plan.stops[id].ahead.join(plan.stops[to].ahead)
		}
	}
	plan.stops[id].next = next
	plan.state[id] = 2
	plan.order = append(plan.order, id)
	return id
}

// after returns where a strand leads behind a test that was passed.
func (s *strander) after(plan *strandPlan, n, cell int32) int32 {
	for {
		nd := &s.u.nodes[n]
		if nd.op == opEnd {
			return done
		}
		if nodes, ok := s.u.tests(n, nil); ok {
			return s.visit(plan, nodes, cell)
		}
		if nd.op != opJump || nd.jump.constant || len(nd.jump.to[cell]) > 1 {
			s.bad = true
			return nowhere
		}
		if len(nd.jump.to[cell]) == 0 {
			return nowhere
		}
		n, cell = nd.next, nd.jump.to[cell][0]
	}
}

// finish makes the formulas of a strand.
func (s *strander) finish(plan *strandPlan) *strand {
	u := s.u
	out := &strand{at: map[int32][]int32{}}
	place := make([]int32, len(plan.stops))
	for i := range plan.order {
		place[plan.order[len(plan.order)-1-i]] = int32(i)
	}
	comes := make([][]lit, len(plan.stops))
	var ends []lit
	for i := range plan.order {
		old := plan.order[len(plan.order)-1-i]
		st := plan.stops[old]
		st.comes = u.or(append(comes[old], plan.starts[old]...)...)
		next := make([]int32, len(st.next))
		for k, to := range st.next {
			test := u.and(st.comes, u.on(s.version.slots[st.cell], u.nodes[st.nodes[k]].mask))
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
		out.stops = append(out.stops, st)
		out.at[st.cell] = append(out.at[st.cell], int32(i))
	}
	out.passes = u.tree(ends, bunch)
	return out
}

// A touch is a change of a cell that a strand may come to.
type touch struct {
	change
	piece int32
	opens bool // the strand may have gone on there before
}

// touches returns the changes that matter to a strand. It returns false if one of
// them is not known well enough.
func (st *strand) touches(u *unroller, e *env) ([]touch, bool) {
	var list []touch
	for _, c := range e.changes {
		stops := st.at[c.slot]
		if int(c.slot) >= u.cells || stops == nil {
			continue
		}
		v := &u.all[c.value]
		if v.kind != valueNumber {
			return nil, false
		}
		t := touch{change: c, piece: v.n, opens: c.old == 0}
		for _, i := range stops {
			for _, n := range st.stops[i].nodes {
				t.opens = t.opens || c.old&u.nodes[n].mask != 0
			}
		}
		list = append(list, t)
	}
	return list, true
}

// comes says that a strand comes to a cell.
func (st *strand) comes(u *unroller, cell int32) lit {
	var parts []lit
	for _, i := range st.at[cell] {
		parts = append(parts, st.stops[i].comes)
	}
	return u.or(parts...)
}

// before reports whether a strand may come to a cell before it comes to another.
func (st *strand) before(cell, other int32) bool {
	return slices.ContainsFunc(st.at[cell], func(i int32) bool { return st.stops[i].ahead.has(other) })
}

// gone says that a strand can be gone to the end after some changes: still, since
// it does not come to them, and besides, for each change, because it goes on there.
func (st *strand) gone(u *unroller, e *env, list []touch) (still lit, besides []lit) {
	conj := []lit{st.passes}
	for _, t := range list {
		if t.opens {
			conj = append(conj, st.comes(u, t.slot).not())
		}
	}
	for _, t := range list {
		var parts []lit
		for _, i := range st.at[t.slot] {
			parts = append(parts, st.goesOn(u, e, list, t, &st.stops[i]))
		}
		besides = append(besides, u.or(parts...))
	}
	return u.and(conj...), besides
}

// goesOn says that a strand comes to a stop on a changed cell, before it comes to
// another change, and goes on there to the end.
func (st *strand) goesOn(u *unroller, e *env, list []touch, t touch, at *stop) lit {
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
			for _, m := range st.stops[to].nodes {
				parts = append(parts, u.completes(m, st.stops[to].cell, e))
			}
			rest = u.or(parts...)
		}
		conj := []lit{at.comes, rest}
		for _, o := range list {
			if o.slot != t.slot && o.opens && st.before(o.slot, t.slot) {
				conj = append(conj, st.comes(u, o.slot).not())
			}
		}
		return u.and(conj...)
	}
	return no
}

// onlyOne follows a pattern from cells that hold a piece of which there is one. It
// reports whether it could.
func (f *fan) onlyOne(n int32, mask uint64, list []guarded) bool {
	u := f.u
	if !u.isUnique(mask) {
		return false
	}
	if slices.ContainsFunc(f.env.changes, func(c change) bool { return int(c.slot) < u.cells && c.held(mask) }) {
		f.fromChanges(n, list)
		return true
	}
	left := no // the piece may have been where it can no longer be
	for _, g := range list {
		switch {
		case g.when == g.before:
		case g.when == no:
			left = u.or(left, g.before)
		default:
			return false
		}
	}
	strands := u.strandsOf(n, mask, f.env.version)
	touches := make([][]touch, len(strands))
	for i, st := range strands {
		var ok bool
		if touches[i], ok = st.touches(u, f.env); !ok {
			return false
		}
	}
	if left == no {
		for i, st := range strands {
			f.gone(st, touches[i])
		}
		return strands != nil
	}
	var parts []lit
	for i, st := range strands {
		still, besides := st.gone(u, f.env, touches[i])
		parts = append(append(parts, still), besides...)
	}
	f.apart = append(f.apart, u.and(left.not(), u.tree(parts, bunch)))
	return strands != nil
}

// fromChanges goes on from the cells that changes have put the piece on. It has left
// the cell where it was, and there is no other.
func (f *fan) fromChanges(n int32, list []guarded) {
	for _, g := range list {
		if slices.ContainsFunc(f.env.changes, func(c change) bool { return c.slot == g.cell }) {
			f.apart = append(f.apart, f.u.and(g.when, f.u.opened(n, g.cell, f.env)))
		}
	}
}

// gone adds that a strand can be gone to the end. What one change makes possible is
// mostly the same whatever the others are.
func (f *fan) gone(st *strand, list []touch) {
	still, besides := st.gone(f.u, f.env, list)
	f.rest = append(f.rest, still)
	for i, l := range besides {
		if l == no {
			continue
		}
		only := f.u.of(f.env.version, []change{list[i].change})
		if _, alone := st.gone(f.u, only, list[i:i+1]); alone[0] != l {
			f.apart = append(f.apart, l)
			continue
		}
		set := 1 << min(slices.Index(f.env.changes, list[i].change), 30)
		if f.changed[set] == nil {
			f.order = append(f.order, set)
		}
		f.changed[set] = append(f.changed[set], l)
	}
}

// opened says what completes says. If changes can only make more possible, it is
// what was possible before, and the ways that have changed.
func (u *unroller) opened(n, cell int32, e *env) lit {
	nd := &u.nodes[n]
	e = u.relevant(e, n, cell)
	if nd.op != opSplit || nd.star || !u.positive(n, map[int32]bool{}) ||
		slices.ContainsFunc(e.changes, func(c change) bool { return !u.opens(c, u.kin[n]) }) {
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

// settled returns the condition of a move without what cannot be: if a disjunction
// must not hold, those of its parts count that do not contradict the rest anyway.
func (u *unroller) settled(l lit) lit {
	list := u.leaves(l, nil)
	settled := false
	for i, x := range list {
		t := &u.terms[x.term()]
		if t.kind != kindOr || x&1 == 0 {
			continue
		}
		known := slices.Concat(list[:i], list[i+1:])
		var kept []lit
		for _, a := range t.args {
			if !u.refuted(known, a) {
				kept = append(kept, a)
			}
		}
		if len(kept) < len(u.terms[x.term()].args) {
			list[i] = u.or(kept...).not()
			settled = true
		}
	}
	if !settled {
		return l
	}
	all := yes
	for _, x := range list {
		all = u.and(all, x)
	}
	return all
}

// refuted reports whether a formula evidently cannot hold if others do.
func (g *logic) refuted(known []lit, l lit) bool {
	parts := g.conjuncts(l, nil)
	all := slices.Concat(known, parts)
	steps := maxProof
	return slices.ContainsFunc(parts, func(c lit) bool { return g.follows(all, c^1, &steps) })
}
