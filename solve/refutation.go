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

// reset forgets all proofs.
func (t *refutationCounts) reset() {
	if t.total > 0 {
		*t = refutationCounts{}
	}
}

// refutationScores returns, by bit, how often moves of the mover of a ply occur in
// refutations of the other side's choices above. A move that refuted most of them is
// likely to refute the present one.
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
