package rbgref

import (
	"slices"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// An Attack is a pair of cells: a piece of the player to move, and one of another player that a
// pattern of the rules leads to from there.
type Attack struct{ Target, By int }

// Attacks returns what the player to move must not leave as it is, such as a check in chess: every
// way to the end of a move tests at last that a pattern cannot be completed, and in this position it
// can, from a piece of the player to one of another player. The pattern must not depend on where a
// move ends. The owner of a piece is a player, or negative.
func (r *Reasoner) Attacks(p *rbgplay.Position, owner func(piece int) int) ([]Attack, error) {
	mover := r.program.rules.Mover(int(p.Switch))
	if mover == rbg.Keeper {
		return nil, nil
	}
	r.steps = maxSteps
	if err := r.begin(p); err != nil {
		return nil, err
	}
	r.choices = r.choices[:0]
	a := &attacks{reasoner: r, mover: mover, owner: owner, seen: map[way]bool{}}
	escapes := a.escapes(way{node: r.program.starts[p.Switch]})
	if err := r.finish(); err != nil || escapes {
		return nil, err
	}
	return a.list, nil
}

// attacks collects attacks while it follows the rules of a move.
type attacks struct {
	reasoner *Reasoner
	mover    int
	owner    func(int) int
	seen     map[way]bool
	list     []Attack
}

// A way leads to a node, after pieces were put or not.
type way struct {
	node   int32
	placed bool
}

// escapes reports whether the rules lead from a node to the end of a move without the test of a
// pattern that shows attacks.
func (a *attacks) escapes(w way) bool {
	if a.seen[w] {
		return false
	}
	a.seen[w] = true
	n := &a.reasoner.program.nodes[w.node]
	switch n.op {
	case opEnd:
		return false
	case opSwitch:
		return true
	case opSplit:
		return slices.ContainsFunc(n.ways, func(next int32) bool { return a.escapes(way{next, w.placed}) })
	case opPattern:
		if n.expr.Negative && w.placed && !a.places(n.next, map[int32]bool{}) && a.shows(n) {
			return false
		}
	}
	return a.escapes(way{n.next, w.placed || n.op == opOff})
}

// places reports whether a piece may be put between a node and the end of a move.
func (a *attacks) places(at int32, seen map[int32]bool) bool {
	if seen[at] {
		return false
	}
	seen[at] = true
	switch n := &a.reasoner.program.nodes[at]; n.op {
	case opEnd, opSwitch:
		return false
	case opOff:
		return true
	case opSplit:
		return slices.ContainsFunc(n.ways, func(next int32) bool { return a.places(next, seen) })
	default:
		return a.places(n.next, seen)
	}
}

// shows reports whether a pattern can be completed from every cell, and shows an attack.
func (a *attacks) shows(n *node) bool {
	r := a.reasoner
	for cell := range r.position.Pieces {
		if !r.holds(n.start, int32(cell), nil) {
			return false
		}
	}
	found := false
	w := &tracer{reasoner: r, accept: func(_ *tracer, s *Step) bool { return s.Passed }}
	r.completions(n.start, r.position.Cell, w, func() {
		if attack, ok := a.ends(w.path); ok {
			if found = true; !slices.Contains(a.list, attack) {
				a.list = append(a.list, attack)
			}
		}
	})
	return found && r.err == nil
}

// ends returns the first and the last piece that a path meets, if the first belongs to the player to
// move and the last to another one.
func (a *attacks) ends(path []Step) (Attack, bool) {
	met := func(s Step) bool { return s.Expr.Kind == rbg.On }
	first := slices.IndexFunc(path, met)
	if first < 0 {
		return Attack{}, false
	}
	last := len(path) - 1
	for !met(path[last]) {
		last--
	}
	by := a.owner(path[last].Found)
	return Attack{path[first].From, path[last].From}, a.owner(path[first].Found) == a.mover && by >= 0 && by != a.mover
}

// completions calls visit for the ways to complete a pattern from a cell, of which the tracer has
// the path. Ways that meet are one.
func (r *Reasoner) completions(start, cell int32, w *tracer, visit func()) {
	choices, changes, watch := len(r.choices), len(r.changes), r.watch
	stamp, trail := r.marks.stamp, len(r.marks.trail)
	r.watch = w
	r.marks.open()
	r.push(start, cell, 0)
	for {
		if _, _, ok := r.advance(choices); !ok {
			break
		}
		visit()
	}
	r.undo(changes)
	r.choices, r.watch = r.choices[:choices], watch
	r.marks.trail, r.marks.stamp = r.marks.trail[:trail], stamp
}
