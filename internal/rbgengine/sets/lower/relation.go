package lower

import (
	"math/bits"

	"ludex/internal/rbgengine/sets/ir"
)

// shift returns a shift along the edges with a label.
func (n *normaliser) shift(label int) *expr {
	return n.mapped(n.labels[label], &expr{kind: kMap, m: n.labels[label], static: true, plain: true, size: 1})
}

// reduce replaces a static expression by what it does: a map, a mask, a relation
// or a jump.
func (n *normaliser) reduce(x *expr) *expr {
	if !x.static || x.isAlways() || x.isNever() || x.kind == kMap || x.kind == kMask || x.kind == kJump || n.err != nil {
		return x
	}
	key := string(appendKey(nil, x))
	if x.plain {
		key += "plain"
	}
	if y, ok := n.reduced[key]; ok {
		return y
	}
	y := n.evaluate(x)
	n.reduced[key] = y
	return y
}

// evaluate computes what a static expression does.
func (n *normaliser) evaluate(x *expr) *expr {
	b := n.board
	if m := n.composition(x); m != nil {
		return n.mapped(m, x)
	}
	rows := n.relation(x)
	if rows == nil {
		return x
	}
	same, single, to := true, true, make([]int16, b.bits)
	first := rows[b.bitOf[0]]
	for i := range to {
		if to[i] = -1; b.cellOf[i] < 0 {
			continue
		}
		same = same && equal(rows[i], first)
		k, at := 0, 0
		for w, word := range rows[i] {
			if word != 0 {
				k += bits.OnesCount64(word)
				at = w<<6 + bits.TrailingZeros64(word)
			}
		}
		if k > 0 {
			to[i] = int16(at)
		}
		single = single && k <= 1
	}
	switch {
	case same && first.Empty():
		return &expr{kind: kSum, static: true, plain: x.plain}
	case same && b.cells > 1:
		return &expr{kind: kJump, set: first, static: true, plain: x.plain, whole: x, size: 1}
	case single:
		return n.mapped(b.intern(to), x)
	default:
		return &expr{kind: kRel, rows: rows, static: true, plain: x.plain, whole: x, size: 1}
	}
}

// composition returns the map of a sequence of maps, or nil.
func (n *normaliser) composition(x *expr) *mapping {
	if x.kind != kCat {
		return nil
	}
	m := n.board.identity
	for _, k := range x.kids {
		if k.kind != kMap {
			return nil
		}
		m = n.board.compose(m, k.m)
	}
	return m
}

// mapped returns the expression that applies a map, which is what x does.
func (n *normaliser) mapped(m *mapping, x *expr) *expr {
	b := n.board
	switch {
	case m.size == 0:
		return &expr{kind: kSum, static: true, plain: x.plain}
	case m == b.identity && x.plain:
		return always()
	}
	if set, ok := b.fixed(m); ok {
		return &expr{kind: kMask, set: set, static: true, plain: x.plain, size: 1}
	}
	if to, ok := constantMap(m, b); ok {
		set := b.newBits()
		set.Set(to)
		return &expr{kind: kJump, set: set, static: true, plain: x.plain, whole: x, size: 1}
	}
	return &expr{kind: kMap, m: m, static: true, plain: x.plain, size: 1}
}

// constantMap returns the bit to which a map leads from every cell.
func constantMap(m *mapping, b *board) (int, bool) {
	if m.size < b.cells || b.cells == 1 {
		return 0, false
	}
	first := m.to[b.bitOf[0]]
	for _, i := range b.bitOf {
		if m.to[i] != first {
			return 0, false
		}
	}
	return int(first), true
}

// fixed returns the domain of a map that moves nothing.
func (g *board) fixed(m *mapping) (ir.Bits, bool) {
	set := g.newBits()
	for i, t := range m.to {
		if t >= 0 && int(t) != i {
			return nil, false
		}
		if t >= 0 {
			set.Set(i)
		}
	}
	return set, true
}

func equal(a, b ir.Bits) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// relation returns the cells that a static expression reaches from each bit, or
// nil if the table would be too large.
func (n *normaliser) relation(x *expr) []ir.Bits {
	b := n.board
	if x.rows != nil || b.bits*b.bits > n.maxRelation {
		return x.rows
	}
	rows := b.newRows()
	switch x.kind {
	case kMap:
		for i, t := range x.m.to {
			if t >= 0 {
				rows[i].Set(int(t))
			}
		}
	case kMask:
		for i := range rows {
			if x.set.Has(i) {
				rows[i].Set(i)
			}
		}
	case kJump:
		for i := range rows {
			copy(rows[i], x.set)
		}
	case kSum:
		for _, k := range x.kids {
			for i, r := range n.relation(k) {
				join(rows[i], r)
			}
		}
	case kCat:
		b.identityRows(rows)
		for _, k := range x.kids {
			rows = b.composeRows(rows, n.relation(k))
		}
	case kStar:
		b.identityRows(rows)
		b.closure(rows, n.relation(x.kids[0]))
	}
	return rows
}

// newRows returns an empty relation.
func (g *board) newRows() []ir.Bits {
	rows := make([]ir.Bits, g.bits)
	memory := make([]uint64, g.bits*g.words)
	for i := range rows {
		rows[i] = memory[i*g.words : (i+1)*g.words : (i+1)*g.words]
	}
	return rows
}

func (g *board) identityRows(rows []ir.Bits) {
	for _, i := range g.bitOf {
		rows[i].Set(int(i))
	}
}

func join(a, b ir.Bits) {
	for i, w := range b {
		a[i] |= w
	}
}

// composeRows composes two relations.
func (g *board) composeRows(a, b []ir.Bits) []ir.Bits {
	rows := g.newRows()
	for i := range a {
		each(a[i], func(j int) { join(rows[i], b[j]) })
	}
	return rows
}

// each calls f for the bits of a set.
func each(b ir.Bits, f func(int)) {
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}

// closure closes each row under the relation of a body.
func (g *board) closure(rows, body []ir.Bits) {
	fresh, next := g.newBits(), g.newBits()
	for _, i := range g.bitOf {
		copy(fresh, rows[i])
		for !fresh.Empty() {
			for w := range next {
				next[w] = 0
			}
			each(fresh, func(j int) { join(next, body[j]) })
			for w := range fresh {
				fresh[w] = next[w] &^ rows[i][w]
				rows[i][w] |= next[w]
			}
		}
	}
}
