// Code generated from package w1 by internal/widths; DO NOT EDIT.

package w4

import (
	"fmt"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
)

// A search is the moves that were found so far, and the limits of finding more.
type search struct {
	mode   mode
	found  int
	log    []entry
	prefix []prefix
	frames []frame
	at     int32 // the last prefix

	err  error
	stop func() error
	work int

	memory     budget.Memory
	entryBytes int64
	held       int64 // bytes of moves that are kept for later
}

type mode uint8

const (
	listing  mode = iota // every leaf is remembered
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

// A prefix is the beginning of moves, made at a cell.
type prefix struct{ parent, apply, cell int32 }

// A frame is what Revert goes back to.
type frame struct{ undo, prefix int32 }

const (
	maxActions = 10_000    // modifiers of one move that are made one by one
	maxKeeper  = 1_000_000 // moves of the keeper in a row
	maxWork    = 1 << 30   // calls, choices and changes to answer one question
)

func tooManyActions() error {
	return fmt.Errorf("a move has more than %d actions without reaching a switch: a star that modifies may go on for ever (limit of actions in one move)", maxActions)
}

// SetStop has long computations ask whether they shall stop.
func (s *search) SetStop(stop func() error) { s.stop = stop }

// fail ends all computation with an error.
func (s *search) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// tick counts work that could go on for ever. It is not made part of its callers, so
// that the loop of the interpreter stays small.
//
//go:noinline
func (s *search) tick() bool {
	if s.work++; s.work&4095 == 0 {
		s.checkLimits()
	}
	return s.err == nil
}

// look has a computation fail that takes too long or too much, or that nobody wants
// any more. It reports whether to go on.
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

// checkMemory has a search fail whose moves take too much memory, with that many
// leaves more.
func (s *search) checkMemory(leaves int) {
	if s.held+s.movesBytes(leaves) > budget.Alive(s.memory.Moves()) {
		s.fail(rbgplay.TooManyMoves(s.memory))
	}
}

// movesBytes returns what the moves found so far take, with some leaves more.
func (s *search) movesBytes(leaves int) int64 {
	const prefixBytes = 12
	return int64(len(s.log)+leaves)*s.entryBytes + int64(len(s.prefix))*prefixBytes
}

// Err returns what went wrong.
func (s *search) Err() error { return s.err }

// entryOf returns the leaf with a move.
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
