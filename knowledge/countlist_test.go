package knowledge

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestTally compares tallies with big integers, around the size of a word.
func TestTally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sums countList
		var want []*big.Int
		for range rapid.IntRange(1, 4).Draw(t, "numbers") {
			sums.push()
			want = append(want, new(big.Int))
		}
		word := rapid.OneOf(rapid.Uint64Range(0, 9), rapid.Uint64Range(math.MaxUint64-9, math.MaxUint64), rapid.Uint64())
		for range rapid.IntRange(0, 8).Draw(t, "additions") {
			i := rapid.IntRange(0, len(want)-1).Draw(t, "where")
			a, b := number{small: word.Draw(t, "a")}, number{small: word.Draw(t, "b")}
			sums.add(i, a.times(b))
			want[i].Add(want[i], new(big.Int).Mul(a.big(), b.big()))
		}
		total, divisor := new(big.Int), new(big.Int)
		for i, n := range want {
			if sums.at(i).big().Cmp(n) != 0 {
				t.Fatalf("number %d is %v, want %v", i, sums.at(i).big(), n)
			}
			total.Add(total, n)
			divisor.GCD(nil, nil, divisor, n)
		}
		if sums.sum().Cmp(total) != 0 {
			t.Fatalf("the sum is %v, want %v", sums.sum(), total)
		}
		if divisor.Sign() == 0 {
			divisor.SetInt64(1)
		}
		if got := sums.reduce().big(); got.Cmp(divisor) != 0 {
			t.Fatalf("the divisor is %v, want %v", got, divisor)
		}
		for i, n := range want {
			if n.Quo(n, divisor); sums.at(i).big().Cmp(n) != 0 {
				t.Fatalf("number %d is %v after division, want %v", i, sums.at(i).big(), n)
			}
		}
	})
}

func TestLeastCommonMultiple(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.OneOf(rapid.Uint64Range(1, 12), rapid.Uint64Range(1<<40, 1<<62))
		a, b := number{small: size.Draw(t, "a")}, number{small: size.Draw(t, "b")}
		n := lcm(a, b).times(number{small: 5}).over(number{small: 5}).big()
		for _, part := range []*big.Int{a.big(), b.big()} {
			if new(big.Int).Rem(n, part).Sign() != 0 {
				t.Fatalf("%v is no multiple of %v", n, part)
			}
		}
		if want := new(big.Int).Mul(a.big(), b.big()); want.Cmp(n.Mul(n, commonDivisor(a, b).big())) != 0 {
			t.Fatal("it is not the least one")
		}
	})
}
