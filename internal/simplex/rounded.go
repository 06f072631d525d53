package simplex

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// rounded holds numbers with rounding. It has one column more than a grid: the right
// sides as they are, while those in their own column are changed a little.
type rounded struct {
	width  int
	rows   int // without the last two
	cell   []float64
	weight []float64 // by column: about how long a step is by which its variable grows by 1, squared
	places []int32   // scratch
}

const (
	// small is what a number is taken for 0 below, so as not to divide by it.
	small = 1e-7
	// tiny is the same in the lines of what is made large.
	tiny = 1e-9
	// dust is what a difference is made 0 below.
	dust = 1e-13
	// tie is how near to each other quotients are taken for equal.
	tie = 1e-11
	// nudge is about how much right sides are changed.
	nudge = 1e-5
)

// newRounded returns rounded numbers. Lines are scaled to have 1 for their largest
// number.
func newRounded(lines [][]*big.Int) *rounded {
	r := &rounded{width: len(lines[0]) + 1, rows: len(lines) - 2}
	for _, line := range lines {
		from := len(r.cell)
		for _, n := range line {
			f, _ := new(big.Float).SetInt(n).Float64()
			r.cell = append(r.cell, f)
		}
		scale(r.cell[from:len(r.cell)-1], r.cell[from:])
		r.cell = append(r.cell, r.cell[len(r.cell)-1])
	}
	r.weight = slices.Repeat([]float64{1}, r.width)
	return r
}

// scale divides numbers by the largest of some.
func scale(of, numbers []float64) {
	largest := 0.0
	for _, n := range of {
		largest = max(largest, math.Abs(n))
	}
	if largest == 0 {
		return
	}
	for i := range numbers {
		numbers[i] /= largest
	}
}

// at returns a number.
func (r *rounded) at(line, column int) float64 { return r.cell[line*r.width+column] }

// sign implements cells.
func (r *rounded) sign(line, column int) int {
	zero := small
	if line >= r.rows {
		zero = tiny
	}
	switch n := r.at(line, column); {
	case n > zero:
		return 1
	case n < -zero:
		return -1
	}
	return 0
}

// steeper implements cells: what counts is the rate for the length of the step
// (Devex).
func (r *rounded) steeper(line, column, other int) bool {
	a, b := r.at(line, column), r.at(line, other)
	return a*a*r.weight[other] > b*b*r.weight[column]
}

// less implements cells.
func (r *rounded) less(line, column, otherLine, otherColumn int) bool {
	return r.at(line, column) < r.at(otherLine, otherColumn)
}

// compareRatios implements cells.
func (r *rounded) compareRatios(line, otherLine, over, under int) int {
	diff := r.at(line, over)/r.at(line, under) - r.at(otherLine, over)/r.at(otherLine, under)
	switch {
	case diff > tie:
		return 1
	case diff < -tie:
		return -1
	}
	return 0
}

// steadier implements cells.
func (r *rounded) steadier(line, column, otherLine, otherColumn int) bool {
	return math.Abs(r.at(line, column)) > math.Abs(r.at(otherLine, otherColumn))
}

// assign implements cells.
func (r *rounded) assign(line, column int, n int64) { r.cell[line*r.width+column] = float64(n) }

// pivot implements cells. Most numbers of most lines are 0, so only the others are
// looked at.
func (r *rounded) pivot(line, column int) {
	row := r.cell[line*r.width : (line+1)*r.width]
	p := 1 / row[column]
	row[column] = 1
	r.places = r.places[:0]
	entering := r.weight[column]
	for j, n := range row {
		if n != 0 {
			row[j] = n * p
			r.places = append(r.places, int32(j))
			r.weight[j] = max(r.weight[j], row[j]*row[j]*entering)
		}
	}
	r.weight[column] = max(1, entering*p*p)
	for from := 0; from < len(r.cell); from += r.width {
		c := r.cell[from+column]
		if from == line*r.width || c == 0 {
			continue
		}
		other := r.cell[from : from+r.width]
		other[column] = 0
		if 2*len(r.places) > r.width {
			for j, n := range row {
				other[j] -= c * n
			}
			continue
		}
		for _, j := range r.places {
			n := other[j] - c*row[j]
			if n < dust && n > -dust { // what is left of a difference that should be 0
				n = 0
			}
			other[j] = n
		}
	}
}

// loosen makes the right side of a line a little larger. Many right sides are the
// same, most often 0, so that many variables stop others from growing at the same
// time and steps bring nothing; with different right sides every step brings
// something.
func (r *rounded) loosen(line int, rand *rand.Rand) {
	r.cell[line*r.width+r.width-2] += nudge * (1 + rand.Float64())
}

// restore undoes what came of loosening.
func (r *rounded) restore() {
	for end := r.width; end <= len(r.cell); end += r.width {
		r.cell[end-2] = r.cell[end-1]
	}
}
