package simplex_test

import (
	"math/big"

	"ludex/internal/simplex"
)

// bestVertex returns the largest objective among all vertices, or nil if there is
// none.
func bestVertex(p *simplex.Problem) *big.Rat {
	rows := dense(p)
	var best *big.Rat
	chosen := make([]int, p.Variables)
	var choose func(k, from int)
	choose = func(k, from int) {
		if k < len(chosen) {
			for i := from; i < len(rows); i++ {
				chosen[k] = i
				choose(k+1, i+1)
			}
			return
		}
		x := meet(rows, chosen)
		if x == nil || !holds(rows, x) {
			return
		}
		value := new(big.Rat)
		for _, t := range p.Objective {
			value.Add(value, new(big.Rat).Mul(t.Factor, x[t.Variable]))
		}
		if best == nil || value.Cmp(best) > 0 {
			best = value
		}
	}
	choose(0, 0)
	return best
}

// A denseRow is a row with all factors and the right side.
type denseRow struct {
	sense  simplex.Sense
	factor []*big.Rat
}

// dense returns the rows, those that keep variables from being negative among
// them.
func dense(p *simplex.Problem) []denseRow {
	var out []denseRow
	empty := func(sense simplex.Sense) denseRow {
		r := denseRow{sense, make([]*big.Rat, p.Variables+1)}
		for j := range r.factor {
			r.factor[j] = new(big.Rat)
		}
		return r
	}
	for _, row := range p.Rows {
		r := empty(row.Sense)
		for _, t := range row.Terms {
			r.factor[t.Variable].Add(r.factor[t.Variable], t.Factor)
		}
		if row.Right != nil {
			r.factor[p.Variables].Set(row.Right)
		}
		out = append(out, r)
	}
	for v := range p.Variables {
		if !p.Free[v] {
			r := empty(simplex.AtLeast)
			r.factor[v].SetInt64(1)
			out = append(out, r)
		}
	}
	return out
}

// holds reports whether all rows hold at a point.
func holds(rows []denseRow, x []*big.Rat) bool {
	for _, r := range rows {
		left := new(big.Rat)
		for v := range x {
			left.Add(left, new(big.Rat).Mul(r.factor[v], x[v]))
		}
		order := left.Cmp(r.factor[len(x)])
		if order > 0 && r.sense != simplex.AtLeast || order < 0 && r.sense != simplex.AtMost {
			return false
		}
	}
	return true
}

// meet returns the point at which some rows hold with equality, or nil if it is
// not exactly one.
func meet(rows []denseRow, chosen []int) []*big.Rat {
	n := len(chosen)
	a := make([][]*big.Rat, n)
	for i, c := range chosen {
		for _, f := range rows[c].factor {
			a[i] = append(a[i], new(big.Rat).Set(f))
		}
	}
	for k := range n {
		pivot := k
		for pivot < n && a[pivot][k].Sign() == 0 {
			pivot++
		}
		if pivot == n {
			return nil
		}
		a[k], a[pivot] = a[pivot], a[k]
		inverse := new(big.Rat).Inv(a[k][k])
		for j := k; j <= n; j++ {
			a[k][j].Mul(a[k][j], inverse)
		}
		for i := range n {
			if i == k || a[i][k].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Set(a[i][k])
			for j := k; j <= n; j++ {
				a[i][j].Sub(a[i][j], new(big.Rat).Mul(factor, a[k][j]))
			}
		}
	}
	x := make([]*big.Rat, n)
	for i := range x {
		x[i] = a[i][n]
	}
	return x
}
