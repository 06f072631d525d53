package lanes

import "slices"

// patternEval computes formulas that say when a pattern can be completed.
type patternEval struct {
	*symbolic
	approximate  bool                    // inputs may stand for what large patterns say
	reads        map[int32][]cellSet     // by node and cell+1: see readsAt
	pieceClasses map[int32]*pieceClasses // by node
	memo         map[memoKey]*memoEntry
	divided      map[int32][]*clustering // by node
	rays         map[rayKey][]*ray
	scratch      []change
}

func newPatternEval(base *symbolic, approximate bool) *patternEval {
	return &patternEval{symbolic: base, approximate: approximate, memo: map[memoKey]*memoEntry{}, divided: map[int32][]*clustering{},
		rays: map[rayKey][]*ray{}, reads: map[int32][]cellSet{}, pieceClasses: map[int32]*pieceClasses{}}
}

// A memoKey asks whether a pattern can be completed from a node on a cell.
type memoKey struct{ node, cell, env int32 }

// A memoEntry holds a formula, or a fixpoint variable while the formula is computed.
type memoEntry struct {
	lit  lit
	loop lit
	done bool
}

// memoBytes estimates the memory of a memo entry.
const memoBytes = 200

// approximateReads is how many slots a pattern may read that is computed exactly even
// if approximate is set.
const approximateReads = 16

// completes says that a pattern can be completed from a node on a cell. Results are
// memoised.
func (u *patternEval) completes(n, cell int32, e *env) lit {
	if u.exhausted() {
		return no
	}
	e = u.relevant(e, n, cell)
	q := memoKey{n, cell, e.id}
	if a := u.memo[q]; a != nil {
		if a.done {
			return a.lit
		}
		if a.loop == yes {
			a.loop = u.loop()
		}
		return a.loop
	}
	a := &memoEntry{}
	u.memo[q] = a
	u.otherBytes += memoBytes
	if u.approximate && u.readsAt(n, cell).count() > approximateReads {
		a.lit, a.done = u.input(), true
		return a.lit
	}
	a.lit = u.passes(n, cell, e)
	if a.loop != yes {
		u.define(a.loop, []lit{a.lit})
		a.lit = a.loop
	}
	a.done = true
	return a.lit
}

// passes computes what completes returns.
func (u *patternEval) passes(n, cell int32, e *env) lit {
	nd := &u.nodes[n]
	if cell == here && u.needsCell(nd) {
		var parts []lit
		for _, c := range u.domains.at.list() {
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

// step returns the condition under which a node that neither branches nor jumps passes,
// and the environment behind it.
func (u *patternEval) step(nd *node, cell int32, e *env) (*env, lit) {
	switch nd.op {
	case opOn:
		if nd.mask == 0 {
			return e, no
		}
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
		return u.overwritten(e, cell, nd.expr.Piece, nd.known), yes
	case opAssign:
		id, possible := u.assigned(nd.expr, e)
		if possible == no {
			return e, no
		}
		return u.with(e, u.slotOf(nd.expr.Variable), id), possible
	}
	return e, no
}

// treeArity is the arity of the trees of disjunctions over the targets of a jump.
// Formulas in which only some targets differ then share subtrees.
const treeArity = 8

// anyOf says that the rest can be completed from a target of a jump.
func (u *patternEval) anyOf(nd *node, cell int32, e *env) lit {
	targets := nd.jump.to[max(cell, 0)]
	if len(targets) > treeArity && len(e.changes) > 0 {
		return u.completesFromAny(nd.next, targets, e)
	}
	parts := make([]lit, len(targets))
	for i, t := range targets {
		parts[i] = u.completes(nd.next, t, e)
	}
	return u.tree(parts, treeArity)
}

// tree joins formulas as a tree of disjunctions.
func (g *logic) tree(parts []lit, size int) lit {
	for len(parts) > size {
		var next []lit
		for chunk := range slices.Chunk(parts, size) {
			next = append(next, g.or(chunk...))
		}
		parts = next
	}
	return g.or(parts...)
}

// modifies reports whether a pattern contains modifiers, to test the position after them.
func (u *patternEval) modifies(n int32, seen map[int32]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	nd := &u.nodes[n]
	return nd.op == opOff || slices.ContainsFunc(successors(nd), func(next int32) bool { return u.modifies(next, seen) })
}

// rebased turns changes with several possible values into groups of a new version, for
// a pattern that reads many cells: formulas about groups simplify.
func (u *patternEval) rebased(e *env, reads cellSet) *env {
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
