package chart

import (
	"math"
	"strconv"
)

// A scale maps the numbers of an axis to coordinates.
type scale struct{ low, high, from, to float64 }

// at returns the coordinate of a number.
func (s scale) at(v float64) float64 {
	return s.from + (v-s.low)/(s.high-s.low)*(s.to-s.from)
}

// inside clamps a number to the axis.
func (s scale) inside(v float64) float64 { return min(max(v, s.low), s.high) }

// newScale returns the scale of an axis, and about the given number of ticks.
func newScale(a Axis, b bounds, from, to float64, ticks int) (scale, []float64) {
	s := scale{b.low, b.high, from, to}
	if a.Fixed && finite(a.Min) && finite(a.Max) && a.Min <= a.Max {
		s.low, s.high = a.Min, a.Max
	}
	if s.low > s.high || math.IsInf(s.low, 0) {
		s.low, s.high = 0, 1 // no data
	}
	if s.low == s.high {
		room := max(0.5, math.Abs(s.low)/10)
		s.low, s.high = s.low-room, s.high+room
	}
	step := niceStep((s.high-s.low)/float64(max(ticks, 1)), a.Whole)
	if !a.Fixed && !a.Whole {
		s.low, s.high = math.Floor(s.low/step)*step, math.Ceil(s.high/step)*step
	}
	var marks []float64
	// The index is counted, since a large number may not change when the step is added.
	const most = 100
	first := math.Ceil(s.low/step - 1e-9)
	for i := 0.0; i < most; i++ {
		v := (first + i) * step
		if v > s.high+step*1e-9 {
			break
		}
		marks = append(marks, v)
	}
	return s, marks
}

// niceStep returns the least of 1, 2 and 5 times a power of ten that is at least a
// number, and an integer if whole is set.
func niceStep(least float64, whole bool) float64 {
	if whole {
		least = max(least, 1)
	}
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= least*(1-1e-9) {
			return k * power
		}
	}
	return 10 * power
}

// tickText writes a tick with as many digits as its neighbours need.
func tickText(v float64, all []float64) string {
	digits := 0
	if len(all) > 1 {
		if step := all[1] - all[0]; step < 1 {
			digits = int(math.Ceil(-math.Log10(step) - 1e-9))
		}
	}
	if math.Abs(v) >= 1e7 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	if v == 0 {
		v = 0 // not -0
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
