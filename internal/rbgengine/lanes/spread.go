package lanes

import "slices"

// A guarded is a cell from which a pattern may go on, under a condition, and under
// another one if no move had changed anything.
type guarded struct {
	cell         int32
	when, before lit
}

// A fan is a pattern that goes on from many cells after a few changes. Most of it
// is as it was before them; so what has changed is put together from parts that
// many moves have in common: one for each of the changes, and the rest.
type fan struct {
	u       *unroller
	env     *env
	rest    []lit         // what was so before, too
	changed map[int][]lit // by set of changes
	order   []int         // the sets
	apart   []lit         // what no other moves have
}

// spread says that the rest can be passed from one of some cells.
func (u *unroller) spread(n int32, targets []int32, e *env) lit {
	f := &fan{u: u, env: e, changed: map[int][]lit{}}
	list := make([]guarded, len(targets))
	for i, t := range targets {
		list[i] = guarded{t, yes, yes}
	}
	f.follow(n, list)
	parts := []lit{u.tree(f.rest, bunch)}
	for _, set := range f.order {
		parts = append(parts, u.tree(f.changed[set], bunch))
	}
	return u.or(append(parts, f.apart...)...)
}

// follow goes on from all cells on each way by itself: cells that do not see each
// other on a way, such as those on different lines, are then apart from each other,
// and only few of them know of a change.
func (f *fan) follow(n int32, list []guarded) {
	u := f.u
	switch nd := &u.nodes[n]; nd.op {
	case opOn:
		next := make([]guarded, 0, len(list))
		for _, g := range list {
			g.when = u.and(g.when, u.asked(f.env, g.cell, nd.mask))
			g.before = u.and(g.before, u.on(f.env.version.slots[g.cell], nd.mask))
			if g.when != no || g.before != no {
				next = append(next, g)
			}
		}
		if !f.onlyOne(nd.next, nd.mask, next) {
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

// divide looks at each cluster of cells.
func (f *fan) divide(n int32, list []guarded) {
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
		if c.positive && f.opens(n, set) && !slices.ContainsFunc(cluster, func(k int) bool { return list[k].when != list[k].before }) {
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

// seen returns which changes are among some slots.
func (f *fan) seen(slots cellSet) (set int) {
	for i, c := range f.env.changes {
		if slots.has(c.slot) {
			set |= 1 << min(i, 30)
		}
	}
	return set
}

// opens reports whether some changes can only make more of the answers true, so
// that what could be passed before can still be.
func (f *fan) opens(n int32, set int) bool {
	for i, ch := range f.env.changes {
		if set>>min(i, 30)&1 == 1 && !f.u.opens(ch, f.u.kin[n]) {
			return false
		}
	}
	return true
}

// part says that the rest can be passed from a cell of a cluster. Cells for which
// nothing has changed are joined in runs.
func (f *fan) part(n int32, list []guarded, cluster []int, before []lit) lit {
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
	return u.tree(append(parts, u.chain(same)), bunch)
}

// chain joins formulas one by one, so that chains with the same beginning have
// it in common.
func (u *unroller) chain(list []lit) lit {
	all := no
	for _, l := range list {
		all = u.or(all, l)
	}
	return all
}

// A clustering is how cells were divided at a node.
type clustering struct {
	list     []guarded
	version  *version
	clusters [][]int
	reads    []cellSet // by cluster: what it asks about, guards included
	parts    []lit     // by cluster: that it is passed if nothing has changed
	each     [][]lit   // the same by cluster and cell
	positive bool
}

// clusters divides cells into groups that do not see each other. Mostly the same
// cells are divided again and again.
func (u *unroller) clusters(n int32, list []guarded, v *version) *clustering {
	same := func(a, b guarded) bool { return a.cell == b.cell && a.before == b.before }
	for _, c := range u.divided[n] {
		if c.version == v && slices.EqualFunc(list, c.list, same) {
			return c
		}
	}
	c := &clustering{list: list, version: v, clusters: u.divide(n, list), positive: u.positive(n, map[int32]bool{})}
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

// divide computes what clusters remembers.
func (u *unroller) divide(n int32, list []guarded) [][]int {
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
