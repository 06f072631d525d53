package wn

import (
	"math/bits"

	"ludex/internal/rbgengine/sets/internal/word"
	"ludex/internal/rbgengine/sets/ir"
)

// Words is the largest number of words of a set.
const Words = 1 << 20

// A set has one bit for every cell. Sets do not share memory.
type set []uint64

func makeSets(n, words int) []set {
	memory := make([]uint64, n*words)
	sets := make([]set, n)
	for i := range sets {
		sets[i] = memory[i*words : (i+1)*words : (i+1)*words]
	}
	return sets
}

func newSet(b ir.Bits) set { return set(b) }

func isEmpty(a *set) bool {
	for _, w := range *a {
		if w != 0 {
			return false
		}
	}
	return true
}

func size(a *set) int {
	n := 0
	for _, w := range *a {
		n += bits.OnesCount64(w)
	}
	return n
}

// lowest returns the lowest bit of a set that is not empty.
func lowest(a *set) int {
	for i, w := range *a {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return 0
}

func dropLowest(a *set) {
	for i, w := range *a {
		if w != 0 {
			(*a)[i] = w & (w - 1)
			return
		}
	}
}

func has(a *set, c int) bool { return (*a)[c>>6]>>(c&63)&1 != 0 }

func flip(a *set, c int) { (*a)[c>>6] ^= 1 << (c & 63) }

func add(a *set, c int) { (*a)[c>>6] |= 1 << (c & 63) }

func drop(a *set, c int) { (*a)[c>>6] &^= 1 << (c & 63) }

func clear(a *set) {
	for i := range *a {
		(*a)[i] = 0
	}
}

func assign(d, a *set) { copy(*d, *a) }

func and(d, a, b *set) bool {
	x, y, z := *d, *a, *b
	y, z = y[:len(x)], z[:len(x)]
	any := uint64(0)
	for i := range x {
		x[i] = y[i] & z[i]
		any |= x[i]
	}
	return any != 0
}

func andNot(d, a, b *set) bool {
	x, y, z := *d, *a, *b
	y, z = y[:len(x)], z[:len(x)]
	any := uint64(0)
	for i := range x {
		x[i] = y[i] &^ z[i]
		any |= x[i]
	}
	return any != 0
}

func or(d, a, b *set) {
	x, y, z := *d, *a, *b
	y, z = y[:len(x)], z[:len(x)]
	for i := range x {
		x[i] = y[i] | z[i]
	}
}

func meets(a, b *set) bool {
	x, y := *a, *b
	y = y[:len(x)]
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

// within reports whether a set is a subset of another.
func within(a, b *set) bool {
	x, y := *a, *b
	y = y[:len(x)]
	for i := range x {
		if x[i]&^y[i] != 0 {
			return false
		}
	}
	return true
}

func orMasked(d, a, mask *set) {
	x, y, z := *d, *a, *mask
	y, z = y[:len(x)], z[:len(x)]
	for i := range x {
		x[i] |= y[i] & z[i]
	}
}

// shifted returns one word of a shifted set.
func shifted(a, mask set, i, words int, by uint) uint64 {
	// Bits come from the word that is words below, and from the next one.
	var w uint64
	if j := i - words; uint(j) < uint(len(a)) && uint(j) < uint(len(mask)) {
		w = (a[j] & mask[j]) << by
	}
	if j := i - words - 1; by != 0 && uint(j) < uint(len(a)) && uint(j) < uint(len(mask)) {
		w |= (a[j] & mask[j]) >> (64 - by)
	}
	return w
}

// split splits a distance, which may be negative, into whole words and the rest.
func split(delta int) (words int, by uint) { return delta >> 6, uint(delta & 63) }

func shift(d, a, mask *set, delta int) bool {
	words, by := split(delta)
	any := uint64(0)
	x, from, m := *d, *a, *mask
	if words >= 0 && &x[0] == &from[0] {
		for i := len(x) - 1; i >= 0; i-- {
			x[i] = shifted(from, m, i, words, by)
			any |= x[i]
		}
		return any != 0
	}
	for i := range x {
		x[i] = shifted(from, m, i, words, by)
		any |= x[i]
	}
	return any != 0
}

func shiftAnd(d, a, mask *set, delta int, b *set) bool {
	if !shift(d, a, mask, delta) {
		return false
	}
	return and(d, d, b)
}

func shiftOr(d, a, mask *set, delta int) {
	words, by := split(delta)
	x := *d
	for i := range x {
		x[i] |= shifted(*a, *mask, i, words, by)
	}
}

// ray adds the cells of a ray before the first cell that is not in m, and that
// cell as well if last is set.
func ray(d, ray, m *set, downward, last bool) {
	x, y, z := *d, *ray, *m
	if downward {
		for i := len(x) - 1; i >= 0; i-- {
			if block := y[i] &^ z[i]; block != 0 {
				x[i] |= y[i] & word.DownTo(block, last)
				return
			}
			x[i] |= y[i]
		}
		return
	}
	for i := range x {
		if block := y[i] &^ z[i]; block != 0 {
			x[i] |= y[i] & word.UpTo(block, last)
			return
		}
		x[i] |= y[i]
	}
}

// nth returns the n-th bit of a set, counting from 0.
func nth(a *set, n int) int {
	for i, w := range *a {
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
