package gdlref

import "slices"

// A store is a list of tuples of equal length: the facts of a relation, or the
// facts of the state with one function.
type store struct {
	arity   int
	size    int
	data    []term
	indexes []*index
}

// An index finds the tuples that have given values at some positions. It is built
// on first use and kept up to date from then on.
type index struct {
	mask    uint64 // the positions
	covered int    // how many tuples it knows
	heads   []int32
	chain   []int32 // the next tuple of the same bucket
}

// smallStore is the size up to which a store is searched linearly.
const smallStore = 4

func (s *store) add(tuple []term) {
	s.data = append(s.data, tuple...)
	s.size++
}

// reset empties the store and its indexes, and keeps their memory.
func (s *store) reset() {
	s.data, s.size = s.data[:0], 0
	for _, x := range s.indexes {
		if x.covered > 0 {
			clearHeads(x.heads)
		}
		x.covered, x.chain = 0, x.chain[:0]
	}
}

func clearHeads(heads []int32) {
	for i := range heads {
		heads[i] = -1
	}
}

func (s *store) tuple(i int32) []term {
	return s.data[int(i)*s.arity : (int(i)+1)*s.arity]
}

// first returns a tuple that may have the given values at the positions of the
// mask, or -1, and the index with which after finds the others. Tuples with other
// values may come too, so they must be compared.
func (s *store) first(mask uint64, values []term) (int32, *index) {
	if mask == 0 || s.size <= smallStore {
		return s.after(nil, -1), nil
	}
	x := s.index(mask)
	return x.heads[hashAt(mask, values)&uint32(len(x.heads)-1)], x
}

// after returns the tuple that follows another one in an index, or in the store
// itself if the index is nil.
func (s *store) after(x *index, i int32) int32 {
	switch {
	case x != nil:
		return x.chain[i]
	case int(i)+1 < s.size:
		return i + 1
	}
	return -1
}

func (s *store) index(mask uint64) *index {
	for _, x := range s.indexes {
		if x.mask == mask {
			s.update(x)
			return x
		}
	}
	x := &index{mask: mask}
	s.indexes = append(s.indexes, x)
	s.update(x)
	return x
}

func (s *store) update(x *index) {
	if x.covered == s.size {
		return
	}
	if len(x.heads) < s.size {
		x.heads = make([]int32, ceilPow2(2*s.size))
		clearHeads(x.heads)
		x.covered = 0
	}
	x.chain = slices.Grow(x.chain[:x.covered], s.size-x.covered)[:s.size]
	for i := x.covered; i < s.size; i++ {
		b := &x.heads[hashAt(x.mask, s.tuple(int32(i)))&uint32(len(x.heads)-1)]
		x.chain[i], *b = *b, int32(i)
	}
	x.covered = s.size
}

func hashAt(mask uint64, tuple []term) uint32 {
	h := hashSeed
	for i, v := range tuple {
		if mask>>i&1 != 0 {
			h = mix(h, v)
		}
	}
	return fold(h)
}

func ceilPow2(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
