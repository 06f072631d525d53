package simplex

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// floatCells are floating-point numbers. They have one column more than
// integerCells: the original right sides, while those in their own column are
// perturbed.
type floatCells struct {
	width  int
	rows   int // without the last two
	cell   []float64
	weight []float64 // by column: the approximate squared length of a step that increases its variable by 1
	places []int32   // scratch
}

const (
	// zeroTolerance is the absolute value below which a number counts as 0, so as
	// not to divide by it.
	zeroTolerance = 1e-7
	// objectiveTolerance is the same for the objective rows.
	objectiveTolerance = 1e-9
	// cancelTolerance is the value below which a difference becomes 0.
	cancelTolerance = 1e-13
	// tieTolerance is the difference below which ratios count as equal.
	tieTolerance = 1e-11
	// perturbation is the approximate amount by which right sides are changed.
	perturbation = 1e-5
)

// newFloatCells returns floating-point cells. Lines are scaled by their largest
// number.
func newFloatCells(lines [][]*big.Int) *floatCells {
	r := &floatCells{width: len(lines[0]) + 1, rows: len(lines) - 2}
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

// scale divides numbers by the largest absolute value of some.
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
func (r *floatCells) at(line, column int) float64 { return r.cell[line*r.width+column] }

// sign implements cells.
func (r *floatCells) sign(line, column int) int {
	zero := zeroTolerance
	if line >= r.rows {
		zero = objectiveTolerance
	}
	switch n := r.at(line, column); {
	case n > zero:
		return 1
	case n < -zero:
		return -1
	}
	return 0
}

// betterColumn implements matrixCells by the Devex rule: the rate relative to the
// length of the step.
func (r *floatCells) betterColumn(line, column, other int) bool {
	a, b := r.at(line, column), r.at(line, other)
	return a*a*r.weight[other] > b*b*r.weight[column]
}

// less implements cells.
func (r *floatCells) less(line, column, otherLine, otherColumn int) bool {
	return r.at(line, column) < r.at(otherLine, otherColumn)
}

// compareRatios implements cells.
func (r *floatCells) compareRatios(line, otherLine, over, under int) int {
	diff := r.at(line, over)/r.at(line, under) - r.at(otherLine, over)/r.at(otherLine, under)
	switch {
	case diff > tieTolerance:
		return 1
	case diff < -tieTolerance:
		return -1
	}
	return 0
}

// betterPivot implements cells.
func (r *floatCells) betterPivot(line, column, otherLine, otherColumn int) bool {
	return math.Abs(r.at(line, column)) > math.Abs(r.at(otherLine, otherColumn))
}

// assign implements cells.
func (r *floatCells) assign(line, column int, n int64) { r.cell[line*r.width+column] = float64(n) }

// pivot implements matrixCells. Most numbers of most lines are 0 and are skipped.
func (r *floatCells) pivot(line, column int) {
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
			if n < cancelTolerance && n > -cancelTolerance { // the rounding error of a difference that should be 0
				n = 0
			}
			other[j] = n
		}
	}
}

// perturb increases the right side of a line a little. Many right sides are equal,
// most often 0, which makes pivots degenerate; with different right sides every
// pivot makes progress.
func (r *floatCells) perturb(line int, rand *rand.Rand) {
	r.cell[line*r.width+r.width-2] += perturbation * (1 + rand.Float64())
}

// removePerturbation restores the right sides.
func (r *floatCells) removePerturbation() {
	for end := r.width; end <= len(r.cell); end += r.width {
		r.cell[end-2] = r.cell[end-1]
	}
}

// minFloatCells is the number of cells from which a program is first solved in
// floating point.
const minFloatCells = 1 << 9

// floatPivotsPerCell is the number of pivots per row or variable after which
// rounding errors have probably caused a cycle.
const floatPivotsPerCell = 20

// solveByFloats solves a problem in floating point to find an optimal basis, and
// then computes the exact solution of that basis. It returns nil if that is not
// optimal, or anything else goes wrong.
func solveByFloats(ctx context.Context, p *Problem) *Solution {
	var r *floatCells
	t := newTableau(p, func(lines [][]*big.Int) matrixCells { r = newFloatCells(lines); return r })
	t.maxPivots = floatPivotsPerCell * (t.rows + t.columns)
	random := rand.New(rand.NewPCG(1, 1)) // always the same
	for i, row := range p.Rows {
		if row.Sense != Equal {
			r.perturb(i, random)
		}
	}
	if err := t.solve(ctx); err != nil {
		return nil
	}
	if s := certify(ctx, t); s != nil {
		return s
	}
	// The optimum of the perturbed problem may be infeasible, but it is a good
	// starting point.
	r.removePerturbation()
	if t.phaseOne(ctx) != nil || t.phaseTwo(ctx) != nil {
		return nil
	}
	return certify(ctx, t)
}
