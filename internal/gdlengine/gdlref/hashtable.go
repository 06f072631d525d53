package gdlref

// A hashTable maps hashes to small numbers, with open addressing. Callers resolve
// collisions of hashes.
type hashTable struct {
	cells []slot
	used  int
	age   uint32 // cells of another age are empty
}

type slot struct {
	age, hash uint32
	value     int32
}

// A probe is the state of a search in a hashTable.
type probe uint32

// seek returns the next value that was stored with the hash, or false.
func (s *hashTable) seek(hash uint32, p *probe) (int32, bool) {
	if len(s.cells) == 0 {
		return 0, false
	}
	mask := uint32(len(s.cells) - 1)
	for {
		c := &s.cells[(hash+uint32(*p))&mask]
		if c.age != s.age {
			return 0, false
		}
		*p++
		if c.hash == hash {
			return c.value, true
		}
	}
}

// insert adds a value with its hash.
func (s *hashTable) insert(hash uint32, value int32) {
	if 2*s.used >= len(s.cells) {
		s.grow()
	}
	s.used++
	s.place(slot{s.age, hash, value})
}

func (s *hashTable) place(c slot) {
	mask := uint32(len(s.cells) - 1)
	i := c.hash & mask
	for s.cells[i].age == s.age {
		i = (i + 1) & mask
	}
	s.cells[i] = c
}

func (s *hashTable) grow() {
	old := s.cells
	s.cells = make([]slot, max(16, 2*len(old)))
	s.age = max(s.age, 1) // new cells have age 0 and must be empty
	for _, c := range old {
		if c.age == s.age {
			s.place(c)
		}
	}
}

// bytes returns how much memory the table takes, which is about one third full.
func (s *hashTable) bytes() int64 { return 3 * 12 * int64(s.used) }

// reset empties the table and keeps its memory.
func (s *hashTable) reset() {
	s.used = 0
	if s.age++; s.age == 0 { // after 2³² resets old cells would look new
		clear(s.cells)
		s.age = 1
	}
}

// Hashes of sequences of numbers: begin with seed, mix in each, then fold.
const hashSeed uint64 = 0x9E3779B97F4A7C15

func mix[T ~int32](h uint64, x T) uint64 {
	h = (h ^ uint64(uint32(x))) * 0xBF58476D1CE4E5B9
	return h ^ h>>29
}

func fold(h uint64) uint32 { return uint32(h ^ h>>32) }
