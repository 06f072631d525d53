package gogen

import (
	"fmt"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// walk returns the arguments of a walk: its number, its table, and whether pieces are
// laid over the board.
func (e *testCode) walk(id int32, v variant) string {
	e.tables.usedWalks[id] = true
	for k := range e.P.Walks[id].States {
		s := &e.P.Walks[id].States[k]
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

// walkCode emits the methods of walks and of groups of connected cells.
func (e *testCode) walkCode() {
	if len(e.tables.usedWalks) == 0 {
		return
	}
	e.Text(expand("walk.go", nil))
	e.Line("// fitsAny tests a pattern within a walk.")
	e.Func("(m *Machine) fitsAny(id int32, over bool, c int) bool")
	e.Open("switch")
	for _, id := range e.referred() {
		for _, v := range []variant{plain, covered} {
			if e.refs[test{id, v}] {
				condition := "over"
				if v == plain {
					condition = "!over"
				}
				e.Case("case id == %d && %s", id, condition)
				e.Line("return %s", e.probe(id, v, "c"))
			}
		}
	}
	e.End()
	e.Line("return false")
	e.End()
	e.Blank()
	e.Line("// holds tests a comparison within a walk.")
	e.Func("(m *Machine) holds(id int32) bool")
	e.Open("switch id")
	for _, id := range sortedKeys(e.holds) {
		e.Case("case %d", id)
		e.Line("return %s", e.exprs.condition(id))
	}
	e.End()
	e.Line("return false")
	e.End()
	e.Blank()
	if e.reachUsed {
		e.reachMethods()
	}
}

func (e *testCode) referred() []int32 {
	ids := map[int32]bool{}
	for t := range e.refs {
		ids[t.pattern] = true
	}
	return sortedKeys(ids)
}

// walkTables emits the states of walks.
func (e *tableCode) walkTables() {
	for _, id := range sortedKeys(e.usedWalks) {
		w := &e.P.Walks[id]
		e.Line("var walk%d = walkTable{marked: %d, states: []walkState{", id, w.Marked)
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
				add("table: []int16{%s}", numbers(fill(s.Map, e.P.Words*64, -1)))
			}
			if s.Targets != nil {
				add("targets: %s", targets(s.Targets))
			}
			if s.Mask != nil {
				add("mask: %s", e.sets.literal(s.Mask))
			}
			if s.Ref != 0 {
				add("ref: %d", s.Ref)
			}
			e.Line("{%s},", strings.Join(parts, ", "))
		}
		e.Line("}}")
		e.Blank()
	}
	if e.reachUsed {
		e.Open("var reaches = [...]reachTable")
		for k := range e.P.Reaches {
			r := &e.P.Reaches[k]
			n := e.adjacency(r.Targets)
			e.Line("{within: %#x, exit: %#x, start: nearAt%d[:], near: near%d[:]},", r.Within, r.Exit, n, n)
		}
		e.End()
		e.Blank()
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
