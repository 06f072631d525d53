package lower

import "ludex/internal/rbgengine/sets/ir"

// reversible reports whether an expression can be reversed.
func reversible(x *expr) bool {
	if x.mods || x.kind == kRel && x.whole == nil {
		return false
	}
	for _, k := range x.kids {
		if !reversible(k) {
			return false
		}
	}
	return true
}

// reversed returns the expression whose paths are the paths of x backwards.
func (g *board) reversed(x *expr) *expr {
	switch x.kind {
	case kMap:
		return g.reversedMap(x.m)
	case kRel:
		return g.reversed(x.whole)
	case kJump:
		return &expr{kind: kCat, kids: []*expr{{kind: kMask, set: x.set, static: true}, {kind: kJump, set: g.all, static: true}}}
	case kSum, kStar, kCat:
		y := &expr{kind: x.kind}
		for i := range x.kids {
			k := x.kids[i]
			if x.kind == kCat {
				k = x.kids[len(x.kids)-1-i]
			}
			y.kids = append(y.kids, g.reversed(k))
		}
		return y
	default:
		return x
	}
}

// reversedMap inverts a map. A map that is not injective becomes a sum of
// injective parts.
func (g *board) reversedMap(m *mapping) *expr {
	if m.injective {
		return &expr{kind: kMap, m: g.invert(m), static: true}
	}
	sum := &expr{kind: kSum}
	for _, s := range m.steps {
		part := g.restrict(m, s.mask)
		sum.kids = append(sum.kids, &expr{kind: kMap, m: g.invert(part), static: true})
	}
	return sum
}

// plan groups a relation by distance.
func (g *board) plan(rows []ir.Bits) []step {
	var steps []step
	at := map[int]int{}
	for i, r := range rows {
		for j := range g.bits {
			if !r.Has(j) {
				continue
			}
			k, ok := at[j-i]
			if !ok {
				k = len(steps)
				at[j-i] = k
				steps = append(steps, step{g.newBits(), j - i})
			}
			steps[k].mask.Set(i)
		}
	}
	return steps
}
