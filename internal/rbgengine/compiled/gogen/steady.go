package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// The moves of a position change nothing on which a steady pattern depends except one
// number. Results are cached in two words: for which numbers the pattern was
// evaluated, and for which it holds.

// knownKeys is how many values of the number are cached.
const knownKeys = 64

// steadyKey returns the number on which a steady pattern depends, plus a constant.
func (e *testCode) steadyKey(id, more int32) string {
	e.machineFields[fmt.Sprintf("evaluated%d", id)] = "uint64"
	e.machineFields[fmt.Sprintf("outcome%d", id)] = "uint64"
	q := &e.P.Patterns[id]
	if q.Key < 0 {
		return "0"
	}
	text, _, _ := e.exprs.arith(q.Key) // a count, so it is small
	if more != 0 {
		text = fmt.Sprintf("%s+%d", text, more)
	}
	return text
}

// forgetSteady emits code that clears the cache of a steady pattern.
func (e *testCode) forgetSteady(id int32) {
	e.steadyKey(id, 0)
	e.Line("m.evaluated%d, m.outcome%d = 0, 0", id, id)
}

// printSteady emits the test of a steady pattern.
func (e *testCode) printSteady(id int32, call string) {
	e.Line("key := uint64(%s)", e.steadyKey(id, 0))
	e.Open("if key < %d && m.evaluated%d>>key&1 != 0", knownKeys, id)
	e.Line("return m.outcome%d>>key&1 != 0", id)
	e.End()
	e.Line("found := m.found")
	e.Line("ok := %s", call)
	e.Line("m.found = found")
	e.Open("if m.evaluated%d |= 1 << key; ok", id)
	e.Line("m.outcome%d |= 1 << key", id)
	e.End() // shifts beyond 63 are 0
	e.Line("return ok")
}

// filterSteady emits code that keeps the cells whose moves satisfy a steady pattern:
// all of them, or none. Moves that give a variable an impossible value were removed
// before.
func (b filterCall) filterSteady(i *ir.Instr, d, from string) {
	name := fmt.Sprintf("fitsMade%d_%d", i.X, i.D)
	if !b.requested[name] {
		b.requested[name] = true
		e, id, more, acts := b.emitter, i.X, i.Y, b.P.Applies[i.D]
		e.queue = append(e.queue, func() {
			e.Func("(m *Machine) %s(c int) bool", name)
			e.Line("key := uint64(%s)", e.tests.steadyKey(id, more))
			e.Open("if key < %d && m.evaluated%d>>key&1 != 0", knownKeys, id)
			e.Line("return m.outcome%d>>key&1 != 0", id)
			e.End()
			e.Line("before, alive := m.State, true")
			e.filters.makeActs(acts)
			e.Line("ok := alive && %s", e.tests.probe(id, plain, "c"))
			e.Line("m.restore(&before)")
			e.Line("return ok")
			e.End()
			e.Blank()
		})
	}
	b.allOrNone(fmt.Sprintf("m.%s(%s)", name, b.sets.lowest(from)), i.Flag != 0, d, from)
}
