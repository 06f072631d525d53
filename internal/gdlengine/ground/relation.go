package ground

import "slices"

// A tupleState says the progress of a tuple.
type tupleState uint8

const (
	tupleNamed   tupleState = iota // mentioned under a negation only
	tupleQueued                    // derived, but not yet seen by the rules that read it
	tupleVisible                   // derived, and found by joins
)

// A relation holds the tuples of a relation, numbered in the order in which
// they first appeared.
type relation struct {
	id    int32
	arity int
	class relClass
	data  []term // the tuples, one after the other
	state []tupleState
	// literals holds for each tuple of a dynamic relation the positive literal
	// of its atom, or the complement of that number if the atom always holds.
	literals []int32

	// table finds tuples by open addressing: the number of a tuple plus 1, and above
	// it the hash, which rules out most other tuples without a comparison.
	table []uint64
	mask  uint32

	emitted  int  // instances of rules for it
	visible  int  // the number of visible tuples
	complete bool // there will be no more tuples
	indexes  []*index
	readers  []*reader // rules that must see new tuples
	feeds    *relation // what is derived here is derived there too
}

func newRelation(id int32, info *relInfo) *relation {
	const size = 16
	return &relation{
		id: id, arity: info.symbol.Arity, class: info.class,
		table: make([]uint64, size), mask: size - 1,
	}
}

// size returns the number of tuples, visible or not.
func (r *relation) size() int { return len(r.state) }

func (r *relation) tuple(id int32) []term {
	i := int(id) * r.arity
	return r.data[i : i+r.arity]
}

func hashTuple(t []term) uint32 {
	h := hashSeed
	for _, v := range t {
		h = hashWord(h, v)
	}
	return hashEnd(h)
}

// find returns the number of a tuple, or -1 and the slot of the table where it
// belongs.
func (r *relation) find(t []term) (id int32, slot uint32) {
	hash := hashTuple(t)
	slot = hash & r.mask
	for ; r.table[slot] != 0; slot = (slot + 1) & r.mask {
		if entry := r.table[slot]; uint32(entry>>32) == hash {
			id = int32(uint32(entry)) - 1
			if slices.Equal(r.tuple(id), t) {
				return id, slot
			}
		}
	}
	return -1, slot
}

// has reports whether a tuple has been derived.
func (r *relation) has(t []term) bool {
	id, _ := r.find(t)
	return id >= 0 && r.state[id] != tupleNamed
}

// insert adds a tuple that find did not find.
func (r *relation) insert(t []term, slot uint32) int32 {
	id := int32(len(r.state))
	r.data = append(r.data, t...)
	r.state = append(r.state, tupleNamed)
	r.table[slot] = uint64(hashTuple(t))<<32 | uint64(id+1)
	if len(r.state)*2 > len(r.table) {
		r.grow()
	}
	return id
}

func (r *relation) grow() {
	old := r.table
	r.table = make([]uint64, 2*len(old))
	r.mask = uint32(len(r.table) - 1)
	for _, entry := range old {
		if entry == 0 {
			continue
		}
		slot := uint32(entry>>32) & r.mask
		for r.table[slot] != 0 {
			slot = (slot + 1) & r.mask
		}
		r.table[slot] = entry
	}
}

// words returns the size of the relation in memory, in 32-bit words.
func (r *relation) words() int64 {
	n := cap(r.data) + cap(r.state)/4 + cap(r.literals) + 2*len(r.table)
	for _, ix := range r.indexes {
		n += ix.words()
	}
	return int64(n)
}

// show makes a tuple visible to joins.
func (r *relation) show(ts *terms, id int32) {
	r.state[id] = tupleVisible
	r.visible++
	for _, ix := range r.indexes {
		ix.add(ts, r.tuple(id), id)
	}
}

// index returns the index over the visible tuples of a shape, made if there is
// none yet.
func (r *relation) index(ts *terms, s *shape) *index {
	for _, ix := range r.indexes {
		if ix.shape.equal(s) {
			return ix
		}
	}
	ix := newIndex(s)
	for id := range int32(len(r.state)) {
		if r.state[id] == tupleVisible {
			ix.add(ts, r.tuple(id), id)
		}
	}
	r.indexes = append(r.indexes, ix)
	return ix
}
