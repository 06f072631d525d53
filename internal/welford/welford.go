// Package welford computes the mean and the sum of squared deviations of a stream
// of numbers in one pass, by Welford's algorithm.
package welford

// An Accumulator holds the moments of the numbers added so far. The zero value has
// seen none.
type Accumulator struct {
	Count   float64
	Mean    float64
	Squares float64 // sum of the squared deviations from the mean
}

// Add adds a number.
func (a *Accumulator) Add(x float64) {
	a.Count++
	d := x - a.Mean
	a.Mean += d / a.Count
	a.Squares += d * (x - a.Mean)
}
