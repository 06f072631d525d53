package rbgref

import (
	"cmp"
	"slices"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// An Obstacle is where a path towards a move ends.
type Obstacle struct {
	Reached int    // how many of the wanted cells the path has reached
	Path    []Step // what was passed
	// Step is the step that fails. If it passes, it is not wanted: it places a
	// piece on another cell, or ends the move.
	Step Step
}

// maxObstacles is how many obstacles are shown.
const maxObstacles = 8

// Blocked says why there is no move that places pieces on the given cells, in this
// order, and ends on the last of them; repetitions of a cell count once. It
// returns the obstacles on the paths that reach the most cells, the best first:
// obstacles on the next wanted cell, then those after the most steps. It returns
// none if there is such a move.
func (r *Reasoner) Blocked(p *rbgplay.Position, cells []int) ([]Obstacle, error) {
	cells = slices.Compact(slices.Clone(cells))
	b := &blocking{cells: cells}
	w := &tracer{reasoner: r, accept: b.accept}
	legal := false
	err := r.watched(p, w, func(last Step) bool {
		before, _ := b.reached(r.placed(len(r.changes)))
		reached, ok := b.reached(append(r.placed(len(r.changes)), last.From))
		if legal = ok && reached == len(cells); !legal {
			b.add(w, last, before)
		}
		return !legal
	})
	if legal || err != nil {
		return nil, err
	}
	return b.best(), nil
}

// A blocking collects obstacles on the way to a move.
type blocking struct {
	cells     []int
	obstacles []Obstacle // of paths that are equally far
}

// accept allows only steps that lead from one wanted cell to the next.
func (b *blocking) accept(w *tracer, s *Step) bool {
	made := len(w.reasoner.changes)
	if s.Passed && s.Expr.Kind == rbg.Off {
		if _, ok := b.reached(w.reasoner.placed(made)); ok {
			return true
		}
		made-- // the last change is the unwanted one
	} else if s.Passed {
		return true
	}
	before, _ := b.reached(w.reasoner.placed(made))
	b.add(w, *s, before)
	return false
}

// placed returns the cells on which the first changes of the path place pieces.
func (r *Reasoner) placed(changes int) []int {
	var cells []int
	for _, c := range r.changes[:changes] {
		if r.program.nodes[c.node].op == opOff {
			cells = append(cells, int(c.cell))
		}
	}
	return cells
}

// reached returns how many of the wanted cells a path over some cells has reached.
// It returns false if one of these is not wanted.
func (b *blocking) reached(path []int) (n int, ok bool) {
	for _, cell := range path {
		switch {
		case n < len(b.cells) && b.cells[n] == cell:
			n++
		case n == 0 || b.cells[n-1] != cell:
			return n, false
		}
	}
	return n, true
}

// add records an obstacle unless others were met further along.
func (b *blocking) add(w *tracer, s Step, reached int) {
	if len(b.obstacles) > 0 {
		if best := b.obstacles[0].Reached; reached < best {
			return
		} else if reached > best {
			b.obstacles = b.obstacles[:0]
		}
	}
	same := func(o Obstacle) bool { return o.Step.Expr == s.Expr && o.Step.From == s.From && o.Step.To == s.To }
	if len(b.obstacles) < 100*maxObstacles && !slices.ContainsFunc(b.obstacles, same) {
		b.obstacles = append(b.obstacles, Obstacle{reached, slices.Clone(w.path), s})
	}
}

// best returns the most informative obstacles.
func (b *blocking) best() []Obstacle {
	away := func(o *Obstacle) int {
		if o.Reached < len(b.cells) && o.Step.From != b.cells[o.Reached] {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(b.obstacles, func(x, y Obstacle) int {
		return cmp.Or(cmp.Compare(away(&x), away(&y)), cmp.Compare(len(y.Path), len(x.Path)))
	})
	return b.obstacles[:min(len(b.obstacles), maxObstacles)]
}
