package lanes

import (
	"math/bits"

	"ludex/rbg"
)

// bitsOf returns the conditions under which cells hold a piece, and the number of cells
// that always hold it.
func (u *symbolic) bitsOf(piece int32, e *env) (list []lit, fixed int) {
	for c := range int32(u.cells) {
		switch l := u.is(e.at(c), piece); l {
		case no:
		case yes:
			fixed++
		default:
			list = append(list, l)
		}
	}
	return list, fixed
}

// sum returns the binary digits of the number of literals that hold, as a tree of full
// adders.
func (g *logic) sum(list []lit) []lit {
	columns := [][]lit{list}
	var digits []lit
	for i := 0; i < len(columns); i++ {
		c := columns[i]
		if i+1 == len(columns) && len(c) > 1 {
			columns = append(columns, nil)
		}
		for len(c) > 1 {
			a, b, d := c[0], c[1], no
			rest := c[2:]
			if len(rest) > 0 {
				d, rest = rest[0], rest[1:]
			}
			half := g.xor(a, b)
			columns[i+1] = append(columns[i+1], g.or(g.and(a, b), g.and(d, half)))
			c = append(append([]lit{}, rest...), g.xor(half, d))
		}
		if len(c) == 0 {
			c = []lit{no}
		}
		digits = append(digits, c[0])
	}
	return digits
}

func (g *logic) xor(a, b lit) lit {
	return g.or(g.and(a, b.not()), g.and(a.not(), b))
}

// A tally is a number as binary digits, the lowest first, and a constant addend.
type tally struct {
	digits []lit
	fixed  int64
}

// tallyOf returns a piece count or a constant as digits.
func (u *symbolic) tallyOf(a *rbg.Arith, e *env) (tally, bool) {
	switch a.Kind {
	case rbg.Number:
		return tally{nil, a.Number}, a.Number < 1<<20
	case rbg.PieceCount:
		list, fixed := u.bitsOf(int32(a.Ref), e)
		return tally{u.sum(list), int64(fixed)}, true
	}
	return tally{}, false
}

// compareCounts compares numbers of pieces with each other or with a constant.
func (u *symbolic) compareCounts(x *rbg.Expr, e *env) (lit, bool) {
	if x.Left.Kind != rbg.PieceCount && x.Right.Kind != rbg.PieceCount {
		return 0, false
	}
	if l, ok := u.compareFew(x, e); ok {
		return l, true
	}
	a, ok := u.tallyOf(x.Left, e)
	b, defined := u.tallyOf(x.Right, e)
	if !ok || !defined {
		return 0, false
	}
	left, right := u.plus(a.digits, a.fixed), u.plus(b.digits, b.fixed)
	less, same := no, yes
	for i := range max(len(left), len(right)) {
		p, q := digit(left, i), digit(right, i)
		alike := u.xor(p, q).not()
		less = u.or(u.and(p.not(), q), u.and(alike, less))
		same = u.and(same, alike)
	}
	return u.comparison(x.Op, less, same), true
}

// comparison says that a relation holds of two numbers, given that the first is less and
// that both are the same.
func (g *logic) comparison(op rbg.Relation, less, same lit) lit {
	switch op {
	case rbg.Equal:
		return same
	case rbg.NotEqual:
		return same.not()
	case rbg.Less:
		return less
	case rbg.LessEqual:
		return g.or(less, same)
	case rbg.Greater:
		return g.or(less, same).not()
	default:
		return less.not()
	}
}

func digit(d []lit, i int) lit {
	if i < len(d) {
		return d[i]
	}
	return no
}

// plus adds a constant.
func (g *logic) plus(d []lit, n int64) []lit {
	if n == 0 {
		return d
	}
	var out []lit
	carry := no
	for i := 0; i < max(len(d), bits.Len64(uint64(n)))+1; i++ {
		a, b := digit(d, i), constant(n>>i&1 == 1)
		half := g.xor(a, b)
		out = append(out, g.xor(half, carry))
		carry = g.or(g.and(a, b), g.and(half, carry))
	}
	return out
}

// compareFew handles the frequent test for any piece at all.
func (u *symbolic) compareFew(x *rbg.Expr, e *env) (lit, bool) {
	if x.Left.Kind != rbg.PieceCount || x.Right.Kind != rbg.Number || x.Right.Number > 1 {
		return 0, false
	}
	list, fixed := u.bitsOf(int32(x.Left.Ref), e)
	if fixed > 0 {
		return 0, false
	}
	some := u.or(list...)
	switch {
	case x.Right.Number == 0 && (x.Op == rbg.Greater || x.Op == rbg.NotEqual), x.Right.Number == 1 && x.Op == rbg.GreaterEqual:
		return some, true
	case x.Right.Number == 0 && (x.Op == rbg.Equal || x.Op == rbg.LessEqual), x.Right.Number == 1 && x.Op == rbg.Less:
		return some.not(), true
	}
	return 0, false
}

// counted returns the cases of a number of pieces.
func (u *symbolic) counted(piece int32, e *env) []numberCase {
	list, fixed := u.bitsOf(piece, e)
	digits := u.sum(list)
	var all []numberCase
	for n := 0; n <= len(list); n++ {
		var parts []lit
		for i, d := range digits {
			parts = append(parts, d^lit(n>>i&1^1))
		}
		all = append(all, numberCase{int64(n + fixed), u.and(parts...)})
	}
	return all
}
