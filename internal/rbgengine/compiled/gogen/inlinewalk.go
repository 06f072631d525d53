package gogen

import (
	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// inlineWalk emits a walk that visits no cell twice as nested loops. The code returns
// true where the walk succeeds, and falls through otherwise.
func (e *testCode) inlineWalk(w *ir.Walk, state int32, v variant, c string, depth int) {
	s := &w.States[state]
	on := func(t string) string {
		if s.Pieces == ^uint64(0) {
			return ""
		}
		return fmt.Sprintf("uint64(%#x)>>(m.pieces[%s]&63)&1 != 0", s.Pieces, e.sets.index(t))
	}
	within := func(condition string, c string) {
		if condition == "" {
			e.inlineWalk(w, s.To, v, c, depth+1)
			return
		}
		e.Open("if %s", condition)
		e.inlineWalk(w, s.To, v, c, depth+1)
		e.End()
	}
	t := fmt.Sprintf("t%d", depth)
	switch s.Kind {
	case ir.Accept:
		e.Line("return true")
	case ir.Fork:
		e.inlineWalk(w, s.To, v, c, depth+1)
		e.inlineWalk(w, s.Else, v, c, depth+1)
	case ir.Follow, ir.FanOut:
		targets := s.Targets
		if s.Kind == ir.Follow {
			targets = lists(s.Map)
		}
		n := e.tables.adjacency(targets)
		e.Open("for _, k := range near%d[nearAt%d[%s]:nearAt%d[%s+1]]", n, n, c, n, c)
		e.Line("%s := int(k)", t)
		within(on(t), t)
		e.End()
	case ir.OnPiece:
		within(on(c), c)
	case ir.InMask:
		mask := e.sets.constantSet(s.Mask)
		if e.P.Words == 1 {
			mask = "uint64(" + mask + ")"
		}
		within(e.sets.has(mask, c), c)
	case ir.Holds:
		within(e.exprs.condition(s.Ref), c)
	case ir.Matches:
		fits := covered
		if v == plain {
			fits = plain
		}
		condition := e.probe(s.Ref, fits, c)
		if s.Negative {
			condition = "!" + condition
		}
		within(condition, c)
	}
}

// lists returns a map as lists of cells.
func lists(to []int16) [][]int16 {
	out := make([][]int16, len(to))
	for c, t := range to {
		if t >= 0 {
			out[c] = []int16{t}
		}
	}
	return out
}

// adjacency returns the number of a table of adjacency lists.
func (e *tableCode) adjacency(lists [][]int16) int {
	same := func(l [][]int16) bool { return slices.EqualFunc(l, lists, slices.Equal[[]int16]) }
	n := slices.IndexFunc(e.adjacencies, same)
	if n < 0 {
		n = len(e.adjacencies)
		e.adjacencies = append(e.adjacencies, lists)
	}
	return n
}

// adjacencyTables emits the tables of adjacency lists.
func (e *tableCode) adjacencyTables() {
	for n, lists := range e.adjacencies {
		var all []int16
		start := make([]int32, 0, len(lists)+1)
		for _, l := range lists {
			start = append(start, int32(len(all)))
			all = append(all, l...)
		}
		start = append(start, int32(len(all)))
		e.Line("// near%d holds adjacency lists, and nearAt%d where the list of each cell begins.", n, n)
		e.Line("var near%d = [...]int16{%s}", n, numbers(all))
		e.Line("var nearAt%d = [...]int32{%s}", n, numbers(start))
		e.Blank()
	}
}
