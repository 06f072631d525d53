package ground

import "math/bits"

// A varSet is a set of variables of one rule. Sets of one rule have the same
// length.
type varSet []uint64

func newVarSet(variables int) varSet { return make(varSet, (variables+63)/64) }

func (s varSet) has(v int32) bool { return s[v>>6]>>(v&63)&1 != 0 }
func (s varSet) add(v int32)      { s[v>>6] |= 1 << (v & 63) }

func (s varSet) union(t varSet) {
	for i, w := range t {
		s[i] |= w
	}
}

func (s varSet) clone() varSet { return append(varSet(nil), s...) }

func (s varSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// without returns how many elements of s are not in t.
func (s varSet) without(t varSet) int {
	n := 0
	for i, w := range s {
		n += bits.OnesCount64(w &^ t[i])
	}
	return n
}

func (s varSet) subsetOf(t varSet) bool {
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

func (s varSet) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// intersection returns the common elements in ascending order.
func (s varSet) intersection(t varSet) []int32 {
	var out []int32
	for i, w := range s {
		for w &= t[i]; w != 0; w &= w - 1 {
			out = append(out, int32(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return out
}
