package w1

import (
	"fmt"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/sets/ir"
)

// begin prepares a search for moves and returns the address of the generator, or
// -1 if there is none. The previous search has left everything else empty.
func (m *Machine) begin(mode mode) int32 {
	m.mode, m.found, m.work, m.at = mode, 0, 0, -1
	m.log, m.prefix = m.log[:0], m.prefix[:0]
	m.c[0] = m.cell
	return m.prog.Gen[m.current]
}

// unwind undoes the changes of a search that did not finish, and empties its
// stacks.
func (m *interpreter) unwind() {
	m.undoTo(0)
	m.frames, m.saved, m.savedC, m.returns = m.frames[:0], m.saved[:0], m.savedC[:0], m.returns[:0]
	m.choices, m.sets, m.trail, m.over, m.stack = m.choices[:0], m.sets[:0], m.trail[:0], m.over[:0], m.stack[:0]
}

// Count finds and records the moves of the player to move, and returns their
// number.
func (m *Machine) Count() int {
	if pc := m.begin(listing); pc >= 0 {
		m.generate(pc)
	}
	return m.found
}

// generate runs a generator. If it fails, no moves are recorded.
func (m *Machine) generate(pc int32) {
	m.run(pc)
	if m.err != nil {
		m.unwind()
		m.log, m.found = m.log[:0], 0
	}
}

// CountOnly counts the moves without recording them.
func (m *Machine) CountOnly() int {
	if pc := m.begin(counting); pc >= 0 {
		m.generate(pc)
	}
	return m.found
}

// HasMove reports whether the player to move has a move.
func (m *Machine) HasMove() bool {
	pc := m.begin(finding)
	if pc < 0 {
		return false
	}
	m.run(pc)
	m.unwind()
	return m.found > 0
}

// Pick makes the n-th of the recorded moves, without the moves of the keeper that
// follow.
func (m *Machine) Pick(n int) {
	e := m.entryOf(n)
	m.replay(e.prefix)
	m.act(e.apply, int32(nth(&e.cells, n-e.before)))
}

// replay applies the acts of a prefix.
func (m *Machine) replay(k int32) {
	if k < 0 {
		return
	}
	p := m.prefix[k]
	m.replay(p.parent)
	m.act(p.apply, p.cell)
}

// List appends the recorded moves to dst.
func (m *Machine) List(dst *rbgplay.Moves) {
	var cells set = makeSets(1, m.prog.Words)[0]
	for k := range m.log {
		e := &m.log[k]
		for assign(&cells, &e.cells); !isEmpty(&cells); dropLowest(&cells) {
			m.listPrefix(e.prefix, dst)
			m.listActs(e.apply, int32(lowest(&cells)), dst)
			dst.Ends = append(dst.Ends, int32(len(dst.Actions)))
			if err := dst.Full(); err != nil {
				m.fail(err)
			}
			if !m.tick() {
				return
			}
		}
	}
}

func (m *Machine) listPrefix(k int32, dst *rbgplay.Moves) {
	if k < 0 {
		return
	}
	m.listPrefix(m.prefix[k].parent, dst)
	m.listActs(m.prefix[k].apply, m.prefix[k].cell, dst)
}

func (m *Machine) listActs(id, cell int32, dst *rbgplay.Moves) {
	for k := range m.prog.Applies[id] {
		a := &m.prog.Applies[id][k]
		at := cell
		if a.Map >= 0 {
			at = int32(m.prog.Maps[a.Map][cell])
		}
		dst.Actions = append(dst.Actions, rbgplay.Action{Cell: m.prog.CellOf[at], Index: a.Index})
	}
}

// Make makes a legal move, given as actions, without the moves of the keeper that
// follow.
func (m *Machine) Make(move []rbgplay.Action) error {
	for _, a := range move {
		if a.Index < 1 || int(a.Index) > len(m.prog.Modifiers) || a.Cell < 0 || int(a.Cell) >= m.prog.Cells {
			return fmt.Errorf("no move has the action %d at cell %d", a.Index, a.Cell)
		}
		act := &m.prog.Modifiers[a.Index-1]
		cell := m.prog.BitOf[a.Cell]
		switch act.Kind {
		case ir.PutPiece:
			m.place(cell, uint8(act.Arg))
		case ir.SetConst:
			m.assign(act.Arg, act.Value)
		case ir.SetExpr:
			v, ok := m.assigned(act.Arg, act.Value)
			if !ok {
				return fmt.Errorf("no legal move: a variable cannot have the value that action %d gives it", a.Index)
			}
			m.assign(act.Arg, v)
		case ir.EndSwitch:
			m.cell, m.current = cell, a.Index
		}
	}
	return nil
}
