package bitslice

import (
	"math/bits"
	"unsafe"
)

// alignedVecs returns Vecs that begin at a multiple of their size, so that none
// of them lies in two cache lines.
func alignedVecs(n int) []Vec {
	words := make([]uint64, (n+1)*len(Vec{}))
	skip := 0
	if rest := uintptr(unsafe.Pointer(&words[0])) % vecBytes; rest != 0 {
		skip = int(vecBytes-rest) / 8
	}
	return unsafe.Slice((*Vec)(unsafe.Pointer(&words[skip])), n)
}

// allLanes is the Vec of ones.
var allLanes = func() (v Vec) {
	for w := range v {
		v[w] = ^uint64(0)
	}
	return v
}()

func and(a, b *Vec) (v Vec) {
	for w := range v {
		v[w] = a[w] & b[w]
	}
	return v
}

// without returns a ∧ ¬b.
func without(a, b *Vec) (v Vec) {
	for w := range v {
		v[w] = a[w] &^ b[w]
	}
	return v
}

func or(a, b *Vec) (v Vec) {
	for w := range v {
		v[w] = a[w] | b[w]
	}
	return v
}

// count returns the number of lanes that are set.
func count(v *Vec) int {
	n := 0
	for w := range v {
		n += bits.OnesCount64(v[w])
	}
	return n
}

// lowest returns the n lowest lanes of those set.
func lowest(v *Vec, n int) (first Vec) {
	for w := range v {
		for rest := v[w]; rest != 0 && n > 0; rest &= rest - 1 {
			first[w] |= rest & -rest
			n--
		}
	}
	return first
}
