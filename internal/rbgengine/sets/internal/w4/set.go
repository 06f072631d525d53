package w4

import (
	"math/bits"

	"ludex/internal/rbgengine/sets/internal/word"
	"ludex/internal/rbgengine/sets/ir"
)

// Words is the largest number of words of a set.
const Words = 4

// A set has one bit for every cell.
type set [Words]uint64

func makeSets(n, words int) []set { return make([]set, n) }

func newSet(b ir.Bits) (s set) {
	copy(s[:], b)
	return s
}

func isEmpty(x *set) bool { return x[0]|x[1]|x[2]|x[3] == 0 }

func size(x *set) int {
	return bits.OnesCount64(x[0]) + bits.OnesCount64(x[1]) + bits.OnesCount64(x[2]) + bits.OnesCount64(x[3])
}

// lowest returns the lowest bit of a set that is not empty.
func lowest(x *set) int {
	for i, w := range x {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return 0
}

func dropLowest(x *set) {
	for i, w := range x {
		if w != 0 {
			x[i] = w & (w - 1)
			return
		}
	}
}

func has(x *set, c int) bool { return x[c>>6&3]>>(c&63)&1 != 0 }

func flip(x *set, c int) { x[c>>6&3] ^= 1 << (c & 63) }

func add(x *set, c int) { x[c>>6&3] |= 1 << (c & 63) }

func drop(x *set, c int) { x[c>>6&3] &^= 1 << (c & 63) }

func clear(x *set) { *x = set{} }

func assign(d, x *set) { *d = *x }

func and(d, x, y *set) bool {
	a, b, c, e := x[0]&y[0], x[1]&y[1], x[2]&y[2], x[3]&y[3]
	d[0], d[1], d[2], d[3] = a, b, c, e
	return a|b|c|e != 0
}

func andNot(d, x, y *set) bool {
	a, b, c, e := x[0]&^y[0], x[1]&^y[1], x[2]&^y[2], x[3]&^y[3]
	d[0], d[1], d[2], d[3] = a, b, c, e
	return a|b|c|e != 0
}

func or(d, x, y *set) {
	d[0], d[1], d[2], d[3] = x[0]|y[0], x[1]|y[1], x[2]|y[2], x[3]|y[3]
}

func meets(x, y *set) bool { return x[0]&y[0]|x[1]&y[1]|x[2]&y[2]|x[3]&y[3] != 0 }

// within reports whether a set is a subset of another.
func within(x, y *set) bool { return x[0]&^y[0]|x[1]&^y[1]|x[2]&^y[2]|x[3]&^y[3] == 0 }

func orMasked(d, x, mask *set) {
	d[0] |= x[0] & mask[0]
	d[1] |= x[1] & mask[1]
	d[2] |= x[2] & mask[2]
	d[3] |= x[3] & mask[3]
}

// moved returns the bits of a mask moved by a distance.
func moved(x, mask *set, delta int) (a, b, c, d uint64) {
	a, b, c, d = x[0]&mask[0], x[1]&mask[1], x[2]&mask[2], x[3]&mask[3]
	for ; delta >= 64; delta -= 64 {
		a, b, c, d = 0, a, b, c
	}
	for ; delta <= -64; delta += 64 {
		a, b, c, d = b, c, d, 0
	}
	switch {
	case delta > 0:
		l, r := delta&63, -delta&63
		return a << l, b<<l | a>>r, c<<l | b>>r, d<<l | c>>r
	case delta < 0:
		l, r := delta&63, -delta&63
		return a>>r | b<<l, b>>r | c<<l, c>>r | d<<l, d >> r
	}
	return a, b, c, d
}

func shift(s, x, mask *set, delta int) bool {
	a, b, c, d := moved(x, mask, delta)
	s[0], s[1], s[2], s[3] = a, b, c, d
	return a|b|c|d != 0
}

func shiftAnd(s, x, mask *set, delta int, y *set) bool {
	a, b, c, d := moved(x, mask, delta)
	a, b, c, d = a&y[0], b&y[1], c&y[2], d&y[3]
	s[0], s[1], s[2], s[3] = a, b, c, d
	return a|b|c|d != 0
}

func shiftOr(s, x, mask *set, delta int) {
	a, b, c, d := moved(x, mask, delta)
	s[0] |= a
	s[1] |= b
	s[2] |= c
	s[3] |= d
}

// ray adds the cells of a ray before the first cell that is not in m, and that
// cell as well if last is set.
func ray(d, ray, m *set, downward, last bool) {
	if downward {
		for i := Words - 1; i >= 0; i-- {
			if block := ray[i] &^ m[i]; block != 0 {
				d[i] |= ray[i] & word.DownTo(block, last)
				return
			}
			d[i] |= ray[i]
		}
		return
	}
	for i := range ray {
		if block := ray[i] &^ m[i]; block != 0 {
			d[i] |= ray[i] & word.UpTo(block, last)
			return
		}
		d[i] |= ray[i]
	}
}

// nth returns the n-th bit of a set, counting from 0.
func nth(x *set, n int) int {
	for i, w := range x {
		if k := bits.OnesCount64(w); n >= k {
			n -= k
			continue
		}
		return i<<6 + word.Nth(w, n)
	}
	return 0
}

// flood closes a set under a plan: into the cells of a set, or from its cells. It
// stops and reports true as soon as it meets goal.
func flood(d, into *set, plan []step, from bool, goal *set, scratch []set) bool {
	fresh, next := &scratch[0], &scratch[1]
	assign(fresh, d)
	for {
		if goal != nil && meets(fresh, goal) {
			return true
		}
		clear(next)
		if from && !and(fresh, fresh, into) {
			return false
		}
		for k := range plan {
			shiftOr(next, fresh, &plan[k].mask, plan[k].delta)
		}
		if !from && !and(next, next, into) {
			return false
		}
		if !andNot(fresh, next, d) {
			return false
		}
		or(d, d, fresh)
	}
}
