package lanes

import (
	"maps"
	"math/bits"
	"slices"

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

// sum returns the binary digits of a sum of literals, as a tree of full adders. It uses up
// the columns.
func (g *logic) sum(columns columns) []lit {
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

// A linear expression is a sum of multiples of piece counts and variables, plus a constant.
type linear struct {
	pieces    map[int32]int64 // coefficients
	variables map[int32]int64 // coefficients, by slot
	constant  int64
}

// maxCoefficient bounds coefficients and constants.
const maxCoefficient = 1 << 20

// linearOf returns the difference of two expressions. It returns false if one of them is
// not linear.
func (u *symbolic) linearOf(left, right *rbg.Arith) (*linear, bool) {
	l := &linear{pieces: map[int32]int64{}, variables: map[int32]int64{}}
	return l, u.addTo(l, left, 1) && u.addTo(l, right, -1)
}

// addTo adds a multiple of an expression.
func (u *symbolic) addTo(l *linear, a *rbg.Arith, factor int64) bool {
	switch a.Kind {
	case rbg.Number:
		l.constant += factor * a.Number
		return a.Number < maxCoefficient && max(l.constant, -l.constant) < maxCoefficient
	case rbg.PieceCount:
		l.pieces[int32(a.Ref)] += factor
		return true
	case rbg.Value:
		l.variables[u.slotOf(a.Ref)] += factor
		return true
	case rbg.Add, rbg.Sub:
	default:
		return false
	}
	for i, k := range a.Kids {
		if i == 1 && a.Kind == rbg.Sub {
			factor = -factor
		}
		if !u.addTo(l, k, factor) {
			return false
		}
	}
	return true
}

// A weighted sum of literals, as columns of the literals of each power of two.
type columns [][]lit

func (c *columns) add(l lit, weight int64) {
	for i := 0; weight>>i > 0; i++ {
		if len(*c) <= i {
			*c = append(*c, nil)
		}
		if weight>>i&1 == 1 {
			(*c)[i] = append((*c)[i], l)
		}
	}
}

// sides returns two sums of literals, whose difference is the expression without its
// constant.
func (u *symbolic) sides(l *linear, e *env) (plus, minus columns) {
	add := func(x lit, weight int64) {
		switch {
		case x == no:
		case x == yes:
			l.constant += weight
		case weight > 0:
			plus.add(x, weight)
		default:
			minus.add(x, -weight)
		}
	}
	masks := map[int64]uint64{} // pieces by coefficient
	for p, n := range l.pieces {
		masks[n] |= 1 << p
	}
	for _, n := range slices.Sorted(maps.Keys(masks)) {
		for c := range int32(u.cells) {
			if n != 0 {
				add(u.on(e.at(c), masks[n]), n)
			}
		}
	}
	for _, slot := range slices.Sorted(maps.Keys(l.variables)) {
		for i, d := range u.digits(e.at(slot)) {
			if n := l.variables[slot]; n != 0 {
				add(d, n<<i)
			}
		}
	}
	return plus, minus
}

// digits returns the binary digits of a value.
func (u *symbolic) digits(id int32) []lit {
	var list []lit
	for _, n := range u.support(id) {
		for len(list) < bits.Len32(uint32(n)) {
			list = append(list, no)
		}
	}
	for i := range list {
		list[i] = u.among(id, func(n int32) bool { return n>>i&1 == 1 })
	}
	return list
}

// compareCounts compares numbers of pieces, and sums of them and of variables.
func (u *symbolic) compareCounts(x *rbg.Expr, e *env) (lit, bool) {
	l, ok := u.linearOf(x.Left, x.Right)
	if !ok || len(l.pieces) == 0 {
		return 0, false
	}
	plus, minus := u.sides(l, e)
	if l, ok := u.compareFew(x.Op, plus, minus, l.constant); ok {
		return l, true
	}
	left, right := u.plus(u.sum(plus), max(l.constant, 0)), u.plus(u.sum(minus), max(-l.constant, 0))
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
func (u *symbolic) compareFew(op rbg.Relation, plus, minus columns, constant int64) (lit, bool) {
	if len(minus) > 0 || constant > 0 || constant < -1 {
		return 0, false
	}
	some := u.or(slices.Concat(plus...)...)
	if constant == 0 {
		return u.comparison(op, no, some.not()), true
	}
	if op != rbg.Less && op != rbg.GreaterEqual {
		return 0, false
	}
	return u.comparison(op, some.not(), no), true
}

// counted returns the cases of a number of pieces.
func (u *symbolic) counted(piece int32, e *env) []numberCase {
	list, fixed := u.bitsOf(piece, e)
	digits := u.sum(columns{list})
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
