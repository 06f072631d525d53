package report

import (
	"math"

	"ludex/internal/intervals"
)

// An Estimate is a mean, with the size of the sample and the 95 % confidence
// interval.
type Estimate struct {
	N        uint64      `json:"n"`
	Mean     float64     `json:"mean"`
	Interval *[2]float64 `json:"interval,omitempty"` // nil if unknown
}

// digits is the precision to which numbers are rounded, so that they are the same on
// every processor.
const digits = 1e6

func rounded(x float64) float64 { return math.Round(x*digits) / digits }

// NewEstimate returns an estimate with its interval, rounded; infinite ends mean that the
// interval is unknown.
func NewEstimate(n uint64, mean, low, high float64) Estimate {
	e := Estimate{N: n, Mean: rounded(mean)}
	if n > 0 && !math.IsInf(low, 0) && !math.IsInf(high, 0) {
		e.Interval = &[2]float64{rounded(low), rounded(high)}
	}
	return e
}

// rate estimates the mean of results between 0 and 1.
func rate(mean float64, n uint64) Estimate {
	i := intervals.Wilson(mean, int(n))
	return NewEstimate(n, mean, i.Low, i.High)
}

// share estimates a probability.
func share(count, n uint64) Estimate {
	if n == 0 {
		return Estimate{}
	}
	return rate(float64(count)/float64(n), n)
}

// part returns a fraction without an interval, for numbers that are not independent
// samples, such as the steps of one play.
func part(count, n uint64) float64 { return rounded(float64(count) / float64(max(n, 1))) }

// level estimates the mean of numbers that are not negative, in fractions of a unit.
func (s Summary) level(units float64) Estimate {
	if s.N == 0 {
		return Estimate{}
	}
	mean, half := s.Mean()/units, math.Inf(1)
	if s.N > 1 {
		half = intervals.Z95 * s.Deviation() / math.Sqrt(float64(s.N)) / units
	}
	return NewEstimate(s.N, mean, max(mean-half, 0), mean+half)
}

// level estimates the mean of numbers between two others.
func level(s *intervals.Sample, low, high float64) Estimate {
	i := s.Normal()
	if s.Count() > 1 {
		i.Low, i.High = max(i.Low, low), min(i.High, high)
	}
	return NewEstimate(uint64(s.Count()), s.Mean(), i.Low, i.High)
}

// above and below report whether the whole interval is above a number, or below.
func (e Estimate) above(x float64) bool { return e.Interval != nil && e.Interval[0] > x }
func (e Estimate) below(x float64) bool { return e.Interval != nil && e.Interval[1] < x }

// holds reports whether a number is within the interval.
func (e Estimate) holds(x float64) bool {
	return e.Interval == nil || e.Interval[0] <= x && x <= e.Interval[1]
}
