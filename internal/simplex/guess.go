package simplex

import (
	"context"
	"math/big"
	"math/rand/v2"
)

// guessFrom is from how many cells on a program is first solved with rounding.
const guessFrom = 1 << 9

// guessSteps is how many steps a row or variable may cost before rounding has
// probably led the method round in circles.
const guessSteps = 20

// guess solves a problem with rounding, to find out which variables are basic in
// the end, and then computes the exact solution that they belong to. It returns nil
// if that proves not to be the best, or if anything else went wrong.
func guess(ctx context.Context, p *Problem) *Solution {
	var r *rounded
	t := newTableau(p, func(lines [][]*big.Int) cells { r = newRounded(lines); return r })
	t.most = guessSteps * (t.rows + t.columns)
	random := rand.New(rand.NewPCG(1, 1)) // always the same
	for i, row := range p.Rows {
		if row.Sense != Equal {
			r.loosen(i, random)
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
	r.restore()
	if t.makeHold(ctx) != nil || t.improve(ctx) != nil {
		return nil
	}
	return certify(ctx, t)
}
