// Package w1 executes set programs: those of boards whose sets fit the type of
// this package.
package w1

import (
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

const (
	registers = 1024
	cellRegs  = 1024
)

// A Machine has a state of a game and computes with it. It belongs to one
// goroutine.
type Machine struct {
	prog *ir.Program
	code []ir.Instr
	r    *[registers]set
	c    *[cellRegs]int32

	pieces  []uint8 // by bit
	vars    []int32
	cell    int32 // a bit
	current int32 // the switch passed last
	version uint64
	newest  uint64

	masks    []set
	maps     [][]int16
	tables   [][]set
	rays     []rayTable
	lines    [][]set
	plans    [][]step
	toggles  [][]uint16   // by old and new piece: the classes that change
	overlayToggles   [][][]uint16 // by pattern that flips: those of the classes that it asks for
	known    []uint64     // by pattern: the version for which its value is known
	truth    []bool       // by pattern: that value, if it is the same everywhere
	memoKnown    []uint64     // by steady pattern: for which keys the outcome is known
	memoTruth     []uint64     // by steady pattern: for which keys it holds
	values   []set        // by pattern: that value, if it is not
	all      set
	readSets []set
	readAt   []uint64
	readHeld []bool
	bits     int

	// A search for moves.
	mode    mode
	found   int
	log     []entry
	prefix  []prefix
	frames  []frame
	undo    []change
	saved   []set
	savedC  []int32
	returns []int32
	at      int32 // the last prefix

	// A search of a keeper.
	choices []choicePoint
	sets    []set
	stamp   uint32
	stamps  uint32
	marks   []uint32
	trail   []trailed
	kept    int // moves of the keeper in a row

	// Walks.
	visited [][]uint32
	walks   uint32
	stack   []searchState
	scratch []set
	over    []int32 // cells on which pieces are laid over the board
	underneath uint8   // what is under the last of them
	flipped bool    // the sets of classes follow them
	connections []connectivity

	traced rbgplay.Moves // scratch
	start  *snapshot     // where playouts begin; made when needed
	rand   game.Rand
	err    error
	stop   func() error
	work   int

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

type rayTable struct {
	sets     []set
	downward bool
}

type step struct {
	mask  set
	delta int
}

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

// A change can be undone: that of a bit, or of variable -1-at.
type change struct {
	at, old int32
	version uint64
}

// A choice is where a keeper goes on when it fails.
type choicePoint struct {
	pc, cell int32
	undo     int32
	sets     int32
	reg      int32 // the register with the cells that are left, or -1
	stamp    uint32
	trail    int32
}

type trailed struct {
	at  int32
	old uint32
}

// A spot is a state of a walk on a cell.
type searchState struct{ state, cell int32 }

// New returns a machine for a program, whose moves of a position may take some
// memory. Its state must be loaded.
func New(p *ir.Program, memory budget.Memory) *Machine {
	m := &Machine{prog: p, code: p.Code, maps: p.Maps, c: new([cellRegs]int32), bits: p.Bits, memory: memory}
	m.entryBytes = int64(48 + 8*p.Words)
	m.r = (*[registers]set)(makeSets(registers, p.Words))
	m.pieces = make([]uint8, p.Words*64)
	m.vars = make([]int32, len(p.Bounds))
	for _, b := range p.Masks {
		m.masks = append(m.masks, newSet(b))
	}
	for _, t := range p.Tables {
		m.tables = append(m.tables, newSets(t))
	}
	for _, r := range p.Rays {
		m.rays = append(m.rays, rayTable{newSets(r.Sets), r.Downward})
	}
	for _, plan := range p.Plans {
		var steps []step
		for _, s := range plan {
			steps = append(steps, step{m.masks[s.Mask], int(s.Delta)})
		}
		m.plans = append(m.plans, steps)
	}
	m.toggles = newToggles(p, func(int) bool { return true })
	m.overlayToggles = make([][][]uint16, len(p.Patterns))
	for k := range p.Patterns {
		if q := &p.Patterns[k]; q.Flip {
			m.overlayToggles[k] = newToggles(p, func(class int) bool { return q.Classes[class] })
		}
	}
	for k := range p.Lines {
		m.lines = append(m.lines, newSets(p.Lines[k].Sets))
	}
	m.known = make([]uint64, len(p.Patterns))
	m.truth = make([]bool, len(p.Patterns))
	m.memoKnown = make([]uint64, len(p.Patterns))
	m.memoTruth = make([]uint64, len(p.Patterns))
	m.values = makeSets(len(p.Patterns), p.Words)
	m.all = makeSets(1, p.Words)[0]
	for _, b := range p.BitOf {
		add(&m.all, int(b))
	}
	m.readSets = makeSets(len(p.Reads), p.Words)
	m.readAt = make([]uint64, len(p.Reads))
	m.readHeld = make([]bool, len(p.Reads))
	m.marks = make([]uint32, p.Marks*p.Bits)
	m.visited = make([][]uint32, len(p.Walks))
	for k := range p.Walks {
		m.visited[k] = make([]uint32, p.Walks[k].Marked*p.Bits)
	}
	m.scratch = makeSets(4, p.Words)
	m.connections = make([]connectivity, len(p.Reaches))
	for k := range m.connections {
		m.connections[k].componentOf = make([]int32, p.Words*64)
	}
	return m
}

// newToggles returns, by old and new piece, which of some classes change.
func newToggles(p *ir.Program, some func(class int) bool) [][]uint16 {
	t := make([][]uint16, 64*64)
	for old := range p.Pieces {
		for piece := range p.Pieces {
			for k, class := range p.Classes {
				if class>>old&1 != class>>piece&1 && some(k) {
					t[old<<6|piece] = append(t[old<<6|piece], uint16(k))
				}
			}
		}
	}
	return t
}

func newSets(t []ir.Bits) []set {
	sets := make([]set, len(t))
	for i, b := range t {
		sets[i] = newSet(b)
	}
	return sets
}

// SetStop has long computations ask whether they shall stop.
func (m *Machine) SetStop(stop func() error) { m.stop = stop }

// Load makes a position the state.
func (m *Machine) Load(p *rbgplay.Position) error {
	if len(p.Pieces) != m.prog.Cells || len(p.Values) != len(m.vars) || p.Cell < 0 || int(p.Cell) >= m.prog.Cells ||
		p.Switch < 0 || int(p.Switch) >= len(m.prog.Gen) || m.prog.Gen[p.Switch] < 0 && m.prog.Keep[p.Switch] < 0 {
		return errors.New("the position is none of the game")
	}
	m.undo = m.undo[:0]
	m.unwind()
	for k := range m.prog.Classes {
		clear(&m.r[k])
	}
	for c, piece := range p.Pieces {
		if int(piece) >= m.prog.Pieces {
			return fmt.Errorf("the position has the piece %d, which the game has not", piece)
		}
		b := m.prog.BitOf[c]
		m.pieces[b] = uint8(piece)
		for k, class := range m.prog.Classes {
			if class>>piece&1 != 0 {
				add(&m.r[k], int(b))
			}
		}
	}
	copy(m.vars, p.Values)
	m.cell, m.current = m.prog.BitOf[p.Cell], p.Switch
	m.newVersion()
	m.forgetConnections()
	m.err = nil
	return nil
}

// touch gives the board a version that it never had.
func (m *Machine) newVersion() {
	m.newest++
	m.version = m.newest
}

// Store copies the state to a position.
func (m *Machine) Store(p *rbgplay.Position) {
	p.Pieces, p.Values = p.Pieces[:0], p.Values[:0]
	for _, b := range m.prog.BitOf {
		p.Pieces = append(p.Pieces, uint16(m.pieces[b]))
	}
	p.Values = append(p.Values, m.vars...)
	p.Cell, p.Switch = m.prog.CellOf[m.cell], m.current
}

// place puts a piece on a bit.
func (m *Machine) place(c int32, piece uint8) {
	old := m.pieces[c]
	if old == piece {
		return
	}
	if len(m.connections) > 0 {
		m.invalidate(c, piece)
	}
	m.pieces[c] = piece
	m.flipClasses(c, old, piece)
	m.newVersion()
}

// change puts a piece on a bit in a way that can be undone.
func (m *Machine) change(c int32, piece uint8) {
	m.undo = append(m.undo, change{c, int32(m.pieces[c]), m.version})
	m.place(c, piece)
}

func (m *Machine) setVar(v, value int32) {
	m.undo = append(m.undo, change{-1 - v, m.vars[v], m.version})
	m.assign(v, value)
}

// assign gives a variable a value.
func (m *Machine) assign(v, value int32) {
	if m.prog.Watched[v] && m.vars[v] != value {
		m.newVersion()
	}
	m.vars[v] = value
}

// undoTo takes changes back until there are n.
func (m *Machine) undoTo(n int32) {
	for k := int32(len(m.undo)) - 1; k >= n; k-- {
		u := &m.undo[k]
		if u.at >= 0 {
			m.place(u.at, uint8(u.old))
		} else {
			m.vars[-1-u.at] = u.old
		}
		m.version = u.version
	}
	m.undo = m.undo[:n]
}

// value computes an expression; it reports false if it has no value.
func (m *Machine) value(id int32) (int64, bool) {
	e := &m.prog.Exprs[id]
	switch e.Kind {
	case ir.Const:
		return e.Value, fits(e.Value)
	case ir.Var:
		return int64(m.vars[e.Ref]), true
	case ir.Count:
		return int64(size(&m.r[e.Ref])), true
	}
	result, ok := m.value(e.Kids[0])
	for _, k := range e.Kids[1:] {
		v, defined := m.value(k)
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

func fits(v int64) bool { return v == int64(int32(v)) }

func (m *Machine) holds(id int32) bool {
	c := &m.prog.Compares[id]
	left, ok := m.value(c.Left)
	right, defined := m.value(c.Right)
	return ok && defined && rbg.Relation(c.Relation).Holds(left, right)
}

// assigned computes what a variable gets.
func (m *Machine) assigned(v, expr int32) (int32, bool) {
	x, ok := m.value(expr)
	if !ok || x < 0 || x > int64(m.prog.Bounds[v]) {
		return 0, false
	}
	return int32(x), true
}

// fail ends all computation with an error.
func (m *Machine) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

const (
	maxActions = 10_000    // modifiers of one move that are made one by one
	maxKeeper  = 1_000_000 // moves of the keeper in a row
	maxWork    = 1 << 30   // calls, choices and changes to answer one question
)

func tooManyActions() error {
	return fmt.Errorf("a move has more than %d actions without reaching a switch: a star that modifies may go on for ever (limit of actions in one move)", maxActions)
}

// tick counts work that could go on for ever. It is not made part of its callers, so
// that the loop of the interpreter stays small.
//
//go:noinline
func (m *Machine) tick() bool {
	if m.work++; m.work&4095 == 0 {
		m.checkLimits()
	}
	return m.err == nil
}

// look has a computation fail that takes too long or too much, or that nobody wants
// any more. It reports whether to go on.
func (m *Machine) checkLimits() bool {
	if m.work > maxWork {
		m.fail(fmt.Errorf("more than %d steps were made to find the moves of a position (limit of steps)", maxWork))
	}
	if m.stop != nil {
		if err := m.stop(); err != nil {
			m.fail(err)
		}
	}
	m.checkMemory(0)
	return m.err == nil
}

// checkMemory has a search fail whose moves take too much memory, with that many
// leaves more.
func (m *Machine) checkMemory(leaves int) {
	if m.held+m.movesBytes(leaves) > budget.Alive(m.memory.Moves()) {
		m.fail(rbgplay.TooManyMoves(m.memory))
	}
}

// movesBytes returns what the moves found so far take, with some leaves more.
func (m *Machine) movesBytes(leaves int) int64 {
	const prefixBytes = 12
	return int64(len(m.log)+leaves)*m.entryBytes + int64(len(m.prefix))*prefixBytes
}
