package rbgplay

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"ludex/game"
	"ludex/internal/budget"
)

// An entry is a move that was seen: its actions and its text. Entries do not
// change.
type entry struct {
	actions []Action
	text    string
	prefix  uint64 // the first bytes of the text, for quick comparison
	hash    uint64
	variant variant
	alike   game.Move // the first move that was given this text
}

// entrySize is the approximate memory of an entry besides actions and text: its
// fields and its places in the indexes.
const entrySize = 128

const chunkSize = 1024

// A table gives moves numbers. All machines of a game share it; they consult it
// for moves that they have not met yet. Looking a number up takes no lock.
type table struct {
	mu     sync.Mutex
	index  index
	texts  map[string]game.Move // the first move with each text
	count  int
	bytes  int64
	memory budget.Memory
	most   int // moves
	chunks atomic.Pointer[[]*[chunkSize]entry]
}

// start gives Noop the number 0. There may be as many moves as percepts can
// distinguish.
func (t *table) start(memory budget.Memory, most int) {
	t.memory, t.most = memory, most
	t.chunks.Store(&[]*[chunkSize]entry{})
	t.texts = map[string]game.Move{}
	t.add(entry{text: Noop})
}

// at returns the move with a number, or nil if there is none.
func (t *table) at(m game.Move) *entry {
	chunks := *t.chunks.Load()
	if m < 0 || int(m)/chunkSize >= len(chunks) {
		return nil
	}
	return &chunks[m/chunkSize][m%chunkSize]
}

// add appends an entry and returns its number. The lock must be held.
func (t *table) add(e entry) game.Move {
	m := game.Move(t.count)
	chunks := *t.chunks.Load()
	if t.count/chunkSize == len(chunks) {
		chunks = append(slices.Clone(chunks), new([chunkSize]entry))
		t.chunks.Store(&chunks)
	}
	chunks[m/chunkSize][m%chunkSize] = e
	t.count++
	return m
}

// intern returns the number of a move.
func (t *table) intern(move []Action, v variant, hash uint64, texts *texts) (game.Move, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.index.find(t, move, v, hash); m != 0 {
		return m, nil
	}
	text := texts.write(move, v)
	t.bytes += int64(entrySize + len(text) + actionSize*len(move))
	if limit := t.memory.Tables(); t.bytes > budget.Alive(limit) {
		return 0, &budget.MemoryError{Doing: fmt.Sprintf("remembering %d different moves", t.count), Limit: limit}
	}
	if t.count >= t.most {
		return 0, fmt.Errorf("there are more than %d different moves, which is too much for so many players", t.most)
	}
	e := entry{actions: slices.Clone(move), text: text, prefix: prefixOf(text), hash: hash, variant: v}
	alike, known := t.texts[text]
	if !known {
		alike = game.Move(t.count)
		t.texts[text] = alike
	}
	e.alike = alike
	m := t.add(e)
	t.index.insert(t, m, hash)
	return m, nil
}

// prefixOf packs the first eight bytes of a text so that numbers compare like the
// prefixes.
func prefixOf(text string) uint64 {
	var p uint64
	for i := range 8 {
		p <<= 8
		if i < len(text) {
			p |= uint64(text[i])
		}
	}
	return p
}

// hashMove returns a hash of a move's actions.
func hashMove(move []Action, v variant) uint64 {
	h := uint64(v) + 0x9E3779B97F4A7C15
	for _, a := range move {
		h = (h ^ (uint64(uint32(a.Cell))<<32 | uint64(uint32(a.Index)))) * 0xD6E8FEB86659FD93
		h ^= h >> 32
	}
	return h
}

// An index finds numbers of moves by their hashes. It is a hash table with open
// addressing, at most half full.
type index struct {
	slots []slot
	used  int
}

// A slot holds a move and some of its hash; the move 0 is an empty one.
type slot struct {
	tag  uint32
	move game.Move
}

// find returns the number of a move, or 0.
func (x *index) find(t *table, move []Action, v variant, hash uint64) game.Move {
	if len(x.slots) == 0 {
		return 0
	}
	mask := uint64(len(x.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := x.slots[i]
		if s.move == 0 {
			return 0
		}
		if s.tag != uint32(hash>>32) {
			continue
		}
		if e := t.at(s.move); e.variant == v && slices.Equal(e.actions, move) {
			return s.move
		}
	}
}

// insert adds a number that is not there yet.
func (x *index) insert(t *table, m game.Move, hash uint64) {
	if 2*(x.used+1) > len(x.slots) {
		x.grow(t)
	}
	x.used++
	x.place(m, hash)
}

func (x *index) place(m game.Move, hash uint64) {
	mask := uint64(len(x.slots) - 1)
	i := hash & mask
	for x.slots[i].move != 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = slot{uint32(hash >> 32), m}
}

func (x *index) grow(t *table) {
	old := x.slots
	x.slots = make([]slot, max(64, 2*len(old)))
	for _, s := range old {
		if s.move != 0 {
			x.place(s.move, t.at(s.move).hash)
		}
	}
}
