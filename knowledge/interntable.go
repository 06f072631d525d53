package knowledge

import (
	"slices"

	"ludex/internal/hashindex"
	"ludex/internal/statehash"
)

// chunkSize is the number of elements allocated at once. A single growing slice
// would temporarily need three times its size.
const chunkSize = 1 << 14

// An internTable stores each distinct list once, under a number.
type internTable[E ~int32 | ~uint64] struct {
	items [][]E
	chunk []E
	index hashindex.Index
}

// add returns the number of a list and whether it is new.
func (p *internTable[E]) add(list []E) (id int32, fresh bool) {
	hash := statehash.Of(list)
	id = p.index.Find(hash, func(id int32) bool { return slices.Equal(p.items[id], list) })
	if id >= 0 {
		return id, false
	}
	id = int32(len(p.items))
	p.items = append(p.items, p.keep(list))
	p.index.Insert(hash, id, func(id int32) uint64 { return statehash.Of(p.items[id]) })
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
