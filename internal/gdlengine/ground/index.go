package ground

import "slices"

// A path leads from a tuple to one of its arguments or to a term inside it.
type path struct {
	arg int32
	sub []int32
}

func (p *path) equal(q *path) bool { return p.arg == q.arg && slices.Equal(p.sub, q.sub) }

// inside returns the path to an argument of the term that p leads to.
func (p *path) inside(i int) path {
	return path{p.arg, append(slices.Clone(p.sub), int32(i))}
}

// at follows a path. The functors on the way must be the expected ones.
func (ts *terms) at(tuple []term, p *path) term {
	t := tuple[p.arg]
	for _, i := range p.sub {
		t = ts.args[ts.nodes[t].first+i]
	}
	return t
}

// A shape says which tuples an index holds, and by which keys they are found.
// Nested terms are not special: a literal is matched by the paths to its constants
// and variables.
type shape struct {
	functors []functorAt // outer ones first
	keys     []path
}

type functorAt struct {
	path    path
	functor int32
}

func (s *shape) equal(t *shape) bool {
	return slices.EqualFunc(s.functors, t.functors, func(a, b functorAt) bool {
		return a.functor == b.functor && a.path.equal(&b.path)
	}) && slices.EqualFunc(s.keys, t.keys, func(a, b path) bool { return a.equal(&b) })
}

// fits reports whether a tuple has the functors of the shape.
func (s *shape) fits(ts *terms, tuple []term) bool {
	for i := range s.functors {
		f := &s.functors[i]
		if ts.nodes[ts.at(tuple, &f.path)].functor != f.functor {
			return false
		}
	}
	return true
}

// An index finds the tuples with given terms at the key paths of its shape.
// Tuples with equal keys are chained, the newest first. A single key is looked
// up directly by its number; several keys are hashed and compared.
type index struct {
	shape shape
	heads []int32 // by entry: number of the newest tuple plus 1
	next  []int32 // by tuple: number of the next tuple plus 1
	count int     // entries that have tuples

	keys  []term  // of the entries, one list after the other; if several
	table []int32 // open addressing: number of an entry plus 1
	mask  uint32
	buf   []term
}

func newIndex(s *shape) *index {
	ix := &index{shape: *s, buf: make([]term, len(s.keys))}
	if len(s.keys) > 1 {
		const size = 16
		ix.table, ix.mask = make([]int32, size), size-1
	}
	return ix
}

// first returns the number of the first tuple with the keys plus 1, or 0.
func (ix *index) first(keys []term) int32 {
	var entry int32
	switch len(keys) {
	case 0:
	case 1:
		entry = keys[0]
	default:
		entry, _ = ix.find(keys)
	}
	if uint(entry) >= uint(len(ix.heads)) {
		return 0
	}
	return ix.heads[entry]
}

// find returns the entry of several keys, or -1 and the slot where it belongs.
func (ix *index) find(keys []term) (entry int32, slot uint32) {
	slot = hashTuple(keys) & ix.mask
	for ; ix.table[slot] != 0; slot = (slot + 1) & ix.mask {
		entry = ix.table[slot] - 1
		i := int(entry) * len(keys)
		if slices.Equal(ix.keys[i:i+len(keys)], keys) {
			return entry, slot
		}
	}
	return -1, slot
}

// add puts a tuple into the index if it fits.
func (ix *index) add(ts *terms, tuple []term, id int32) {
	if !ix.shape.fits(ts, tuple) {
		return
	}
	for i := range ix.shape.keys {
		ix.buf[i] = ts.at(tuple, &ix.shape.keys[i])
	}
	entry := ix.entry()
	for len(ix.next) <= int(id) {
		ix.next = append(ix.next, 0)
	}
	if ix.heads[entry] == 0 {
		ix.count++
	}
	ix.next[id] = ix.heads[entry]
	ix.heads[entry] = id + 1
}

// entry returns the entry of the keys in the buffer, made if it is new.
func (ix *index) entry() int32 {
	switch len(ix.buf) {
	case 0:
		ix.reach(0)
		return 0
	case 1:
		ix.reach(ix.buf[0])
		return ix.buf[0]
	}
	entry, slot := ix.find(ix.buf)
	if entry >= 0 {
		return entry
	}
	entry = int32(len(ix.heads))
	ix.heads = append(ix.heads, 0)
	ix.keys = append(ix.keys, ix.buf...)
	ix.table[slot] = entry + 1
	if len(ix.heads)*2 > len(ix.table) {
		ix.grow()
	}
	return entry
}

// reach makes sure that there is an entry with a number.
func (ix *index) reach(entry int32) {
	if n := int(entry) + 1 - len(ix.heads); n > 0 {
		ix.heads = append(ix.heads, make([]int32, n)...)
	}
}

func (ix *index) grow() {
	ix.table = make([]int32, 2*len(ix.table))
	ix.mask = uint32(len(ix.table) - 1)
	k := len(ix.buf)
	for entry := range ix.heads {
		slot := hashTuple(ix.keys[entry*k:entry*k+k]) & ix.mask
		for ix.table[slot] != 0 {
			slot = (slot + 1) & ix.mask
		}
		ix.table[slot] = int32(entry) + 1
	}
}

func (ix *index) words() int {
	return cap(ix.heads) + cap(ix.next) + cap(ix.keys) + len(ix.table)
}
