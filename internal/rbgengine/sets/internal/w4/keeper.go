// Code generated from package w1 by internal/widths; DO NOT EDIT.

package w4

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// backtracking is the stack of choice points of a keeper.
type backtracking struct {
	choices []choicePoint
	sets    []set
	stamp   uint32
	stamps  uint32
	marks   []uint32
	trail   []trailEntry
	kept    int // moves of the keeper in a row
}

// A choicePoint is where a keeper continues when it fails.
type choicePoint struct {
	pc, cell int32
	undo     int32
	sets     int32
	reg      int32 // the register with the remaining cells, or -1
	stamp    uint32
	trail    int32
}

// A trailEntry is a mark to be restored.
type trailEntry struct {
	at  int32
	old uint32
}

// Keep makes the moves of the keeper until a player is to move or the keeper has
// no move.
func (m *Machine) Keep() error {
	if pc := m.prog.Keep[m.current]; pc >= 0 {
		m.keep(pc)
	}
	return m.err
}

// boundKeeper stops a keeper that runs forever.
func (m *interpreter) boundKeeper(n int) bool {
	if n >= maxKeeper {
		m.fail(fmt.Errorf("the keeper made more than %d moves in a row (limit of keeper moves)", maxKeeper))
	}
	return m.tick()
}

// keep runs a keeper.
func (m *Machine) keep(pc int32) {
	m.c[m.prog.KeepCell&cm] = m.cell
	m.work, m.kept = 0, 0
	m.newStamp()
	m.run(pc)
}

// try pushes a choice point.
func (m *interpreter) try(pc int32) {
	m.choices = append(m.choices, choicePoint{pc: pc, cell: m.c[m.prog.KeepCell&cm], undo: int32(len(m.undo)), sets: int32(len(m.sets)), reg: -1, stamp: m.stamp, trail: int32(len(m.trail))})
}

// put puts a piece on a cell. Unless it is final, the change can be undone.
func (m *interpreter) put(c int32, piece uint8, final bool) bool {
	if final {
		m.place(c, piece)
		return true
	}
	m.change(c, piece)
	m.newStamp()
	return m.boundActions() && m.tick()
}

// flipRay puts a piece on the cells of a ray while they are in a class, if there
// are some and the next is in another class.
func (m *interpreter) flipRay(i *ir.Instr, c int32) bool {
	t := &m.rays[i.X]
	seen, some := &m.scratch[0], &m.scratch[1]
	clear(seen)
	ray(seen, &t.sets[c], &m.r[i.C&rm], t.downward, true)
	andNot(some, seen, &m.r[i.C&rm])
	if !meets(some, &m.r[i.B&rm]) || !and(some, seen, &m.r[i.C&rm]) {
		return true
	}
	if i.Flag != 0 {
		for ; !isEmpty(some); dropLowest(some) {
			m.place(int32(lowest(some)), uint8(i.Y))
		}
		return true
	}
	for ; !isEmpty(some); dropLowest(some) {
		m.change(int32(lowest(some)), uint8(i.Y))
	}
	m.newStamp()
	return m.boundActions() && m.tick()
}

// boundActions stops a move that does not end.
func (m *interpreter) boundActions() bool {
	if len(m.undo) > maxActions {
		m.fail(tooManyActions())
		m.unwind()
	}
	return m.err == nil
}

// assignExprOrFail assigns the value of an expression to the variable of an
// instruction.
func (m *interpreter) assignExprOrFail(i *ir.Instr, pc int32) int32 {
	v, ok := m.value(i.X)
	if !ok {
		return m.retry()
	}
	return m.assignOrFail(v, i, pc)
}

// assignOrFail assigns a value to the variable of an instruction, or backtracks
// if the value is out of bounds. It returns the next address, or -1.
func (m *interpreter) assignOrFail(value int64, i *ir.Instr, pc int32) int32 {
	v := int32(i.A)
	if value < 0 || value > int64(m.prog.Bounds[v]) {
		return m.retry()
	}
	if i.Flag != 0 {
		m.assign(v, int32(value))
		return pc
	}
	m.setVar(v, int32(value))
	m.newStamp()
	if !m.boundActions() || !m.tick() {
		return -1
	}
	return pc
}

// enter ends a move of the keeper. It returns the address of the next keeper, or
// -1.
func (m *interpreter) enter(cell, index int32) int32 {
	m.cell, m.current = cell, index
	m.undo = m.undo[:0]
	if len(m.choices) > 0 || len(m.trail) > 0 {
		m.choices, m.sets, m.trail = m.choices[:0], m.sets[:0], m.trail[:0]
	}
	if m.kept++; m.kept >= 64 && !m.boundKeeper(m.kept) {
		return -1
	}
	return m.prog.Keep[index]
}

// newStamp invalidates all marks, after a change of the state.
func (b *backtracking) newStamp() {
	b.stamps++
	b.stamp = b.stamps
}

// choose takes the first cell of a set, and pushes a choice point with the
// others. It returns the next address, or -1.
func (m *interpreter) choose(i *ir.Instr, pc int32) int32 {
	s := &m.r[i.B&rm]
	if isEmpty(s) {
		return m.retry()
	}
	cell := m.first(s)
	drop(s, int(cell))
	if !isEmpty(s) {
		n := len(m.sets)
		if n == cap(m.sets) {
			m.sets = append(m.sets, makeSets(n+16, m.prog.Words)...)[:n]
		}
		m.choices = append(m.choices, choicePoint{pc: pc - 1, cell: m.c[i.A&cm], undo: int32(len(m.undo)), sets: int32(n), reg: int32(i.B), stamp: m.stamp, trail: int32(len(m.trail))})
		m.sets = m.sets[:n+1]
		assign(&m.sets[n], s)
	}
	m.c[i.A&cm] = cell
	return pc
}

// mark marks a cell, and reports whether it was not marked before.
func (b *backtracking) mark(at int32) bool {
	if b.marks[at] == b.stamp {
		return false
	}
	b.trail = append(b.trail, trailEntry{at, b.marks[at]})
	b.marks[at] = b.stamp
	return true
}

// retry backtracks to the last choice point. It returns -1 if there is none.
func (m *interpreter) retry() (pc int32) {
	if len(m.choices) == 0 || m.err != nil {
		m.unwind()
		return -1
	}
	n := len(m.choices) - 1
	ch := &m.choices[n]
	m.undoTo(ch.undo)
	m.c[m.prog.KeepCell&cm] = ch.cell
	if ch.reg >= 0 {
		assign(&m.r[ch.reg&rm], &m.sets[ch.sets])
	}
	m.sets = m.sets[:ch.sets]
	if m.stamp != ch.stamp {
		for k := int32(len(m.trail)) - 1; k >= ch.trail; k-- {
			t := &m.trail[k]
			m.marks[t.at] = t.old
		}
		m.trail = m.trail[:ch.trail]
		m.stamp = ch.stamp
	}
	m.choices = m.choices[:n]
	return ch.pc
}
