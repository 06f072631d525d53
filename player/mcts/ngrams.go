package mcts

import "ludex/game"

// An ngramTable holds the mean results of plays in which a role made a move, alone
// (MAST) or after the last one or two joint moves (NST). It has a fixed size; on a
// collision the new entry replaces the old one.
type ngramTable struct {
	slots   []ngram
	longest int // the length of the longest sequences
}

// An ngram is the entry of one sequence.
type ngram struct {
	tag   uint32
	count uint32
	sum   float32
}

const (
	ngramBits = 16
	// Longer sequences are trusted only once they were seen this often.
	minNgramCount = 7
	maxNgram      = 3
)

func newNgramTable(longest int) *ngramTable {
	return &ngramTable{slots: make([]ngram, 1<<ngramBits), longest: longest}
}

// A history is the hashes of the last one and the last two joint moves.
type history [maxNgram - 1]uint64

// after returns the history after one more joint move.
func (p history) after(joint []game.Move) history {
	h := uint64(1)
	for _, m := range joint {
		h = (h ^ uint64(uint32(m))) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return history{h, (p[0]*3 ^ h) * 0xD6E8FEB86659FD93}
}

// key returns the hash of a sequence that ends with a move of a role.
func (p history) key(length int, r game.Role, m game.Move) uint64 {
	h := uint64(uint32(m))<<16 ^ uint64(r)<<8 ^ uint64(length)
	if length > 1 {
		h ^= p[length-2]
	}
	h *= 0x9E3779B97F4A7C15
	return (h ^ h>>31) * 0xBF58476D1CE4E5B9
}

// add adds the result of a play.
func (g *ngramTable) add(p history, r game.Role, m game.Move, value float64) {
	for length := 1; length <= g.longest; length++ {
		key := p.key(length, r, m)
		s := &g.slots[key>>(64-ngramBits)]
		if s.tag != uint32(key) || s.count == 0 {
			*s = ngram{tag: uint32(key)}
		}
		s.count++
		s.sum += float32(value)
	}
}

// value returns the mean of a move's entries, and whether there are any.
func (g *ngramTable) value(p history, r game.Role, m game.Move) (float64, bool) {
	sum, n := 0.0, 0
	for length := 1; length <= g.longest; length++ {
		key := p.key(length, r, m)
		s := &g.slots[key>>(64-ngramBits)]
		if s.tag == uint32(key) && s.count > 0 && (length == 1 || s.count >= minNgramCount) {
			sum += float64(s.sum) / float64(s.count)
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}
