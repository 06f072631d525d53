package gogen

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// walk returns the arguments for a walk: its table and whether pieces are laid
// over the board.
func (e *emitter) walk(id int32, v variant) string {
	e.walks[id] = true
	for k := range e.p.Walks[id].States {
		s := &e.p.Walks[id].States[k]
		switch s.Kind {
		case ir.Matches:
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
		e.reachMethods()
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
			n := e.near(r.Targets)
			e.line("{within: %#x, exit: %#x, start: nearAt%d[:], near: near%d[:]},", r.Within, r.Exit, n, n)
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
