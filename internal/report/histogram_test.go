package report

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSummary compares sums with a naive computation.
func TestSummary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 1000), 2, 50).Draw(t, "numbers")
		cut := rapid.IntRange(0, len(numbers)).Draw(t, "cut")
		var a, b Summary
		var tally Histogram
		mean := 0.0
		for i, n := range numbers {
			if tally.add(n); i < cut {
				a.add(uint64(n))
			} else {
				b.add(uint64(n))
			}
			mean += float64(n) / float64(len(numbers))
		}
		squares := 0.0
		for _, n := range numbers {
			squares += (float64(n) - mean) * (float64(n) - mean)
		}
		a.merge(b)
		if a != tally.Summary() {
			t.Fatalf("the summary of the histogram is %+v, want %+v", tally.Summary(), a)
		}
		if want := math.Sqrt(squares / float64(len(numbers)-1)); math.Abs(a.Mean()-mean) > 1e-6 || math.Abs(a.Deviation()-want) > 1e-3 {
			t.Fatalf("mean %v and deviation %v, want %v and %v", a.Mean(), a.Deviation(), mean, want)
		}
		slices.Sort(numbers)
		if got, want := tally.Quantile(0.5), numbers[(len(numbers)+1)/2-1]; got != want {
			t.Fatalf("the median is %d, want %d", got, want)
		}
		if tally.Quantile(0) != numbers[0] || tally.Quantile(1) != numbers[len(numbers)-1] {
			t.Fatalf("the ends are %d and %d, want %d and %d", tally.Quantile(0), tally.Quantile(1), numbers[0], numbers[len(numbers)-1])
		}
	})
}

func TestEdges(t *testing.T) {
	for i := range edges - 1 {
		if class(Edge(i)) != i || class(Edge(i)+1) != i+1 {
			t.Errorf("%v is in class %d and what is longer in %d, want %d and %d", Edge(i), class(Edge(i)), class(Edge(i)+1), i, i+1)
		}
	}
	if Edge(0).String() != "0.001" || Edge(10).String() != "2" {
		t.Errorf("the edges 0 and 10 are %v and %v", Edge(0), Edge(10))
	}
}
