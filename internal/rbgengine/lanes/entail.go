package lanes

import "slices"

// maxConjuncts bounds the conjuncts considered, and maxProof the steps of a proof.
const (
	maxConjuncts = 64
	maxProof     = 400
)

// incompatible reports whether two formulas evidently never hold together.
func (g *logic) incompatible(a, b lit) bool {
	if a == no || b == no || a == b^1 {
		return true
	}
	x, y := g.conjuncts(a, nil), g.conjuncts(b, nil)
	steps := maxProof
	for _, l := range x {
		if g.entailed(y, l^1, &steps) {
			return true
		}
	}
	for _, l := range y {
		if g.entailed(x, l^1, &steps) {
			return true
		}
	}
	return false
}

// entailed reports whether known formulas evidently imply l.
func (g *logic) entailed(known []lit, l lit, steps *int) bool {
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
		if ok && i != id && g.exclusions.exclude(i, m, id, g.groups[id].can&^mask) {
			return true
		}
	}
	t := &g.terms[l.term()]
	switch {
	case t.kind != kindAnd && t.kind != kindOr:
		return false
	case (t.kind == kindAnd) == (l&1 == 0): // all parts must be entailed
		for _, a := range t.args {
			if !g.entailed(known, a^l&1, steps) {
				return false
			}
		}
		return true
	default: // one is enough
		for _, a := range t.args {
			if g.entailed(known, a^l&1, steps) {
				return true
			}
		}
		return false
	}
}

// conjuncts appends a formula and, recursively, its conjuncts.
func (g *logic) conjuncts(l lit, dst []lit) []lit {
	dst = append(dst, l)
	if len(dst) > maxConjuncts {
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

// andGiven returns the conjunction of a and b, simplified where a implies or refutes b.
func (g *logic) andGiven(a, b lit) lit {
	if a == yes || b == yes || b == no {
		return g.and(a, b)
	}
	known, steps := g.conjuncts(a, nil), maxProof
	switch {
	case g.entailed(known, b, &steps):
		return a
	case g.entailed(known, b^1, &steps), g.entailedByCases(known, b^1, &steps):
		return no
	case g.entailedByCases(known, b, &steps):
		return a
	}
	return g.and(a, b)
}

// entailedByCases reports whether some known disjunction evidently implies l in each of
// its cases.
func (g *logic) entailedByCases(known []lit, l lit, steps *int) bool {
	for _, k := range known {
		t := &g.terms[k.term()]
		if cases := t.kind == kindOr && k&1 == 0 || t.kind == kindAnd && k&1 == 1; !cases || len(t.args) > mostAbsorbed {
			continue
		}
		all := true
		for _, a := range t.args {
			if all = all && g.entailed(g.conjuncts(a^k&1, nil), l, steps); !all {
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// difference returns the conjuncts of a that b does not have. If exactly one of the two
// formulas holds, it tells which.
func (g *logic) difference(a, b lit) lit {
	x, y := g.conjuncts(a, nil), g.conjuncts(b, nil)
	if len(x) > maxConjuncts || len(y) > maxConjuncts {
		return a
	}
	var rest []lit
	for _, l := range x {
		t := &g.terms[l.term()]
		if whole := t.kind == kindAnd && l&1 == 0 || t.kind == kindOr && l&1 == 1; whole {
			continue // its conjuncts are in the list too
		}
		if !slices.Contains(y, l) {
			rest = append(rest, l)
		}
	}
	return g.and(rest...)
}

// dropRefuted simplifies the condition of a move: it removes the disjuncts of a negated
// disjunction that contradict the other conjuncts anyway.
func (g *logic) dropRefuted(l lit) lit {
	list := g.leaves(l, nil)
	settled := false
	for i, x := range list {
		t := &g.terms[x.term()]
		if t.kind != kindOr || x&1 == 0 {
			continue
		}
		known := slices.Concat(list[:i], list[i+1:])
		var kept []lit
		for _, a := range t.args {
			if !g.refuted(known, a) {
				kept = append(kept, a)
			}
		}
		if len(kept) < len(g.terms[x.term()].args) {
			list[i] = g.or(kept...).not()
			settled = true
		}
	}
	if !settled {
		return l
	}
	all := yes
	for _, x := range list {
		all = g.and(all, x)
	}
	return all
}

// refuted reports whether known formulas evidently contradict l.
func (g *logic) refuted(known []lit, l lit) bool {
	parts := g.conjuncts(l, nil)
	all := slices.Concat(known, parts)
	steps := maxProof
	return slices.ContainsFunc(parts, func(c lit) bool { return g.entailed(all, c^1, &steps) })
}
