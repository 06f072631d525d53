package rbgcheck

import (
	"slices"

	"ludex/rbg"
)

// A loop is a star that may change the game state forever. Tests that depend on
// what the body changes are assumed to fail at some point, and switches end the move.
// A loop that is endless under these assumptions is therefore endless whenever it can be
// entered and the other tests hold.
type loop struct {
	*flow
	star
	puts    []int // pieces that the body puts on the board
	assigns map[int]bool
	lasting []bool // by edge of the body: no change by the body makes it fail
}

func newLoop(f *flow, s star) *loop {
	l := &loop{flow: f, star: s, assigns: map[int]bool{}}
	for i := s.first; i < s.end; i++ {
		e := &f.edges[i]
		if e.expr == nil || e.scope != s.scope {
			continue
		}
		switch e.expr.Kind {
		case rbg.Off:
			l.puts = append(l.puts, e.expr.Piece)
		case rbg.Assign:
			l.assigns[e.expr.Variable] = true
		}
	}
	f.steps += int(s.end - s.first)
	return l
}

// endless reports whether a path leads round the loop, back to the same cell,
// and changes something on the way.
func (l *loop) endless() bool {
	if len(l.puts) == 0 && len(l.assigns) == 0 {
		return false
	}
	for i := l.first; i < l.end; i++ {
		l.lasting = append(l.lasting, l.lasts(l.edges[i].expr))
	}
	g := newLoopGraph(l)
	for c := range int32(l.cells) {
		if l.reached.has(l.index(l.node, c)) {
			g.add(pair{l.node, c})
		}
	}
	g.explore()
	return g.changing()
}

// follow returns where an edge leads from a cell if it belongs to the body and
// can be passed any number of times.
func (l *loop) follow(i, c int32) (pair, bool) {
	l.steps++
	if i < l.first || i >= l.end || !l.lasting[i-l.first] || !l.passes(i, c) {
		return pair{}, false
	}
	e := &l.edges[i]
	if e.expr != nil && e.expr.Kind == rbg.Shift {
		c = l.next[e.expr.Label][c]
	}
	return pair{e.to, c}, true
}

// lasts reports whether no change by the body can make an action fail. A switch does not
// last, because it ends the move.
func (l *loop) lasts(e *rbg.Expr) bool {
	if e == nil {
		return true
	}
	switch e.Kind {
	case rbg.Switch:
		return false
	case rbg.On:
		return !slices.ContainsFunc(l.puts, func(p int) bool { return !slices.Contains(e.Pieces, p) })
	case rbg.Compare:
		return !l.moves(e.Left) && !l.moves(e.Right)
	case rbg.Assign:
		return !l.moves(e.Value)
	case rbg.Pattern:
		return l.steady(e)
	}
	return true
}

// moves reports whether the body can change the value of an expression.
func (l *loop) moves(a *rbg.Arith) bool {
	switch a.Kind {
	case rbg.Value:
		return l.assigns[a.Ref]
	case rbg.PieceCount:
		return len(l.puts) > 0
	}
	return slices.ContainsFunc(a.Kids, l.moves)
}

// steady reports whether a pattern does not depend on what the body changes.
func (l *loop) steady(pattern *rbg.Expr) bool {
	result := true
	pattern.Kids[0].Each(func(e *rbg.Expr) bool {
		l.steps++
		switch e.Kind {
		case rbg.On:
			result = result && len(l.puts) == 0
		case rbg.Compare:
			result = result && !l.moves(e.Left) && !l.moves(e.Right)
		case rbg.Assign:
			result = result && !l.moves(e.Value)
		}
		return result
	})
	return result
}
