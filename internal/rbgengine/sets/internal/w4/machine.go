// Code generated from package w1 by internal/widths; DO NOT EDIT.

// Package w4 interprets set programs. The packages w1, w2, w4 and wn are copies
// of one source, which is w1. They differ in the type of a set only, which has
// one, two, four or any number of words (set.go).
package w4

import (
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/ir"
)

const (
	registers = 1024
	cellRegs  = 1024
)

// A Machine plays a game by executing its program. It belongs to one goroutine.
type Machine struct {
	interpreter
	packing
	start  *snapshot     // where playouts begin, or nil
	traced rbgplay.Moves // reused by traceMove
	rand   game.Rand
}

// An interpreter executes instructions. Tests of patterns are part of it, since
// patterns have code of their own.
type interpreter struct {
	state
	search
	backtracking
	code    []ir.Instr
	c       *[cellRegs]int32
	saved   []set   // set registers of calling functions
	savedC  []int32 // cell registers of calling functions
	returns []int32

	lines          [][]set
	overlayToggles [][][]uint16 // by pattern that flips: toggles of the classes that it tests
	known          []uint64     // by pattern: the version for which its value is known
	truth          []bool       // by pattern: that value, if it is the same everywhere
	values         []set        // by pattern: that value, if it is not
	memoKnown      []uint64     // by invariant pattern: for which keys the outcome is known
	memoTruth      []uint64     // by invariant pattern: for which keys it holds
	readSets       []set
	readAt         []uint64
	readHeld       []bool

	// Walks.
	visited [][]uint32
	walks   uint32
	stack   []searchState
}

// New returns a machine for a program. The moves of a position may take as much
// memory as given. The machine has no position before Load.
func New(p *ir.Program, memory budget.Memory) *Machine {
	m := new(Machine)
	m.state.init(p)
	m.interpreter.init()
	m.packing.init(p)
	m.memory, m.entryBytes = memory, int64(48+8*p.Words)
	m.marks = make([]uint32, p.Marks*p.Bits)
	return m
}

// init allocates the registers and caches of an interpreter whose state is there.
func (m *interpreter) init() {
	p := m.prog
	m.code, m.c = p.Code, new([cellRegs]int32)
	for k := range p.Lines {
		m.lines = append(m.lines, newSets(p.Lines[k].Sets))
	}
	m.overlayToggles = make([][][]uint16, len(p.Patterns))
	for k := range p.Patterns {
		if q := &p.Patterns[k]; q.Flip {
			m.overlayToggles[k] = newToggles(p, func(class int) bool { return q.Classes[class] })
		}
	}
	m.known = make([]uint64, len(p.Patterns))
	m.truth = make([]bool, len(p.Patterns))
	m.values = makeSets(len(p.Patterns), p.Words)
	m.memoKnown = make([]uint64, len(p.Patterns))
	m.memoTruth = make([]uint64, len(p.Patterns))
	m.readSets = makeSets(len(p.Reads), p.Words)
	m.readAt = make([]uint64, len(p.Reads))
	m.readHeld = make([]bool, len(p.Reads))
	m.visited = make([][]uint32, len(p.Walks))
	for k := range p.Walks {
		m.visited[k] = make([]uint32, p.Walks[k].Marked*p.Bits)
	}
}

// newToggles returns, by old and new piece, the classes that change, of those
// that some selects.
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

// Load sets the state to a position.
func (m *Machine) Load(p *rbgplay.Position) error {
	m.packed = false
	if len(p.Pieces) != m.prog.Cells || len(p.Values) != len(m.vars) || !m.passable(p.Cell, p.Switch) {
		return errNotOfGame
	}
	for _, piece := range p.Pieces {
		if int(piece) >= m.prog.Pieces {
			return noPiece(piece)
		}
	}
	m.clean()
	m.forgetConnections()
	for c, piece := range p.Pieces {
		m.place(m.prog.BitOf[c], uint8(piece))
	}
	for v, value := range p.Values {
		m.assign(int32(v), value)
	}
	m.cell, m.current = m.prog.BitOf[p.Cell], p.Switch
	m.newVersion()
	return nil
}

// passable reports whether a play can stand on a cell after a switch.
func (m *Machine) passable(cell, passed int32) bool {
	return cell >= 0 && int(cell) < m.prog.Cells && passed >= 0 && int(passed) < len(m.prog.Gen) &&
		(m.prog.Gen[passed] >= 0 || m.prog.Keep[passed] >= 0)
}

var errNotOfGame = errors.New("the position is none of the game")

func noPiece(piece uint16) error {
	return fmt.Errorf("the position has the piece %d, which the game has not", piece)
}

// clean removes what a computation that failed has left behind: after that, the
// pieces and the sets of their classes may contradict each other.
func (m *Machine) clean() {
	if m.err == nil && len(m.undo) == 0 {
		return
	}
	m.undo = m.undo[:0]
	m.unwind()
	m.empty()
	m.flipped, m.err = false, nil
}
