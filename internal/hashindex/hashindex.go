// Package hashindex is an open-addressing hash table of numbers, for tables that intern
// what the numbers stand for.
package hashindex

// An Index finds numbered items by their hashes. It stores numbers only; the
// caller compares the items.
type Index struct {
	slots []int32 // number + 1, or 0 where there is none
	count int
}

// Find returns the number that has the hash and that equal accepts, or -1.
func (x *Index) Find(hash uint64, equal func(id int32) bool) int32 {
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

// Insert adds a number that is not in the index. When the index grows it recomputes
// the hashes of the others, which saves the memory to keep them.
func (x *Index) Insert(hash uint64, id int32, hashOf func(id int32) uint64) {
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

func (x *Index) place(hash uint64, slot int32) {
	mask := uint64(len(x.slots) - 1)
	i := hash & mask
	for x.slots[i] != 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = slot
}
