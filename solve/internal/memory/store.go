// Package memory stores states for the searches of package solve: a [Store] keeps
// all states and numbers them, and a [Table] is a transposition table of a fixed
// size that replaces the entries that were cheapest to compute.
package memory

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

// chunkWords is the number of words allocated at a time, unless a state is larger.
const chunkWords = 1 << 15

// A Store keeps different states and numbers them from 0 in the order of their
// arrival. It compares whole states, or certain bits of them.
type Store struct {
	mask   game.State // the bits that are compared; nil is all
	masked game.State // scratch
	chunks [][]uint64
	places []uint64 // by state: the chunk in the upper half, the first word in the lower
	ends   []uint32 // by state: one past its last word
	index  []uint32 // hash table of numbers plus one
	tags   []uint32 // by state: a part of its hash
}

// NewStore returns an empty store.
func NewStore() *Store { return &Store{index: make([]uint32, 1<<10)} }

// NewMaskedStore returns an empty store that compares the given bits of states only. Of
// several states that agree in them it keeps the first.
func NewMaskedStore(mask game.State) *Store {
	s := NewStore()
	s.mask, s.masked = mask, make(game.State, len(mask))
	return s
}

// Len returns the number of states.
func (s *Store) Len() int { return len(s.places) }

// Bytes returns the approximate memory of the store.
func (s *Store) Bytes() int64 {
	n := int64(len(s.chunks)) * chunkWords * 8
	return n + int64(cap(s.places))*8 + int64(cap(s.ends)+cap(s.index)+cap(s.tags))*4
}

// At returns a state. The caller may change only bits that are not compared.
func (s *Store) At(n uint32) game.State {
	p := s.places[n]
	return s.chunks[p>>32][uint32(p):s.ends[n]:s.ends[n]]
}

// Find returns the number of a state, or false if it was never added.
func (s *Store) Find(state game.State) (uint32, bool) {
	slot, n := s.seek(state, s.hash(state))
	return n, s.index[slot] != 0
}

// hash returns a hash of the bits that are compared.
func (s *Store) hash(state game.State) uint64 {
	if s.mask == nil {
		return statehash.Of(state)
	}
	for i, w := range state {
		s.masked[i] = w & s.mask[i]
	}
	return statehash.Of(s.masked)
}

// equal reports whether two states agree in the bits that are compared.
func (s *Store) equal(a, b game.State) bool {
	if s.mask == nil {
		return slices.Equal(a, b)
	}
	for i, m := range s.mask {
		if (a[i]^b[i])&m != 0 {
			return false
		}
	}
	return true
}

// Add returns the number of a state, and whether it is new. New states are
// copied.
func (s *Store) Add(state game.State) (n uint32, fresh bool) {
	h := s.hash(state)
	slot, n := s.seek(state, h)
	if s.index[slot] != 0 {
		return n, false
	}
	n = uint32(len(s.places))
	s.keep(state)
	s.tags = append(s.tags, uint32(h>>32))
	s.index[slot] = n + 1
	if 4*len(s.places) > 3*len(s.index) {
		s.grow()
	}
	return n, true
}

// seek returns the slot of a state, or the empty slot where it belongs.
func (s *Store) seek(state game.State, h uint64) (slot, n uint32) {
	mask := uint32(len(s.index) - 1)
	for slot = uint32(h) & mask; s.index[slot] != 0; slot = (slot + 1) & mask {
		n = s.index[slot] - 1
		if s.tags[n] == uint32(h>>32) && s.equal(s.At(n), state) {
			return slot, n
		}
	}
	return slot, 0
}

// keep copies a state into the chunks.
func (s *Store) keep(state game.State) {
	last := len(s.chunks) - 1
	if last < 0 || cap(s.chunks[last])-len(s.chunks[last]) < len(state) {
		s.chunks = append(s.chunks, make([]uint64, 0, max(chunkWords, len(state))))
		last++
	}
	at := len(s.chunks[last])
	s.chunks[last] = append(s.chunks[last], state...)
	s.places = append(s.places, uint64(last)<<32|uint64(at))
	s.ends = append(s.ends, uint32(at+len(state)))
}

// grow doubles the hash table.
func (s *Store) grow() {
	s.index = make([]uint32, 2*len(s.index))
	mask := uint32(len(s.index) - 1)
	for n := range s.places {
		slot := uint32(s.hash(s.At(uint32(n)))) & mask
		for s.index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.index[slot] = uint32(n) + 1
	}
}
