package rbgref

import (
	"fmt"
	"slices"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// A Step is one action on a path: a shift, a test or a modifier. Shifts that
// belong together are one step.
type Step struct {
	Expr     *rbg.Expr // what was done, with its place in the rules
	From, To int       // cells; they differ only if the step shifts. To is rbg.NoCell if a shift leads nowhere
	Passed   bool
	Found    int   // On: the piece on the cell. Off: the piece that was there before
	Left     int64 // Compare: the values of both sides. Assign: the old and the new value
	Right    int64
	Defined  bool   // Compare, Assign: the values exist
	Because  []Step // Pattern: how its contents are completed, if they can be
}

// A tracer records the steps of a search along one path.
type tracer struct {
	reasoner *Reasoner
	path     []Step
	accept   func(*tracer, *Step) bool // accepts or rejects a step that the rules allow; it is also called with failed steps
}

// see adds a step to the path, unless it fails or is not wanted.
func (w *tracer) see(n *node, from, to int32, passed bool) bool {
	s := w.step(n, from, to, passed)
	if !w.accept(w, &s) {
		return false
	}
	w.path = append(w.path, s)
	return true
}

// step describes what a node did. A modifier that passed has been made already.
func (w *tracer) step(n *node, from, to int32, passed bool) Step {
	r := w.reasoner
	s := Step{Expr: n.expr, From: int(from), To: int(to), Passed: passed}
	switch n.op {
	case opOn:
		s.Found = int(r.position.Pieces[from])
	case opOff:
		s.Found = int(r.changes[len(r.changes)-1].old)
	case opCompare:
		left, ok := r.value(n.expr.Left)
		right, defined := r.value(n.expr.Right)
		s.Left, s.Right, s.Defined = left, right, ok && defined
	case opAssign:
		s.Left = int64(r.position.Values[n.expr.Variable])
		if passed {
			s.Left, s.Right, s.Defined = int64(r.changes[len(r.changes)-1].old), s.Left, true
		} else {
			s.Right, s.Defined = r.value(n.expr.Value)
		}
	case opPattern:
		if passed != n.expr.Negative {
			s.Because = r.completion(n, from)
		}
	}
	return s
}

// completion returns the first path that completes a pattern which holds.
func (r *Reasoner) completion(n *node, cell int32) []Step {
	w := &tracer{reasoner: r, accept: func(_ *tracer, s *Step) bool { return s.Passed }}
	r.holds(n.start, cell, w)
	return w.path
}

// switchStep describes the end of a move.
func (r *Reasoner) switchStep(found, cell int32) Step {
	return Step{Expr: r.program.nodes[found].expr, From: int(cell), To: int(cell), Passed: true}
}

// Trace returns the first path that justifies a move: everything that was
// passed, one after the other, the last step being the switch. It returns an
// error if the move is not legal.
func (r *Reasoner) Trace(p *rbgplay.Position, move []rbgplay.Action) ([]Step, error) {
	w := &tracer{reasoner: r, accept: func(w *tracer, s *Step) bool {
		return s.Passed && (!s.Expr.Kind.IsModifier() || w.follows(move))
	}}
	var path []Step
	err := r.watched(p, w, func(last Step) bool {
		if slices.Equal(r.move, move) {
			path = append(slices.Clone(w.path), last)
		}
		return path == nil
	})
	if err == nil && path == nil {
		err = fmt.Errorf("%s is no legal move", rbgplay.PairsText(move))
	}
	return path, err
}

// follows reports whether the last modifier belongs to a move.
func (w *tracer) follows(move []rbgplay.Action) bool {
	last := len(w.reasoner.changes) - 1
	c := w.reasoner.changes[last]
	index := w.reasoner.program.nodes[c.node].expr.Index
	return last < len(move) && move[last] == rbgplay.Action{Cell: c.cell, Index: int32(index)}
}

// watched searches all moves that a tracer accepts and calls visit for each until
// it returns false.
func (r *Reasoner) watched(p *rbgplay.Position, w *tracer, visit func(last Step) bool) error {
	r.steps, r.watch = maxSteps, w
	defer func() { r.watch = nil }()
	if err := r.begin(p); err != nil {
		return err
	}
	for {
		found, cell, ok := r.advance(0)
		if !ok {
			return r.finish()
		}
		if r.program.nodes[found].op != opSwitch {
			continue
		}
		r.takeMove(found, cell)
		if !visit(r.switchStep(found, cell)) {
			return r.finish()
		}
	}
}
