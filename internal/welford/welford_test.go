package welford_test

import (
	"math"
	"testing"

	"ludex/internal/welford"
)

func TestAdd(t *testing.T) {
	numbers := []float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}
	var a welford.Accumulator
	for _, x := range numbers {
		a.Add(x)
	}
	if a.Count != 4 || a.Mean != 1e9+10 || math.Abs(a.Squares-90) > 1e-6 {
		t.Errorf("got %+v, want a count of 4, a mean of 1e9+10 and squares of 90", a)
	}
}
