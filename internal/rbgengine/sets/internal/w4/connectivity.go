// Code generated from package w1 by internal/widths; DO NOT EDIT.

package w4

import "ludex/internal/rbgengine/sets/ir"

// A connectivity memoises which exits the connected components of a class reach.
type connectivity struct {
	componentOf []int32 // by bit: 1 + the number of its component, or 0
	components  []component
	newest      []int32 // cells of the newest component
}

// A component is connected cells: all of them, or enough to know as many exits as
// there is room for. More than two exits are recorded, so that some may be lost.
type component struct {
	valid    bool
	complete bool  // it has all cells and all exits
	size     int32 // the number of exits that are recorded
	exits    [4]int32
}

// reset drops everything.
func (r *connectivity) reset() {
	for i := range r.componentOf {
		r.componentOf[i] = 0
	}
	r.components = r.components[:0]
}

// invalidate drops what may change when a piece is put on a cell. Of an
// incomplete component it is only known that its cells are connected with its
// exits.
func (st *state) invalidate(c int32, piece uint8) {
	old := st.pieces[c] & 63
	for k := range st.connections {
		r, q := &st.connections[k], &st.prog.Reaches[k]
		if len(r.components) == 0 {
			continue
		}
		was, is := q.Within>>old&1, q.Within>>(piece&63)&1
		if n := r.componentOf[c]; n > 0 && was > is {
			r.components[n-1].valid = false
		}
		left, leads := q.Exit>>old&1, q.Exit>>(piece&63)&1
		if was >= is && left == leads {
			continue
		}
		for _, t := range q.Targets[c] {
			n := r.componentOf[t]
			if n == 0 || !r.components[n-1].valid {
				continue
			}
			g := &r.components[n-1]
			switch {
			case was < is && g.complete:
				g.valid = false
			case left > leads && g.removeExit(c) && g.size < 2:
				g.valid = g.complete
			case left < leads && g.complete:
				g.addExit(c)
				g.complete = int(g.size) < len(g.exits)
			}
		}
	}
}

// forgetConnections drops everything that is memoised of connected cells.
func (st *state) forgetConnections() {
	for k := range st.connections {
		if len(st.connections[k].components) > 0 {
			st.connections[k].reset()
		}
	}
}

// componentAt returns the component of a cell on the board without the overlay.
func (st *state) componentAt(k int32, c int32) *component {
	r := &st.connections[k]
	if n := r.componentOf[c]; n > 0 && r.components[n-1].valid {
		return &r.components[n-1]
	}
	if len(r.components) >= 4*st.bits {
		r.reset()
	}
	q := &st.prog.Reaches[k]
	r.components = append(r.components, component{valid: true})
	g := &r.components[len(r.components)-1]
	number := int32(len(r.components))
	r.componentOf[c] = number
	r.newest = append(r.newest[:0], c)
	for n := 0; n < len(r.newest); n++ {
		if int(g.size) == len(g.exits) {
			return g
		}
		for _, t := range q.Targets[r.newest[n]] {
			p := st.pieces[t] & 63
			if h := r.componentOf[t]; q.Within>>p&1 != 0 && h != number {
				if h > 0 && r.components[h-1].valid {
					return r.join(h)
				}
				r.componentOf[t] = number
				r.newest = append(r.newest, int32(t))
			}
			if q.Exit>>p&1 != 0 {
				g.addExit(int32(t))
			}
		}
	}
	g.complete = int(g.size) < len(g.exits)
	return g
}

// join adds the cells of the newest component to another one, with which they are
// connected.
func (r *connectivity) join(h int32) *component {
	for _, c := range r.newest {
		r.componentOf[c] = h
	}
	r.components = r.components[:len(r.components)-1]
	return &r.components[h-1]
}

// addExit records an exit, unless there is no room.
func (g *component) addExit(t int32) {
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

// removeExit removes an exit. It reports whether it was recorded.
func (g *component) removeExit(t int32) bool {
	for n, e := range g.exits[:g.size] {
		if e == t {
			g.size--
			g.exits[n] = g.exits[g.size]
			return true
		}
	}
	return false
}

// hasOtherExit reports whether a component has an exit other than the given one.
func (g *component) hasOtherExit(shut int32) bool {
	return g.size > 1 || g.size == 1 && g.exits[0] != shut
}

// reach reports whether an exit can be reached from a cell. What is memoised
// holds for the board without the overlay; where the overlay could matter, the
// cells are searched.
func (m *interpreter) reach(p *ir.Pattern, cell int32) bool {
	q := &m.prog.Reaches[p.Reach]
	over := int32(-1) // the cell of the overlay
	shut := int32(-1) // an exit under the overlay
	if len(m.over) > 0 {
		over = m.over[0]
		before, after := m.underneath&63, m.pieces[over]&63
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
		return m.uncoveredComponent(p.Reach, cell, over).hasOtherExit(shut)
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
		if m.uncoveredComponent(p.Reach, int32(t), over).hasOtherExit(shut) {
			return true
		}
	}
	return false
}

// uncoveredComponent returns the component of a cell on the board without the
// overlay.
func (st *state) uncoveredComponent(k, c, over int32) *component {
	if over < 0 {
		return st.componentAt(k, c)
	}
	if r := &st.connections[k]; r.componentOf[c] > 0 && r.components[r.componentOf[c]-1].valid {
		return &r.components[r.componentOf[c]-1]
	}
	piece := st.pieces[over]
	st.pieces[over] = st.underneath
	g := st.componentAt(k, c)
	st.pieces[over] = piece
	return g
}
