package analysis

import (
	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// A Function is the part of the program that can be reached from an entry without
// calls.
type Function struct {
	Entry  int32
	Places []int32 // in order
	At     map[int32]bool
	Calls  []int32 // entries
	// active has the applies that are under way at a place, by place.
	Active    map[int32][]int32
	Changes   bool // the board, before it returns
	Recursive bool
	resolved  bool // what it calls is known
}

// Successors returns the places that can follow a place.
func Successors(i *ir.Instr, at int32) []int32 {
	switch i.Op {
	case ir.Jump:
		return []int32{i.J}
	case ir.Return, ir.Found, ir.Fail, ir.Enter:
		return nil
	case ir.Call:
		return []int32{at + 1}
	}
	if i.Op.Jumps() && i.J != at+1 {
		return []int32{at + 1, i.J}
	}
	return []int32{at + 1}
}

// Function returns the function at an entry, and finds the functions that it calls.
func (e *Flow) Function(entry int32) (*Function, error) {
	if f, ok := e.Functions[entry]; ok {
		return f, nil
	}
	f := &Function{Entry: entry, At: map[int32]bool{}, Active: map[int32][]int32{}}
	e.Functions[entry] = f
	type visit struct {
		at     int32
		active []int32
	}
	stack := []visit{{entry, nil}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f.At[v.at] {
			if !slices.Equal(f.Active[v.at], v.active) {
				return nil, fmt.Errorf("what is made and what is taken back do not match at instruction %d", v.at)
			}
			continue
		}
		f.At[v.at] = true
		f.Active[v.at] = v.active
		f.Places = append(f.Places, v.at)
		i := &e.P.Code[v.at]
		behind := v.active
		switch i.Op {
		case ir.Apply:
			behind = append(slices.Clip(v.active), v.at)
			f.Changes = true
		case ir.Revert:
			if len(v.active) == 0 {
				return nil, fmt.Errorf("nothing is there to be taken back at instruction %d", v.at)
			}
			behind = v.active[:len(v.active)-1]
		case ir.Call:
			f.Calls = append(f.Calls, i.J)
		case ir.FilterMade:
			f.Changes = true
		}
		for _, to := range Successors(i, v.at) {
			if i.Op == ir.Apply && to == i.J && to != v.at+1 {
				stack = append(stack, visit{to, v.active})
			} else {
				stack = append(stack, visit{to, behind})
			}
		}
	}
	slices.Sort(f.Places)
	for _, c := range f.Calls {
		if _, err := e.Function(c); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// ResolveCalls completes the properties of a function that depend on what it calls.
func (e *Flow) ResolveCalls(f *Function) {
	if f.resolved {
		return
	}
	f.resolved = true
	seen := map[int32]bool{}
	stack := slices.Clone(f.Calls)
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f.Recursive = f.Recursive || c == f.Entry
		if seen[c] {
			continue
		}
		seen[c] = true
		g := e.Functions[c]
		f.Changes = f.Changes || g.Changes
		stack = append(stack, g.Calls...)
	}
}

// ProducesSet reports whether an operation jumps if the set of its first register,
// which it has made or looks at, is empty.
func ProducesSet(op ir.Op) bool {
	switch op {
	case ir.And, ir.AndNot, ir.AndMask, ir.AndNotMask, ir.Shift, ir.ShiftAnd, ir.Row, ir.RowAnd, ir.JumpEmpty:
		return true
	}
	return false
}

// ElidableJumps returns the jumps that need not be emitted: what they skip has no
// effect on an empty set, since it adds its shifted cells to another. On a single
// word, that costs less than an unpredictable branch.
func (e *Flow) ElidableJumps(f *Function) map[int32]bool {
	straight := map[int32]bool{}
	if e.P.Words > 1 {
		return straight
	}
	for _, at := range f.Places {
		i := &e.P.Code[at]
		if !i.Op.Jumps() || i.J != at+2 || !ProducesSet(i.Op) || !f.At[at+1] {
			continue
		}
		if next := &e.P.Code[at+1]; next.Op == ir.ShiftOr && next.B == i.A {
			straight[at] = true
		}
	}
	return straight
}

// maxDrawn is how many leaves a drawable generator has at most.
const maxDrawn = 12

// Drawable reports whether random moves can be drawn without a list of moves: the
// generator changes nothing, calls nothing, and visits every leaf at most once.
func (e *Flow) Drawable(entry int32) bool {
	f, err := e.Function(entry)
	if err != nil {
		return false
	}
	e.ResolveCalls(f)
	if f.Changes || len(f.Calls) > 0 {
		return false
	}
	leaves := 0
	for _, at := range f.Places {
		i := &e.P.Code[at]
		if i.Op == ir.Leaf || i.Op == ir.ShiftLeaf {
			leaves++
		}
		for _, to := range Successors(i, at) {
			if to <= at {
				return false
			}
		}
	}
	return leaves <= maxDrawn
}

// ReadsArgument reports whether a function reads the cell that it is given.
func (f *Function) ReadsArgument(p *ir.Program) bool {
	for _, at := range f.Places {
		if p.Code[at].ReadsCell(0) {
			return true
		}
	}
	return false
}
