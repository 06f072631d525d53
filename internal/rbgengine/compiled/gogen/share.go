package gogen

import (
	"ludex/internal/rbgengine/sets/ir"
)

// A move that consists of steps can often be made in another order, so that the same
// position is reached in many ways. The moves that continue from a position are found
// once and memoized: when the position comes again, the list of moves refers to the
// entries that were made the first time. The memo table is consulted before the step
// is made.

// A sharedFunction is a function whose results are memoized.
type sharedFunction struct {
	id        int
	entry     int32
	cellClass []int32 // by bit: the kind of the cell
}

// findSharing returns the functions that are worth memoizing, by entry. They are
// recursive, are called after the board has changed, and hardly depend on their
// argument: steps that continue where the last one ended are seldom made in another
// order.
func (e *emitter) findSharing() map[int32]*sharedFunction {
	found := map[int32]*sharedFunction{}
	if !e.Facts.PiecesDistinct() || len(e.memos.byKey) > 0 || e.reachUsed || e.Deps.Uses(ir.Flip, ir.Permute) {
		return found
	}
	for _, entry := range e.Deps.ChangedCalls() {
		f := e.Flow.Functions[entry]
		if !e.Deps.Memoizable(f) {
			continue
		}
		if alike, kinds := e.Deps.CellClasses(f); fewKinds*kinds <= e.P.Cells {
			found[entry] = &sharedFunction{len(found), entry, alike}
			e.needsMailbox()
		}
	}
	return found
}

// fewKinds is how many cells there are at least for each class of equivalent cells.
const fewKinds = 8
