package simplex

import (
	"context"
	"math/big"
)

// A certificate is the system of equations of a basis. The rows whose slack
// variables are not basic hold with equality; there are as many of them as basic
// variables of the problem.
type certificate struct {
	tableau *tableau
	rows    []int // those that hold with equality
	columns []int // the basic variables of the problem
	matrix  [][]integer
	right   []*big.Int // of rows, scaled like the matrix
	costs   []*big.Int // of columns in the objective, scaled
}

// certify computes the exact solution of a tableau's basis, and returns it if it is
// optimal; otherwise it returns nil.
func certify(ctx context.Context, t *tableau) *Solution {
	c := newCertificate(t)
	if len(c.rows) != len(c.columns) {
		return nil
	}
	residues := make([][]entry, len(c.matrix))
	var scratch big.Int
	for i, line := range c.matrix {
		for _, e := range line {
			if v := residue(e.value, &scratch); v != 0 {
				residues[i] = append(residues[i], entry{e.column, v})
			}
		}
	}
	f, ok := factor(residues)
	if !ok {
		return nil
	}
	x, under, ok := solveRational(ctx, c.matrix, c.right, f.solve)
	if !ok {
		return nil
	}
	y, underY, ok := solveRational(ctx, transposed(c.matrix), c.costs, f.solveTransposed)
	if !ok {
		return nil
	}
	s := c.read(x, under, y, underY)
	if !t.problem.proves(s) {
		return nil
	}
	return s
}

// newCertificate sets up the equations.
func newCertificate(t *tableau) *certificate {
	p := t.problem
	c := &certificate{tableau: t}
	place := make([]int, p.Variables) // by variable: its column plus one
	for _, v := range t.basic {
		if v < p.Variables {
			c.columns = append(c.columns, v)
			place[v] = len(c.columns)
		}
	}
	for _, v := range t.other {
		if i, ok := t.isRow(v); ok {
			c.rows = append(c.rows, i)
		}
	}
	for _, i := range c.rows {
		line, _ := t.line(p.Rows[i].Terms, p.Rows[i].Right, false)
		c.right = append(c.right, line[t.right()])
		var row []integer
		for v, n := range line[:p.Variables] {
			if place[v] > 0 && n.Sign() != 0 {
				row = append(row, integer{place[v] - 1, n})
			}
		}
		c.matrix = append(c.matrix, row)
	}
	object, _ := t.line(p.Objective, nil, false)
	for _, v := range c.columns {
		c.costs = append(c.costs, object[v])
	}
	return c
}

// transposed transposes a square matrix.
func transposed(lines [][]integer) [][]integer {
	out := make([][]integer, len(lines))
	for i, line := range lines {
		for _, e := range line {
			out[e.column] = append(out[e.column], integer{i, e.value})
		}
	}
	return out
}

// read converts numerators and denominators into a solution.
func (c *certificate) read(x []*big.Int, under *big.Int, y []*big.Int, underY *big.Int) *Solution {
	t := c.tableau
	s := &Solution{X: zeros(t.problem.Variables), Dual: zeros(t.rows), Value: new(big.Rat), Pivots: t.pivots}
	for k, v := range c.columns {
		s.X[v].SetFrac(x[k], under)
	}
	for k, i := range c.rows {
		// The row was multiplied by its scale, and the objective by another.
		s.Dual[i].SetFrac(new(big.Int).Mul(y[k], t.rowScale[i]), new(big.Int).Mul(underY, t.objectScale))
	}
	var sum big.Int
	for k, n := range c.costs {
		sum.Add(&sum, new(big.Int).Mul(n, x[k]))
	}
	s.Value.SetFrac(&sum, new(big.Int).Mul(under, t.objectScale))
	return s
}

// proves reports whether a solution is optimal by its duals: the rows hold, the
// duals have their signs, no reduced cost is positive, and the bound of the
// objective is the value.
func (p *Problem) proves(s *Solution) bool {
	for v, x := range s.X {
		if x.Sign() < 0 && !p.free(v) {
			return false
		}
	}
	reduced := zeros(p.Variables) // the reduced costs
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
