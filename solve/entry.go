package solve

import (
	"math/bits"

	"ludex/game"
	"ludex/solve/internal/memory"
)

const (
	// entryWords is how many words a state has in the table of alpha-beta search.
	entryWords = 2
	// noHorizon is the depth of a search without a horizon: more than any line of
	// play has.
	noHorizon = 1<<23 - 1
	// noMove stands for a move where there is none.
	noMove game.Move = -1
)

// An entry is what alpha-beta search remembers of a state. Spans count in goal
// values of the first role and hold for ever.
type entry struct {
	span span
	best game.Move // the move that settled a claim, or noMove
	// A search with a horizon remembers tries, one without it marks.
	try   [2]try // by attacker
	marks marks  // of the moves that settled the last claim
}

// A try is an attack that went to a depth and proved nothing. It need not be made
// again unless it goes deeper or claims less. In a game for one player, such
// states are dead ends.
type try struct {
	target uint8 // what was claimed; 0 if there was no try
	depth  int32
}

// covers reports whether another attack would not succeed either.
func (t try) covers(target uint8, depth int32) bool {
	return t.target > 0 && t.target <= target && t.depth >= depth
}

// load reads an entry from the words of a table.
func (e *entry) load(words []uint64, horizon bool) {
	w := words[0]
	e.span = span{uint8(w & 127), uint8(w >> 7 & 127)}
	e.best = game.Move(uint32(w>>14)) - 1
	if !horizon {
		e.try, e.marks = [2]try{}, marks(words[1])
		return
	}
	for side := range e.try {
		t := words[1] >> (32 * side)
		e.try[side] = try{uint8(t & 127), int32(t >> 8 & noHorizon)}
	}
}

// save writes an entry that took the given number of states.
func (e *entry) save(words []uint64, nodes uint64, horizon bool) {
	w := uint64(e.span.low) | uint64(e.span.high)<<7 | uint64(uint32(e.best+1))<<14
	words[0] = memory.Weighty(w, uint64(bits.Len64(nodes)))
	words[1] = 0
	if !horizon {
		words[1] = uint64(e.marks)
		return
	}
	for side, t := range e.try {
		words[1] |= (uint64(t.target) | uint64(t.depth)<<8) << (32 * side)
	}
}
