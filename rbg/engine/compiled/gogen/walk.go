package gogen

import (
	"fmt"
	"strings"

	"ludex/rbg/engine/sets/ir"
)

// walk returns the arguments for a walk: its table and whether pieces are laid
// over the board.
func (e *emitter) walk(id int32, v variant) string {
	e.walks[id] = true
	for k := range e.p.Walks[id].States {
		s := &e.p.Walks[id].States[k]
		switch s.Kind {
		case ir.Fits:
			t := test{s.Ref, covered}
			if v == plain {
				t.variant = plain
			}
			if !e.refs[t] {
				e.refs[t] = true
				e.probe(t.pattern, t.variant, "c")
			}
		case ir.Holds:
			e.holds[s.Ref] = true
		}
	}
	return fmt.Sprintf("%d, &walk%d, %v", id, id, v != plain)
}

// walkCode prints what walks and reaches need.
func (e *emitter) walkCode() {
	if len(e.walks) == 0 {
		return
	}
	e.line("%s", walkText)
	e.line("// fitsAny tests a pattern within a walk.")
	e.line("func (m *Machine) fitsAny(id int32, over bool, c int) bool {")
	e.line("switch {")
	for _, id := range e.referred() {
		for _, v := range []variant{plain, covered} {
			if e.refs[test{id, v}] {
				condition := "over"
				if v == plain {
					condition = "!over"
				}
				e.line("case id == %d && %s:\nreturn %s", id, condition, e.probe(id, v, "c"))
			}
		}
	}
	e.line("}\nreturn false\n}\n")
	e.line("// holds tests a comparison within a walk.")
	e.line("func (m *Machine) holds(id int32) bool {")
	e.line("switch id {")
	for _, id := range sortedKeys(e.holds) {
		e.line("case %d:\nreturn %s", id, e.condition(id))
	}
	e.line("}\nreturn false\n}\n")
	if e.reachUsed {
		matters := ""
		if e.learns() {
			matters = "matters set // cells whose tests have asked it\n"
		}
		e.line("%s", strings.Replace(reachText, "\x01", matters, 1))
		e.groupMethods()
	}
}

func (e *emitter) referred() []int32 {
	ids := map[int32]bool{}
	for t := range e.refs {
		ids[t.pattern] = true
	}
	return sortedKeys(ids)
}

// walkTables prints the states of walks.
func (e *emitter) walkTables() {
	for _, id := range sortedKeys(e.walks) {
		w := &e.p.Walks[id]
		e.line("var walk%d = walkTable{marked: %d, states: []walkState{", id, w.Marked)
		for k := range w.States {
			s := &w.States[k]
			var parts []string
			add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
			add("kind: %d, mark: %d, to: %d, other: %d", s.Kind, s.Mark, s.To, s.Else)
			if s.Negative {
				add("negative: true")
			}
			if s.Pieces != 0 {
				add("pieces: %#x", s.Pieces)
			}
			if s.Map != nil {
				add("table: []int16{%s}", numbers(fill(s.Map, e.p.Words*64, -1)))
			}
			if s.Targets != nil {
				add("targets: %s", targets(s.Targets))
			}
			if s.Mask != nil {
				add("mask: %s", e.literal(s.Mask))
			}
			if s.Ref != 0 {
				add("ref: %d", s.Ref)
			}
			e.line("{%s},", strings.Join(parts, ", "))
		}
		e.line("}}\n")
	}
	if e.reachUsed {
		e.line("var reaches = [...]reachTable{")
		for k := range e.p.Reaches {
			r := &e.p.Reaches[k]
			e.line("{within: %#x, exit: %#x, targets: %s},", r.Within, r.Exit, targets(r.Targets))
		}
		e.line("}\n")
	}
}

func targets(list [][]int16) string {
	var b strings.Builder
	b.WriteString("[][]int16{")
	for _, t := range list {
		fmt.Fprintf(&b, "{%s},\n", numbers(t))
	}
	b.WriteString("}")
	return b.String()
}

const walkText = `
// A walkTable is a search from cell to cell through states, the first of which
// is 0.
type walkTable struct {
	marked int // how many states have marks
	states []walkState
}

// A walkState says what a walk does.
type walkState struct {
	kind            uint8
	negative        bool
	mark, to, other int32
	ref             int32
	pieces          uint64
	table           []int16
	targets         [][]int16
	mask            set
}

// A spot is a state of a walk on a cell.
type spot struct{ state, cell int32 }

// The kinds of states.
const (
	walkAccept = iota
	walkFork
	walkRoam
	walkFollow
	walkSpread
	walkOnPiece
	walkInMask
	walkHolds
	walkFits
)

// walk searches from cell to cell.
func (m *Machine) walk(id int, w *walkTable, over bool, c int) bool {
	if m.visited[id] == nil {
		m.visited[id] = make([]uint32, w.marked*bitCount)
	}
	m.walks++
	stamp := m.walks
	base := len(m.stack)
	m.stack = append(m.stack, spot{0, int32(c)})
	for len(m.stack) > base {
		at := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if m.tread(w, m.visited[id], stamp, over, at) {
			m.stack = m.stack[:base]
			return true
		}
	}
	return false
}

// tread follows states from one spot as long as there is one way, and leaves the
// others on the stack.
func (m *Machine) tread(w *walkTable, visited []uint32, stamp uint32, over bool, at spot) bool {
	for {
		s := &w.states[at.state]
		if s.mark >= 0 {
			k := s.mark*bitCount + at.cell
			if visited[k] == stamp {
				return false
			}
			visited[k] = stamp
		}
		switch s.kind {
		case walkAccept:
			return true
		case walkFork:
			m.stack = append(m.stack, spot{s.other, at.cell})
		case walkRoam:
			if m.tread(w, visited, stamp, over, spot{s.to, at.cell}) {
				return true
			}
			row := visited[s.mark*bitCount:]
			for _, t := range s.targets[at.cell] {
				if s.pieces>>(m.pieces[t]&63)&1 != 0 && row[t] != stamp {
					m.stack = append(m.stack, spot{at.state, int32(t)})
				}
			}
			return false
		case walkFollow:
			t := int32(s.table[at.cell])
			if t < 0 || s.pieces>>(m.pieces[t]&63)&1 == 0 {
				return false
			}
			at.cell = t
		case walkSpread:
			for _, t := range s.targets[at.cell] {
				if s.pieces>>(m.pieces[t]&63)&1 != 0 {
					m.stack = append(m.stack, spot{s.to, int32(t)})
				}
			}
			return false
		case walkOnPiece:
			if s.pieces>>(m.pieces[at.cell]&63)&1 == 0 {
				return false
			}
		case walkInMask:
			if !inMask(&s.mask, int(at.cell)) {
				return false
			}
		case walkHolds:
			if !m.holds(s.ref) {
				return false
			}
		case walkFits:
			if m.fitsAny(s.ref, over, int(at.cell)) == s.negative {
				return false
			}
		}
		at.state = s.to
	}
}
`

const reachText = `
// A reachTable is a pattern (s {within})* s {exit} with a relation s that leads
// back and forth.
type reachTable struct {
	within, exit uint64
	targets      [][]int16
}

// A reached remembers what connected cells of a class reach.
type reached struct {
	group  [wordCount * 64]int32 // by cell: 1 + the number of its group, or 0
	groups []group
	found  []int32 // cells of the newest group
}

// enough is how many exits of a group have to be known: one of them may be shut.
const enough = 2

// A group is connected cells: all of them, or so many that enough exits are
// known. It is worth nothing once one of these cells or exits is lost; if it is all
// of them, also once there are more.
type group struct {
	valid bool
	size  int32 // how many of the exits are noted
	exits [enough]int32
	` + "\x01" + `}

// disturb forgets what may change when a piece is put on a cell.
func (m *Machine) disturb(c int, piece uint8) {
	old := m.pieces[c] & 63
	for k := range m.reached {
		r, q := &m.reached[k], &reaches[k]
		if len(r.groups) == 0 {
			continue
		}
		was, is := q.within>>old&1, q.within>>(piece&63)&1
		if g := r.group[c]; g > 0 && was > is {
			m.spoil(&r.groups[g-1])
		}
		left, leads := q.exit>>old&1, q.exit>>(piece&63)&1
		if was >= is && left == leads {
			continue
		}
		for _, t := range q.targets[c] {
			if g := r.group[t]; g > 0 && (r.groups[g-1].size < enough || left > leads && r.groups[g-1].leads(c)) {
				m.spoil(&r.groups[g-1])
			}
		}
	}
}

// leads reports whether an exit is noted.
func (g *group) leads(c int) bool {
	for _, e := range g.exits[:g.size] {
		if int(e) == c {
			return true
		}
	}
	return false
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
func (m *Machine) findGroup(k int, c int32) *group {
	r := &m.reached[k]
	if g := r.group[c]; g > 0 && r.groups[g-1].valid {
		return &r.groups[g-1]
	}
	if len(r.groups) >= 4*bitCount {
		clear(r.group[:])
		r.groups = r.groups[:0]
		m.unlearn()
	}
	q := &reaches[k]
	r.groups = append(r.groups, group{valid: true})
	g := &r.groups[len(r.groups)-1]
	number := int32(len(r.groups))
	r.group[c] = number
	r.found = append(r.found[:0], c)
	for n := 0; n < len(r.found) && g.size < enough; n++ {
		for _, t := range q.targets[r.found[n]] {
			p := m.pieces[t] & 63
			if h := r.group[t]; q.within>>p&1 != 0 && h != number {
				if h > 0 && r.groups[h-1].valid {
					return r.join(h)
				}
				r.group[t] = number
				r.found = append(r.found, int32(t))
			}
			if q.exit>>p&1 != 0 {
				g.note(int32(t))
			}
		}
	}
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

// note adds an exit.
func (g *group) note(t int32) {
	if g.size == int32(len(g.exits)) {
		return
	}
	for _, e := range g.exits[:g.size] {
		if e == t {
			return
		}
	}
	g.exits[g.size] = t
	g.size++
}

// reach reports whether an exit can be reached from a cell. What is remembered
// holds for the board; where something is laid over it that could matter, the
// cells are walked.
func (m *Machine) reach(k, id int, w *walkTable, _ bool, c int, covers bool) bool {
	q := &reaches[k]
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
		g := m.bare(k, int32(c), over)
		m.asked(g)
		return g.size > 1 || g.size == 1 && g.exits[0] != shut
	}
	for _, t := range q.targets[c] {
		if q.exit>>(m.pieces[t]&63)&1 != 0 {
			return true
		}
	}
	for _, t := range q.targets[c] {
		if q.within>>(m.pieces[t]&63)&1 == 0 || int32(t) == over {
			continue
		}
		g := m.bare(k, int32(t), over)
		m.asked(g)
		if g.size > 1 || g.size == 1 && g.exits[0] != shut {
			return true
		}
	}
	return false
}

// bare returns the group of a cell on the board without what covers it.
func (m *Machine) bare(k int, c, over int32) *group {
	if over < 0 {
		return m.findGroup(k, c)
	}
	if r := &m.reached[k]; r.group[c] > 0 && r.groups[r.group[c]-1].valid {
		return &r.groups[r.group[c]-1]
	}
	piece := m.pieces[over]
	m.pieces[over] = m.covered
	g := m.findGroup(k, c)
	m.pieces[over] = piece
	return g
}
`
