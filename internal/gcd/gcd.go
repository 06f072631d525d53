// Package gcd computes greatest common divisors.
package gcd

// Of returns the greatest common divisor of two integers, which is not negative. That of
// 0 and n is the absolute value of n.
func Of[N int | int64](a, b N) N {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
