package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// Uses reports whether the program has one of some operations.
func (e *Dependence) Uses(ops ...ir.Op) bool {
	return slices.ContainsFunc(e.P.Code, func(i ir.Instr) bool { return slices.Contains(ops, i.Op) })
}

// ChangedCalls returns the functions that are called after the board has changed.
func (e *Dependence) ChangedCalls() []int32 {
	changed := map[int32]bool{}
	for _, f := range e.Flow.Functions {
		for _, at := range f.Places {
			if i := &e.P.Code[at]; i.Op == ir.Call && len(f.Active[at]) > 0 {
				changed[i.J] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// Memoizable reports whether a function is recursive and depends on nothing but the
// position and its argument.
func (e *Dependence) Memoizable(f *Function) bool {
	e.Flow.ResolveCalls(f)
	return f.Recursive && !e.readsOn(f, map[int32]bool{})
}

// readsOn reports whether a function, or one that it calls, uses a dependency set that
// was computed before the call.
func (e *Dependence) readsOn(f *Function, seen map[int32]bool) bool {
	if seen[f.Entry] {
		return false
	}
	seen[f.Entry] = true
	for _, at := range f.Places {
		if e.P.Code[at].Op == ir.ReadHolds {
			return true
		}
	}
	for _, c := range f.Calls {
		if e.readsOn(e.Flow.Functions[c], seen) {
			return true
		}
	}
	return false
}

// CellClasses returns an equivalence relation on cells: a function has the same
// results for all arguments of a class. It returns the class of every bit, and how
// many classes there are.
func (e *Dependence) CellClasses(f *Function) (alike []int32, kinds int) {
	observers, ok := e.observers(f)
	if !ok {
		return nil, e.P.Cells
	}
	alike = make([]int32, e.P.Words*64)
	seen := map[string]int32{}
	for _, c := range e.P.BitOf {
		var key strings.Builder
		for _, i := range observers {
			if i.Op == ir.Take || i.Op == ir.TakeOn {
				fmt.Fprint(&key, e.P.Maps[i.X][c], " ")
			} else {
				fmt.Fprint(&key, e.P.Tables[i.X][c], " ")
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

// observers returns the instructions that read the argument of a function. It returns
// false if one of them does more than look up a table.
func (e *Dependence) observers(f *Function) (out []*ir.Instr, ok bool) {
	if e.written(f, 0) == 0 {
		return e.observersOf(f, 0, map[uint16]bool{})
	}
	// The register of the argument is used for other calls, too. The argument is
	// kept elsewhere then, if it is needed at all.
	if e.readBesides(f, 0) {
		return nil, false
	}
	i := &e.P.Code[f.Entry]
	if i.Op != ir.Move || i.B != 0 {
		return nil, true
	}
	if e.written(f, i.A) != 1 {
		return nil, false
	}
	return e.observersOf(f, i.A, map[uint16]bool{0: true})
}

// observersOf returns the instructions that read a cell register or a copy of it.
func (e *Dependence) observersOf(f *Function, c uint16, seen map[uint16]bool) (out []*ir.Instr, ok bool) {
	if seen[c] {
		return nil, true
	}
	seen[c] = true
	for _, at := range f.Places {
		i := &e.P.Code[at]
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
func (e *Dependence) written(f *Function, c uint16) int {
	n := 0
	for _, at := range f.Places {
		switch i := &e.P.Code[at]; i.Op {
		case ir.Next, ir.Move, ir.Take, ir.TakeOn, ir.Choose:
			if i.A == c {
				n++
			}
		}
	}
	return n
}

// readBesides reports whether a cell register is read by anything but the first
// instruction and calls that directly follow a write.
func (e *Dependence) readBesides(f *Function, c uint16) bool {
	for _, at := range f.Places {
		i := &e.P.Code[at]
		if i.Op == ir.Call && !e.argumentWritten(at, c) || i.ReadsCell(c) && (at != f.Entry || i.Op != ir.Move) {
			return true
		}
	}
	return false
}

// argumentWritten reports whether the argument of a call is written directly before
// it.
func (e *Dependence) argumentWritten(at int32, c uint16) bool {
	for at--; at >= 0; at-- {
		switch i := &e.P.Code[at]; i.Op {
		case ir.Save:
		case ir.Move, ir.Take:
			return i.A == c
		default:
			return false
		}
	}
	return false
}

// Counts reports whether an expression counts pieces.
func (e *Dependence) Counts(x int32) bool {
	expr := &e.P.Exprs[x]
	return expr.Kind == ir.Count || slices.ContainsFunc(expr.Kids, e.Counts)
}

// Assigned returns the variables that generators change.
func (e *Dependence) Assigned() []int32 {
	found := map[int32]bool{}
	for k := range e.P.Code {
		i := &e.P.Code[k]
		if i.Op != ir.Apply {
			continue
		}
		for _, a := range e.P.Applies[i.X] {
			if a.Kind == ir.SetConst || a.Kind == ir.SetExpr {
				found[a.Arg] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
