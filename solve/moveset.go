package solve

import "ludex/game"

// A moveSet is a set of moves as 64 bits. Moves share a bit if their texts are
// equal, as moves of two roles to the same cell are, or by collision.
type moveSet uint64

// allMoves is the set of all moves.
const allMoves = ^moveSet(0)

// maxIndexedMoves is the number of moves that are distinguished by their texts.
const maxIndexedMoves = 1 << 20

// A moveIndex maps moves to bits.
type moveIndex struct {
	game  game.Game
	known [][]uint8 // by role and move: the bit plus one
	texts map[string]uint8
}

func newMoveIndex(g game.Game) moveIndex {
	return moveIndex{game: g, known: make([][]uint8, len(g.Roles())), texts: map[string]uint8{}}
}

// of returns the set of one move.
func (k *moveIndex) of(r game.Role, m game.Move) moveSet {
	if known := k.known[r]; int(m) < len(known) && known[m] != 0 {
		return 1 << (known[m] - 1)
	}
	if m < 0 || m >= maxIndexedMoves {
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
