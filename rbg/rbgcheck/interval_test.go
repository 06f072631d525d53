package rbgcheck

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"ludex/rbg"
)

// concrete computes an expression for given values, or returns false where a
// path would end.
func concrete(a *rbg.Arith, variables, counts []int64) (int64, bool) {
	switch a.Kind {
	case rbg.Number:
		return a.Number, a.Number <= math.MaxInt32
	case rbg.Value:
		return variables[a.Ref], true
	case rbg.PieceCount:
		return counts[a.Ref], true
	}
	result, ok := concrete(a.Kids[0], variables, counts)
	for _, k := range a.Kids[1:] {
		n, defined := concrete(k, variables, counts)
		if !ok || !defined || a.Kind == rbg.Div && n == 0 {
			return 0, false
		}
		switch a.Kind {
		case rbg.Add:
			result += n
		case rbg.Sub:
			result -= n
		case rbg.Mul:
			result *= n
		default:
			result /= n
		}
		ok = result >= math.MinInt32 && result <= math.MaxInt32
	}
	return result, ok
}

var numbers = rapid.OneOf(rapid.Int64Range(0, 5), rapid.Int64Range(0, math.MaxUint32))

func randomArith(t *rapid.T, depth int) *rbg.Arith {
	if depth > 0 {
		if kind := rbg.ArithKind(rapid.IntRange(int(rbg.Number), int(rbg.Div)).Draw(t, "kind")); kind >= rbg.Add {
			a := &rbg.Arith{Kind: kind}
			for range rapid.IntRange(2, 3).Draw(t, "kids") {
				a.Kids = append(a.Kids, randomArith(t, depth-1))
			}
			return a
		}
	}
	return &rbg.Arith{
		Kind:   rbg.ArithKind(rapid.IntRange(int(rbg.Number), int(rbg.PieceCount)).Draw(t, "leaf")),
		Number: numbers.Draw(t, "number"), Ref: rapid.IntRange(0, 1).Draw(t, "ref"),
	}
}

func randomValues(t *rapid.T) (values []int64, intervals []interval) {
	for range 2 {
		lo := rapid.Int64Range(0, 10).Draw(t, "lo")
		hi := lo + rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, math.MaxInt32-10)).Draw(t, "width")
		values = append(values, rapid.Int64Range(lo, hi).Draw(t, "value"))
		intervals = append(intervals, interval{lo: lo, hi: hi})
	}
	return values, intervals
}

// TestIntervals compares intervals with values in them.
func TestIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		variables, variableRanges := randomValues(t)
		counts, countRanges := randomValues(t)
		s := &bounds{variables: variableRanges, counts: countRanges}
		e := &rbg.Expr{Kind: rbg.Compare, Left: randomArith(t, 3), Right: randomArith(t, 2),
			Op: rbg.Relation(rapid.IntRange(int(rbg.Equal), int(rbg.GreaterEqual)).Draw(t, "op"))}
		left, leftOK := concrete(e.Left, variables, counts)
		right, rightOK := concrete(e.Right, variables, counts)
		in := evaluate(e.Left, s)
		if leftOK && (left < in.lo || left > in.hi) || !leftOK && !in.partial {
			t.Fatalf("%d (%v) is not in %+v", left, leftOK, in)
		}
		holds := leftOK && rightOK && e.Op.Holds(left, right)
		if can, must := compare(e, s); holds && !can || !holds && must {
			t.Fatalf("%d %v %d holds: %v; it can: %v, it must: %v", left, e.Op, right, holds, can, must)
		}
	})
}

func TestIntervalsAreNarrow(t *testing.T) {
	number := func(n int64) *rbg.Arith { return &rbg.Arith{Kind: rbg.Number, Number: n} }
	value := &rbg.Arith{Kind: rbg.Value}
	op := func(kind rbg.ArithKind, kids ...*rbg.Arith) *rbg.Arith { return &rbg.Arith{Kind: kind, Kids: kids} }
	s := &bounds{variables: []interval{{lo: 0, hi: 10}}}
	tests := []struct {
		arith *rbg.Arith
		want  interval
	}{
		{number(7), only(7)},
		{number(math.MaxUint32), never},
		{op(rbg.Add, value, number(1), number(2)), interval{3, 13, false}},
		{op(rbg.Sub, number(4), value), interval{-6, 4, false}},
		{op(rbg.Mul, value, op(rbg.Sub, number(0), number(3))), interval{-30, 0, false}},
		{op(rbg.Div, value, number(3)), interval{0, 3, false}},
		{op(rbg.Div, number(12), value), interval{1, 12, true}},
		{op(rbg.Div, number(12), op(rbg.Sub, value, number(5))), interval{-12, 12, true}},
		{op(rbg.Div, value, number(0)), never},
		{op(rbg.Add, number(math.MaxInt32), value), interval{math.MaxInt32, math.MaxInt32, true}},
	}
	for _, tt := range tests {
		if got := evaluate(tt.arith, s); got != tt.want {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}
