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

// roughReads is how many cells and variables a pattern may ask about that is
// looked at even if only an upper bound is wanted.
const roughReads = 16

// completes says that what follows a node of a pattern can be passed.
func (u *unroller) completes(n, cell int32, e *env) lit {
	if u.tired() {
		return no
	}
	e = u.relevant(e, n, cell)
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
	if u.rough && u.readsAt(n, cell).count() > roughReads {
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

// bunch is how many targets of a jump are joined first, so that much is shared
// where only some of them differ.
const bunch = 8

// anyOf says that the rest can be passed from a target of a jump.
func (u *unroller) anyOf(nd *node, cell int32, e *env) lit {
	targets := nd.jump.to[max(cell, 0)]
	if len(targets) > bunch && len(e.changes) > 0 {
		return u.spread(nd.next, targets, e)
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
