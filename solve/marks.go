package solve

import "ludex/game"

// Marks are a set of moves, told apart by their texts as far as 64 bits do so.
// Moves of two roles have the same mark if they read the same, as those that put a
// stone on the same cell do.
type marks uint64

// allMarks is the set of all moves.
const allMarks = ^marks(0)

// maxMarked is up to which number moves are told apart by their texts.
const maxMarked = 1 << 20

// A marker finds the marks of moves.
type marker struct {
	game  game.Game
	known [][]uint8 // by role and move: the bit plus one
	texts map[string]uint8
}

func newMarker(g game.Game) marker {
	return marker{game: g, known: make([][]uint8, len(g.Roles())), texts: map[string]uint8{}}
}

// of returns the mark of a move.
func (k *marker) of(r game.Role, m game.Move) marks {
	if known := k.known[r]; int(m) < len(known) && known[m] != 0 {
		return 1 << (known[m] - 1)
	}
	if m < 0 || m >= maxMarked {
		return 1 << (uint32(m) % 64)
	}
	text := k.game.MoveText(r, m)
	bit, ok := k.texts[text]
	if !ok {
		bit = uint8(len(k.texts) % 64)
		k.texts[text] = bit
	}
	for int(m) >= len(k.known[r]) {
		k.known[r] = append(k.known[r], 0)
	}
	k.known[r][m] = bit + 1
	return 1 << bit
}
