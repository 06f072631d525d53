package matrix

import (
	"context"
	"math/big"

	"ludex/internal/simplex"
)

// solveMixed solves a game without a saddle point as a linear program: the column
// player gives every column j a weight w[j] ≥ 0, and maximises the sum of weights
// such that no row gets more than 1. All payoffs are made positive first, so the sum
// is the inverse of the value, and weights are probabilities divided by the value.
// The dual solution has the weights of the row player.
func solveMixed(payoffs [][]*big.Rat) (*Solution, error) {
	one := big.NewRat(1, 1)
	shift := new(big.Rat).Sub(one, lowest(payoffs))
	p := simplex.Problem{Variables: len(payoffs[0]), Rows: make([]simplex.Row, len(payoffs))}
	for j := range p.Variables {
		p.Objective = append(p.Objective, simplex.Term{Variable: j, Factor: one})
	}
	for i, row := range payoffs {
		terms := make([]simplex.Term, len(row))
		for j, payoff := range row {
			terms[j] = simplex.Term{Variable: j, Factor: new(big.Rat).Add(payoff, shift)}
		}
		p.Rows[i] = simplex.Row{Terms: terms, Right: one}
	}
	best, err := simplex.Maximise(context.Background(), p)
	if err != nil {
		return nil, err
	}
	value := best.Value.Inv(best.Value)
	s := &Solution{Row: scaled(best.Dual, value), Column: scaled(best.X, value)}
	s.Value = value.Sub(value, shift)
	return s, nil
}

// lowest returns the least payoff of all.
func lowest(payoffs [][]*big.Rat) *big.Rat {
	low := payoffs[0][0]
	for _, row := range payoffs {
		if l := row[leastOf(row)]; l.Cmp(low) < 0 {
			low = l
		}
	}
	return low
}

// scaled multiplies all weights.
func scaled(weights []*big.Rat, factor *big.Rat) []*big.Rat {
	for _, w := range weights {
		w.Mul(w, factor)
	}
	return weights
}
