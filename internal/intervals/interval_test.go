package intervals_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/intervals"
)

func TestWilson(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 5e-5 }
	for _, test := range []struct {
		mean      float64
		n         int
		low, high float64
	}{{0, 0, 0, 1}, {0, 10, 0, 0.2775}, {1, 10, 0.7225, 1}, {0.5, 100, 0.4038, 0.5962}, {0.95, 200, 0.9104, 0.9726}} {
		if got := intervals.Wilson(test.mean, test.n); !near(got.Low, test.low) || !near(got.High, test.high) {
			t.Errorf("%g of %d: %+v, want %g to %g", test.mean, test.n, got, test.low, test.high)
		}
	}
}

// TestSample compares the moments of a sample with their definitions.
func TestSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s intervals.Sample
		sum, list := 0.0, rapid.SliceOfN(rapid.Float64Range(0, 1), 2, 50).Draw(t, "numbers")
		for _, x := range list {
			s.Add(x)
			sum += x
		}
		mean := sum / float64(len(list))
		squares := 0.0
		for _, x := range list {
			squares += (x - mean) * (x - mean)
		}
		if math.Abs(s.Mean()-mean) > 1e-9 || math.Abs(s.Deviation()-math.Sqrt(squares/float64(len(list)-1))) > 1e-9 {
			t.Fatalf("mean %g and deviation %g", s.Mean(), s.Deviation())
		}
		normal, wilson := s.Normal(), intervals.Wilson(s.Mean(), s.Count())
		if normal.Low > s.Mean() || normal.High < s.Mean() || wilson.Low > s.Mean()+1e-9 || wilson.High < s.Mean()-1e-9 {
			t.Fatalf("%+v and %+v around %g", normal, wilson, s.Mean())
		}
	})
}

// TestShortSamples checks that fewer than two numbers say nothing about the mean.
func TestShortSamples(t *testing.T) {
	var s intervals.Sample
	for n := range 2 {
		got := s.Normal()
		if s.Count() != n || s.Deviation() != 0 || !math.IsInf(got.Low, -1) || !math.IsInf(got.High, 1) {
			t.Errorf("%d numbers: deviation %g, interval %+v", s.Count(), s.Deviation(), got)
		}
		s.Add(7)
	}
	// Equal numbers leave no doubt about their mean.
	if got := s.Normal(); got != (intervals.Interval{Low: 7, High: 7}) {
		t.Errorf("two sevens: %+v", got)
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct{ interval, want intervals.Interval }{
		{intervals.Interval{Low: -1, High: 2}, intervals.Interval{Low: 0, High: 1}},
		{intervals.Interval{Low: 0.25, High: 0.5}, intervals.Interval{Low: 0.25, High: 0.5}},
		{intervals.Interval{Low: -1, High: 0.5}, intervals.Interval{Low: 0, High: 0.5}},
	} {
		if got := test.interval.Within(0, 1); got != test.want {
			t.Errorf("%+v within 0 and 1 is %+v, want %+v", test.interval, got, test.want)
		}
	}
}
