package simplex_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/simplex"
)

func rat(n int64) *big.Rat { return big.NewRat(n, 1) }

// terms gives the variables 0, 1, … factors.
func terms(factors ...int64) []simplex.Term {
	var out []simplex.Term
	for v, f := range factors {
		out = append(out, simplex.Term{Variable: v, Factor: rat(f)})
	}
	return out
}

func row(sense simplex.Sense, right int64, factors ...int64) simplex.Row {
	return simplex.Row{Terms: terms(factors...), Sense: sense, Right: rat(right)}
}

func TestKnownProblems(t *testing.T) {
	for _, c := range []struct {
		name    string
		problem simplex.Problem
		value   string
		err     error
	}{
		{"two rows", simplex.Problem{Variables: 2, Objective: terms(3, 5), Rows: []simplex.Row{
			row(simplex.AtMost, 4, 1, 0), row(simplex.AtMost, 12, 0, 2), row(simplex.AtMost, 18, 3, 2)}}, "36", nil},
		{"a start that does not hold", simplex.Problem{Variables: 2, Objective: terms(-2, -3), Rows: []simplex.Row{
			row(simplex.AtLeast, 4, 1, 1), row(simplex.AtLeast, 6, 1, 3)}}, "-9", nil},
		{"an equation", simplex.Problem{Variables: 3, Objective: terms(1, 2, 0), Rows: []simplex.Row{
			row(simplex.Equal, 7, 2, 3, 1), row(simplex.AtMost, 1, 0, 1, 0)}}, "4", nil},
		{"equations that say the same", simplex.Problem{Variables: 2, Objective: terms(1, 0), Rows: []simplex.Row{
			row(simplex.Equal, 3, 1, 1), row(simplex.Equal, 6, 2, 2)}}, "3", nil},
		{"a free variable", simplex.Problem{Variables: 2, Free: []bool{true, false}, Objective: terms(-1, 0), Rows: []simplex.Row{
			row(simplex.AtLeast, -5, 1, -1), row(simplex.AtMost, 2, 0, 1)}}, "5", nil},
		{"a free variable nowhere", simplex.Problem{Variables: 2, Free: []bool{true, false}, Objective: terms(0, 1), Rows: []simplex.Row{
			row(simplex.AtMost, 2, 0, 1)}}, "2", nil},
		{"no rows", simplex.Problem{Variables: 1, Objective: terms(-1)}, "0", nil},
		{"nothing", simplex.Problem{}, "0", nil},
		{"contradiction", simplex.Problem{Variables: 1, Objective: terms(1), Rows: []simplex.Row{
			row(simplex.AtMost, 1, 1), row(simplex.AtLeast, 2, 1)}}, "", simplex.ErrInfeasible},
		{"contradicting equations", simplex.Problem{Variables: 2, Objective: terms(1), Rows: []simplex.Row{
			row(simplex.Equal, 1, 1, 1), row(simplex.Equal, 3, 2, 2)}}, "", simplex.ErrInfeasible},
		{"no limit", simplex.Problem{Variables: 2, Objective: terms(1), Rows: []simplex.Row{
			row(simplex.AtMost, 1, 1, -1)}}, "", simplex.ErrUnbounded},
		{"a free variable without limit", simplex.Problem{Variables: 1, Free: []bool{true}, Objective: terms(1)}, "", simplex.ErrUnbounded},
		{"no such variable", simplex.Problem{Variables: 1, Objective: terms(1, 2)}, "", simplex.ErrProblem},
		{"no such sense", simplex.Problem{Variables: 1, Rows: []simplex.Row{{Sense: 7}}}, "", simplex.ErrProblem},
		{"too large", simplex.Problem{Variables: simplex.MaxCells, Rows: make([]simplex.Row, 2)}, "", simplex.ErrTooLarge},
		{"free or not", simplex.Problem{Variables: 2, Free: []bool{true}}, "", simplex.ErrProblem},
	} {
		s, err := simplex.Maximise(context.Background(), c.problem)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: the error is %v, want %v", c.name, err, c.err)
			continue
		}
		if err == nil {
			if s.Value.RatString() != c.value {
				t.Errorf("%s: the value is %s, want %s", c.name, s.Value.RatString(), c.value)
			}
			if err := proved(&c.problem, s); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// TestCycle is Beale's example, which makes the method go round in circles if it
// always takes the steepest way.
func TestCycle(t *testing.T) {
	q := func(a, b int64) *big.Rat { return big.NewRat(a, b) }
	of := func(f ...*big.Rat) []simplex.Term {
		var out []simplex.Term
		for v, f := range f {
			out = append(out, simplex.Term{Variable: v, Factor: f})
		}
		return out
	}
	p := simplex.Problem{Variables: 4, Objective: of(q(3, 4), q(-150, 1), q(1, 50), q(-6, 1)), Rows: []simplex.Row{
		{Terms: of(q(1, 4), q(-60, 1), q(-1, 25), q(9, 1))},
		{Terms: of(q(1, 2), q(-90, 1), q(-1, 50), q(3, 1))},
		{Terms: of(q(0, 1), q(0, 1), q(1, 1), q(0, 1)), Right: q(1, 1)},
	}}
	s, err := simplex.Maximise(context.Background(), p)
	if err != nil || s.Value.RatString() != "1/20" {
		t.Fatalf("the value is %v with the error %v", s, err)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := simplex.Maximise(ctx, simplex.Problem{Variables: 1, Objective: terms(1), Rows: []simplex.Row{row(simplex.AtMost, 1, 1)}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// proved reports what a solution lacks to prove itself: the rows hold, the duals
// have the right signs, and both sides have the same value.
func proved(p *simplex.Problem, s *simplex.Solution) error {
	free := func(v int) bool { return p.Free != nil && p.Free[v] }
	for v, x := range s.X {
		if x.Sign() < 0 && !free(v) {
			return fmt.Errorf("variable %d is %s", v, x)
		}
	}
	reduced := make([]*big.Rat, p.Variables) // what a variable adds beyond what the duals allow
	for v := range reduced {
		reduced[v] = new(big.Rat)
	}
	var product big.Rat
	value, bound := new(big.Rat), new(big.Rat)
	for _, t := range p.Objective {
		value.Add(value, product.Mul(t.Factor, s.X[t.Variable]))
		reduced[t.Variable].Add(reduced[t.Variable], t.Factor)
	}
	for i, r := range p.Rows {
		left, right := new(big.Rat), new(big.Rat)
		if r.Right != nil {
			right.Set(r.Right)
		}
		for _, t := range r.Terms {
			left.Add(left, product.Mul(t.Factor, s.X[t.Variable]))
			reduced[t.Variable].Sub(reduced[t.Variable], product.Mul(t.Factor, s.Dual[i]))
		}
		order := left.Cmp(right)
		if order > 0 && r.Sense != simplex.AtLeast || order < 0 && r.Sense != simplex.AtMost {
			return fmt.Errorf("row %d does not hold: %s and %s", i, left, right)
		}
		if sign := s.Dual[i].Sign(); sign < 0 && r.Sense == simplex.AtMost || sign > 0 && r.Sense == simplex.AtLeast {
			return fmt.Errorf("the dual of row %d is %s", i, s.Dual[i])
		}
		bound.Add(bound, product.Mul(s.Dual[i], right))
	}
	for v, r := range reduced {
		if r.Sign() > 0 || r.Sign() < 0 && free(v) {
			return fmt.Errorf("variable %d could add %s", v, r)
		}
	}
	if value.Cmp(s.Value) != 0 || bound.Cmp(s.Value) != 0 {
		return fmt.Errorf("the value is said to be %s, is %s, and has the bound %s", s.Value, value, bound)
	}
	return nil
}

// drawProblem draws a small problem with rows of all senses.
func drawProblem(t *rapid.T) simplex.Problem {
	p := simplex.Problem{Variables: rapid.IntRange(1, 4).Draw(t, "variables")}
	size := rapid.SampledFrom([]int64{5, 1 << 20, 1 << 40, 1 << 61}).Draw(t, "size")
	number := rapid.Custom(func(t *rapid.T) *big.Rat {
		return big.NewRat(rapid.Int64Range(-size, size).Draw(t, "n"), rapid.Int64Range(1, 3).Draw(t, "d"))
	})
	draw := func(name string) []simplex.Term {
		var out []simplex.Term
		for v := range p.Variables {
			if rapid.IntRange(0, 3).Draw(t, "zero") > 0 {
				out = append(out, simplex.Term{Variable: v, Factor: number.Draw(t, name)})
			}
		}
		return out
	}
	for range p.Variables {
		p.Free = append(p.Free, rapid.IntRange(0, 4).Draw(t, "free") == 0)
	}
	p.Objective = draw("objective")
	for range rapid.IntRange(0, 5).Draw(t, "rows") {
		r := simplex.Row{Terms: draw("factor"), Sense: simplex.Sense(rapid.IntRange(0, 2).Draw(t, "sense"))}
		if rapid.Bool().Draw(t, "right") {
			r.Right = number.Draw(t, "right side")
		}
		p.Rows = append(p.Rows, r)
	}
	return p
}

func TestSolutionsProveThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		before := fmt.Sprintf("%v", p)
		s, err := simplex.Maximise(context.Background(), p)
		if after := fmt.Sprintf("%v", p); after != before {
			t.Fatal("the problem was changed")
		}
		switch {
		case errors.Is(err, simplex.ErrInfeasible), errors.Is(err, simplex.ErrUnbounded):
		case err != nil:
			t.Fatal(err)
		default:
			if err := proved(&p, s); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestAgainstAllVertices examines every point where enough rows hold with
// equality. In a box there is a best one among them.
func TestAgainstAllVertices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		for v := range p.Variables {
			one := []simplex.Term{{Variable: v, Factor: rat(1)}}
			p.Rows = append(p.Rows, simplex.Row{Terms: one, Right: rat(9)}, simplex.Row{Terms: one, Sense: simplex.AtLeast, Right: rat(-9)})
		}
		want := bestVertex(&p)
		s, err := simplex.Maximise(context.Background(), p)
		switch {
		case want == nil && !errors.Is(err, simplex.ErrInfeasible):
			t.Fatalf("nothing is feasible, but the answer is %v with the error %v", s, err)
		case want != nil && (err != nil || s.Value.Cmp(want) != 0):
			t.Fatalf("the best vertex has %s, but the answer is %v with the error %v", want, s, err)
		}
	})
}

// TestGuessesAreProved solves small problems by rounding first, which has to lead to
// the same value wherever it leads to one.
func TestGuessesAreProved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		exact, err := simplex.Maximise(context.Background(), p)
		guess := simplex.Guess(p)
		switch {
		case err != nil && guess != nil:
			t.Fatalf("a guess has the value %s, where there is none: %v", guess.Value, err)
		case guess == nil:
			return
		}
		if err := proved(&p, guess); err != nil {
			t.Fatal(err)
		}
		if guess.Value.Cmp(exact.Value) != 0 {
			t.Fatalf("the values are %s and %s", guess.Value, exact.Value)
		}
	})
}

// TestLargerProblem is large enough to be solved by rounding first: a game in which
// both players choose one of many numbers.
func TestLargerProblem(t *testing.T) {
	const n = 80
	p := simplex.Problem{Variables: n}
	for i := range n {
		p.Objective = append(p.Objective, simplex.Term{Variable: i, Factor: rat(1)})
		r := simplex.Row{Right: rat(1)}
		for j := range n {
			r.Terms = append(r.Terms, simplex.Term{Variable: j, Factor: big.NewRat(int64(1+(i*i*7+j*j*13+i*j*5)%101), int64(1+(i+j)%3))})
		}
		p.Rows = append(p.Rows, r)
	}
	if simplex.Guess(p) == nil {
		t.Error("rounding did not lead to a solution")
	}
	s, err := simplex.Maximise(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if err := proved(&p, s); err != nil {
		t.Error(err)
	}
}
