package lanes

import "slices"

// maxSpread bounds how many conjuncts are looked at, and maxProof how many steps
// a proof may have.
const (
	maxSpread = 64
	maxProof  = 400
)

// apart reports whether two formulas evidently never hold together.
func (g *logic) apart(a, b lit) bool {
	if a == no || b == no || a == b^1 {
		return true
	}
	x, y := g.conjuncts(a, nil), g.conjuncts(b, nil)
	steps := maxProof
	for _, l := range x {
		if g.follows(y, l^1, &steps) {
			return true
		}
	}
	for _, l := range y {
		if g.follows(x, l^1, &steps) {
			return true
		}
	}
	return false
}

// follows reports whether a formula evidently holds if others do.
func (g *logic) follows(known []lit, l lit, steps *int) bool {
	if l == yes {
		return true
	}
	if *steps -= 1 + len(known)/16; *steps < 0 {
		return false
	}
	id, mask, isSet := g.maskOf(l)
	for _, k := range known {
		if k == l {
			return true
		}
		if !isSet {
			continue
		}
		i, m, ok := g.maskOf(k)
		if ok && i == id && m&^mask == 0 {
			return true
		}
		if ok && i != id && g.rivals.exclude(i, m, id, g.groups[id].can&^mask) {
			return true
		}
	}
	t := &g.terms[l.term()]
	switch {
	case t.kind != kindAnd && t.kind != kindOr:
		return false
	case (t.kind == kindAnd) == (l&1 == 0): // all parts must follow
		for _, a := range t.args {
			if !g.follows(known, a^l&1, steps) {
				return false
			}
		}
		return true
	default: // one is enough
		for _, a := range t.args {
			if g.follows(known, a^l&1, steps) {
				return true
			}
		}
		return false
	}
}

// conjuncts appends what must hold for a formula to hold.
func (g *logic) conjuncts(l lit, dst []lit) []lit {
	dst = append(dst, l)
	if len(dst) > maxSpread {
		return dst
	}
	t := &g.terms[l.term()]
	if t.kind == kindAnd && l&1 == 0 || t.kind == kindOr && l&1 == 1 {
		for _, a := range t.args {
			dst = g.conjuncts(a^l&1, dst)
		}
	}
	return dst
}

// narrow returns the conjunction of two formulas, the first of which may say much
// that decides the second.
func (g *logic) narrow(a, b lit) lit {
	if a == yes || b == yes || b == no {
		return g.and(a, b)
	}
	known, steps := g.conjuncts(a, nil), maxProof
	switch {
	case g.follows(known, b, &steps):
		return a
	case g.follows(known, b^1, &steps), g.inAllCases(known, b^1, &steps):
		return no
	case g.inAllCases(known, b, &steps):
		return a
	}
	return g.and(a, b)
}

// inAllCases reports whether a formula evidently holds in each case of one of the
// disjunctions that are known to hold.
func (g *logic) inAllCases(known []lit, l lit, steps *int) bool {
	for _, k := range known {
		t := &g.terms[k.term()]
		if cases := t.kind == kindOr && k&1 == 0 || t.kind == kindAnd && k&1 == 1; !cases || len(t.args) > mostAbsorbed {
			continue
		}
		all := true
		for _, a := range t.args {
			if all = all && g.follows(g.conjuncts(a^k&1, nil), l, steps); !all {
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// beyond returns what a formula says beyond another one: where one of the two
// holds, and not both, it tells which.
func (g *logic) beyond(a, b lit) lit {
	x, y := g.conjuncts(a, nil), g.conjuncts(b, nil)
	if len(x) > maxSpread || len(y) > maxSpread {
		return a
	}
	var rest []lit
	for _, l := range x {
		t := &g.terms[l.term()]
		if whole := t.kind == kindAnd && l&1 == 0 || t.kind == kindOr && l&1 == 1; whole {
			continue // its parts are there too
		}
		if !slices.Contains(y, l) {
			rest = append(rest, l)
		}
	}
	return g.and(rest...)
}
