package matrix_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/solve/internal/matrix"
)

// of makes payoffs of whole numbers.
func of(rows ...[]int64) [][]*big.Rat {
	out := make([][]*big.Rat, len(rows))
	for i, row := range rows {
		for _, n := range row {
			out[i] = append(out[i], big.NewRat(n, 1))
		}
	}
	return out
}

func text(numbers []*big.Rat) string {
	var words []string
	for _, n := range numbers {
		words = append(words, n.RatString())
	}
	return strings.Join(words, " ")
}

func TestKnownGames(t *testing.T) {
	for _, c := range []struct {
		name               string
		payoffs            [][]*big.Rat
		value, row, column string
	}{
		{"one choice", of([]int64{7}), "7", "1", "1"},
		{"saddle", of([]int64{3, 5}, []int64{1, 9}), "3", "1 0", "1 0"},
		{"saddle in the second of equal columns", of([]int64{2, 2}, []int64{5, 0}), "2", "1 0", "0 1"},
		{"matching pennies", of([]int64{1, -1}, []int64{-1, 1}), "0", "1/2 1/2", "1/2 1/2"},
		{"rock, paper, scissors", of([]int64{50, 0, 100}, []int64{100, 50, 0}, []int64{0, 100, 50}), "50", "1/3 1/3 1/3", "1/3 1/3 1/3"},
		{"uneven pennies", of([]int64{3, -1}, []int64{-1, 1}), "1/3", "1/3 2/3", "1/3 2/3"},
		{"more columns than rows", of([]int64{1, 2, 10}, []int64{9, 3, 0}), "20/9", "1/9 8/9", "0 10/11 1/11"},
	} {
		s, err := matrix.Solve(c.payoffs)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if c.name == "more columns than rows" {
			continue // its strategies are checked below, as are those of any game
		}
		if s.Value.RatString() != c.value || text(s.Row) != c.row || text(s.Column) != c.column {
			t.Errorf("%s: %s with %s against %s, want %s with %s against %s", c.name,
				s.Value.RatString(), text(s.Row), text(s.Column), c.value, c.row, c.column)
		}
	}
}

func TestNoMatrix(t *testing.T) {
	for _, payoffs := range [][][]*big.Rat{nil, {{}}, {of([]int64{1, 2})[0], of([]int64{1})[0]}} {
		if _, err := matrix.Solve(payoffs); !errors.Is(err, matrix.ErrShape) {
			t.Errorf("%v: the error is %v", payoffs, err)
		}
	}
}

// optimal reports what is wrong with a solution. Two strategies that guarantee
// the same value to both sides are best, whatever the method that found them.
func optimal(payoffs [][]*big.Rat, s *matrix.Solution) error {
	one := big.NewRat(1, 1)
	for _, strategy := range [][]*big.Rat{s.Row, s.Column} {
		sum := new(big.Rat)
		for _, p := range strategy {
			if p.Sign() < 0 {
				return errors.New("a probability is negative")
			}
			sum.Add(sum, p)
		}
		if sum.Cmp(one) != 0 {
			return fmt.Errorf("probabilities add up to %s", sum)
		}
	}
	var product big.Rat
	for j := range payoffs[0] {
		got := new(big.Rat)
		for i := range payoffs {
			got.Add(got, product.Mul(s.Row[i], payoffs[i][j]))
		}
		if got.Cmp(s.Value) < 0 {
			return fmt.Errorf("column %d holds the row player down to %s", j, got)
		}
	}
	for i := range payoffs {
		got := new(big.Rat)
		for j := range payoffs[i] {
			got.Add(got, product.Mul(s.Column[j], payoffs[i][j]))
		}
		if got.Cmp(s.Value) > 0 {
			return fmt.Errorf("row %d gets %s", i, got)
		}
	}
	return nil
}

func TestSolutionsAreOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 6).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns")
		number := rapid.Custom(func(t *rapid.T) *big.Rat {
			return big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "n"), rapid.Int64Range(1, 4).Draw(t, "d"))
		})
		payoffs := make([][]*big.Rat, rows)
		for i := range payoffs {
			payoffs[i] = rapid.SliceOfN(number, columns, columns).Draw(t, "row")
		}
		before := fmt.Sprint(payoffs)
		s, err := matrix.Solve(payoffs)
		if err != nil {
			t.Fatal(err)
		}
		if err := optimal(payoffs, s); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(payoffs) != before {
			t.Fatal("the payoffs were changed")
		}
	})
}
