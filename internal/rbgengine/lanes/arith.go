package lanes

import (
	"cmp"
	"math"
	"slices"

	"ludex/rbg"
)

// A numberCase is a possible value of an expression and its condition.
type numberCase struct {
	n    int64
	when lit
}

// maxCases bounds the values of an expression.
const maxCases = 4096

// cases returns the possible values of an expression. No case holds where the value is
// undefined, as in a division by zero.
func (u *symbolic) cases(a *rbg.Arith, e *env) []numberCase {
	switch a.Kind {
	case rbg.Number:
		if a.Number > math.MaxInt32 {
			return nil
		}
		return []numberCase{{a.Number, yes}}
	case rbg.Value:
		id := e.at(u.slotOf(a.Ref))
		var list []numberCase
		for _, n := range u.support(id) {
			list = append(list, numberCase{int64(n), u.is(id, n)})
		}
		return list
	case rbg.PieceCount:
		return u.counted(int32(a.Ref), e)
	}
	list := u.cases(a.Kids[0], e)
	for _, k := range a.Kids[1:] {
		list = u.combine(a.Kind, list, u.cases(k, e))
	}
	return list
}

// combine applies an operator to all pairs of values.
func (u *symbolic) combine(kind rbg.ArithKind, a, b []numberCase) []numberCase {
	if len(a)*len(b) > maxCases {
		u.fail("an expression has more than %d values", maxCases)
		return nil
	}
	by := map[int64][]lit{}
	for _, x := range a {
		for _, y := range b {
			n, ok := compute(kind, x.n, y.n)
			if ok {
				by[n] = append(by[n], u.and(x.when, y.when))
			}
		}
	}
	var list []numberCase
	for n, whens := range by {
		list = append(list, numberCase{n, u.or(whens...)})
	}
	slices.SortFunc(list, func(a, b numberCase) int { return cmp.Compare(a.n, b.n) })
	return list
}

func compute(kind rbg.ArithKind, a, b int64) (int64, bool) {
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
	return a, a >= math.MinInt32 && a <= math.MaxInt32
}

// compare says that a comparison holds.
func (u *symbolic) compare(x *rbg.Expr, e *env) lit {
	if l, ok := u.compareCounts(x, e); ok {
		return l
	}
	left, right := u.cases(x.Left, e), u.cases(x.Right, e)
	if len(left)*len(right) > maxCases {
		u.fail("a comparison has more than %d cases", maxCases)
		return no
	}
	var in, out []lit
	for _, a := range left {
		for _, b := range right {
			if l := u.and(a.when, b.when); x.Op.Holds(a.n, b.n) {
				in = append(in, l)
			} else {
				out = append(out, l)
			}
		}
	}
	if len(out) < len(in) && total(x.Left) && total(x.Right) {
		return u.or(out...).not()
	}
	return u.or(in...)
}

// total reports whether an expression always has a value.
func total(a *rbg.Arith) bool {
	return a.Kind == rbg.Value || a.Kind == rbg.PieceCount || a.Kind == rbg.Number && a.Number <= math.MaxInt32
}

// assigned returns the value that an assignment gives to its variable, and the
// condition under which it is within bounds.
func (u *symbolic) assigned(x *rbg.Expr, e *env) (id int32, possible lit) {
	if x.Value.Kind == rbg.Value {
		if from := e.at(u.slotOf(x.Value.Ref)); u.fitsAll(from, x.Variable) {
			return from, yes
		}
	}
	bound := int64(u.rules.Bound(x.Variable))
	list := u.cases(x.Value, e)
	var fit, rest []numberCase
	for _, c := range list {
		if c.n >= 0 && c.n <= bound && c.when != no {
			fit = append(fit, c)
		} else if c.when != no {
			rest = append(rest, c)
		}
	}
	if len(fit) == 0 {
		return 0, no
	}
	possible = yes
	if len(rest) > 0 || !total(x.Value) && !sums(x.Value) {
		var whens []lit
		for _, c := range fit {
			whens = append(whens, c.when)
		}
		possible = u.or(whens...)
		if len(rest) == 1 && sums(x.Value) {
			possible = rest[0].when.not()
		}
	}
	if fit[len(fit)-1].n >= maxValues {
		u.fail("a variable has values of %d and more", maxValues)
		return 0, no
	}
	if len(fit) == 1 {
		return u.number(int32(fit[0].n)), possible
	}
	lits := slices.Repeat([]lit{no}, int(fit[len(fit)-1].n)+1)
	for _, c := range fit {
		lits[c.n] = c.when
	}
	return u.ofLits(lits), possible
}

// sums reports whether an expression has a value wherever its parts do, that is whether
// it only adds and subtracts. The bounds of variables keep sums small.
func sums(a *rbg.Arith) bool {
	switch a.Kind {
	case rbg.Div, rbg.Mul:
		return false
	case rbg.Number:
		return a.Number < 1<<20
	}
	for _, k := range a.Kids {
		if !sums(k) {
			return false
		}
	}
	return len(a.Kids) < 100
}

func (u *symbolic) fitsAll(id int32, variable int) bool {
	for _, n := range u.support(id) {
		if n > u.rules.Bound(variable) {
			return false
		}
	}
	return true
}
