package gdlref

import (
	"context"

	"ludex/internal/budget"
)

// A cursor iterates over the ways in which a literal holds that binds variables.
// The values that it looks for are on the stack, which the caller who opens the
// cursor must clear.
type cursor struct {
	literal *literal
	values  []term // the arguments, free where they have no value yet

	at    int32  // fact of the state, tuple of a store or answer
	index *index // of a store
	from  *space // of answers
	table int32
}

// open returns a cursor for a literal that is not ground.
func (m *solver) open(l *literal, vars []term) cursor {
	c := cursor{literal: l, values: m.values(l, vars)}
	switch l.kind {
	case litScan:
		c.at, c.index = l.store.first(l.mask, c.values)
	case litCall:
		c.from, c.table = m.call(l.relation, c.values)
		c.at = c.from.tables[c.table].first
	}
	return c
}

// next gives the variables of the literal their next values, or returns false.
func (m *solver) next(c *cursor, vars []term) bool {
	l := c.literal
	switch l.kind {
	case litAnyFact:
		for int(c.at) < len(m.state) {
			word := m.state[c.at]
			fact := term(word)
			c.at++
			m.step()
			if word < firstKnown && m.match(&l.args[0], fact, vars) {
				return true
			}
		}
	case litScan:
		for c.at >= 0 {
			tuple := l.store.tuple(c.at)
			c.at = l.store.after(c.index, c.at)
			m.step()
			if m.matchTuple(l, c.values, tuple, vars) {
				return true
			}
		}
	case litCall:
		for c.at != none {
			answer := c.at
			c.at = c.from.after(c.table, answer)
			m.step()
			if m.matchAnswer(l, c.from, answer, vars) {
				return true
			}
		}
	}
	return false
}

// step counts a candidate that is tried.
func (m *solver) step() {
	if m.work++; m.work&4095 == 0 || m.work > m.limits.work {
		m.look()
	}
}

// look ends the evaluation if it exceeds a limit of time or memory.
func (m *solver) look() {
	if m.work > m.limits.work {
		fail("more than %d candidates are tried to answer one question", m.limits.work)
	}
	if m.ctx.Err() != nil {
		fail("the answer to a question was given up: %w", context.Cause(m.ctx))
	}
	if limit := m.limits.memory.Moves(); m.bytes() > budget.Alive(limit) {
		fail("%w", &budget.MemoryError{Doing: "computing the facts and moves of one state", Limit: limit})
	}
}

// bytes returns how much memory the tables take, with the terms made for the
// current state.
func (m *solver) bytes() int64 {
	n := int64(len(m.view.nodes)-m.before) * bytesPerTerm
	for i := range m.spaces {
		n += m.spaces[i].bytes()
	}
	return n
}

// values returns the arguments of a literal, free where they have no value yet,
// on the stack.
func (m *solver) values(l *literal, vars []term) []term {
	values := m.frame(len(l.args))
	for i := range l.args {
		if l.mask>>i&1 != 0 {
			values[i] = m.build(&l.args[i], vars)
		} else {
			values[i] = free
		}
	}
	return values
}

// matchTuple compares a tuple with the arguments of a literal.
func (m *solver) matchTuple(l *literal, values, tuple []term, vars []term) bool {
	for i, v := range values {
		if v != free && v != tuple[i] {
			return false
		}
	}
	for i, v := range values {
		if v == free && !m.match(&l.args[i], tuple[i], vars) {
			return false
		}
	}
	return true
}

// matchAnswer compares an answer with the free arguments of a literal.
func (m *solver) matchAnswer(l *literal, from *space, answer int32, vars []term) bool {
	k := 0
	for i := range l.args {
		if l.mask>>i&1 != 0 {
			continue
		}
		if !m.match(&l.args[i], from.value(answer, k), vars) {
			return false
		}
		k++
	}
	return true
}

// holds reports whether the atom of a ground literal holds.
func (m *solver) holds(l *literal, vars []term) bool {
	base := len(m.stack)
	values := m.values(l, vars)
	found := false
	switch l.kind {
	case litDistinct:
		found = values[0] != values[1]
	case litHeld:
		found = m.held(values[0])
	case litScan:
		for c, x := l.store.first(l.mask, values); c >= 0 && !found; c = l.store.after(x, c) {
			m.step()
			found = equal(values, l.store.tuple(c))
		}
	case litCall:
		s, t := m.call(l.relation, values)
		found = s.tables[t].first != none
	}
	m.stack = m.stack[:base]
	return found
}
