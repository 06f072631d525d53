package rbgcheck

import (
	"slices"

	"ludex/rbg"
)

// A stretchGraph is rules as a graph: its edges are actions, and ways without action.
type stretchGraph struct {
	game  *rbg.Game
	m     measure
	start int
	out   [][]stretchEdge
	on    []pieces // by node: what can lie on the current cell
}

type stretchEdge struct {
	to  int
	act *rbg.Expr // nil is none
}

// pieces is a set of kinds of pieces, sorted.
type pieces []int

// newStretchGraph returns the graph of an automaton. Where changes in patterns count, ways lead into them, and end there.
func newStretchGraph(g *rbg.Game, a *automaton, m measure) *stretchGraph {
	s := &stretchGraph{game: g, m: m, start: int(a.start), out: make([][]stretchEdge, len(a.out))}
	for i := range a.edges {
		e := &a.edges[i]
		if e.scope != outside && !m.patterns {
			continue
		}
		s.out[e.from] = append(s.out[e.from], stretchEdge{int(e.to), e.expr})
		if e.expr != nil && e.expr.Kind == rbg.Pattern && m.patterns {
			s.out[e.from] = append(s.out[e.from], stretchEdge{int(a.patterns[e.pattern].start), nil})
		}
	}
	s.findPieces()
	return s
}

// changes reports whether an action changes the board or a variable.
func changes(act *rbg.Expr) bool {
	return act != nil && (act.Kind == rbg.Off || act.Kind == rbg.Assign)
}

// interrupts reports whether an action ends a stretch, and whether another one begins there.
func (m measure) interrupts(act *rbg.Expr) (ends, begins bool) {
	switch {
	case act == nil:
	case act.Kind == rbg.Switch:
		return true, act.Player != rbg.Keeper || m.keeper
	case act.Kind == rbg.Dot:
		return m.dots, m.dots
	}
	return false, false
}

// findPieces finds out what can lie on the current cell in each node.
func (s *stretchGraph) findPieces() {
	all := make(pieces, len(s.game.Pieces))
	for i := range all {
		all[i] = i
	}
	s.on = make([]pieces, len(s.out))
	s.on[s.start] = all
	for queue := []int{s.start}; len(queue) > 0; {
		from := queue[0]
		queue = queue[1:]
		for _, e := range s.out[from] {
			next := after(e.act, s.on[from], all)
			if joined := union(s.on[e.to], next); len(joined) > len(s.on[e.to]) {
				s.on[e.to] = joined
				queue = append(queue, e.to)
			}
		}
	}
}

// after returns what can lie on the current cell after an action.
func after(act *rbg.Expr, before, all pieces) pieces {
	if act == nil {
		return before
	}
	switch act.Kind {
	case rbg.Shift:
		return all
	case rbg.On:
		return slices.DeleteFunc(slices.Clone(before), func(p int) bool { return !slices.Contains(act.Pieces, p) })
	case rbg.Off:
		return pieces{act.Piece}
	}
	return before
}

// union returns the pieces of two sets.
func union(a, b pieces) pieces {
	both := slices.Concat(a, b)
	slices.Sort(both)
	return slices.Compact(both)
}

// within reports whether all pieces of a set are in another one.
func (a pieces) within(b pieces) bool {
	return !slices.ContainsFunc(a, func(p int) bool { return !slices.Contains(b, p) })
}

// effect returns by how much an action at a node changes how many pieces of a set there are, at most: 1, 0 or -1.
func (s *stretchGraph) effect(from int, act *rbg.Expr, set pieces) int {
	if act == nil || act.Kind != rbg.Off {
		return 0
	}
	in := slices.Contains(set, act.Piece)
	switch {
	case in && !s.on[from].within(set):
		return 1
	case !in && s.on[from].within(set):
		return -1
	}
	return 0
}

// most returns how many pieces of a set can lie on the board at each node.
func (s *stretchGraph) most(set pieces) []int {
	first := 0
	for _, c := range s.game.Board.Cells {
		if slices.Contains(set, c.Piece) {
			first++
		}
	}
	cells := len(s.game.Board.Cells)
	most := make([]int, len(s.out))
	for i := range most {
		most[i] = -1
	}
	most[s.start] = first
	inQueue := make([]bool, len(s.out))
	for queue := []int{s.start}; len(queue) > 0; {
		from := queue[0]
		queue, inQueue[from] = queue[1:], false
		for _, e := range s.out[from] {
			// More than there are cells can there never be, so this comes to an end.
			n := min(cells, max(0, most[from]+s.effect(from, e.act, set)))
			if len(s.on[e.to]) > 0 && n > most[e.to] {
				if most[e.to] = n; !inQueue[e.to] {
					queue, inQueue[e.to] = append(queue, e.to), true
				}
			}
		}
	}
	return most
}
