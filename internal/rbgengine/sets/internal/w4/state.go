// Code generated from package w1 by internal/widths; DO NOT EDIT.

package w4

import (
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A state is a position of the game, the constants of the program in the form of
// this width, and what is cached about the position.
type state struct {
	prog    *ir.Program
	r       *[registers]set // the first registers are the classes of pieces
	pieces  []uint8         // by bit
	vars    []int32
	cell    int32 // a bit
	current int32 // the switch passed last
	version uint64
	newest  uint64
	undo    []change

	masks   []set
	maps    [][]int16
	tables  [][]set
	rays    []rayTable
	plans   [][]step
	toggles [][]uint16 // by old and new piece: the classes that change
	bits    int
	scratch []set

	// The overlay: pieces laid over the board while a pattern is tested.
	over       []int32 // their cells
	underneath uint8   // what is under the last of them
	flipped    bool    // the sets of classes include them

	connections []connectivity
}

// A rayTable has the cells of rays, by where they begin.
type rayTable struct {
	sets     []set
	downward bool
}

// A step moves the cells of a mask by a distance.
type step struct {
	mask  set
	delta int
}

// A change can be undone. It is of a bit, or of the variable -1-at.
type change struct {
	at, old int32
	version uint64
}

// init converts the constants of a program, and allocates a position.
func (st *state) init(p *ir.Program) {
	st.prog, st.maps, st.bits = p, p.Maps, p.Bits
	st.r = (*[registers]set)(makeSets(registers, p.Words))
	st.pieces = make([]uint8, p.Words*64)
	st.vars = make([]int32, len(p.Bounds))
	st.scratch = makeSets(4, p.Words)
	for _, b := range p.Masks {
		st.masks = append(st.masks, newSet(b))
	}
	for _, t := range p.Tables {
		st.tables = append(st.tables, newSets(t))
	}
	for _, r := range p.Rays {
		st.rays = append(st.rays, rayTable{newSets(r.Sets), r.Downward})
	}
	for _, plan := range p.Plans {
		var steps []step
		for _, s := range plan {
			steps = append(steps, step{st.masks[s.Mask], int(s.Delta)})
		}
		st.plans = append(st.plans, steps)
	}
	st.toggles = newToggles(p, func(int) bool { return true })
	st.connections = make([]connectivity, len(p.Reaches))
	for k := range st.connections {
		st.connections[k].componentOf = make([]int32, p.Words*64)
	}
	st.empty()
}

// empty puts the first kind of piece on all cells.
func (st *state) empty() {
	for k := range st.prog.Classes {
		clear(&st.r[k])
	}
	for _, b := range st.prog.BitOf {
		st.pieces[b] = 0
		for k, class := range st.prog.Classes {
			if class&1 != 0 {
				add(&st.r[k], int(b))
			}
		}
	}
	st.newVersion()
	st.forgetConnections()
}

// newVersion gives the board a new version number, which invalidates caches.
func (st *state) newVersion() {
	st.newest++
	st.version = st.newest
}

// place puts a piece on a bit.
func (st *state) place(c int32, piece uint8) {
	old := st.pieces[c]
	if old == piece {
		return
	}
	if len(st.connections) > 0 {
		st.invalidate(c, piece)
	}
	st.pieces[c] = piece
	st.flipClasses(c, old, piece)
	st.newVersion()
}

// change puts a piece on a bit and records how to undo it.
func (st *state) change(c int32, piece uint8) {
	st.undo = append(st.undo, change{c, int32(st.pieces[c]), st.version})
	st.place(c, piece)
}

// setVar assigns a value and records how to undo it.
func (st *state) setVar(v, value int32) {
	st.undo = append(st.undo, change{-1 - v, st.vars[v], st.version})
	st.assign(v, value)
}

// assign assigns a value to a variable.
func (st *state) assign(v, value int32) {
	if st.prog.Watched[v] && st.vars[v] != value {
		st.newVersion()
	}
	st.vars[v] = value
}

// undoTo undoes changes until n are left.
func (st *state) undoTo(n int32) {
	for k := int32(len(st.undo)) - 1; k >= n; k-- {
		u := &st.undo[k]
		if u.at >= 0 {
			st.place(u.at, uint8(u.old))
		} else {
			st.vars[-1-u.at] = u.old
		}
		st.version = u.version
	}
	st.undo = st.undo[:n]
}

// value evaluates an expression; it reports false if it has no value.
func (st *state) value(id int32) (int64, bool) {
	e := &st.prog.Exprs[id]
	switch e.Kind {
	case ir.Const:
		return e.Value, fits(e.Value)
	case ir.Var:
		return int64(st.vars[e.Ref]), true
	case ir.Count:
		return int64(size(&st.r[e.Ref])), true
	}
	result, ok := st.value(e.Kids[0])
	for _, k := range e.Kids[1:] {
		v, defined := st.value(k)
		if !ok || !defined {
			return 0, false
		}
		switch e.Kind {
		case ir.Add:
			result += v
		case ir.Sub:
			result -= v
		case ir.Mul:
			result *= v
		default:
			if v == 0 {
				return 0, false
			}
			result /= v
		}
		ok = fits(result)
	}
	return result, ok
}

// holds evaluates a comparison.
func (st *state) holds(id int32) bool {
	c := &st.prog.Compares[id]
	left, ok := st.value(c.Left)
	right, defined := st.value(c.Right)
	return ok && defined && rbg.Relation(c.Relation).Holds(left, right)
}

// assigned returns the value of an assignment; it reports false if it is out of
// bounds.
func (st *state) assigned(v, expr int32) (int32, bool) {
	x, ok := st.value(expr)
	if !ok || x < 0 || x > int64(st.prog.Bounds[v]) {
		return 0, false
	}
	return int32(x), true
}

// Store copies the state to a position.
func (st *state) Store(p *rbgplay.Position) {
	p.Pieces, p.Values = p.Pieces[:0], p.Values[:0]
	for _, b := range st.prog.BitOf {
		p.Pieces = append(p.Pieces, uint16(st.pieces[b]))
	}
	p.Values = append(p.Values, st.vars...)
	p.Cell, p.Switch = st.prog.CellOf[st.cell], st.current
}

// flipClasses updates the sets of classes after the change of a piece.
func (st *state) flipClasses(c int32, old, piece uint8) {
	st.flipSome(st.toggles, c, old, piece)
}

// flipSome updates some of the sets of classes.
func (st *state) flipSome(toggles [][]uint16, c int32, old, piece uint8) {
	for _, k := range toggles[int(old&63)<<6|int(piece&63)] {
		flip(&st.r[k&(registers-1)], int(c))
	}
}

// unite returns in d the union of the rows of the cells of a set.
func (st *state) unite(d, from *set, table []set) bool {
	rest, sum := &st.scratch[0], &st.scratch[1]
	assign(rest, from)
	clear(sum)
	for !isEmpty(rest) {
		or(sum, sum, &table[lowest(rest)])
		dropLowest(rest)
	}
	assign(d, sum)
	return !isEmpty(d)
}

// first returns the first cell of a set in the order of the board.
func (st *state) first(a *set) int32 {
	b := int32(lowest(a))
	if st.prog.Ordered {
		return b
	}
	rest := &st.scratch[2]
	assign(rest, a)
	for dropLowest(rest); !isEmpty(rest); dropLowest(rest) {
		if k := int32(lowest(rest)); st.prog.CellOf[k] < st.prog.CellOf[b] {
			b = k
		}
	}
	return b
}

// mapped returns the image of a cell, which must have one.
func (st *state) mapped(id, c int32) int32 {
	if id < 0 {
		return c
	}
	return int32(st.prog.Maps[id][c])
}

// act applies acts at a cell; they cannot be undone.
func (st *state) act(id, cell int32) {
	for k := range st.prog.Applies[id] {
		a := &st.prog.Applies[id][k]
		at := cell
		if a.Map >= 0 {
			at = int32(st.prog.Maps[a.Map][cell])
		}
		switch a.Kind {
		case ir.PutPiece:
			st.place(at, uint8(a.Arg))
		case ir.SetConst:
			st.assign(a.Arg, a.Value)
		case ir.SetExpr:
			v, _ := st.assigned(a.Arg, a.Value)
			st.assign(a.Arg, v)
		case ir.EndSwitch:
			st.cell, st.current = at, a.Index
		}
	}
}

func fits(v int64) bool { return v == int64(int32(v)) }

// A snapshot is a saved state.
type snapshot struct {
	classes []set
	pieces  []uint8
	vars    []int32
	cell    int32
	current int32
	version uint64
}

func (st *state) newSnapshot() *snapshot {
	return &snapshot{classes: makeSets(len(st.prog.Classes), st.prog.Words), pieces: make([]uint8, len(st.pieces)), vars: make([]int32, len(st.vars))}
}

func (st *state) saveSnapshot(s *snapshot) {
	for k := range s.classes {
		assign(&s.classes[k], &st.r[k])
	}
	copy(s.pieces, st.pieces)
	copy(s.vars, st.vars)
	s.cell, s.current, s.version = st.cell, st.current, st.version
}

func (st *state) restoreSnapshot(s *snapshot) {
	for k := range s.classes {
		assign(&st.r[k], &s.classes[k])
	}
	copy(st.pieces, s.pieces)
	copy(st.vars, s.vars)
	st.cell, st.current, st.version = s.cell, s.current, s.version
	st.forgetConnections()
}
