package w1

import (
	"math/bits"

	"ludex/internal/rbgengine/sets/internal/word"
	"ludex/internal/rbgengine/sets/ir"
)

// Words is the largest number of words of a set.
const Words = 1

// A set has one bit for every cell.
type set uint64

func makeSets(n, words int) []set { return make([]set, n) }

func newSet(b ir.Bits) set { return set(b[0]) }

func isEmpty(a *set) bool { return *a == 0 }

func size(a *set) int { return bits.OnesCount64(uint64(*a)) }

// lowest returns the lowest bit of a set that is not empty.
func lowest(a *set) int { return bits.TrailingZeros64(uint64(*a)) & 63 }

func dropLowest(a *set) { *a &= *a - 1 }

func has(a *set, c int) bool { return *a>>(c&63)&1 != 0 }

func flip(a *set, c int) { *a ^= 1 << (c & 63) }

func add(a *set, c int) { *a |= 1 << (c & 63) }

func drop(a *set, c int) { *a &^= 1 << (c & 63) }

func clear(a *set) { *a = 0 }

func assign(d, a *set) { *d = *a }

func and(d, a, b *set) bool {
	*d = *a & *b
	return *d != 0
}

func andNot(d, a, b *set) bool {
	*d = *a &^ *b
	return *d != 0
}

func or(d, a, b *set) { *d = *a | *b }

func meets(a, b *set) bool { return *a&*b != 0 }

// within reports whether a set is a subset of another.
func within(a, b *set) bool { return *a&^*b == 0 }

func orMasked(d, a, mask *set) { *d |= *a & *mask }

// shift moves the bits of a mask. Bits that would leave the word are not in the
// mask, so a rotation works in both directions.
func shift(d, a, mask *set, delta int) bool {
	*d = set(bits.RotateLeft64(uint64(*a&*mask), delta))
	return *d != 0
}

func shiftAnd(d, a, mask *set, delta int, b *set) bool {
	*d = set(bits.RotateLeft64(uint64(*a&*mask), delta)) & *b
	return *d != 0
}

func shiftOr(d, a, mask *set, delta int) {
	*d |= set(bits.RotateLeft64(uint64(*a&*mask), delta))
}

// ray adds the cells of a ray before the first cell that is not in m, and that
// cell as well if last is set.
func ray(d, ray, m *set, downward, last bool) {
	block := uint64(*ray &^ *m)
	if block == 0 {
		*d |= *ray
		return
	}
	if downward {
		*d |= *ray & set(word.DownTo(block, last))
	} else {
		*d |= *ray & set(word.UpTo(block, last))
	}
}

// nth returns the n-th bit of a set, counting from 0.
func nth(a *set, n int) int { return word.Nth(uint64(*a), n) }

// flood closes a set under a plan: into the cells of a set, or from its cells. It
// stops and reports true as soon as it meets goal.
func flood(d, into *set, plan []step, from bool, goal *set, _ []set) bool {
	all, within := uint64(*d), uint64(*into)
	wanted := uint64(0)
	if goal != nil {
		wanted = uint64(*goal)
	}
	if len(plan) == 1 {
		all = fill(all, within, uint64(plan[0].mask), plan[0].delta, from)
		*d = set(all)
		return all&wanted != 0
	}
	before, behind := ^uint64(0), within
	if from {
		before, behind = within, ^uint64(0)
	}
	for fresh := all; fresh&wanted == 0; {
		next := uint64(0)
		fresh &= before
		for k := range plan {
			next |= bits.RotateLeft64(fresh&uint64(plan[k].mask), plan[k].delta)
		}
		if fresh = next & behind &^ all; fresh == 0 {
			*d = set(all)
			return false
		}
		all |= fresh
	}
	return true
}

// fill is a flood along one direction: a Kogge-Stone fill, which doubles the
// distance with every step.
func fill(all, within, mask uint64, delta int, from bool) uint64 {
	for mask != 0 {
		if from {
			all |= bits.RotateLeft64(all&within&mask, delta)
			within &= bits.RotateLeft64(within, -delta) & mask
		} else {
			all |= bits.RotateLeft64(all&mask, delta) & within
			within &= bits.RotateLeft64(within&mask, delta)
		}
		mask &= bits.RotateLeft64(mask, -delta)
		delta *= 2
	}
	return all
}
