package simplex

import (
	"context"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestSystems solves random systems of equations, and the transposed ones, and puts
// the answers into the equations.
func TestSystems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		size := rapid.SampledFrom([]int64{2, 50, 1 << 40}).Draw(t, "size")
		number := rapid.Int64Range(-size, size)
		lines, right := make([][]integer, n), make([]*big.Int, n)
		residues := make([][]entry, n)
		var scratch big.Int
		for i := range n {
			right[i] = big.NewInt(number.Draw(t, "right"))
			for j := range n {
				if v := big.NewInt(number.Draw(t, "number")); v.Sign() != 0 {
					lines[i] = append(lines[i], integer{j, v})
					residues[i] = append(residues[i], entry{j, residue(v, &scratch)})
				}
			}
		}
		f, ok := factor(residues)
		if !ok {
			return // singular
		}
		for _, c := range []struct {
			lines [][]integer
			solve func(right, x []uint64)
		}{{lines, f.solve}, {transposed(lines), f.solveTransposed}} {
			over, under, ok := solveRational(context.Background(), c.lines, right, c.solve)
			if !ok {
				t.Fatal("no solution was found")
			}
			for i, line := range c.lines {
				sum := new(big.Int)
				for _, e := range line {
					sum.Add(sum, new(big.Int).Mul(e.value, over[e.column]))
				}
				if sum.Cmp(new(big.Int).Mul(right[i], under)) != 0 {
					t.Fatalf("equation %d does not hold", i)
				}
			}
		}
	})
}

func TestSingular(t *testing.T) {
	one := entry{0, 1}
	for _, lines := range [][][]entry{{{one}, {one}}, {{}, {one}}, {{one, {1, 2}}, {{0, 2}, {1, 4}}}} {
		if _, ok := factor(lines); ok {
			t.Errorf("%v was taken apart", lines)
		}
	}
}

func TestModulus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Uint64Range(0, modulus-1)
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		product := new(big.Int).Mul(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
		if got := times(a, b); got != product.Mod(product, bigModulus).Uint64() {
			t.Errorf("%d times %d is %d", a, b, got)
		}
		if a != 0 && times(a, inverse(a)) != 1 {
			t.Errorf("%d is no inverse of %d", inverse(a), a)
		}
	})
}
