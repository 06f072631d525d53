package gogen

import (
	"ludex/internal/rbgengine/sets/ir"
)

// A move that consists of steps can often be made in another order, and then the
// same position is reached on many ways. What goes on from there is found once:
// where the position comes again, the list of moves refers to the entries that
// were made the first time. Whether it is known is asked before the step is made.

// A sharing is a function whose results are shared.
type sharedFunction struct {
	id        int
	entry     int32
	cellClass []int32 // by bit: the kind of the cell
}

// findSharing returns the functions that are worth sharing, by entry: those that
// lead to themselves, to which a move comes that has changed the board, and to
// which it hardly matters from where. A step that goes on where the last one has
// ended is seldom made in another order.
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

// fewKinds is how many cells there are for each kind that makes a difference, at
// least.
const fewKinds = 8
