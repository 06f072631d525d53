package mcts

import "ludex/game"

// A moveID identifies a move among the moves of all roles. The moves that a search
// meets first, which are mostly those that it meets often, have the numbers from 1 to
// maxNumbered; others are identified by a hash.
type moveID uint64

// maxNumbered is how many moves have a number.
const maxNumbered = 2048

// numbered reports whether a move has a number.
func (m moveID) numbered() bool { return m <= maxNumbered }

// hash spreads what identifies a move over the lower bits.
func (m moveID) hash() uint64 { return uint64(m) * 0x9E3779B97F4A7C15 >> 32 }

// moveNumbers gives moves their numbers. It is a hash table with open addressing,
// at most half full.
type moveNumbers struct {
	hashes  []moveID
	numbers []uint16 // 0 if the slot is empty
	count   uint16
}

// id returns what identifies a role's move, given by its key. It is always the same.
func (t *moveNumbers) id(r game.Role, key uint64) moveID {
	if t.hashes == nil {
		t.hashes, t.numbers = make([]moveID, 2*maxNumbered), make([]uint16, 2*maxNumbered)
	}
	hash := moveID(key + uint64(r+1)*0x9E3779B97F4A7C15)
	if hash.numbered() {
		hash = ^hash
	}
	const mask = 2*maxNumbered - 1
	i := hash.hash() & mask
	for ; t.numbers[i] != 0; i = (i + 1) & mask {
		if t.hashes[i] == hash {
			return moveID(t.numbers[i])
		}
	}
	if t.count == maxNumbered {
		return hash
	}
	t.count++
	t.hashes[i], t.numbers[i] = hash, t.count
	return moveID(t.count)
}
