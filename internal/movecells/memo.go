package movecells

import (
	"encoding/binary"
	"slices"
	"sync"

	"ludex/game"
	"ludex/internal/board"
)

// maxMemo is how many moves with their effects are kept for a game. When there are more, all
// are dropped.
const maxMemo = 1 << 14

// A memo keeps what was found for moves that were played out. It follows from the text of a
// move and from what the move changes on the boards, which is the same in many positions of
// many plays. It is safe for concurrent use.
type memo struct {
	mu    sync.RWMutex
	found map[string]Found // by role, move and changes
}

// get returns what is known of a move.
func (m *memo) get(key []byte) (Found, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	found, ok := m.found[string(key)]
	return found, ok
}

// put keeps what was found for a move.
func (m *memo) put(key []byte, found Found) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil || len(m.found) >= maxMemo {
		m.found = map[string]Found{}
	}
	m.found[string(key)] = found
}

// scratch is the memory that finding the cells of moves needs for a moment.
type scratch struct {
	state      game.State
	gone, come []int32
	key        []byte
	texts      []string
	index      map[string]int
}

var scratches = sync.Pool{New: func() any { return &scratch{index: map[string]int{}} }}

// appendKey appends what identifies a move with its changes to boards.
func appendKey(key []byte, r game.Role, m game.Move, gone, come []int32) []byte {
	key = binary.AppendVarint(key, int64(r))
	key = binary.AppendUvarint(key, uint64(m))
	key = binary.AppendUvarint(key, uint64(len(gone)))
	for _, list := range [...][]int32{gone, come} {
		for _, f := range list {
			key = binary.AppendUvarint(key, uint64(f))
		}
	}
	return key
}

// known are texts and lists that follow from the cells of a move.
type known struct {
	path, effects []string
	touched       string // identifies the path, or "" if there is none
	name          string // the short name
}

// remember computes what follows from the cells of a move. It is forgotten when these are
// changed.
func (f *Finder) remember(text string, m *Found) {
	k := &known{touched: touched(m), name: f.shortName(text, m)}
	k.path, k.effects = m.MoveCells.Touched()
	k.path, k.effects = slices.Clip(k.path), slices.Clip(k.effects)
	m.known = k
}

// setCells gives a move other cells.
func (m *Found) setCells(cells board.MoveCells) { m.MoveCells, m.known = cells, nil }

// Touched returns the cells that are a source or a target, in order, and the others. The
// caller must not change them.
func (m *Found) Touched() (path, effects []string) {
	if m.known != nil {
		return m.known.path, m.known.effects
	}
	return m.MoveCells.Touched()
}
