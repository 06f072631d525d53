package lanes

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// A start is where a move of the keeper begins, under a condition. After a move of a
// player exactly one start holds.
type start struct {
	when  lit
	cell  int32
	env   *env
	to    int32   // the switch passed last
	where []place // the cells, if the keeper's move does not depend on it
}

// A place is a possible current cell.
type place struct {
	cell int32
	when lit
}

// A final is how a step of play can end: before a move of a player, or over, where the
// keeper has no move.
type final struct {
	start
	over bool
}

// A keeperUnroller executes the keeper's moves after the moves of a turn.
type keeperUnroller struct{ *unroller }

// followKeeper follows the keeper until a player is to move or the play is over.
func (u *keeperUnroller) followKeeper(t *turn) {
	waiting := map[int32][]start{}
	for _, s := range u.afterMoves(t) {
		waiting[s.to] = append(waiting[s.to], s)
	}
	for round := 0; len(waiting) > 0 && !u.exhausted(); round++ {
		if round == maxRounds {
			u.fail("the keeper can go on for more than %d switches", maxRounds)
			return
		}
		index := u.nextSwitch(waiting)
		starts := u.joinStarts(index, waiting[index])
		delete(waiting, index)
		if u.rules.Mover(int(index)) >= 0 {
			for _, s := range starts {
				t.finals = append(t.finals, final{s, false})
			}
			u.enqueue(index)
			continue
		}
		for _, s := range u.keeperMove(t, index, starts) {
			waiting[s.to] = append(waiting[s.to], s)
		}
	}
}

// nextSwitch returns the waiting switch that comes first in the rules. No other
// waiting one leads to it, except by a star, so that paths join before they go on.
func (u *keeperUnroller) nextSwitch(waiting map[int32][]start) int32 {
	best := int32(-1)
	for index := range waiting {
		if best < 0 || u.starts[index] > u.starts[best] || u.starts[index] == u.starts[best] && index < best {
			best = index
		}
	}
	return best
}

// afterMoves makes one version of the position after any move of a turn, and a start
// for each place where moves end. It evaluates the deferred tests there.
func (u *keeperUnroller) afterMoves(t *turn) []start {
	moves := t.moves
	alts := effectsOf(u.symbolic, moves)
	ends := map[end]*disjuncts{}
	pieces := map[end]uint64{} // that can be on the cell
	var order []end
	for i := range moves {
		m := &moves[i]
		all := m.ends()
		for _, at := range all {
			if ends[at] == nil {
				order = append(order, at)
				ends[at] = &disjuncts{}
			}
			whens := []lit{yes}
			if len(all) > 1 {
				whens = u.anyCube(distinguish(m.cubes(func(c *variant) bool { return c.end() == at })))
			}
			for _, when := range whens {
				ends[at].add(when, m.circuitMove.does)
			}
		}
		for _, c := range m.variants {
			pieces[c.end()] |= u.piecesAtEnd(c)
		}
	}
	slots := slices.Clone(u.base.version.slots)
	for slot := range slots {
		slots[slot] = u.regroup(u.chooseMany(alts[int32(slot)], slots[slot]))
	}
	e := u.of(u.newVersion(slots), nil)
	if !slices.ContainsFunc(order, func(at end) bool { return at.test >= 0 }) { // what is unique holds of legal moves
		u.exclusions.add(u.symbolic, e.version)
	}
	var starts []start
	var failed []lit
	for _, at := range order {
		s := start{when: ends[at].any(u.logic), cell: at.cell, env: e, to: at.to}
		if at.test >= 0 {
			_, passes := u.step(&u.nodes[at.test], at.cell, e)
			failed = append(failed, u.and(s.when, passes.not()))
		}
		if u.ignoresCell(at.to) {
			starts = append(starts, s)
			continue
		}
		if mask := pieces[at]; bits.OnesCount64(mask) == 1 {
			s.env = u.with(e, at.cell, u.number(int32(bits.TrailingZeros64(mask))))
		}
		starts = append(starts, s)
	}
	t.fails = u.or(failed...)
	return starts
}

// piecesAtEnd returns the pieces that can be on the cell where a move ends.
func (u *keeperUnroller) piecesAtEnd(c *variant) uint64 {
	if c.cell == here {
		return ^uint64(0)
	}
	v := &u.all[c.env.at(c.cell)]
	switch v.kind {
	case valueNumber:
		return 1 << v.n
	case valueLits:
		return ^uint64(0)
	}
	mask := u.groups[v.group].can
	for _, l := range u.conjuncts(c.reach, nil) {
		if g, m, ok := u.maskOf(l); ok && g == v.group {
			mask &= m
		}
	}
	return mask
}

// ite returns the environment that is a if the condition holds and b otherwise.
func (u *keeperUnroller) ite(when lit, a, b *env) *env {
	if a == b {
		return a
	}
	if a.version == b.version {
		out := b
		for slot := range u.changedSlots(a, b) {
			out = u.with(out, slot, u.choose([]alternative{{when, a.at(slot)}}, b.at(slot)))
		}
		return out
	}
	slots := make([]int32, len(a.version.slots))
	for slot := range slots {
		x, y := a.at(int32(slot)), b.at(int32(slot))
		slots[slot] = u.choose([]alternative{{when, x}}, y)
	}
	return u.of(u.newVersion(slots), nil)
}

// changedSlots iterates over the slots that either environment changes.
func (u *keeperUnroller) changedSlots(a, b *env) func(yield func(int32) bool) {
	var slots []int32
	for _, c := range a.changes {
		slots = append(slots, c.slot)
	}
	for _, c := range b.changes {
		slots = append(slots, c.slot)
	}
	slices.Sort(slots)
	return slices.Values(slices.Compact(slots))
}

// A symState is a state of symbolic execution: a node and a cell with a position, and
// the paths that lead there.
type symState struct {
	node, cell int32
	start      int32 // index of the start
	paths      []path
	env        *env
	parent     *symState
}

// A path is a sequence of choices with its path condition. The keeper takes the first
// path, in the order of choices, whose condition holds.
type path struct {
	choices string
	when    lit
}

// A keeperMove is one move of the keeper from all starts.
type keeperMove struct {
	u      *keeperUnroller
	starts []start
	queue  map[int32][]*symState // by node
	live   []int                 // by start: the number of states, ends included
	ends   [][]*symState         // by start
	count  int
}

// when says that a state is reached if its start is.
func (k *keeperMove) when(it *symState) lit {
	whens := make([]lit, len(it.paths))
	for i := range it.paths {
		whens[i] = it.paths[i].when
	}
	return k.u.or(whens...)
}

// keeperMove executes one move of the keeper, from a switch to the next ones.
func (u *keeperUnroller) keeperMove(t *turn, index int32, starts []start) []start {
	k := &keeperMove{u: u, starts: starts, queue: map[int32][]*symState{}, ends: make([][]*symState, len(starts)), live: make([]int, len(starts))}
	first := u.starts[index]
	for i, s := range starts {
		k.live[i] = 1
		k.queue[first] = append(k.queue[first], &symState{node: first, cell: s.cell, start: int32(i), paths: []path{{"", yes}}, env: s.env})
	}
	for len(k.queue) > 0 && !u.exhausted() {
		k.process(k.next())
	}
	var out []start
	for i, s := range starts {
		whens := k.firstFound(k.ends[i])
		for j, e := range k.ends[i] {
			out = append(out, start{when: u.and(s.when, whens[j]), cell: e.cell, env: e.env, to: int32(u.nodes[e.node].expr.Index)})
			if e.cell == here {
				out[len(out)-1].where = s.where
			}
		}
		t.finals = append(t.finals, u.stuck(&s, u.or(whens...).not())...)
	}
	return slices.DeleteFunc(out, func(s start) bool { return s.when == no })
}

// next takes the states of the node that comes first in the rules.
func (k *keeperMove) next() []*symState {
	best := int32(-1)
	for n := range k.queue {
		best = max(best, n)
	}
	list := k.queue[best]
	delete(k.queue, best)
	return list
}

// add adds the successor of a state under a test.
func (k *keeperMove) add(parent *symState, n, cell int32, e *env, test lit, choice string) {
	it := &symState{node: n, cell: cell, start: parent.start, env: e, parent: parent}
	for _, w := range parent.paths {
		if when := k.u.andGiven(w.when, test); when != no {
			it.paths = append(it.paths, path{w.choices + choice, when})
		}
	}
	if k.count += len(it.paths); k.count > maxPaths {
		k.u.fail("the keeper has more than %d ways", maxPaths)
	}
	if len(it.paths) == 0 || k.u.fault != nil {
		return
	}
	for p := parent; p != nil; p = p.parent {
		if p.node == n && p.cell == cell && p.env == e {
			return // a cycle leads nowhere new
		}
	}
	k.live[it.start]++
	k.queue[n] = append(k.queue[n], it)
}

// process executes the states of one node.
func (k *keeperMove) process(list []*symState) {
	list = k.mergeStates(list)
	u := k.u
	nd := &u.nodes[list[0].node]
	for i, it := range list {
		if len(it.paths) > 1 {
			k.mergePaths(it, slices.Concat(list[:i], list[i+1:]))
		}
	}
	if nd.op == opPattern || nd.op == opCompare {
		k.shareVersions(nd, list)
	}
	for _, it := range list {
		k.follow(nd, it)
	}
}

// mergePaths joins neighbouring paths of a state. No path of another state may come
// between them, now or later. batch holds the other states of the node.
func (k *keeperMove) mergePaths(it *symState, batch []*symState) {
	if k.live[it.start] == 1 {
		it.paths = []path{{"", k.when(it)}}
		return
	}
	var others []string
	add := func(list []*symState) {
		for _, o := range list {
			if o.start != it.start {
				continue
			}
			for _, w := range o.paths {
				others = append(others, w.choices)
			}
		}
	}
	add(batch)
	add(k.ends[it.start])
	for _, list := range k.queue {
		add(list)
	}
	slices.SortStableFunc(it.paths, func(a, b path) int { return cmp.Compare(a.choices, b.choices) })
	out := it.paths[:1:1]
	for _, w := range it.paths[1:] {
		last := &out[len(out)-1]
		if slices.ContainsFunc(others, func(r string) bool { return mayComeBetween(last.choices, r, w.choices) }) {
			out = append(out, w)
		} else {
			last.when = k.u.or(last.when, w.when)
		}
	}
	it.paths = out
}

// mayComeBetween reports whether continuations of r may sort between p and q.
func mayComeBetween(p, r, q string) bool {
	return p <= r && r <= q || strings.HasPrefix(p, r) || strings.HasPrefix(q, r) || strings.HasPrefix(r, p)
}

// mergeStates merges states with the same start and cell if they have the same
// position or exclude each other.
func (k *keeperMove) mergeStates(list []*symState) []*symState {
	slices.SortStableFunc(list, func(a, b *symState) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.cell, b.cell))
	})
	out := list[:0]
	for _, it := range list {
		merged := false
		for n := len(out) - 1; n >= 0 && out[n].start == it.start && out[n].cell == it.cell && !merged; n-- {
			if prev := out[n]; prev.env == it.env || k.incompatible(prev, it) {
				next := *prev
				next.env = k.u.ite(k.u.difference(k.when(prev), k.when(it)), prev.env, it.env)
				next.paths = slices.Concat(prev.paths, it.paths)
				out[n] = &next
				k.live[it.start]--
				merged = true
			}
		}
		if !merged {
			out = append(out, it)
		}
	}
	return out
}

// incompatible reports whether two states evidently exclude each other.
func (k *keeperMove) incompatible(a, b *symState) bool {
	for _, v := range a.paths {
		for _, w := range b.paths {
			if !k.u.incompatible(v.when, w.when) {
				return false
			}
		}
	}
	return true
}

// follow executes the node of a state.
func (k *keeperMove) follow(nd *node, it *symState) {
	u := k.u
	if nd.op == opSwitch {
		k.ends[it.start] = append(k.ends[it.start], it)
		return
	}
	defer func() { k.live[it.start]-- }()
	if it.cell == here && u.needsCell(nd) {
		for _, c := range u.domains.at.list() {
			k.add(it, it.node, c, it.env, u.at[c], "")
		}
		return
	}
	switch nd.op {
	case opEnd:
	case opSplit:
		for i, w := range nd.ways {
			k.add(it, w, it.cell, it.env, yes, choiceText(i))
		}
	case opJump:
		targets := nd.jump.to[max(it.cell, 0)]
		for i, t := range targets {
			choice := ""
			if len(targets) > 1 {
				choice = choiceText(i)
			}
			k.add(it, nd.next, t, it.env, yes, choice)
		}
	default:
		if e, test := u.step(nd, it.cell, it.env); test != no {
			k.add(it, nd.next, it.cell, e, test, "")
		}
	}
}

func choiceText(i int) string { return string([]byte{byte(i >> 8), byte(i)}) }

// maxEnds bounds the paths to the ends of a keeper's move.
const maxEnds = 400

// firstFound returns for each end the condition that the keeper takes it: no path that
// sorts before it has its condition hold.
func (k *keeperMove) firstFound(ends []*symState) []lit {
	type arrival struct {
		path
		end int
	}
	var all []arrival
	for i, it := range ends {
		for _, w := range it.paths {
			all = append(all, arrival{w, i})
		}
	}
	if len(all) > maxEnds {
		k.u.fail("a move of the keeper has more than %d ends", maxEnds)
		return make([]lit, len(ends))
	}
	slices.SortStableFunc(all, func(a, b arrival) int { return cmp.Compare(a.choices, b.choices) })
	parts := make([][]lit, len(ends))
	for i, a := range all {
		conj := []lit{a.when}
		for _, before := range all[:i] {
			if before.end != a.end && !k.u.incompatible(before.when, a.when) {
				conj = append(conj, before.when.not())
			}
		}
		parts[a.end] = append(parts[a.end], k.u.and(conj...))
	}
	whens := make([]lit, len(ends))
	for i := range whens {
		whens[i] = k.u.or(parts[i]...)
	}
	return whens
}

// shareVersions merges the positions of states before a pattern or comparison that
// would be larger if it were computed for each of them.
func (k *keeperMove) shareVersions(nd *node, list []*symState) {
	u := k.u
	if nd.op == opPattern && u.modifies(nd.start, map[int32]bool{}) {
		for i, it := range list {
			next := *it
			next.env = u.rebased(it.env, u.readsAt(nd.start, it.cell))
			*list[i] = next
		}
	}
	asked, different := 0, 0
	counts := u.ownReads(nd, (len(u.base.version.slots)+63)/64)
	for _, it := range list {
		reads := counts
		if nd.op == opPattern {
			reads = u.readsAt(nd.start, it.cell)
		}
		if e := u.within(it.env, reads); len(e.changes) > 0 {
			different++
			asked += reads.count()
		}
	}
	if different < 2 || asked <= 4*u.cells {
		return
	}
	if !k.exclusive(list) {
		return
	}
	byVersion := map[*version][]*symState{}
	var order []*version
	for _, it := range list {
		v := it.env.version
		if byVersion[v] == nil {
			order = append(order, v)
		}
		byVersion[v] = append(byVersion[v], it)
	}
	for _, v := range order {
		k.mergeVersions(v, byVersion[v])
	}
}

// exclusive reports whether at most one of the states is reached at a time.
func (k *keeperMove) exclusive(list []*symState) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if a.start == b.start && !k.incompatible(a, b) {
				return false
			}
		}
	}
	return true
}

// mergeVersions makes one version for several states. It equals the position of a state
// whenever that state is reached.
func (k *keeperMove) mergeVersions(v *version, list []*symState) {
	u := k.u
	alts := map[int32][]alternative{}
	for _, it := range list {
		when := u.and(k.starts[it.start].when, k.when(it))
		for _, c := range it.env.changes {
			alts[c.slot] = append(alts[c.slot], alternative{when, c.value})
		}
	}
	slots := slices.Clone(v.slots)
	for slot := range slots {
		first := list[0].env.at(int32(slot))
		if !slices.ContainsFunc(list, func(it *symState) bool { return it.env.at(int32(slot)) != first }) {
			slots[slot] = u.regroup(first) // all agree
			continue
		}
		slots[slot] = u.regroup(u.chooseMany(alts[int32(slot)], slots[slot]))
	}
	e := u.of(u.newVersion(slots), nil)
	for i, it := range list {
		next := *it
		next.env = e
		*list[i] = next
	}
}
