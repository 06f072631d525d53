package simplex

import (
	"math/big"
	"math/bits"
)

// modulus is the prime 2^61-1, the base of the lifting.
const modulus = 1<<61 - 1

var bigModulus = big.NewInt(modulus)

// reduce returns n modulo the modulus; n is at most twice as large.
func reduce(n uint64) uint64 {
	if n >= modulus {
		return n - modulus
	}
	return n
}

// times multiplies modulo the modulus. As 2^61 is congruent to 1, the upper bits of
// the product are added to the lower ones.
func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return reduce(lo&modulus + (hi<<3 | lo>>61))
}

// minus subtracts modulo the modulus.
func minus(a, b uint64) uint64 { return reduce(a + modulus - b) }

// inverse returns 1/a modulo the modulus, by Fermat's theorem.
func inverse(a uint64) uint64 {
	out := uint64(1)
	for e := uint64(modulus - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			out = times(out, a)
		}
		a = times(a, a)
	}
	return out
}

// residue returns n modulo the modulus.
func residue(n *big.Int, scratch *big.Int) uint64 { return scratch.Mod(n, bigModulus).Uint64() }

// An entry is an entry of a sparse matrix of residues.
type entry struct {
	column int
	value  uint64
}

// A factorization is a sparse LU factorization of a square matrix of residues. Step
// s eliminates column[s] by line[s].
type factorization struct {
	line, column []int
	inverse      []uint64  // by step: of the pivot
	upper        [][]entry // by step: the rest of the line
	lower        [][]entry // by step: which multiples of the line were subtracted from which others
}

// factor factorizes a matrix, which it changes. It returns false if the matrix is
// singular modulo the modulus. Every step chooses a line and a column with few
// entries, to limit the fill-in (Markowitz).
func factor(lines [][]entry) (*factorization, bool) {
	n := len(lines)
	f := &factorization{}
	inColumn := make([]int, n)
	for _, l := range lines {
		for _, e := range l {
			inColumn[e.column]++
		}
	}
	done := make([]bool, n)
	spread := make([]uint64, n) // a dense line
	for range n {
		at := shortest(lines, done)
		if at < 0 || len(lines[at]) == 0 {
			return nil, false
		}
		done[at] = true
		f.eliminate(lines, done, at, inColumn, spread)
	}
	return f, true
}

// shortest returns the line with the fewest entries that is not done.
func shortest(lines [][]entry, done []bool) int {
	best := -1
	for i, l := range lines {
		if !done[i] && (best < 0 || len(l) < len(lines[best])) {
			best = i
		}
	}
	return best
}

// eliminate makes one step with a line.
func (f *factorization) eliminate(lines [][]entry, done []bool, at int, inColumn []int, spread []uint64) {
	pivot := 0
	for k, e := range lines[at] {
		inColumn[e.column]--
		if inColumn[e.column] < inColumn[lines[at][pivot].column] {
			pivot = k
		}
	}
	column, over := lines[at][pivot].column, inverse(lines[at][pivot].value)
	rest := append(append([]entry(nil), lines[at][:pivot]...), lines[at][pivot+1:]...)
	var lower []entry
	for i, l := range lines {
		if done[i] {
			continue
		}
		for k, e := range l {
			if e.column != column {
				continue
			}
			factor := times(e.value, over)
			lower = append(lower, entry{i, factor})
			l[k] = l[len(l)-1]
			lines[i] = subtract(l[:len(l)-1], rest, factor, inColumn, spread)
			break
		}
	}
	f.line, f.column = append(f.line, at), append(f.column, column)
	f.inverse = append(f.inverse, over)
	f.upper, f.lower = append(f.upper, rest), append(f.lower, lower)
}

// subtract subtracts a multiple of one line from another one. Spread is zero before
// and after.
func subtract(line, rest []entry, factor uint64, inColumn []int, spread []uint64) []entry {
	for _, e := range line {
		spread[e.column] = e.value
	}
	for _, e := range rest {
		before := spread[e.column]
		after := minus(before, times(factor, e.value))
		if before == 0 {
			line = append(line, entry{e.column, after})
			inColumn[e.column]++
		}
		spread[e.column] = after
	}
	out := line[:0]
	for _, e := range line {
		if v := spread[e.column]; v != 0 {
			out = append(out, entry{e.column, v})
		} else {
			inColumn[e.column]--
		}
		spread[e.column] = 0
	}
	return out
}

// solve finds x with matrix·x = right. It changes right.
func (f *factorization) solve(right, x []uint64) {
	for s, at := range f.line {
		for _, e := range f.lower[s] {
			right[e.column] = minus(right[e.column], times(e.value, right[at]))
		}
	}
	for s := len(f.line) - 1; s >= 0; s-- {
		sum := right[f.line[s]]
		for _, e := range f.upper[s] {
			sum = minus(sum, times(e.value, x[e.column]))
		}
		x[f.column[s]] = times(sum, f.inverse[s])
	}
}

// solveTransposed finds y with y·matrix = right. It changes right.
func (f *factorization) solveTransposed(right, y []uint64) {
	for s, at := range f.line {
		y[at] = times(right[f.column[s]], f.inverse[s])
		for _, e := range f.upper[s] {
			right[e.column] = minus(right[e.column], times(e.value, y[at]))
		}
	}
	for s := len(f.line) - 1; s >= 0; s-- {
		at := f.line[s]
		for _, e := range f.lower[s] {
			y[at] = minus(y[at], times(e.value, y[e.column]))
		}
	}
}
