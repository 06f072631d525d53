package gogen

import (
	"fmt"
	"strings"
)

// reachMethods prints what groups of connected cells need.
func (e *emitter) reachMethods() {
	matters, forgotten := "", ""
	if e.learns() {
		matters = "matters []set // by group: cells whose tests have asked it\n"
		forgotten = "r.matters = append(r.matters[:len(r.groups)-1], set{})\n"
	}
	e.line("%s", strings.NewReplacer("\x01", matters, "\x02", forgotten).Replace(reachText))
	e.line("// spoil makes a group worth nothing, and with it what was learned from it.")
	e.line("func (m *Machine) spoil(r *reached, n int32) {")
	e.line("if r.groups[n].valid {\nr.groups[n].valid = false\nm.relearn(r, n)\n}\n}\n")
	e.line("// relearn has nothing known of cells whose tests have asked a group.")
	e.line("func (m *Machine) relearn(r *reached, n int32) {")
	for _, r := range e.recallList() {
		if name := fmt.Sprintf("m.stale%d", r.id); r.groups {
			e.assign(name, "or", name, "r.matters[n]")
		}
	}
	e.line("}\n")
	e.line("// unlearn has nothing known of cells when all groups are dropped.")
	e.line("func (m *Machine) unlearn() {")
	e.forgetRecalls()
	e.line("}\n")
	e.line("// asked has a group know that it matters to the cell that is tested.")
	e.line("func (m *Machine) asked(r *reached, n int32) {")
	if e.learns() {
		e.line("if m.learner > 0 {")
		e.add("r.matters[n]", "int(m.learner-1)", true)
		e.line("}")
	}
	e.line("}\n")
	e.line("// stray has a test not remembered that looks at cells one by one.")
	e.line("func (m *Machine) stray() {")
	if e.learns() {
		e.line("m.strayed = true")
	}
	e.line("}\n")
}

const reachText = `
// A reachTable is a pattern (s {within})* s {exit} with a relation s that leads
// back and forth.
type reachTable struct {
	within, exit uint64
	start        []int32 // by cell: where its neighbours begin
	near         []int16
}

// A reached remembers what connected cells of a class reach.
type reached struct {
	group  [wordCount * 64]int32 // by cell: 1 + the number of its group, or 0
	groups []group
	` + "\x01" + `found [wordCount * 64]int16 // cells of the newest group
}

// A group is connected cells: all of them, or so many that as many exits are known
// as are noted. Nothing but a test asks whether there are two: one may be shut.
type group struct {
	valid bool
	whole bool  // these are all cells and all exits
	size  uint8 // how many exits are noted
	exits [4]int16
}

// disturb forgets what may change when a piece is put on a cell. All that is known
// of a group that is not whole is that its cells are connected with its exits.
func (m *Machine) disturb(c int, piece uint8) {
	old := m.pieces[c] & 63
	for k := range m.reached {
		r, q := &m.reached[k], &reaches[k]
		if len(r.groups) == 0 {
			continue
		}
		was, is := q.within>>old&1, q.within>>(piece&63)&1
		if n := r.group[c]; n > 0 && was > is {
			m.spoil(r, n-1)
		}
		left, leads := q.exit>>old&1, q.exit>>(piece&63)&1
		if was >= is && left == leads {
			continue
		}
		for _, t := range q.near[q.start[c]:q.start[c+1]] {
			n := r.group[t] - 1
			if n < 0 || !r.groups[n].valid {
				continue
			}
			g := &r.groups[n]
			switch {
			case was < is && g.whole:
				m.spoil(r, n)
			case left > leads && g.shut(int16(c)) && g.size < 2:
				if g.whole {
					m.relearn(r, n)
				} else {
					m.spoil(r, n)
				}
			case left < leads && g.whole:
				if g.size < 2 {
					m.relearn(r, n)
				}
				g.note(int16(c))
				g.whole = int(g.size) < len(g.exits)
			}
		}
	}
}

// forget forgets everything that is remembered of connected cells.
func (m *Machine) forget() {
	for k := range m.reached {
		if r := &m.reached[k]; len(r.groups) > 0 {
			clear(r.group[:])
			r.groups = r.groups[:0]
		}
	}
}

// findGroup returns the group of a cell on the board without what is laid over it.
func (m *Machine) findGroup(k int, c int32) int32 {
	r := &m.reached[k]
	if n := r.group[c]; n > 0 && r.groups[n-1].valid {
		return n - 1
	}
	if len(r.groups) >= 4*bitCount {
		clear(r.group[:])
		r.groups = r.groups[:0]
		m.unlearn()
	}
	q := &reaches[k]
	r.groups = append(r.groups, group{valid: true})
	` + "\x02" + `g := &r.groups[len(r.groups)-1]
	number := int32(len(r.groups))
	r.group[c] = number
	r.found[0] = int16(c)
	found := 1
	for n := 0; n < found; n++ {
		if int(g.size) == len(g.exits) {
			return number - 1
		}
		c := r.found[n]
		for _, t := range q.near[q.start[c]:q.start[c+1]] {
			p := m.pieces[t] & 63
			if q.within>>p&1 != 0 && r.group[t] != number {
				if h := r.group[t]; h > 0 && r.groups[h-1].valid {
					return r.join(h, found)
				}
				r.group[t] = number
				r.found[found] = t
				found++
			}
			if q.exit>>p&1 != 0 {
				g.note(t)
			}
		}
	}
	g.whole = int(g.size) < len(g.exits)
	return number - 1
}

// join adds the cells of the newest group to another, with which they are
// connected, in its place.
func (r *reached) join(h int32, found int) int32 {
	for _, c := range r.found[:found] {
		r.group[c] = h
	}
	r.groups = r.groups[:len(r.groups)-1]
	return h - 1
}

// note adds an exit, unless there is no room.
func (g *group) note(t int16) {
	for _, e := range g.exits[:g.size] {
		if e == t {
			return
		}
	}
	if int(g.size) < len(g.exits) {
		g.exits[g.size] = t
		g.size++
	}
}

// shut drops an exit. It reports whether it was noted.
func (g *group) shut(t int16) bool {
	for n, e := range g.exits[:g.size] {
		if e == t {
			g.size--
			g.exits[n] = g.exits[g.size]
			return true
		}
	}
	return false
}

// leads reports whether a group has an exit other than one.
func (g *group) leads(shut int32) bool {
	return g.size > 1 || g.size == 1 && int32(g.exits[0]) != shut
}

// reach reports whether an exit can be reached from a cell. What is remembered
// holds for the board; where something is laid over it that could matter, the
// cells are walked.
func (m *Machine) reach(k, id int, w *walkTable, _ bool, c int, covers bool) bool {
	q, r := &reaches[k], &m.reached[k]
	over := int32(-1) // a covered cell
	shut := int32(-1) // an exit that is covered
	if covers && len(m.over) > 0 {
		over = m.over[0]
		before, after := m.covered&63, m.pieces[over]&63
		within := q.within>>after&1 != 0
		if len(m.over) > 1 || q.within>>before&1 != 0 && !within || q.within>>before&1 == 0 && within && over != int32(c) ||
			q.exit>>after&^(q.exit>>before)&1 != 0 {
			m.stray()
			return m.walk(id, w, true, c)
		}
		if q.exit>>after&1 == 0 {
			shut = over
		}
	}
	if q.within>>(m.pieces[c]&63)&1 != 0 && int32(c) != over {
		n := m.bare(k, int32(c), over)
		m.asked(r, n)
		return r.groups[n].leads(shut)
	}
	near := q.near[q.start[c]:q.start[c+1]]
	for _, t := range near {
		if q.exit>>(m.pieces[t]&63)&1 != 0 {
			return true
		}
	}
	for _, t := range near {
		if q.within>>(m.pieces[t]&63)&1 == 0 || int32(t) == over {
			continue
		}
		n := m.bare(k, int32(t), over)
		m.asked(r, n)
		if r.groups[n].leads(shut) {
			return true
		}
	}
	return false
}

// bare returns the group of a cell on the board without what covers it.
func (m *Machine) bare(k int, c, over int32) int32 {
	if over < 0 {
		return m.findGroup(k, c)
	}
	if r := &m.reached[k]; r.group[c] > 0 && r.groups[r.group[c]-1].valid {
		return r.group[c] - 1
	}
	piece := m.pieces[over]
	m.pieces[over] = m.covered
	n := m.findGroup(k, c)
	m.pieces[over] = piece
	return n
}
`
