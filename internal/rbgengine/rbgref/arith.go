package rbgref

import (
	"math"

	"ludex/rbg"
)

// value computes an arithmetic expression in the position as it is now. It returns
// false if an intermediate value does not fit into a signed 32-bit integer, or a
// divisor is zero.
func (r *Reasoner) value(a *rbg.Arith) (int64, bool) {
	switch a.Kind {
	case rbg.Number:
		return a.Number, fits(a.Number)
	case rbg.Value:
		return int64(r.position.Values[a.Ref]), true
	case rbg.PieceCount:
		return r.count(uint16(a.Ref)), true
	}
	result, ok := r.value(a.Kids[0])
	for _, k := range a.Kids[1:] {
		v, defined := r.value(k)
		if !ok || !defined {
			return 0, false
		}
		result, ok = combine(a.Kind, result, v)
	}
	return result, ok
}

// count returns how many cells hold a piece.
func (r *Reasoner) count(piece uint16) int64 {
	n := int64(0)
	for _, p := range r.position.Pieces {
		if p == piece {
			n++
		}
	}
	return n
}

func combine(kind rbg.ArithKind, a, b int64) (int64, bool) {
	switch kind {
	case rbg.Add:
		a += b
	case rbg.Sub:
		a -= b
	case rbg.Mul:
		a *= b
	default:
		if b == 0 {
			return 0, false
		}
		a /= b
	}
	return a, fits(a)
}

func fits(v int64) bool { return v >= math.MinInt32 && v <= math.MaxInt32 }

// compare decides a comparison; one whose sides have no value does not hold.
func (r *Reasoner) compare(e *rbg.Expr) bool {
	left, ok := r.value(e.Left)
	right, defined := r.value(e.Right)
	return ok && defined && e.Op.Holds(left, right)
}

// assigned returns the value of an assignment, or false if it is out of the
// variable's bounds.
func (r *Reasoner) assigned(e *rbg.Expr) (int32, bool) {
	v, ok := r.value(e.Value)
	if !ok || v < 0 || v > int64(r.program.rules.Bound(e.Variable)) {
		return 0, false
	}
	return int32(v), true
}
