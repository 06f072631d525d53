package knowledge

import (
	"slices"

	"ludex/internal/statehash"
)

// A hashIndex finds numbered items by their hashes. It stores numbers only; the
// caller compares the items.
type hashIndex struct {
	slots []int32 // number + 1, or 0 where there is none
	count int
}

// find returns the number that has the hash and that equal accepts, or -1.
func (x *hashIndex) find(hash uint64, equal func(id int32) bool) int32 {
	if len(x.slots) == 0 {
		return -1
	}
	mask := uint64(len(x.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		id := x.slots[i] - 1
		if id < 0 || equal(id) {
			return id
		}
	}
}

// insert adds a number that is not in the index. When the index grows it recomputes
// the hashes of the others, which saves the memory to keep them.
func (x *hashIndex) insert(hash uint64, id int32, hashOf func(id int32) uint64) {
	if x.count++; 4*x.count > 3*len(x.slots) {
		old := x.slots
		x.slots = make([]int32, max(16, 2*len(old)))
		for _, slot := range old {
			if slot > 0 {
				x.place(hashOf(slot-1), slot)
			}
		}
	}
	x.place(hash, id+1)
}

func (x *hashIndex) place(hash uint64, slot int32) {
	mask := uint64(len(x.slots) - 1)
	i := hash & mask
	for x.slots[i] != 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = slot
}

// chunkSize is the number of elements allocated at once. A single growing slice
// would temporarily need three times its size.
const chunkSize = 1 << 14

// An internTable stores each distinct list once, under a number.
type internTable[E ~int32 | ~uint64] struct {
	items [][]E
	chunk []E
	index hashIndex
}

// add returns the number of a list and whether it is new.
func (p *internTable[E]) add(list []E) (id int32, fresh bool) {
	hash := statehash.Of(list)
	id = p.index.find(hash, func(id int32) bool { return slices.Equal(p.items[id], list) })
	if id >= 0 {
		return id, false
	}
	id = int32(len(p.items))
	p.items = append(p.items, p.keep(list))
	p.index.insert(hash, id, func(id int32) uint64 { return statehash.Of(p.items[id]) })
	return id, true
}

// keep copies a list into the memory of the pool.
func (p *internTable[E]) keep(list []E) []E {
	if len(p.chunk)+len(list) > cap(p.chunk) {
		p.chunk = make([]E, 0, max(chunkSize, len(list)))
	}
	start := len(p.chunk)
	p.chunk = append(p.chunk, list...)
	return p.chunk[start:len(p.chunk):len(p.chunk)]
}
