package lower

import "ludex/internal/rbgengine/sets/ir"

// reversible reports whether an expression can be reversed.
func (l *lowerer) reversible(x *expr) bool {
	if x.mods || x.kind == kRel && x.whole == nil {
		return false
	}
	for _, k := range x.kids {
		if !l.reversible(k) {
			return false
		}
	}
	return true
}

// reversed returns the expression whose paths are those of x from the end to the
// beginning.
func (l *lowerer) reversed(x *expr) *expr {
	switch x.kind {
	case kMap:
		return l.reversedMap(x.m)
	case kRel:
		return l.reversed(x.whole)
	case kJump:
		return &expr{kind: kCat, kids: []*expr{{kind: kMask, set: x.set, still: true}, {kind: kJump, set: l.board.all, still: true}}}
	case kSum, kStar, kCat:
		y := &expr{kind: x.kind}
		for i := range x.kids {
			k := x.kids[i]
			if x.kind == kCat {
				k = x.kids[len(x.kids)-1-i]
			}
			y.kids = append(y.kids, l.reversed(k))
		}
		return y
	default:
		return x
	}
}

// reversedMap inverts a map; one that is not injective becomes a sum of parts
// that are.
func (l *lowerer) reversedMap(m *mapping) *expr {
	b := l.board
	if m.injective {
		return &expr{kind: kMap, m: b.invert(m), still: true}
	}
	sum := &expr{kind: kSum}
	for _, s := range m.steps {
		part := b.restrict(m, s.mask)
		sum.kids = append(sum.kids, &expr{kind: kMap, m: b.invert(part), still: true})
	}
	return sum
}

// plan returns the steps of a relation by distance.
func (l *lowerer) plan(rows []ir.Bits) []step {
	b := l.board
	var steps []step
	at := map[int]int{}
	for i, r := range rows {
		for j := range b.bits {
			if !r.Has(j) {
				continue
			}
			k, ok := at[j-i]
			if !ok {
				k = len(steps)
				at[j-i] = k
				steps = append(steps, step{b.newBits(), j - i})
			}
			steps[k].mask.Set(i)
		}
	}
	return steps
}
