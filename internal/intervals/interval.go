// Package intervals computes confidence intervals of means.
package intervals

import (
	"math"

	"ludex/internal/welford"
)

// An Interval is where a mean lies, with 95 per cent confidence.
type Interval struct{ Low, High float64 }

// Within returns the part of the interval between two numbers.
func (i Interval) Within(low, high float64) Interval {
	return Interval{max(i.Low, low), min(i.High, high)}
}

// Z95 is the number of standard deviations to either side of the mean that hold 95 % of
// a normal distribution.
const Z95 = 1.959963984540054

// Wilson returns the interval of Wilson for the mean of n results between 0 and 1.
// If results other than 0 and 1 occur, such as draws that count one half, it is
// conservative.
func Wilson(mean float64, n int) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	const z2 = Z95 * Z95
	count := float64(n)
	middle := (mean + z2/(2*count)) / (1 + z2/count)
	half := Z95 / (1 + z2/count) * math.Sqrt(mean*(1-mean)/count+z2/(4*count*count))
	return Interval{middle - half, middle + half}.Within(0, 1)
}

// A Sample collects numbers for their mean and its interval.
type Sample struct{ moments welford.Accumulator }

// Add adds a number.
func (s *Sample) Add(x float64) { s.moments.Add(x) }

// Count returns how many numbers there are.
func (s *Sample) Count() int { return int(s.moments.Count) }

// Mean returns the mean, or 0 without numbers.
func (s *Sample) Mean() float64 { return s.moments.Mean }

// Deviation returns the standard deviation, or 0 for fewer than two numbers.
func (s *Sample) Deviation() float64 {
	if s.moments.Count < 2 {
		return 0
	}
	return math.Sqrt(s.moments.Squares / (s.moments.Count - 1))
}

// Normal returns the interval of the mean by the normal approximation, which is
// good enough from a few dozen numbers on.
func (s *Sample) Normal() Interval {
	if s.moments.Count < 2 {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	half := Z95 * s.Deviation() / math.Sqrt(s.moments.Count)
	return Interval{s.moments.Mean - half, s.moments.Mean + half}
}
