package knowledge

import (
	"math/big"
	"math/bits"
	"slices"

	"ludex/internal/gcd"
)

// A countList is a list of natural numbers. They are words until one overflows, and
// big integers from then on.
type countList struct {
	small []uint64
	large []*big.Int // instead of small, once it is not nil
}

func (t *countList) len() int { return max(len(t.small), len(t.large)) }

// push appends zero.
func (t *countList) push() {
	if t.large != nil {
		t.large = append(t.large, new(big.Int))
	} else {
		t.small = append(t.small, 0)
	}
}

// at returns a number. The caller must not change it.
func (t *countList) at(i int) number {
	if t.large != nil {
		return number{large: t.large[i]}
	}
	return number{small: t.small[i]}
}

// add adds to a number.
func (t *countList) add(i int, n number) {
	if t.large == nil && n.large == nil {
		sum, carry := bits.Add64(t.small[i], n.small, 0)
		if carry == 0 {
			t.small[i] = sum
			return
		}
	}
	t.grow()
	t.large[i].Add(t.large[i], n.big())
}

// grow converts all numbers to big integers.
func (t *countList) grow() {
	if t.large != nil {
		return
	}
	t.large = make([]*big.Int, len(t.small), cap(t.small))
	for i, n := range t.small {
		t.large[i] = new(big.Int).SetUint64(n)
	}
	t.small = nil
}

// sum returns the sum of all numbers.
func (t *countList) sum() *big.Int {
	total := new(big.Int)
	one := new(big.Int)
	for _, n := range t.small {
		total.Add(total, one.SetUint64(n))
	}
	for _, n := range t.large {
		total.Add(total, n)
	}
	return total
}

// reduce divides all numbers by their greatest common divisor and returns it.
func (t *countList) reduce() number {
	divisor := number{}
	for i := range t.len() {
		if divisor = commonDivisor(divisor, t.at(i)); divisor.isOne() {
			return divisor
		}
	}
	if divisor.isZero() {
		return number{small: 1}
	}
	for i := range t.small {
		t.small[i] /= divisor.small
	}
	for _, n := range t.large {
		n.Quo(n, divisor.big())
	}
	t.shrink()
	return divisor
}

// shrink converts all numbers to words if they are small enough.
func (t *countList) shrink() {
	if t.large == nil || slices.ContainsFunc(t.large, func(n *big.Int) bool { return !n.IsUint64() }) {
		return
	}
	t.small = make([]uint64, len(t.large))
	for i, n := range t.large {
		t.small[i] = n.Uint64()
	}
	t.large = nil
}

// A number is a natural number. The zero value is zero.
type number struct {
	small uint64
	large *big.Int // instead of small, if it is not nil
}

func (n number) big() *big.Int {
	if n.large != nil {
		return n.large
	}
	return new(big.Int).SetUint64(n.small)
}

func (n number) isZero() bool { return n.small == 0 && (n.large == nil || n.large.Sign() == 0) }

func (n number) isOne() bool {
	return n.small == 1 || n.large != nil && n.large.IsUint64() && n.large.Uint64() == 1
}

// times returns the product.
func (n number) times(o number) number {
	if n.large == nil && o.large == nil {
		if hi, lo := bits.Mul64(n.small, o.small); hi == 0 {
			return number{small: lo}
		}
	}
	return number{large: new(big.Int).Mul(n.big(), o.big())}
}

// over returns the quotient, which must be a natural number.
func (n number) over(o number) number {
	if n.large == nil && o.large == nil {
		return number{small: n.small / o.small}
	}
	return number{large: new(big.Int).Quo(n.big(), o.big())}
}

// commonDivisor returns the greatest common divisor.
func commonDivisor(a, b number) number {
	if a.large != nil || b.large != nil {
		return number{large: new(big.Int).GCD(nil, nil, a.big(), b.big())}
	}
	return number{small: gcd.Of(a.small, b.small)}
}

// lcm returns the least common multiple of two positive numbers.
func lcm(a, b number) number { return a.over(commonDivisor(a, b)).times(b) }
