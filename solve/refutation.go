package solve

import (
	"math/bits"

	"ludex/game"
)

// refutationWeight is the score of a move that occurs in all refutations of a turn.
const refutationWeight = 15

// A refutationCounts counts in how many refutations of the choices of a turn each
// move of the other side occurs.
type refutationCounts struct {
	count [64]float32 // by bit
	total float32
}

// add counts the moves of a refutation.
func (t *refutationCounts) add(m moveSet) {
	t.total++
	for ; m != 0; m &= m - 1 {
		t.count[bits.TrailingZeros64(uint64(m))]++
	}
}

// reset clears the counts.
func (t *refutationCounts) reset() {
	if t.total > 0 {
		*t = refutationCounts{}
	}
}

// refutationScores returns, by bit, how often moves of the mover of a ply occur in
// refutations of the other side's choices above. A move that refuted most of them is
// likely to refute the current one.
func (a *alphaBetaSearch) refutationScores(ply int) *[64]float32 {
	sum := &a.sums
	*sum = [64]float32{}
	mover := a.levels[ply].mover
	for _, l := range a.levels[:ply] {
		if l.refutations.total == 0 || l.mover == mover || l.mover == game.NoRole {
			continue
		}
		weight := refutationWeight / l.refutations.total
		for i, n := range l.refutations.count {
			sum[i] += n * weight
		}
	}
	return sum
}

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
	some  [64]choiceMade // by bit: a move that has it
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
		k.texts[text], k.some[bit] = bit, choiceMade{r, m}
	}
	for int(m) >= len(k.known[r]) {
		k.known[r] = append(k.known[r], 0)
	}
	k.known[r][m] = bit + 1
	return 1 << bit
}

// images returns the images of a set of moves, as far as they are known.
func (k *moveIndex) images(image func(game.Role, game.Move) (game.Move, bool), set moveSet) moveSet {
	out := moveSet(0)
	for ; set != 0; set &= set - 1 {
		x := k.some[bits.TrailingZeros64(uint64(set))]
		if to, ok := image(x.role, x.move); ok {
			out |= k.of(x.role, to)
		}
	}
	return out
}
