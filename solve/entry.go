package solve

import (
	"math/bits"

	"ludex/game"
	"ludex/solve/internal/memory"
)

const (
	// entryWords is the number of data words per state in the table of alpha-beta
	// search.
	entryWords = 2
	// noHorizon is the depth of a search without a horizon, more than any line has.
	noHorizon = 1<<23 - 1
	// noMove stands for a move where there is none.
	noMove game.Move = -1
)

// An entry is the data of a state in the transposition table. Bounds are for the
// first player, and hold on all paths.
type entry struct {
	bounds interval
	best   game.Move // the move that caused a cutoff, or noMove
	// A search with a horizon stores failed searches, one without it proof moves.
	failed     [2]failedSearch // by attacker
	proofMoves moveSet         // moves of the last proof
	by         int             // the symmetry that leads to the state in the table
}

// A failedSearch is a search to a depth that proved nothing. It need not be repeated
// unless deeper or with a lower target. In a game of one player, such states are
// dead ends.
type failedSearch struct {
	target uint8 // 0 if there was no search
	depth  int32
}

// subsumes reports whether another search would fail, too.
func (t failedSearch) subsumes(target uint8, depth int32) bool {
	return t.target > 0 && t.target <= target && t.depth >= depth
}

// load decodes an entry.
func (e *entry) load(words []uint64, horizon bool) {
	w := words[0]
	e.bounds = interval{uint8(w & 127), uint8(w >> 7 & 127)}
	e.best = game.Move(uint32(w>>14)) - 1
	if !horizon {
		e.failed, e.proofMoves = [2]failedSearch{}, moveSet(words[1])
		return
	}
	for side := range e.failed {
		t := words[1] >> (32 * side)
		e.failed[side] = failedSearch{uint8(t & 127), int32(t >> 8 & noHorizon)}
	}
}

// save encodes an entry that took the given number of states.
func (e *entry) save(words []uint64, nodes uint64, horizon bool) {
	w := uint64(e.bounds.low) | uint64(e.bounds.high)<<7 | uint64(uint32(e.best+1))<<14
	words[0] = memory.WithWeight(w, uint64(bits.Len64(nodes)))
	words[1] = 0
	if !horizon {
		words[1] = uint64(e.proofMoves)
		return
	}
	for side, t := range e.failed {
		words[1] |= (uint64(t.target) | uint64(t.depth)<<8) << (32 * side)
	}
}
