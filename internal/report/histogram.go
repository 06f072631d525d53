package report

import (
	"maps"
	"math"
	"slices"
)

// A Histogram counts how often numbers occurred.
type Histogram map[int]uint64

// add counts a number.
func (t *Histogram) add(number int) { t.addMany(number, 1) }

func (t *Histogram) addMany(number int, times uint64) {
	if *t == nil {
		*t = Histogram{}
	}
	(*t)[number] += times
}

// merge adds another histogram.
func (t *Histogram) merge(o Histogram) {
	for number, times := range o {
		t.addMany(number, times)
	}
}

// N returns how many numbers were counted.
func (t Histogram) N() uint64 {
	n := uint64(0)
	for _, times := range t {
		n += times
	}
	return n
}

// Summary returns the summary of the numbers, which are not negative.
func (t Histogram) Summary() Summary {
	var s Summary
	for _, number := range slices.Sorted(maps.Keys(t)) {
		s.addMany(uint64(max(number, 0)), t[number])
	}
	return s
}

// Quantile returns the least number that a fraction of all numbers does not exceed.
func (t Histogram) Quantile(part float64) int {
	left := uint64(math.Ceil(part * float64(t.N())))
	last := 0
	for _, number := range slices.Sorted(maps.Keys(t)) {
		if last = number; t[number] >= left {
			break
		}
		left -= t[number]
	}
	return last
}

// values lists the numbers, each as often as it occurred, times a scale.
func (t Histogram) values(scale float64) []float64 {
	var list []float64
	for _, number := range slices.Sorted(maps.Keys(t)) {
		list = append(list, slices.Repeat([]float64{scale * float64(number)}, int(t[number]))...)
	}
	return list
}

// A Summary is the count, sum, sum of squares and range of numbers, which can be
// merged without rounding errors.
type Summary struct {
	N       uint64 `json:"n"`
	Sum     uint64 `json:"sum"`
	Squares uint64 `json:"squares"`
	Min     uint64 `json:"min"`
	Max     uint64 `json:"max"`
}

// add counts a number.
func (s *Summary) add(number uint64) { s.addMany(number, 1) }

func (s *Summary) addMany(number, times uint64) {
	s.merge(Summary{times, number * times, number * number * times, number, number})
}

// merge adds another summary.
func (s *Summary) merge(o Summary) {
	switch {
	case o.N == 0:
		return
	case s.N == 0:
		*s = o
		return
	}
	s.N, s.Sum, s.Squares = s.N+o.N, s.Sum+o.Sum, s.Squares+o.Squares
	s.Min, s.Max = min(s.Min, o.Min), max(s.Max, o.Max)
}

// Mean returns the mean, or 0 without numbers.
func (s Summary) Mean() float64 {
	if s.N == 0 {
		return 0
	}
	return float64(s.Sum) / float64(s.N)
}

// Deviation returns the standard deviation, or 0 for fewer than two numbers.
func (s Summary) Deviation() float64 {
	if s.N < 2 {
		return 0
	}
	n, mean := float64(s.N), s.Mean()
	return math.Sqrt(max(0, float64(s.Squares)-n*mean*mean) / (n - 1))
}

// mergeSummaries adds lists of sums elementwise; either list may be the longer one.
func mergeSummaries(a, b []Summary) []Summary {
	a = slices.Grow(a, max(0, len(b)-len(a)))
	for i, s := range b {
		if i == len(a) {
			a = append(a, Summary{})
		}
		a[i].merge(s)
	}
	return a
}

// mergeCounts adds counts by name.
func mergeCounts(a *map[string]uint64, b map[string]uint64) {
	for name, n := range b {
		count(a, name, n)
	}
}

func count(a *map[string]uint64, name string, n uint64) {
	if *a == nil {
		*a = map[string]uint64{}
	}
	(*a)[name] += n
}
