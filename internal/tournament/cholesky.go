package tournament

import (
	"errors"
	"math"
	"slices"
)

// cholesky returns the Cholesky factor of a positive definite matrix.
func cholesky(a [][]float64) ([][]float64, error) {
	n := len(a)
	l := make([][]float64, n)
	for i := range n {
		l[i] = make([]float64, i+1)
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return nil, errors.New("the results do not determine the ratings")
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	return l, nil
}

// forward solves a triangular system.
func forward(l [][]float64, b []float64) []float64 {
	x := slices.Clone(b)
	for i := range x {
		for k := range i {
			x[i] -= l[i][k] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x
}

// solve solves the system of a matrix with the given Cholesky factor.
func solve(l [][]float64, b []float64) []float64 {
	x := forward(l, b)
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x
}
