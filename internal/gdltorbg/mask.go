package gdltorbg

import (
	"math/bits"
	"slices"
)

// A mask is a set of the values of a slot.
type mask []uint64

func emptyMask(values int) mask { return make(mask, (values+63)/64) }

func fullMask(values int) mask {
	m := emptyMask(values)
	for v := range values {
		m.add(v)
	}
	return m
}

func (m mask) add(v int)      { m[v/64] |= 1 << (v % 64) }
func (m mask) has(v int) bool { return m[v/64]>>(v%64)&1 == 1 }

func (m mask) combine(o mask, f func(a, b uint64) uint64) mask {
	out := make(mask, len(m))
	for i := range m {
		out[i] = f(m[i], o[i])
	}
	return out
}

func (m mask) and(o mask) mask { return m.combine(o, func(a, b uint64) uint64 { return a & b }) }
func (m mask) or(o mask) mask  { return m.combine(o, func(a, b uint64) uint64 { return a | b }) }
func (m mask) without(o mask) mask {
	return m.combine(o, func(a, b uint64) uint64 { return a &^ b })
}

func (m mask) empty() bool {
	return !slices.ContainsFunc(m, func(w uint64) bool { return w != 0 })
}

func (m mask) within(o mask) bool { return m.without(o).empty() }

func (m mask) equal(o mask) bool { return slices.Equal(m, o) }

func (m mask) count() int {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

// list returns the values in ascending order.
func (m mask) list() []int {
	var out []int
	for i, w := range m {
		for ; w != 0; w &= w - 1 {
			out = append(out, 64*i+bits.TrailingZeros64(w))
		}
	}
	return out
}
