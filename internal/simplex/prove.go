package simplex

import "math/big"

// proves reports whether a solution is optimal by its duals: the rows hold, the
// duals have their signs, no reduced cost is positive, and the bound of the
// objective is the value.
func (p *Problem) proves(s *Solution) bool {
	for v, x := range s.X {
		if x.Sign() < 0 && !p.free(v) {
			return false
		}
	}
	reduced := zeros(p.Variables) // what a variable adds beyond what the duals allow
	for _, t := range p.Objective {
		reduced[t.Variable].Add(reduced[t.Variable], t.Factor)
	}
	bound, product := new(big.Rat), new(big.Rat)
	for i := range p.Rows {
		r := &p.Rows[i]
		if !r.holds(s.X) || !r.allows(s.Dual[i]) {
			return false
		}
		if s.Dual[i].Sign() == 0 {
			continue
		}
		for _, t := range r.Terms {
			reduced[t.Variable].Sub(reduced[t.Variable], product.Mul(t.Factor, s.Dual[i]))
		}
		if r.Right != nil {
			bound.Add(bound, product.Mul(s.Dual[i], r.Right))
		}
	}
	for v, r := range reduced {
		if r.Sign() > 0 || r.Sign() < 0 && p.free(v) {
			return false
		}
	}
	return bound.Cmp(s.Value) == 0
}

// holds reports whether a row holds for given values.
func (r *Row) holds(x []*big.Rat) bool {
	left, product := new(big.Rat), new(big.Rat)
	for _, t := range r.Terms {
		if x[t.Variable].Sign() != 0 {
			left.Add(left, product.Mul(t.Factor, x[t.Variable]))
		}
	}
	if r.Right != nil {
		left.Sub(left, r.Right)
	}
	return left.Sign() == 0 || left.Sign() < 0 && r.Sense == AtMost || left.Sign() > 0 && r.Sense == AtLeast
}

// allows reports whether a dual value has the sign that the row requires.
func (r *Row) allows(dual *big.Rat) bool {
	return r.Sense == Equal || dual.Sign() == 0 || (dual.Sign() > 0) == (r.Sense == AtMost)
}
