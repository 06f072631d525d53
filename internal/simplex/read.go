package simplex

import "math/big"

// read returns the basic solution. The grid holds the tableau's cells.
func (t *tableau) read(g *integerCells) *Solution {
	s := &Solution{Pivots: t.pivots}
	s.X, s.Dual = zeros(t.problem.Variables), zeros(t.rows)
	for i, v := range t.basic {
		if v < t.problem.Variables {
			s.X[v] = g.rat(i, t.right())
		}
	}
	object := new(big.Rat).SetInt(t.objectScale)
	for j, v := range t.other {
		if i, ok := t.isRow(v); ok {
			d := g.rat(t.objective(), j)
			d.Quo(d.Mul(d, new(big.Rat).SetInt(t.rowScale[i])), object)
			if t.problem.Rows[i].Sense == AtLeast {
				d.Neg(d)
			}
			s.Dual[i] = d
		}
	}
	s.Value = g.rat(t.objective(), t.right())
	s.Value.Quo(s.Value, object)
	return s
}

func zeros(n int) []*big.Rat {
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = new(big.Rat)
	}
	return out
}
