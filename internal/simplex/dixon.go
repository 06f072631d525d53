package simplex

import (
	"context"
	"math/big"
)

// An integer is an entry of a sparse matrix.
type integer struct {
	column int
	value  *big.Int
}

// A dixonSolver solves a system of integer equations exactly by p-adic lifting
// (Dixon 1982): it computes the digits of the solution to the base of the modulus
// one by one, followed by rational reconstruction.
type dixonSolver struct {
	lines [][]integer
	solve func(right, x []uint64) // modulo the modulus

	rest   []*big.Int // the remainder of the right side
	digits [][]uint64 // by place and unknown
	power  *big.Int   // the modulus to the number of digits
}

// solveRational returns the solution as numerators over one denominator. It returns
// false if the context ends, or there is no solution.
func solveRational(ctx context.Context, lines [][]integer, right []*big.Int, solve func(right, x []uint64)) ([]*big.Int, *big.Int, bool) {
	l := &dixonSolver{lines: lines, solve: solve, power: big.NewInt(1)}
	for _, b := range right {
		l.rest = append(l.rest, new(big.Int).Set(b))
	}
	for try, most := 2, l.maxDigits(right); ; try *= 2 {
		for len(l.digits) < try {
			if ctx.Err() != nil {
				return nil, nil, false
			}
			l.digit()
		}
		if over, under, ok := l.reconstruct(); ok && l.holds(right, over, under) {
			return over, under, true
		}
		if try > most {
			return nil, nil, false
		}
	}
}

// maxDigits returns the number of digits that is sufficient for any solution, by
// Hadamard's bound on determinants.
func (l *dixonSolver) maxDigits(right []*big.Int) int {
	bits, widest := 0, 0
	for _, line := range l.lines {
		sum := new(big.Int)
		for _, e := range line {
			sum.Add(sum, new(big.Int).Abs(e.value))
		}
		bits += sum.BitLen()
	}
	for _, b := range right {
		widest = max(widest, b.BitLen())
	}
	return 2*(bits+widest+1)/60 + 2
}

// digit computes the next digit of all unknowns.
func (l *dixonSolver) digit() {
	var scratch big.Int
	right, x := make([]uint64, len(l.rest)), make([]uint64, len(l.rest))
	for i, r := range l.rest {
		right[i] = residue(r, &scratch)
	}
	l.solve(right, x)
	for i, line := range l.lines {
		for _, e := range line {
			if x[e.column] != 0 {
				scratch.SetUint64(x[e.column])
				l.rest[i].Sub(l.rest[i], scratch.Mul(&scratch, e.value))
			}
		}
		l.rest[i].Quo(l.rest[i], bigModulus)
	}
	l.digits = append(l.digits, x)
	l.power.Mul(l.power, bigModulus)
}

// reconstruct looks for fractions with the digits found so far.
func (l *dixonSolver) reconstruct() (over []*big.Int, under *big.Int, ok bool) {
	half := new(big.Int).Rsh(l.power, 1)
	bound := new(big.Int).Sqrt(half)
	under = big.NewInt(1)
	over = make([]*big.Int, len(l.rest))
	for j := range over {
		v := new(big.Int)
		for t := len(l.digits) - 1; t >= 0; t-- {
			v.Mul(v, bigModulus)
			v.Add(v, new(big.Int).SetUint64(l.digits[t][j]))
		}
		// Most unknowns have the denominator that was found already.
		v.Mod(v.Mul(v, under), l.power)
		if v.Cmp(half) > 0 {
			v.Sub(v, l.power)
		}
		if v.CmpAbs(bound) > 0 {
			n, d := rationalReconstruction(v.Mod(v, l.power), l.power, bound)
			if d.CmpAbs(bound) > 0 {
				return nil, nil, false
			}
			if d.Sign() < 0 {
				n.Neg(n)
				d.Neg(d)
			}
			for _, before := range over[:j] {
				before.Mul(before, d)
			}
			v = n
			if under.Mul(under, d); under.Cmp(bound) > 0 {
				return nil, nil, false
			}
		}
		over[j] = v
	}
	return over, under, true
}

// rationalReconstruction returns a fraction with a numerator up to the bound that is
// congruent to v modulo m, by the extended Euclidean algorithm.
func rationalReconstruction(v, m, bound *big.Int) (n, d *big.Int) {
	before, n := new(big.Int).Set(m), new(big.Int).Set(v)
	dBefore, d := new(big.Int), big.NewInt(1)
	var q, product big.Int
	for n.CmpAbs(bound) > 0 {
		q.QuoRem(before, n, before)
		before, n = n, before
		dBefore.Sub(dBefore, product.Mul(&q, d))
		dBefore, d = d, dBefore
	}
	return n, d
}

// holds reports whether fractions solve the equations.
func (l *dixonSolver) holds(right, over []*big.Int, under *big.Int) bool {
	var sum, product big.Int
	for i, line := range l.lines {
		sum.SetInt64(0)
		for _, e := range line {
			sum.Add(&sum, product.Mul(e.value, over[e.column]))
		}
		if sum.Cmp(product.Mul(under, right[i])) != 0 {
			return false
		}
	}
	return true
}
