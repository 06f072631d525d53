package lanes

import "slices"

// A question is whether a pattern can be completed from a place.
type question struct{ node, cell, env int32 }

// An answer is a formula, or the term of a loop while the formula is being made.
type answer struct {
	lit  lit
	loop lit
	done bool
}

// completes says that what follows a node of a pattern can be passed.
func (u *unroller) completes(n, cell int32, e *env) lit {
	if u.tired() {
		return no
	}
	e = u.within(e, u.readsAt(n, cell))
	q := question{n, cell, e.id}
	if a := u.memo[q]; a != nil {
		if a.done {
			return a.lit
		}
		if a.loop == yes {
			a.loop = u.loop()
		}
		return a.loop
	}
	a := &answer{}
	u.memo[q] = a
	a.lit = u.passes(n, cell, e)
	if a.loop != yes {
		u.define(a.loop, []lit{a.lit})
		a.lit = a.loop
	}
	a.done = true
	return a.lit
}

// passes computes what completes remembers.
func (u *unroller) passes(n, cell int32, e *env) lit {
	nd := &u.nodes[n]
	if cell == here && u.needsCell(nd) {
		var parts []lit
		for _, c := range u.scope.at.list() {
			parts = append(parts, u.and(u.at[c], u.completes(n, c, e)))
		}
		return u.or(parts...)
	}
	switch nd.op {
	case opEnd:
		return yes
	case opSplit:
		var parts []lit
		for _, w := range nd.ways {
			parts = append(parts, u.completes(w, cell, e))
		}
		return u.or(parts...)
	case opJump:
		return u.anyOf(nd, cell, e)
	}
	e, test := u.step(nd, cell, e)
	if test == no {
		return no
	}
	return u.and(test, u.completes(nd.next, cell, e))
}

// step returns the condition under which a node that neither splits nor jumps is
// passed, and the environment behind it.
func (u *unroller) step(nd *node, cell int32, e *env) (*env, lit) {
	switch nd.op {
	case opOn:
		return e, u.on(e.at(cell), nd.mask)
	case opCompare:
		return e, u.compare(nd.expr, e)
	case opPattern:
		l := u.completes(nd.start, cell, e)
		if nd.expr.Negative {
			l = l.not()
		}
		return e, l
	case opOff:
		return u.with(e, cell, u.number(int32(nd.expr.Piece))), yes
	case opAssign:
		id, possible := u.assigned(nd.expr, e)
		if possible == no {
			return e, no
		}
		return u.with(e, u.slotOf(nd.expr.Variable), id), possible
	}
	return e, no
}

// bunch is how many targets of a jump are joined first, so that much is shared
// where only some of them differ.
const bunch = 8

// anyOf says that the rest can be passed from a target of a jump.
func (u *unroller) anyOf(nd *node, cell int32, e *env) lit {
	targets := nd.jump.to[max(cell, 0)]
	if len(targets) > bunch && len(e.changes) > 0 {
		list := make([]guarded, len(targets))
		for i, t := range targets {
			list[i] = guarded{t, yes}
		}
		return u.spread(nd.next, list, e)
	}
	parts := make([]lit, len(targets))
	for i, t := range targets {
		parts[i] = u.completes(nd.next, t, e)
	}
	return u.tree(parts, bunch)
}

// tree joins formulas in bunches.
func (u *unroller) tree(parts []lit, size int) lit {
	for len(parts) > size {
		var next []lit
		for chunk := range slices.Chunk(parts, size) {
			next = append(next, u.or(chunk...))
		}
		parts = next
	}
	return u.or(parts...)
}

// A guarded is a cell from which a pattern may go on, under a condition.
type guarded struct {
	cell int32
	when lit
}

// spread says that the rest can be passed from one of some cells. Where much is
// the same but for a few cells that a move has changed, it is worth to go on from
// all cells on each way by itself: cells that do not see each other on a way, such
// as those on different lines, are then joined apart from each other, and only
// few of the parts know of the change.
func (u *unroller) spread(n int32, list []guarded, e *env) lit {
	switch nd := &u.nodes[n]; nd.op {
	case opOn:
		next := make([]guarded, 0, len(list))
		for _, g := range list {
			if when := u.and(g.when, u.on(e.at(g.cell), nd.mask)); when != no {
				next = append(next, guarded{g.cell, when})
			}
		}
		return u.spread(nd.next, next, e)
	case opSplit:
		if nd.star {
			break
		}
		parts := make([]lit, len(nd.ways))
		for i, w := range nd.ways {
			parts[i] = u.spread(w, list, e)
		}
		return u.tree(parts, bunch)
	}
	clusters := u.clusters(n, list)
	parts := make([]lit, len(clusters))
	for i, cluster := range clusters {
		few := make([]lit, len(cluster))
		for j, k := range cluster {
			g := list[k]
			few[j] = u.and(g.when, u.completes(n, g.cell, e))
		}
		parts[i] = u.tree(few, bunch)
	}
	return u.tree(parts, bunch/2)
}

// A clustering is how cells were divided at a node.
type clustering struct {
	cells    []int32
	clusters [][]int
}

// clusters divides cells into groups that do not see each other. Mostly the same
// cells are divided again and again.
func (u *unroller) clusters(n int32, list []guarded) [][]int {
	same := func(g guarded, c int32) bool { return g.cell == c }
	if c := u.divided[n]; c != nil && slices.EqualFunc(list, c.cells, same) {
		return c.clusters
	}
	c := &clustering{clusters: u.divide(n, list)}
	for _, g := range list {
		c.cells = append(c.cells, g.cell)
	}
	u.divided[n] = c
	return c.clusters
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
