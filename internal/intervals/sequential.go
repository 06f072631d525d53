package intervals

import (
	"errors"
	"math"
)

// A SequentialTest decides between two means by as few numbers as possible: the
// generalised sequential probability ratio test (Wald 1945), with the variance of the
// numbers that were seen. Each answer is wrong with a probability of at most five per cent
// if the true mean is one of the two.
type SequentialTest struct{ Low, High float64 }

// A Decision is the answer of a sequential test.
type Decision int

// The decisions.
const (
	Undecided Decision = iota
	AcceptLow
	AcceptHigh
)

// errorRate is the probability of a wrong answer.
const errorRate = 0.05

// minCount is the smallest number of numbers whose variance is relied on.
const minCount = 10

// NewSequentialTest returns a test between two means from 0 to 1.
func NewSequentialTest(low, high float64) (SequentialTest, error) {
	if !(low >= 0 && low < high && high <= 1) {
		return SequentialTest{}, errors.New("a sequential test needs two scores between 0 and 1, the lower one first")
	}
	return SequentialTest{low, high}, nil
}

// Ratio returns the logarithm of how much more likely the numbers are with the higher mean.
func (t SequentialTest) Ratio(s *Sample) float64 {
	n := float64(s.Count())
	if n < minCount {
		return 0
	}
	// One number of either extreme keeps the variance positive where all numbers are alike.
	deviation := s.Deviation()
	variance := (deviation*deviation*(n-1) + 0.25) / n
	return n * (t.High - t.Low) * (2*s.Mean() - t.Low - t.High) / (2 * variance)
}

// Decide returns what the numbers say.
func (t SequentialTest) Decide(s *Sample) Decision {
	bound := math.Log((1 - errorRate) / errorRate)
	switch ratio := t.Ratio(s); {
	case ratio >= bound:
		return AcceptHigh
	case ratio <= -bound:
		return AcceptLow
	}
	return Undecided
}
