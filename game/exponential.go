package game

import "math/bits"

// Exponential draws a number with the exponential distribution of mean 1, as a whole part and
// a fraction in units of 2⁻⁶⁴: minus the logarithm of one draw, which is taken as a number
// between 0 and 1. It is computed with integers, so that it is the same on every machine. Its
// error is below 2⁻⁴⁶.
func (r *Rand) Exponential() (whole, fraction uint64) {
	v := r.Uint64() | 1
	zeros := bits.LeadingZeros64(v)
	v <<= zeros
	cell := v>>(63-logBits)&(logCells-1) + 1
	// v is (1-d)·(logCells+cell)/(2·logCells), and -ln(1-d) = d + d²/2 + d³/3 + …
	d := mulHigh((logCells+cell)<<(63-logBits)-v, reciprocals[cell]) << 1
	sum := d>>2 + 1<<63/3*2
	sum = mulHigh(d, sum) + 1<<63
	sum = d + mulHigh(d, mulHigh(d, sum))

	whole, fraction = bits.Mul64(uint64(zeros), logarithms[0])
	fraction, carry := bits.Add64(fraction, logarithms[cell]+sum, 0)
	return whole + carry, fraction
}

// mulHigh returns the upper half of a product.
func mulHigh(a, b uint64) uint64 {
	high, _ := bits.Mul64(a, b)
	return high
}

// logCells is the number of cells into which the numbers from 1/2 to 1 are divided. The upper
// edge of cell i, counted from 1, is (logCells+i)/(2·logCells).
const (
	logBits  = 9
	logCells = 1 << logBits
)

var (
	logarithms  = newLogarithms()  // by cell: of the upper edge, negated, in units of 2⁻⁶⁴
	reciprocals = newReciprocals() // by cell: of the upper edge, in units of 2⁻⁶³
)

// newLogarithms adds up ln((k+1)/k) = 2·(x + x³/3 + x⁵/5 + …) for x = 1/(2k+1).
func newLogarithms() (table [logCells + 1]uint64) {
	for i := logCells - 1; i >= 0; i-- {
		n := uint64(2*(logCells+i) + 1)
		sum := uint64(0)
		for x, odd := 1<<63/n, uint64(1); x > 0; x, odd = x/(n*n), odd+2 {
			sum += x / odd
		}
		table[i] = table[i+1] + sum<<2
	}
	return table
}

func newReciprocals() (table [logCells + 1]uint64) {
	for i := 1; i <= logCells; i++ {
		table[i], _ = bits.Div64(logCells, 0, uint64(logCells+i))
	}
	return table
}
