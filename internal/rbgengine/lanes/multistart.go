package lanes

import "slices"

// A guardedCell is a cell from which a pattern may continue if a condition holds. before
// is the condition without the changes.
type guardedCell struct {
	cell         int32
	when, before lit
}

// A multiStart is a pattern that continues from many cells after a few changes. Its
// formula is incremental: it is a disjunction of parts that many moves share, one for
// each set of changes, and an unchanged rest.
type multiStart struct {
	u       *patternEval
	env     *env
	rest    []lit         // unaffected by the changes
	changed map[int][]lit // by set of changes
	order   []int         // the sets
	own     []lit         // not shared with other moves
}

// completesFromAny says that the rest of a pattern can be completed from one of the
// targets.
func (u *patternEval) completesFromAny(n int32, targets []int32, e *env) lit {
	f := &multiStart{u: u, env: e, changed: map[int][]lit{}}
	list := make([]guardedCell, len(targets))
	for i, t := range targets {
		list[i] = guardedCell{t, yes, yes}
	}
	f.follow(n, list)
	parts := []lit{u.tree(f.rest, treeArity)}
	for _, set := range f.order {
		parts = append(parts, u.tree(f.changed[set], treeArity))
	}
	return u.or(append(parts, f.own...)...)
}

// follow continues from all cells on each branch separately. Cells that read disjoint
// parts of the board, such as those on different lines, then fall into different
// clusters, and few clusters read a change.
func (f *multiStart) follow(n int32, list []guardedCell) {
	u := f.u
	switch nd := &u.nodes[n]; nd.op {
	case opOn:
		next := make([]guardedCell, 0, len(list))
		for _, g := range list {
			g.when = u.and(g.when, u.onAfter(f.env, g.cell, nd.mask))
			g.before = u.and(g.before, u.on(f.env.version.slots[g.cell], nd.mask))
			if g.when != no || g.before != no {
				next = append(next, g)
			}
		}
		if !f.fromUnique(nd.next, nd.mask, next) {
			f.follow(nd.next, next)
		}
		return
	case opSplit:
		if nd.star {
			break
		}
		for _, w := range nd.ways {
			f.follow(w, list)
		}
		return
	}
	f.divide(n, list)
}

// divide handles each cluster of cells.
func (f *multiStart) divide(n int32, list []guardedCell) {
	u := f.u
	c := u.clusters(n, list, f.env.version)
	var same []lit
	run := func() {
		if len(same) > 0 {
			f.rest = append(f.rest, u.chain(same))
			same = same[:0]
		}
	}
	for i, cluster := range c.clusters {
		set := f.seen(c.reads[i])
		if set == 0 {
			same = append(same, c.parts[i])
			continue
		}
		part := f.part(n, list, cluster, c.each[i])
		if part == c.parts[i] {
			same = append(same, part)
			continue
		}
		if c.monotone && f.onlyAdds(n, set) && !slices.ContainsFunc(cluster, func(k int) bool { return list[k].when != list[k].before }) {
			same = append(same, c.parts[i])
		} else {
			run()
		}
		if f.changed[set] == nil {
			f.order = append(f.order, set)
		}
		f.changed[set] = append(f.changed[set], part)
	}
	run()
}

// seen returns the set of changes to some slots.
func (f *multiStart) seen(slots cellSet) (set int) {
	for i, c := range f.env.changes {
		if slots.has(c.slot) {
			set |= 1 << min(i, 30)
		}
	}
	return set
}

// onlyAdds reports whether a set of changes makes no test false, so that patterns that
// could be completed before still can.
func (f *multiStart) onlyAdds(n int32, set int) bool {
	for i, ch := range f.env.changes {
		if set>>min(i, 30)&1 == 1 && !f.u.onlyAdds(ch, f.u.pieceClasses[n]) {
			return false
		}
	}
	return true
}

// part says that the rest can be completed from a cell of a cluster. Runs of cells that
// are not affected are joined first.
func (f *multiStart) part(n int32, list []guardedCell, cluster []int, before []lit) lit {
	u := f.u
	var same, parts []lit
	for i, k := range cluster {
		g, now := list[k], before[i]
		if g.when != g.before || f.seen(u.readsAt(n, g.cell)) != 0 {
			now = u.and(g.when, u.completes(n, g.cell, f.env))
		}
		if now == before[i] {
			same = append(same, now)
			continue
		}
		parts = append(parts, u.chain(same), now)
		same = same[:0]
	}
	return u.tree(append(parts, u.chain(same)), treeArity)
}

// chain joins formulas one by one, so that chains with a common prefix share it.
func (g *logic) chain(list []lit) lit {
	all := no
	for _, l := range list {
		all = g.or(all, l)
	}
	return all
}

// A clustering is a partition of cells at a node.
type clustering struct {
	list     []guardedCell
	version  *version
	clusters [][]int
	reads    []cellSet // by cluster: the slots that it reads, guards included
	parts    []lit     // by cluster: its formula without changes
	each     [][]lit   // the same by cluster and cell
	monotone bool
}

// clusters partitions cells into groups that read disjoint slots. It caches the result,
// since most calls are repeated.
func (u *patternEval) clusters(n int32, list []guardedCell, v *version) *clustering {
	same := func(a, b guardedCell) bool { return a.cell == b.cell && a.before == b.before }
	for _, c := range u.divided[n] {
		if c.version == v && slices.EqualFunc(list, c.list, same) {
			return c
		}
	}
	c := &clustering{list: list, version: v, clusters: u.divide(n, list), monotone: u.monotone(n, map[int32]bool{})}
	plain := u.of(v, nil)
	for _, cluster := range c.clusters {
		reads := make(cellSet, len(u.readsAt(n, 0)))
		few := make([]lit, len(cluster))
		for j, k := range cluster {
			g := list[k]
			reads.put(g.cell)
			reads.join(u.readsAt(n, g.cell))
			few[j] = u.and(g.before, u.completes(n, g.cell, plain))
		}
		c.reads = append(c.reads, reads)
		c.parts = append(c.parts, u.chain(few))
		c.each = append(c.each, few)
	}
	u.divided[n] = append(u.divided[n], c)
	return c
}

// divide computes the partition for clusters.
func (u *patternEval) divide(n int32, list []guardedCell) [][]int {
	group := make([]int, len(list))
	seen := make([]cellSet, len(list)) // by group
	for i, g := range list {
		set := slices.Clone(u.readsAt(n, g.cell))
		set.put(g.cell)
		group[i], seen[i] = i, set
		for j := range i {
			if group[j] == j && seen[j].meets(set) {
				for k := range i + 1 {
					if group[k] == j {
						group[k] = i
					}
				}
				set.join(seen[j])
			}
		}
	}
	var out [][]int
	at := map[int]int{}
	for i := range list {
		k, ok := at[group[i]]
		if !ok {
			k = len(out)
			at[group[i]] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return out
}
