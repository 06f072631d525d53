package lanes

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
)

// A start is where the keeper begins a move of its own, under a condition. Of all
// starts after a move of a player, one holds.
type start struct {
	when  lit
	cell  int32
	env   *env
	to    int32   // the switch that was passed
	where []place // the cells, if the keeper does not ask where it is
}

// A place is a cell on which the keeper may be.
type place struct {
	cell int32
	when lit
}

// A final is how a step of the play can end: before the move of a player, or
// where the keeper cannot go on.
type final struct {
	start
	over bool
}

// keep follows the keeper from the ends of a turn's moves.
func (u *unroller) keep(t *turn) {
	waiting := map[int32][]start{}
	for _, s := range u.merged(t.units) {
		waiting[s.to] = append(waiting[s.to], s)
	}
	for round := 0; len(waiting) > 0 && !u.tired(); round++ {
		if round == maxRounds {
			u.fail("the keeper can go on for more than %d switches", maxRounds)
			return
		}
		index := u.latest(waiting)
		starts := u.together(index, waiting[index])
		delete(waiting, index)
		if u.rules.Mover(int(index)) >= 0 {
			for _, s := range starts {
				t.finals = append(t.finals, final{s, false})
			}
			u.meet(index)
			continue
		}
		for _, s := range u.keeperMove(t, index, starts) {
			waiting[s.to] = append(waiting[s.to], s)
		}
	}
}

// latest returns the switch with which to go on: the one from which no other
// waiting one is reached, stars excepted, so that equal ways come together.
func (u *unroller) latest(waiting map[int32][]start) int32 {
	best := int32(-1)
	for index := range waiting {
		if best < 0 || u.starts[index] > u.starts[best] || u.starts[index] == u.starts[best] && index < best {
			best = index
		}
	}
	return best
}

// merged makes one version of what all moves of a turn leave behind, and a start
// for each place where some of them end.
func (u *unroller) merged(units []unit) []start {
	alts := u.written(units)
	type end struct{ to, cell int32 }
	ends := map[end][]lit{}
	stood := map[end]uint64{} // what can have stood where the moves end
	var order []end
	for i := range units {
		un := &units[i]
		at := end{un.ways[0].to, un.ways[0].cell}
		if ends[at] == nil {
			order = append(order, at)
		}
		ends[at] = append(ends[at], un.bundle.does)
		for _, c := range un.ways {
			stood[at] |= u.stood(c)
		}
	}
	slots := slices.Clone(u.base.version.slots)
	for slot := range slots {
		slots[slot] = u.regroup(u.chooseMany(alts[int32(slot)], slots[slot]))
	}
	e := u.of(u.newVersion(slots), nil)
	u.rivals.add(u, e.version)
	var starts []start
	for _, at := range order {
		s := start{when: u.or(ends[at]...), cell: at.cell, env: e, to: at.to}
		if u.forgets(at.to) {
			starts = append(starts, s)
			continue
		}
		if mask := stood[at]; bits.OnesCount64(mask) == 1 {
			s.env = u.with(e, at.cell, u.number(int32(bits.TrailingZeros64(mask))))
		}
		starts = append(starts, s)
	}
	return starts
}

// stood returns what can stand on the cell where a move ends, once it is made.
func (u *unroller) stood(c *chosen) uint64 {
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

// chooseMany is choose for many alternatives: those with one value are joined at
// once.
func (u *unroller) chooseMany(alts []alternative, other int32) int32 {
	whens := map[int32][]lit{}
	var order []int32
	for _, a := range alts {
		if whens[a.value] == nil {
			order = append(order, a.value)
		}
		whens[a.value] = append(whens[a.value], a.when)
	}
	short := make([]alternative, 0, len(order))
	for _, v := range order {
		short = append(short, alternative{u.or(whens[v]...), v})
	}
	return u.choose(short, other)
}

// either returns the environment that is a under a condition and b else.
func (u *unroller) either(when lit, a, b *env) *env {
	if a == b {
		return a
	}
	if a.version == b.version {
		out := b
		for slot := range u.changed(a, b) {
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

// changed goes over the slots that two environments change.
func (u *unroller) changed(a, b *env) func(yield func(int32) bool) {
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

// An item is a place that ways of the keeper lead to, with one position.
type item struct {
	node, cell int32
	start      int32 // which start they come from
	ways       []way
	env        *env
	parent     *item
}

// A way is a sequence of choices and the condition under which it can be gone. Of
// two ways the one with the smaller path is found first.
type way struct {
	path string
	when lit
}

// A keeping is one move of the keeper from all starts.
type keeping struct {
	u      *unroller
	starts []start
	queue  map[int32][]*item // by node
	alive  []int             // by start: how many items there are, ends included
	ends   [][]*item         // by start
	count  int
}

// when says that an item is reached, if its start is.
func (k *keeping) when(it *item) lit {
	whens := make([]lit, len(it.ways))
	for i := range it.ways {
		whens[i] = it.ways[i].when
	}
	return k.u.or(whens...)
}

// keeperMove follows the keeper from a switch to the next ones.
func (u *unroller) keeperMove(t *turn, index int32, starts []start) []start {
	k := &keeping{u: u, starts: starts, queue: map[int32][]*item{}, ends: make([][]*item, len(starts)), alive: make([]int, len(starts))}
	first := u.starts[index]
	for i, s := range starts {
		k.alive[i] = 1
		k.queue[first] = append(k.queue[first], &item{node: first, cell: s.cell, start: int32(i), ways: []way{{"", yes}}, env: s.env})
	}
	for len(k.queue) > 0 && !u.tired() {
		k.process(k.next())
	}
	var out []start
	for i, s := range starts {
		whens := k.found(k.ends[i])
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

// next takes the items of the first node in the order of the rules.
func (k *keeping) next() []*item {
	best := int32(-1)
	for n := range k.queue {
		best = max(best, n)
	}
	list := k.queue[best]
	delete(k.queue, best)
	return list
}

// put lets an item arrive at a node.
func (k *keeping) put(parent *item, n, cell int32, e *env, test lit, choice string) {
	it := &item{node: n, cell: cell, start: parent.start, env: e, parent: parent}
	for _, w := range parent.ways {
		if when := k.u.narrow(w.when, test); when != no {
			it.ways = append(it.ways, way{w.path + choice, when})
		}
	}
	if k.count += len(it.ways); k.count > maxItems {
		k.u.fail("the keeper has more than %d ways", maxItems)
	}
	if len(it.ways) == 0 || k.u.fault != nil {
		return
	}
	for p := parent; p != nil; p = p.parent {
		if p.node == n && p.cell == cell && p.env == e {
			return // a way that goes in circles leads nowhere new
		}
	}
	k.alive[it.start]++
	k.queue[n] = append(k.queue[n], it)
}

// process lets items of one node go on.
func (k *keeping) process(list []*item) {
	list = k.merge(list)
	u := k.u
	nd := &u.nodes[list[0].node]
	for i, it := range list {
		if len(it.ways) > 1 {
			k.collapse(it, slices.Concat(list[:i], list[i+1:]))
		}
	}
	if nd.op == opPattern || nd.op == opCompare {
		k.share(nd, list)
	}
	for _, it := range list {
		k.follow(nd, it)
	}
}

// collapse makes one way of those of an item between which no way of another item
// comes, now or later. The others of the batch are given.
func (k *keeping) collapse(it *item, batch []*item) {
	if k.alive[it.start] == 1 {
		it.ways = []way{{"", k.when(it)}}
		return
	}
	var others []string
	add := func(list []*item) {
		for _, o := range list {
			if o.start != it.start {
				continue
			}
			for _, w := range o.ways {
				others = append(others, w.path)
			}
		}
	}
	add(batch)
	add(k.ends[it.start])
	for _, list := range k.queue {
		add(list)
	}
	slices.SortStableFunc(it.ways, func(a, b way) int { return cmp.Compare(a.path, b.path) })
	out := it.ways[:1:1]
	for _, w := range it.ways[1:] {
		last := &out[len(out)-1]
		if slices.ContainsFunc(others, func(r string) bool { return between(last.path, r, w.path) }) {
			out = append(out, w)
		} else {
			last.when = k.u.or(last.when, w.when)
		}
	}
	it.ways = out
}

// between reports whether ways that go on from r may come between p and q.
func between(p, r, q string) bool {
	return p <= r && r <= q || strings.HasPrefix(p, r) || strings.HasPrefix(q, r) || strings.HasPrefix(r, p)
}

// merge makes one item of those that come from one start and stand on one cell,
// if they have the same position or exclude each other.
func (k *keeping) merge(list []*item) []*item {
	slices.SortStableFunc(list, func(a, b *item) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.cell, b.cell))
	})
	out := list[:0]
	for _, it := range list {
		merged := false
		for n := len(out) - 1; n >= 0 && out[n].start == it.start && out[n].cell == it.cell && !merged; n-- {
			if prev := out[n]; prev.env == it.env || k.apart(prev, it) {
				next := *prev
				next.env = k.u.either(k.u.beyond(k.when(prev), k.when(it)), prev.env, it.env)
				next.ways = slices.Concat(prev.ways, it.ways)
				out[n] = &next
				k.alive[it.start]--
				merged = true
			}
		}
		if !merged {
			out = append(out, it)
		}
	}
	return out
}

// apart reports whether two items evidently exclude each other.
func (k *keeping) apart(a, b *item) bool {
	for _, v := range a.ways {
		for _, w := range b.ways {
			if !k.u.apart(v.when, w.when) {
				return false
			}
		}
	}
	return true
}

// follow lets an item go on behind its node.
func (k *keeping) follow(nd *node, it *item) {
	u := k.u
	if nd.op == opSwitch {
		k.ends[it.start] = append(k.ends[it.start], it)
		return
	}
	defer func() { k.alive[it.start]-- }()
	if it.cell == here && u.needsCell(nd) {
		for _, c := range u.scope.at.list() {
			k.put(it, it.node, c, it.env, u.at[c], "")
		}
		return
	}
	switch nd.op {
	case opEnd:
	case opSplit:
		for i, w := range nd.ways {
			k.put(it, w, it.cell, it.env, yes, choiceText(i))
		}
	case opJump:
		targets := nd.jump.to[max(it.cell, 0)]
		for i, t := range targets {
			choice := ""
			if len(targets) > 1 {
				choice = choiceText(i)
			}
			k.put(it, nd.next, t, it.env, yes, choice)
		}
	default:
		if e, test := u.step(nd, it.cell, it.env); test != no {
			k.put(it, nd.next, it.cell, e, test, "")
		}
	}
}

func choiceText(i int) string { return string([]byte{byte(i >> 8), byte(i)}) }

// maxEnds is how many ways the keeper may have to end a move.
const maxEnds = 400

// found says of each end of a move that it is the one that is found first.
func (k *keeping) found(ends []*item) []lit {
	type arrival struct {
		way
		end int
	}
	var all []arrival
	for i, it := range ends {
		for _, w := range it.ways {
			all = append(all, arrival{w, i})
		}
	}
	if len(all) > maxEnds {
		k.u.fail("a move of the keeper has more than %d ends", maxEnds)
		return make([]lit, len(ends))
	}
	slices.SortStableFunc(all, func(a, b arrival) int { return cmp.Compare(a.path, b.path) })
	parts := make([][]lit, len(ends))
	for i, a := range all {
		conj := []lit{a.when}
		for _, before := range all[:i] {
			if before.end != a.end && !k.u.apart(before.when, a.when) {
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

// share gives items common versions of the position if the pattern or comparison
// that they come to is larger for each of them by itself.
func (k *keeping) share(nd *node, list []*item) {
	u := k.u
	if nd.op == opPattern && u.tries(nd.start, map[int32]bool{}) {
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
	byVersion := map[*version][]*item{}
	var order []*version
	for _, it := range list {
		v := it.env.version
		if byVersion[v] == nil {
			order = append(order, v)
		}
		byVersion[v] = append(byVersion[v], it)
	}
	for _, v := range order {
		k.publish(v, byVersion[v])
	}
}

// tries reports whether a pattern makes moves, to see what would be then.
func (u *unroller) tries(n int32, seen map[int32]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	nd := &u.nodes[n]
	return nd.op == opOff || slices.ContainsFunc(successors(nd), func(next int32) bool { return u.tries(next, seen) })
}

// rebased makes a version of an environment in which cells hold this or that, for
// a pattern that asks about many cells: formulas about groups simplify.
func (u *unroller) rebased(e *env, reads cellSet) *env {
	unsure := func(c change) bool { return int(c.slot) < u.cells && u.all[c.value].kind == valueLits }
	if reads.count() <= u.cells/2 || !slices.ContainsFunc(e.changes, unsure) {
		return e
	}
	slots := slices.Clone(e.version.slots)
	var rest []change
	for _, c := range e.changes {
		if unsure(c) {
			slots[c.slot] = u.regroup(c.value)
		} else {
			rest = append(rest, c)
		}
	}
	return u.of(u.newVersion(slots), rest)
}

// exclusive reports whether at most one of some items is reached at a time.
func (k *keeping) exclusive(list []*item) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if a.start == b.start && !k.apart(a, b) {
				return false
			}
		}
	}
	return true
}

// publish makes a version of the position that is right for each of some items
// if that item's way is the one that is gone.
func (k *keeping) publish(v *version, list []*item) {
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
		if !slices.ContainsFunc(list, func(it *item) bool { return it.env.at(int32(slot)) != first }) {
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
