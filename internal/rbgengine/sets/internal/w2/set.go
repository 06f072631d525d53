package w2

import (
	"math/bits"

	"ludex/internal/rbgengine/sets/internal/word"
	"ludex/internal/rbgengine/sets/ir"
)

// Words is the largest number of words of a set.
const Words = 2

// A set has one bit for every cell.
type set struct{ a, b uint64 }

func makeSets(n, words int) []set { return make([]set, n) }

func newSet(b ir.Bits) set {
	if len(b) == 1 {
		return set{b[0], 0}
	}
	return set{b[0], b[1]}
}

func isEmpty(x *set) bool { return x.a|x.b == 0 }

func size(x *set) int { return bits.OnesCount64(x.a) + bits.OnesCount64(x.b) }

// lowest returns the lowest bit of a set that is not empty.
func lowest(x *set) int {
	if x.a != 0 {
		return bits.TrailingZeros64(x.a)
	}
	return 64 + bits.TrailingZeros64(x.b)&63
}

func dropLowest(x *set) {
	if x.a != 0 {
		x.a &= x.a - 1
	} else {
		x.b &= x.b - 1
	}
}

func has(x *set, c int) bool {
	w := x.a
	if c&64 != 0 {
		w = x.b
	}
	return w>>(c&63)&1 != 0
}

func flip(x *set, c int) {
	if c&64 == 0 {
		x.a ^= 1 << (c & 63)
	} else {
		x.b ^= 1 << (c & 63)
	}
}

func add(x *set, c int) {
	if c&64 == 0 {
		x.a |= 1 << (c & 63)
	} else {
		x.b |= 1 << (c & 63)
	}
}

func drop(x *set, c int) {
	if c&64 == 0 {
		x.a &^= 1 << (c & 63)
	} else {
		x.b &^= 1 << (c & 63)
	}
}

func clear(x *set) { *x = set{} }

func assign(d, x *set) { *d = *x }

func and(d, x, y *set) bool {
	a, b := x.a&y.a, x.b&y.b
	d.a, d.b = a, b
	return a|b != 0
}

func andNot(d, x, y *set) bool {
	a, b := x.a&^y.a, x.b&^y.b
	d.a, d.b = a, b
	return a|b != 0
}

func or(d, x, y *set) { d.a, d.b = x.a|y.a, x.b|y.b }

func meets(x, y *set) bool { return x.a&y.a|x.b&y.b != 0 }

// within reports whether a set is a subset of another.
func within(x, y *set) bool { return x.a&^y.a|x.b&^y.b == 0 }

func orMasked(d, x, mask *set) {
	d.a |= x.a & mask.a
	d.b |= x.b & mask.b
}

// moved returns the bits of a mask moved by a distance.
func moved(x, mask *set, delta int) (a, b uint64) {
	a, b = x.a&mask.a, x.b&mask.b
	switch {
	case delta >= 64:
		return 0, a << (delta & 63)
	case delta > 0:
		return a << (delta & 63), b<<(delta&63) | a>>(-delta&63)
	case delta > -64:
		if delta == 0 {
			return a, b
		}
		return a>>(-delta&63) | b<<(delta&63), b >> (-delta & 63)
	default:
		return b >> (-delta & 63), 0
	}
}

func shift(d, x, mask *set, delta int) bool {
	a, b := moved(x, mask, delta)
	d.a, d.b = a, b
	return a|b != 0
}

func shiftAnd(d, x, mask *set, delta int, y *set) bool {
	a, b := moved(x, mask, delta)
	a &= y.a
	b &= y.b
	d.a, d.b = a, b
	return a|b != 0
}

func shiftOr(d, x, mask *set, delta int) {
	a, b := moved(x, mask, delta)
	d.a |= a
	d.b |= b
}

// ray adds the cells of a ray before the first cell that is not in m, and that
// cell as well if last is set.
func ray(d, ray, m *set, downward, last bool) {
	a, b := ray.a&^m.a, ray.b&^m.b
	switch {
	case a|b == 0:
		d.a |= ray.a
		d.b |= ray.b
	case !downward && a != 0:
		d.a |= ray.a & word.UpTo(a, last)
	case !downward:
		d.a |= ray.a
		d.b |= ray.b & word.UpTo(b, last)
	case b != 0:
		d.b |= ray.b & word.DownTo(b, last)
	default:
		d.a |= ray.a & word.DownTo(a, last)
		d.b |= ray.b
	}
}

// nth returns the n-th bit of a set, counting from 0.
func nth(x *set, n int) int {
	if k := bits.OnesCount64(x.a); n >= k {
		return 64 + word.Nth(x.b, n-k)
	}
	return word.Nth(x.a, n)
}

// flood closes a set under a plan: into the cells of a set, or from its cells. It
// stops and reports true as soon as it meets goal.
func flood(d, into *set, plan []step, from bool, goal *set, _ []set) bool {
	all, within := *d, *into
	var wanted set
	if goal != nil {
		wanted = *goal
	}
	before, behind := set{^uint64(0), ^uint64(0)}, within
	if from {
		before, behind = behind, before
	}
	for fresh := all; fresh.a&wanted.a|fresh.b&wanted.b == 0; {
		var a, b uint64
		fresh.a &= before.a
		fresh.b &= before.b
		for k := range plan {
			x, y := moved(&fresh, &plan[k].mask, plan[k].delta)
			a |= x
			b |= y
		}
		fresh.a, fresh.b = a&behind.a&^all.a, b&behind.b&^all.b
		if fresh.a|fresh.b == 0 {
			*d = all
			return false
		}
		all.a |= fresh.a
		all.b |= fresh.b
	}
	return true
}
