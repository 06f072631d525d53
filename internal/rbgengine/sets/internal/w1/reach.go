package w1

import "ludex/internal/rbgengine/sets/ir"

// A reached remembers what connected cells of a class reach.
type reached struct {
	group  []int32 // by bit: 1 + the number of its group, or 0
	groups []group
	found  []int32 // cells of the newest group
}

// A group is connected cells: all of them, or so many that as many exits are known
// as are noted. Nothing but a test asks whether there are two: one may be shut.
type group struct {
	valid bool
	whole bool  // these are all cells and all exits
	size  int32 // how many exits are noted
	exits [4]int32
}

// reset forgets everything.
func (r *reached) reset() {
	for i := range r.group {
		r.group[i] = 0
	}
	r.groups = r.groups[:0]
}

// disturb forgets what may change when a piece is put on a cell. All that is known
// of a group that is not whole is that its cells are connected with its exits.
func (m *Machine) disturb(c int32, piece uint8) {
	old := m.pieces[c] & 63
	for k := range m.reached {
		r, q := &m.reached[k], &m.prog.Reaches[k]
		if len(r.groups) == 0 {
			continue
		}
		was, is := q.Within>>old&1, q.Within>>(piece&63)&1
		if n := r.group[c]; n > 0 && was > is {
			r.groups[n-1].valid = false
		}
		left, leads := q.Exit>>old&1, q.Exit>>(piece&63)&1
		if was >= is && left == leads {
			continue
		}
		for _, t := range q.Targets[c] {
			n := r.group[t]
			if n == 0 || !r.groups[n-1].valid {
				continue
			}
			g := &r.groups[n-1]
			switch {
			case was < is && g.whole:
				g.valid = false
			case left > leads && g.shut(c) && g.size < 2:
				g.valid = g.whole
			case left < leads && g.whole:
				g.note(c)
				g.whole = int(g.size) < len(g.exits)
			}
		}
	}
}

// forget forgets everything that is remembered of connected cells.
func (m *Machine) forget() {
	for k := range m.reached {
		if len(m.reached[k].groups) > 0 {
			m.reached[k].reset()
		}
	}
}

// find returns the group of a cell on the board without what is laid over it.
func (m *Machine) find(k int32, c int32) *group {
	r := &m.reached[k]
	if n := r.group[c]; n > 0 && r.groups[n-1].valid {
		return &r.groups[n-1]
	}
	if len(r.groups) >= 4*m.bits {
		r.reset()
	}
	q := &m.prog.Reaches[k]
	r.groups = append(r.groups, group{valid: true})
	g := &r.groups[len(r.groups)-1]
	number := int32(len(r.groups))
	r.group[c] = number
	r.found = append(r.found[:0], c)
	for n := 0; n < len(r.found); n++ {
		if int(g.size) == len(g.exits) {
			return g
		}
		for _, t := range q.Targets[r.found[n]] {
			p := m.pieces[t] & 63
			if h := r.group[t]; q.Within>>p&1 != 0 && h != number {
				if h > 0 && r.groups[h-1].valid {
					return r.join(h)
				}
				r.group[t] = number
				r.found = append(r.found, int32(t))
			}
			if q.Exit>>p&1 != 0 {
				g.note(int32(t))
			}
		}
	}
	g.whole = int(g.size) < len(g.exits)
	return g
}

// join adds the cells of the newest group to another, with which they are
// connected, in its place.
func (r *reached) join(h int32) *group {
	for _, c := range r.found {
		r.group[c] = h
	}
	r.groups = r.groups[:len(r.groups)-1]
	return &r.groups[h-1]
}

// note adds an exit, unless there is no room.
func (g *group) note(t int32) {
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
func (g *group) shut(t int32) bool {
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
	return g.size > 1 || g.size == 1 && g.exits[0] != shut
}

// reach reports whether an exit can be reached from a cell. What is remembered
// holds for the board; where something is laid over it that could matter, the
// cells are walked.
func (m *Machine) reach(p *ir.Pattern, cell int32) bool {
	q := &m.prog.Reaches[p.Reach]
	over := int32(-1) // a covered cell
	shut := int32(-1) // an exit that is covered
	if len(m.over) > 0 {
		over = m.over[0]
		before, after := m.covered&63, m.pieces[over]&63
		within := q.Within>>after&1 != 0
		if len(m.over) > 1 || q.Within>>before&1 != 0 && !within || q.Within>>before&1 == 0 && within && over != cell ||
			q.Exit>>after&^(q.Exit>>before)&1 != 0 {
			return m.walk(p.Walk, cell)
		}
		if q.Exit>>after&1 == 0 {
			shut = over
		}
	}
	if q.Within>>(m.pieces[cell]&63)&1 != 0 && cell != over {
		return m.bare(p.Reach, cell, over).leads(shut)
	}
	for _, t := range q.Targets[cell] {
		if q.Exit>>(m.pieces[t]&63)&1 != 0 {
			return true
		}
	}
	for _, t := range q.Targets[cell] {
		if q.Within>>(m.pieces[t]&63)&1 == 0 || int32(t) == over {
			continue
		}
		if m.bare(p.Reach, int32(t), over).leads(shut) {
			return true
		}
	}
	return false
}

// bare returns the group of a cell on the board without what covers it.
func (m *Machine) bare(k, c, over int32) *group {
	if over < 0 {
		return m.find(k, c)
	}
	if r := &m.reached[k]; r.group[c] > 0 && r.groups[r.group[c]-1].valid {
		return &r.groups[r.group[c]-1]
	}
	piece := m.pieces[over]
	m.pieces[over] = m.covered
	g := m.find(k, c)
	m.pieces[over] = piece
	return g
}
