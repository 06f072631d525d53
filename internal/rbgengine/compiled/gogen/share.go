package gogen

import (
	"fmt"
	"slices"
	"strings"

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
	if !e.facts.piecesDistinct() || len(e.memos.byKey) > 0 || e.reachUsed || e.deps.uses(ir.Flip, ir.Permute) {
		return found
	}
	for _, entry := range e.deps.changedCalls() {
		f := e.flow.functions[entry]
		if !e.deps.memoizable(f) {
			continue
		}
		if alike, kinds := e.deps.cellClasses(f); fewKinds*kinds <= e.p.Cells {
			found[entry] = &sharedFunction{len(found), entry, alike}
			e.needsMailbox()
		}
	}
	return found
}

// fewKinds is how many cells there are for each kind that makes a difference, at
// least.
const fewKinds = 8

// uses reports whether the program has one of some operations.
func (e *dependence) uses(ops ...ir.Op) bool {
	return slices.ContainsFunc(e.p.Code, func(i ir.Instr) bool { return slices.Contains(ops, i.Op) })
}

// changedCalls returns the functions that are called when something was made.
func (e *dependence) changedCalls() []int32 {
	changed := map[int32]bool{}
	for _, f := range e.flow.functions {
		for _, at := range f.places {
			if i := &e.p.Code[at]; i.Op == ir.Call && len(f.active[at]) > 0 {
				changed[i.J] = true
			}
		}
	}
	return sortedKeys(changed)
}

// sharable reports whether a function leads to itself, and finds out by itself
// everything that it needs to know.
func (e *dependence) memoizable(f *function) bool {
	e.flow.resolveCalls(f)
	return f.recursive && !e.readsOn(f, map[int32]bool{})
}

// readsOn reports whether a function, or one that it calls, asks for what was read
// before it was called.
func (e *dependence) readsOn(f *function, seen map[int32]bool) bool {
	if seen[f.entry] {
		return false
	}
	seen[f.entry] = true
	for _, at := range f.places {
		if e.p.Code[at].Op == ir.ReadHolds {
			return true
		}
	}
	for _, c := range f.calls {
		if e.readsOn(e.flow.functions[c], seen) {
			return true
		}
	}
	return false
}

// alikeCells returns, for every cell, its kind: cells of one kind lead to the same
// results as the argument of a function, as far as the first steps tell. It also
// returns how many kinds there are.
func (e *dependence) cellClasses(f *function) (alike []int32, kinds int) {
	observers, ok := e.observers(f)
	if !ok {
		return nil, e.p.Cells
	}
	alike = make([]int32, e.p.Words*64)
	seen := map[string]int32{}
	for _, c := range e.p.BitOf {
		var key strings.Builder
		for _, i := range observers {
			if i.Op == ir.Take || i.Op == ir.TakeOn {
				fmt.Fprint(&key, e.p.Maps[i.X][c], " ")
			} else {
				fmt.Fprint(&key, e.p.Tables[i.X][c], " ")
			}
		}
		kind, ok := seen[key.String()]
		if !ok {
			kind = int32(len(seen))
			seen[key.String()] = kind
		}
		alike[c] = kind
	}
	return alike, len(seen)
}

// observers returns the instructions that look at the argument of a function. It
// returns false if there are others than those that look up a table.
func (e *dependence) observers(f *function) (out []*ir.Instr, ok bool) {
	if e.written(f, 0) == 0 {
		return e.observersOf(f, 0, map[uint16]bool{})
	}
	// The register of the argument is used for other calls, too. The argument is
	// kept elsewhere then, if it is needed at all.
	if e.readBesides(f, 0) {
		return nil, false
	}
	i := &e.p.Code[f.entry]
	if i.Op != ir.Move || i.B != 0 {
		return nil, true
	}
	if e.written(f, i.A) != 1 {
		return nil, false
	}
	return e.observersOf(f, i.A, map[uint16]bool{0: true})
}

// observersOf returns the instructions that look at a cell register, and at those
// to which it is copied.
func (e *dependence) observersOf(f *function, c uint16, seen map[uint16]bool) (out []*ir.Instr, ok bool) {
	if seen[c] {
		return nil, true
	}
	seen[c] = true
	for _, at := range f.places {
		i := &e.p.Code[at]
		if i.Op == ir.Call && c == 0 {
			return nil, false
		}
		if !i.ReadsCell(c) {
			continue
		}
		switch i.Op {
		case ir.Take, ir.TakeOn, ir.Row, ir.RowAnd:
			out = append(out, i)
		case ir.Save, ir.Restore:
		case ir.Move:
			if i.A == 0 || e.written(f, i.A) != 1 {
				return nil, false
			}
			more, ok := e.observersOf(f, i.A, seen)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		default:
			return nil, false
		}
	}
	return out, true
}

// written returns how many instructions of a function write a cell register.
func (e *dependence) written(f *function, c uint16) int {
	n := 0
	for _, at := range f.places {
		switch i := &e.p.Code[at]; i.Op {
		case ir.Next, ir.Move, ir.Take, ir.TakeOn, ir.Choose:
			if i.A == c {
				n++
			}
		}
	}
	return n
}

// readBesides reports whether a cell register is read by others than the first
// instruction and calls that come directly behind an instruction that writes it.
func (e *dependence) readBesides(f *function, c uint16) bool {
	for _, at := range f.places {
		i := &e.p.Code[at]
		if i.Op == ir.Call && !e.argumentWritten(at, c) || i.ReadsCell(c) && (at != f.entry || i.Op != ir.Move) {
			return true
		}
	}
	return false
}

// argumentWritten reports whether the argument of a call is written in the
// instructions right before it.
func (e *dependence) argumentWritten(at int32, c uint16) bool {
	for at--; at >= 0; at-- {
		switch i := &e.p.Code[at]; i.Op {
		case ir.Save:
		case ir.Move, ir.Take:
			return i.A == c
		default:
			return false
		}
	}
	return false
}
