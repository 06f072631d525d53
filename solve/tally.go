package solve

import (
	"math/bits"

	"ludex/game"
)

// tallyWeight is what it counts for a move to be part of all proofs of a turn.
const tallyWeight = 15

// A tally counts in how many of the proofs that choices of a turn fail each move
// of the other side is made.
type tally struct {
	count  [64]float32 // by mark
	proofs float32
}

// add counts the moves of a proof.
func (t *tally) add(m marks) {
	t.proofs++
	for ; m != 0; m &= m - 1 {
		t.count[bits.TrailingZeros64(uint64(m))]++
	}
}

// reset forgets all proofs.
func (t *tally) reset() {
	if t.proofs > 0 {
		*t = tally{}
	}
}

// tallied sums up, by mark, the parts of the proofs that each move of the mover
// of a ply has in the turns of the other on the way there. A move that refuted
// most choices of the other is likely to refute the one that was made.
func (a *attacker) tallied(ply int) *[64]float32 {
	sum := &a.sums
	*sum = [64]float32{}
	mover := a.levels[ply].mover
	for _, l := range a.levels[:ply] {
		if l.proofs.proofs == 0 || l.mover == mover || l.mover == game.NoRole {
			continue
		}
		weight := tallyWeight / l.proofs.proofs
		for i, n := range l.proofs.count {
			sum[i] += n * weight
		}
	}
	return sum
}
