// Package gcd computes greatest common divisors.
package gcd

// Of returns the greatest common divisor of two numbers, which is never negative.
// The greatest common divisor of 0 and n is the absolute value of n.
func Of[T ~int | ~int64 | ~uint64](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}
