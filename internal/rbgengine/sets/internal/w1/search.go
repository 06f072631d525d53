package w1

import (
	"fmt"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
)

// A search is the moves that were found so far, and the limits within which more
// are found.
type search struct {
	mode   mode
	found  int
	log    []entry
	prefix []prefix
	frames []frame
	at     int32 // the current prefix

	err  error
	stop func() error
	work int

	memory     budget.Memory
	entryBytes int64
	held       int64 // bytes of the moves of outer levels
}

// A mode says what a search does with leaves.
type mode uint8

const (
	listing  mode = iota // every leaf is recorded
	counting             // leaves are counted
	finding              // the first ends the search
)

// An entry is a leaf: moves that differ in their cell only.
type entry struct {
	before int // moves of earlier leaves
	apply  int32
	prefix int32
	cells  set
}

// A prefix is the beginning of moves, applied at a cell.
type prefix struct{ parent, apply, cell int32 }

// A frame is what revert restores.
type frame struct{ undo, prefix int32 }

const (
	maxActions = 10_000    // modifiers of one move that are applied one by one
	maxKeeper  = 1_000_000 // moves of the keeper in a row
	maxWork    = 1 << 30   // calls, choices and changes of one search
)

func tooManyActions() error {
	return fmt.Errorf("a move has more than %d actions without reaching a switch: a star that modifies may go on for ever (limit of actions in one move)", maxActions)
}

// SetStop sets a function that long computations call to find out whether to
// stop.
func (s *search) SetStop(stop func() error) { s.stop = stop }

// fail ends all computation with an error.
func (s *search) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// tick counts work that could go on forever. It is not inlined, so that the loop of
// the interpreter stays small.
//
//go:noinline
func (s *search) tick() bool {
	if s.work++; s.work&4095 == 0 {
		s.checkLimits()
	}
	return s.err == nil
}

// checkLimits fails a computation that takes too long or too much memory, or that
// was cancelled. It reports whether to go on.
func (s *search) checkLimits() bool {
	if s.work > maxWork {
		s.fail(fmt.Errorf("more than %d steps were made to find the moves of a position (limit of steps)", maxWork))
	}
	if s.stop != nil {
		if err := s.stop(); err != nil {
			s.fail(err)
		}
	}
	s.checkMemory(0)
	return s.err == nil
}

// checkMemory fails a search if its moves, with more leaves, take too much
// memory.
func (s *search) checkMemory(leaves int) {
	if s.held+s.movesBytes(leaves) > budget.Alive(s.memory.Moves()) {
		s.fail(rbgplay.TooManyMoves(s.memory))
	}
}

// movesBytes returns the memory of the recorded moves, with more leaves.
func (s *search) movesBytes(leaves int) int64 {
	const prefixBytes = 12
	return int64(len(s.log)+leaves)*s.entryBytes + int64(len(s.prefix))*prefixBytes
}

// Err returns the error that ended the computation, or nil.
func (s *search) Err() error { return s.err }

// entryOf returns the leaf of the n-th move.
func (s *search) entryOf(n int) *entry {
	low, high := 0, len(s.log)
	for high-low > 1 {
		mid := int(uint(low+high) >> 1)
		if s.log[mid].before <= n {
			low = mid
		} else {
			high = mid
		}
	}
	return &s.log[low]
}
