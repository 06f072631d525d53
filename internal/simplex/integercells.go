package simplex

import (
	"math"
	"math/big"
	"math/bits"
)

// integerCells are whole numbers with one common denominator: machine words while
// they fit, and big integers from then on.
type integerCells struct {
	width int
	small []int64 // nil once numbers were too large
	large []big.Int
	d     int64   // the denominator of small
	dBig  big.Int // the denominator of large
	spare []int64

	product, quotient big.Int // scratch
}

// newIntegerCells returns cells with the denominator 1.
func newIntegerCells(lines [][]*big.Int) *integerCells {
	g := &integerCells{width: len(lines[0]), d: 1}
	for _, line := range lines {
		for _, n := range line {
			if !n.IsInt64() || n.Int64() == math.MinInt64 {
				g.setLarge(lines)
				return g
			}
			g.small = append(g.small, n.Int64())
		}
	}
	g.spare = make([]int64, len(g.small))
	return g
}

func (g *integerCells) setLarge(lines [][]*big.Int) {
	g.small = nil
	g.large = make([]big.Int, len(lines)*g.width)
	g.dBig.SetInt64(1)
	for i, line := range lines {
		for j, n := range line {
			g.large[i*g.width+j].Set(n)
		}
	}
}

// promote converts words to big integers.
func (g *integerCells) promote() {
	g.large = make([]big.Int, len(g.small))
	for i, n := range g.small {
		g.large[i].SetInt64(n)
	}
	g.dBig.SetInt64(g.d)
	g.small, g.spare = nil, nil
}

// betterPivot implements matrixCells: exact cells have no preference.
func (g *integerCells) betterPivot(int, int, int, int) bool { return false }

// betterColumn implements matrixCells by Dantzig's rule: the larger rate is better.
func (g *integerCells) betterColumn(line, column, other int) bool {
	return g.less(line, column, line, other)
}

// sign implements cells.
func (g *integerCells) sign(line, column int) int {
	if g.small == nil {
		return g.large[line*g.width+column].Sign()
	}
	switch n := g.small[line*g.width+column]; {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// less implements cells.
func (g *integerCells) less(line, column, otherLine, otherColumn int) bool {
	a, b := line*g.width+column, otherLine*g.width+otherColumn
	if g.small == nil {
		return g.large[a].Cmp(&g.large[b]) < 0
	}
	return g.small[a] < g.small[b]
}

// compareRatios implements cells.
func (g *integerCells) compareRatios(a, b, over, under int) int {
	if g.small == nil {
		g.product.Mul(&g.large[a*g.width+over], &g.large[b*g.width+under])
		g.quotient.Mul(&g.large[b*g.width+over], &g.large[a*g.width+under])
		return g.product.Cmp(&g.quotient)
	}
	left := multiply(g.small[a*g.width+over], g.small[b*g.width+under])
	return left.compare(multiply(g.small[b*g.width+over], g.small[a*g.width+under]))
}

// rat returns a number over the denominator.
func (g *integerCells) rat(line, column int) *big.Rat {
	if g.small == nil {
		return new(big.Rat).SetFrac(&g.large[line*g.width+column], &g.dBig)
	}
	return big.NewRat(g.small[line*g.width+column], g.d)
}

// assign implements cells.
func (g *integerCells) assign(line, column int, n int64) {
	if g.small != nil {
		if p := multiply(n, g.d); p.fits() {
			g.small[line*g.width+column] = n * g.d
			return
		}
		g.promote()
	}
	cell := &g.large[line*g.width+column]
	cell.Mul(cell.SetInt64(n), &g.dBig)
}

// pivot implements cells.
func (g *integerCells) pivot(line, column int) {
	if g.small != nil {
		if g.pivotSmall(line, column) {
			return
		}
		g.promote()
	}
	g.pivotLarge(line, column)
}

// narrow bounds numbers whose products cannot overflow.
const narrow = 1 << 31

// pivotSmall is pivot for words. It returns false, and changes nothing, on overflow.
func (g *integerCells) pivotSmall(line, column int) bool {
	pivotRow := g.small[line*g.width : (line+1)*g.width]
	p, sign := pivotRow[column], int64(1)
	if p < 0 {
		sign = -1
	}
	wide := !isNarrow(g.d) || !rowIsNarrow(pivotRow)
	for from := 0; from < len(g.small); from += g.width {
		old, out := g.small[from:from+g.width], g.spare[from:from+g.width]
		c := old[column]
		switch {
		case from == line*g.width:
			for j, n := range old {
				out[j] = sign * n
			}
			out[column] = sign * g.d
			continue
		case c == 0 && p == sign*g.d:
			copy(out, old)
			continue
		case wide || !rowIsNarrow(old):
			if !combineWide(out, old, pivotRow, p, c, sign*g.d) {
				return false
			}
		default:
			combine(out, old, pivotRow, p, c, sign*g.d)
		}
		out[column] = -sign * c
	}
	g.small, g.spare, g.d = g.spare, g.small, sign*p
	return true
}

func isNarrow(n int64) bool { return n > -narrow && n < narrow }

func rowIsNarrow(row []int64) bool {
	for _, n := range row {
		if !isNarrow(n) {
			return false
		}
	}
	return true
}

// combine computes (n·p − c·m)/d for the numbers n of a line and m of the pivot
// line. All are narrow.
func combine(out, old, pivotRow []int64, p, c, d int64) {
	for j, n := range old {
		out[j] = (n*p - c*pivotRow[j]) / d
	}
}

// combineWide is combine for any words. It reports whether the results are words.
func combineWide(out, old, pivotRow []int64, p, c, d int64) bool {
	for j, n := range old {
		q, ok := multiply(n, p).minus(multiply(c, pivotRow[j])).over(d)
		if !ok {
			return false
		}
		out[j] = q
	}
	return true
}

// pivotLarge is pivot for large numbers.
func (g *integerCells) pivotLarge(line, column int) {
	pivotRow := g.large[line*g.width : (line+1)*g.width]
	var p, c, d big.Int
	p.Set(&pivotRow[column])
	d.Set(&g.dBig)
	if p.Sign() < 0 {
		d.Neg(&d)
	}
	for from := 0; from < len(g.large); from += g.width {
		if from == line*g.width {
			continue
		}
		row := g.large[from : from+g.width]
		c.Set(&row[column])
		if c.Sign() == 0 && p.Cmp(&d) == 0 {
			continue
		}
		for j := range row {
			g.combineLarge(&row[j], &pivotRow[j], &p, &c, &d)
		}
		row[column].Set(&c)
		if p.Sign() > 0 {
			row[column].Neg(&c)
		}
	}
	g.replaceLarge(pivotRow, column, &p, &d)
}

// combineLarge is combine for one big integer.
func (g *integerCells) combineLarge(n, m, p, c, d *big.Int) {
	if c.Sign() == 0 || m.Sign() == 0 {
		if n.Sign() != 0 {
			g.product.Mul(n, p)
			n.Quo(&g.product, d)
		}
		return
	}
	g.product.Mul(n, p)
	g.quotient.Mul(c, m)
	g.product.Sub(&g.product, &g.quotient)
	n.Quo(&g.product, d)
}

// replaceLarge finishes a pivot with its own line. The denominator d has the sign of
// p.
func (g *integerCells) replaceLarge(pivotRow []big.Int, column int, p, d *big.Int) {
	pivotRow[column].Set(&g.dBig)
	if p.Sign() < 0 {
		for j := range pivotRow {
			pivotRow[j].Neg(&pivotRow[j])
		}
	}
	g.dBig.Abs(p)
}

// An int128 is a sign and a magnitude of two words.
type int128 struct {
	negative bool
	hi, lo   uint64
}

// multiply returns a product. Neither factor may be the least word.
func multiply(a, b int64) int128 {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	return int128{(a < 0) != (b < 0), hi, lo}
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// fits reports whether the number is a word.
func (w int128) fits() bool { return w.hi == 0 && w.lo <= math.MaxInt64 }

// minus returns a difference of products, which fits into two words.
func (w int128) minus(v int128) int128 {
	if w.negative != v.negative {
		lo, carry := bits.Add64(w.lo, v.lo, 0)
		hi, _ := bits.Add64(w.hi, v.hi, carry)
		return int128{w.negative, hi, lo}
	}
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	hi, less := bits.Sub64(w.hi, v.hi, borrow)
	if less == 0 {
		return int128{w.negative, hi, lo}
	}
	lo, borrow = bits.Sub64(v.lo, w.lo, 0)
	hi, _ = bits.Sub64(v.hi, w.hi, borrow)
	return int128{!w.negative, hi, lo}
}

// compare returns the order of two numbers.
func (w int128) compare(v int128) int {
	diff := w.minus(v)
	switch {
	case diff.hi == 0 && diff.lo == 0:
		return 0
	case diff.negative:
		return -1
	}
	return 1
}

// over divides by a divisor, and reports whether the quotient is a word.
func (w int128) over(d int64) (int64, bool) {
	m := magnitude(d)
	if w.hi >= m {
		return 0, false
	}
	q, _ := bits.Div64(w.hi, w.lo, m)
	if q > math.MaxInt64 {
		return 0, false
	}
	if w.negative != (d < 0) {
		return -int64(q), true
	}
	return int64(q), true
}
