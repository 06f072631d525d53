package rbgcheck

import (
	"math"

	"ludex/rbg"
)

// An interval holds the values that an arithmetic expression can have. It is partial if the
// evaluation can also fail. If lo is greater than hi the evaluation always fails.
type interval struct {
	lo, hi  int64
	partial bool
}

var never = interval{lo: 1, hi: 0, partial: true}

func only(n int64) interval { return interval{lo: n, hi: n} }

func (i interval) empty() bool { return i.lo > i.hi }

// within keeps the values from lo to hi, and remembers if there are others.
func (i interval) within(lo, hi int64) interval {
	if i.empty() || i.hi < lo || i.lo > hi {
		return never
	}
	return interval{max(i.lo, lo), min(i.hi, hi), i.partial || i.lo < lo || i.hi > hi}
}

// word keeps the values that fit into a signed 32-bit integer.
func (i interval) word() interval { return i.within(math.MinInt32, math.MaxInt32) }

// hull returns the smallest interval that holds both.
func (i interval) hull(j interval) interval {
	switch {
	case i.empty():
		return interval{j.lo, j.hi, i.partial || j.partial}
	case j.empty():
		return interval{i.lo, i.hi, i.partial || j.partial}
	}
	return interval{min(i.lo, j.lo), max(i.hi, j.hi), i.partial || j.partial}
}

// evaluate returns the values that an expression can have.
func evaluate(a *rbg.Arith, s *bounds) interval {
	switch a.Kind {
	case rbg.Number:
		return only(a.Number).word()
	case rbg.Value:
		return s.variables[a.Ref]
	case rbg.PieceCount:
		return s.counts[a.Ref]
	}
	result := evaluate(a.Kids[0], s)
	for _, k := range a.Kids[1:] {
		result = operate(a.Kind, result, evaluate(k, s))
	}
	return result
}

// operate applies an operator to intervals.
func operate(kind rbg.ArithKind, a, b interval) interval {
	if a.empty() || b.empty() {
		return never
	}
	partial := a.partial || b.partial
	var result interval
	switch kind {
	case rbg.Add:
		result = interval{a.lo + b.lo, a.hi + b.hi, partial}
	case rbg.Sub:
		result = interval{a.lo - b.hi, a.hi - b.lo, partial}
	case rbg.Mul:
		result = corners(a, b, func(x, y int64) int64 { return x * y })
	default:
		quotient := func(x, y int64) int64 { return x / y }
		result = corners(a, b.within(math.MinInt32, -1), quotient).hull(corners(a, b.within(1, math.MaxInt32), quotient))
		partial = partial || b.lo <= 0 && b.hi >= 0
	}
	result.partial = partial
	return result.word()
}

// corners applies an operator that is monotonic in each argument to the ends
// of two intervals.
func corners(a, b interval, f func(x, y int64) int64) interval {
	if b.empty() {
		return never
	}
	result := only(f(a.lo, b.lo))
	for _, n := range []int64{f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)} {
		result = result.hull(only(n))
	}
	return result
}

// compare decides a comparison: whether it can hold, and whether it surely
// does.
func compare(e *rbg.Expr, s *bounds) (can, must bool) {
	a, b := evaluate(e.Left, s), evaluate(e.Right, s)
	if a.empty() || b.empty() {
		return false, false
	}
	if sameArith(e.Left, e.Right) {
		can = e.Op.Holds(0, 0)
		return can, can && !a.partial
	}
	switch e.Op {
	case rbg.Equal:
		can = a.lo <= b.hi && b.lo <= a.hi
		must = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo
	case rbg.NotEqual:
		can = a.lo != a.hi || b.lo != b.hi || a.lo != b.lo
		must = a.hi < b.lo || b.hi < a.lo
	case rbg.Less, rbg.LessEqual:
		can, must = e.Op.Holds(a.lo, b.hi), e.Op.Holds(a.hi, b.lo)
	default:
		can, must = e.Op.Holds(a.hi, b.lo), e.Op.Holds(a.lo, b.hi)
	}
	return can, must && !a.partial && !b.partial
}

// sameArith reports whether two expressions are written alike.
func sameArith(a, b *rbg.Arith) bool {
	if a.Kind != b.Kind || a.Number != b.Number || a.Ref != b.Ref || len(a.Kids) != len(b.Kids) {
		return false
	}
	for i := range a.Kids {
		if !sameArith(a.Kids[i], b.Kids[i]) {
			return false
		}
	}
	return true
}
