package rbgcheck

// A bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// add puts a number in and reports whether it is new.
func (b bitset) add(i int) bool {
	old := b[i>>6]
	b[i>>6] |= 1 << (i & 63)
	return b[i>>6] != old
}
