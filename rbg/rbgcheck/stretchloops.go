package rbgcheck

import (
	"math"
	"slices"

	"ludex/rbg"
)

// measured returns how many changes a visit of a loop makes at most if each round of it makes a step that cannot be made for ever,
// or Unbounded: all steps lead in directions in which the board ends, or a variable is decreased.
func (t *stretchPart) measured(c int) int {
	best := Unbounded
	for _, step := range slices.Concat(t.directions(c), t.counters(c)) {
		if n := t.visit(c, step); n != Unbounded && (best == Unbounded || n < best) {
			best = n
		}
	}
	return best
}

// A loopStep is an action of a loop that can be made a number of times only.
type loopStep struct {
	is    func(act *rbg.Expr) bool
	times int
}

// visit returns how many changes a visit of a loop makes at most, if each round of it makes a certain step.
func (t *stretchPart) visit(c int, step loopStep) int {
	var entries, targets []int
	stepChanges := 0
	for i, from := range t.nodes {
		t.each(from, func(e stretchEdge) {
			to := t.number[e.to]
			switch {
			case t.group[to] != c:
			case t.group[i] != c:
				entries = append(entries, to)
			case e.act != nil && step.is(e.act):
				targets = append(targets, to)
				if changes(e.act) {
					stepChanges = 1
				}
			}
		})
	}
	if t.group[0] == c {
		entries = append(entries, 0)
	}
	from, loops := longestPaths(t.edges(func(at int, e stretchEdge) int {
		switch {
		case !t.inLoop(at, e) || t.group[t.number[at]] != c, e.act != nil && step.is(e.act):
			return -1
		case changes(e.act):
			return 1
		}
		return 0
	}), none)
	if loops {
		return Unbounded
	}
	first, each := 0, 0
	for _, i := range entries {
		first = max(first, from[i])
	}
	for _, i := range targets {
		each = max(each, from[i])
	}
	return first + step.times*(stepChanges+each)
}

// loopActions calls f for the actions of a loop.
func (t *stretchPart) loopActions(c int, f func(act *rbg.Expr)) {
	for _, i := range t.of[c] {
		t.each(t.nodes[i], func(e stretchEdge) {
			if e.act != nil && t.group[t.number[e.to]] == c {
				f(e.act)
			}
		})
	}
}

// decrease returns by how much an assignment decreases its variable, or 0.
func decrease(act *rbg.Expr) int32 {
	v := act.Value
	if v.Kind != rbg.Sub || len(v.Kids) != 2 || v.Kids[0].Kind != rbg.Value || v.Kids[0].Ref != act.Variable || v.Kids[1].Kind != rbg.Number {
		return 0
	}
	return int32(min(v.Kids[1].Number, math.MaxInt32))
}

// directions returns steps on the board that can be made a number of times only, since no way in the directions of a loop
// leads back.
func (t *stretchPart) directions(c int) (steps []loopStep) {
	var labels []int
	t.loopActions(c, func(act *rbg.Expr) {
		if act.Kind == rbg.Shift && !slices.Contains(labels, act.Label) {
			labels = append(labels, act.Label)
		}
	})
	counted := [][]int{labels}
	for _, label := range labels {
		counted = append(counted, []int{label})
	}
	for _, some := range counted {
		if n := longestWay(t.game.Board, labels, some); n >= 0 {
			steps = append(steps, loopStep{func(act *rbg.Expr) bool { return act.Kind == rbg.Shift && slices.Contains(some, act.Label) }, n})
		}
	}
	return steps
}

// longestWay returns how many steps in some directions a way has at most that leads in given ones, or -1 if a way leads back.
func longestWay(b *rbg.Board, labels, counted []int) int {
	out := make([][]weightedEdge, len(b.Cells))
	for _, l := range labels {
		for c, to := range b.Edges[l] {
			switch {
			case to == rbg.NoCell:
			case slices.Contains(counted, l):
				out[c] = append(out[c], weightedEdge{int(to), 1})
			default:
				out[c] = append(out[c], weightedEdge{int(to), 0})
			}
		}
	}
	if _, count := components(out); count < len(out) {
		return -1
	}
	from, _ := longestPaths(out, none)
	return slices.Max(from)
}

// counters returns assignments that decrease a variable which nothing else in the loop changes.
func (t *stretchPart) counters(c int) (steps []loopStep) {
	least := map[int]int32{} // by variable: by how much it is decreased at least; 0 if it may be changed otherwise
	t.loopActions(c, func(act *rbg.Expr) {
		if act.Kind != rbg.Assign {
			return
		}
		by := decrease(act)
		if before, ok := least[act.Variable]; ok {
			by = min(by, before)
		}
		least[act.Variable] = by
	})
	for variable, by := range least {
		if by > 0 {
			is := func(act *rbg.Expr) bool { return act.Kind == rbg.Assign && act.Variable == variable }
			steps = append(steps, loopStep{is, int(t.game.Bound(variable) / by)})
		}
	}
	return steps
}
