// Package matrix solves two-player zero-sum matrix games exactly, as fractions.
package matrix

import (
	"errors"
	"math/big"
)

// A Solution is the value of a game and an optimal strategy of each player:
// probabilities that guarantee the value on average, whatever the other does.
type Solution struct {
	Value  *big.Rat   // what the row player gets
	Row    []*big.Rat // by row
	Column []*big.Rat // by column
}

// ErrShape is returned for payoffs that are not a matrix with at least one row and
// one column.
var ErrShape = errors.New("the payoffs are no matrix")

// Solve solves the game in which the row player gets payoffs[row][column] from the
// column player. The payoffs are not changed.
func Solve(payoffs [][]*big.Rat) (*Solution, error) {
	if len(payoffs) == 0 || len(payoffs[0]) == 0 {
		return nil, ErrShape
	}
	for _, row := range payoffs {
		if len(row) != len(payoffs[0]) {
			return nil, ErrShape
		}
	}
	if s := saddle(payoffs); s != nil {
		return s, nil
	}
	return solveMixed(payoffs)
}

// saddle looks for a saddle point, where pure strategies are optimal. It returns nil
// if there is none.
func saddle(payoffs [][]*big.Rat) *Solution {
	row, low := 0, (*big.Rat)(nil)
	for i := range payoffs {
		if least := payoffs[i][leastOf(payoffs[i])]; low == nil || least.Cmp(low) > 0 {
			row, low = i, least
		}
	}
	for j := range payoffs[row] {
		// Several columns can be as bad for the row player; one may be a saddle.
		if payoffs[row][j].Cmp(low) == 0 && highest(payoffs, j).Cmp(low) == 0 {
			return &Solution{
				Value:  new(big.Rat).Set(low),
				Row:    pure(len(payoffs), row),
				Column: pure(len(payoffs[0]), j),
			}
		}
	}
	return nil
}

// leastOf returns the index of the least number.
func leastOf(numbers []*big.Rat) int {
	least := 0
	for i, n := range numbers {
		if n.Cmp(numbers[least]) < 0 {
			least = i
		}
	}
	return least
}

// highest returns the largest payoff of a column.
func highest(payoffs [][]*big.Rat, column int) *big.Rat {
	high := payoffs[0][column]
	for _, row := range payoffs {
		if row[column].Cmp(high) > 0 {
			high = row[column]
		}
	}
	return high
}

// pure returns a pure strategy.
func pure(choices, choice int) []*big.Rat {
	out := make([]*big.Rat, choices)
	for i := range out {
		out[i] = new(big.Rat)
	}
	out[choice].SetInt64(1)
	return out
}
