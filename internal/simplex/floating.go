package simplex

import (
	"context"
	"math/big"
	"math/rand/v2"
)

// minFloatCells is the number of cells from which on a program is first solved in
// floating point.
const minFloatCells = 1 << 9

// floatPivotsPerCell is the number of pivots per row or variable after which
// rounding errors have probably caused a cycle.
const floatPivotsPerCell = 20

// solveByFloats solves a problem in floating point to find an optimal basis, and
// then computes the exact solution of that basis. It returns nil if that is not
// optimal, or anything else goes wrong.
func solveByFloats(ctx context.Context, p *Problem) *Solution {
	var r *floatCells
	t := newTableau(p, func(lines [][]*big.Int) matrixCells { r = newFloatCells(lines); return r })
	t.maxPivots = floatPivotsPerCell * (t.rows + t.columns)
	random := rand.New(rand.NewPCG(1, 1)) // always the same
	for i, row := range p.Rows {
		if row.Sense != Equal {
			r.perturb(i, random)
		}
	}
	if err := t.solve(ctx); err != nil {
		return nil
	}
	if s := certify(ctx, t); s != nil {
		return s
	}
	// The best of the changed problem need not even be possible. It is near enough
	// to go on from.
	r.removePerturbation()
	if t.phaseOne(ctx) != nil || t.phaseTwo(ctx) != nil {
		return nil
	}
	return certify(ctx, t)
}
