package simplex

import (
	"context"
	"errors"
	"fmt"
	"math/big"
)

// Maximise solves a problem. If the context ends first, the error is that of the
// context.
func Maximise(ctx context.Context, p Problem) (*Solution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if len(p.Rows)*p.Variables > guessFrom {
		if s := guess(ctx, &p); s != nil {
			return s, nil
		}
	}
	var g *grid
	t := newTableau(&p, func(lines [][]*big.Int) cells { g = newGrid(lines); return g })
	if err := t.solve(ctx); err != nil {
		return nil, err
	}
	return t.read(g), nil
}

// solve makes the basic variables those of a best solution.
func (t *tableau) solve(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{t.placeFree, t.placeEquations, t.makeHold, t.improve} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// placeFree makes the free variables basic, since those that are not are 0. One
// that occurs in no row of its own stays.
func (t *tableau) placeFree(ctx context.Context) error {
	for j, v := range t.other {
		if !t.free(v) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("linear program: %w", err)
		}
		best := -1
		for i, b := range t.basic {
			// Equations go first: their variables have to leave anyway.
			if t.cells.sign(i, j) == 0 || t.free(b) {
				continue
			}
			if best < 0 || t.fixed(b) && !t.fixed(t.basic[best]) ||
				t.fixed(b) == t.fixed(t.basic[best]) && t.cells.steadier(i, j, best, j) {
				best = i
			}
		}
		if best >= 0 {
			t.pivot(best, j)
		}
	}
	return nil
}

// placeEquations makes the variables of equations leave, which have to be 0. That
// of an equation that follows from others can stay.
func (t *tableau) placeEquations(ctx context.Context) error {
	for i, b := range t.basic {
		if !t.fixed(b) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("linear program: %w", err)
		}
		if j := t.anyColumn(i); j >= 0 {
			t.pivot(i, j)
		} else if t.cells.sign(i, t.right()) != 0 {
			return ErrInfeasible
		}
	}
	return nil
}

// anyColumn returns a column by which a line can be changed, or -1.
func (t *tableau) anyColumn(line int) int {
	best := -1
	for j, v := range t.other {
		if !t.fixed(v) && t.cells.sign(line, j) != 0 && (best < 0 || t.cells.steadier(line, j, line, best)) {
			best = j
		}
	}
	return best
}

// makeHold finds values with which all rows hold: the auxiliary variable, added
// to all, makes them hold, and is then made as small as can be.
func (t *tableau) makeHold(ctx context.Context) error {
	worst := -1
	for i, b := range t.basic {
		if t.bounded(b) && t.cells.sign(i, t.right()) < 0 && (worst < 0 || t.cells.less(i, t.right(), worst, t.right())) {
			worst = i
		}
	}
	if worst < 0 {
		return nil
	}
	for i, b := range t.basic {
		if t.bounded(b) {
			t.cells.assign(i, t.columns, -1)
		}
	}
	t.cells.assign(t.distance(), t.columns, 1)
	t.pivot(worst, t.columns)
	if err := t.climb(ctx, t.distance()); err != nil {
		return err
	}
	if t.cells.sign(t.distance(), t.right()) < 0 {
		return ErrInfeasible
	}
	for i, b := range t.basic {
		if b != t.auxiliary() {
			continue
		}
		if j := t.anyColumn(i); j >= 0 {
			t.pivot(i, j)
		}
	}
	return nil
}

// bounded reports whether a basic variable keeps others from growing.
func (t *tableau) bounded(variable int) bool { return !t.free(variable) && !t.fixed(variable) }

// improve makes the objective as large as can be.
func (t *tableau) improve(ctx context.Context) error {
	for j, v := range t.other {
		// A free variable that found no row can be anything.
		if t.free(v) && t.cells.sign(t.objective(), j) != 0 {
			return ErrUnbounded
		}
	}
	return t.climb(ctx, t.objective())
}

// patience is how many steps may bring nothing before the rule changes to one
// that cannot go round in circles.
const patience = 20

// errAstray ends a search that rounding has led astray.
var errAstray = errors.New("too many steps")

// climb makes the variable of a line as large as can be.
func (t *tableau) climb(ctx context.Context, goal int) error {
	for idle := 0; ; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("linear program: %w", err)
		}
		if t.most > 0 && t.pivots > t.most {
			return errAstray
		}
		care := idle > patience
		column := t.entering(goal, care)
		if column < 0 {
			return nil
		}
		line := t.leaving(column, goal, care)
		if line < 0 {
			return ErrUnbounded
		}
		if idle++; t.cells.sign(line, t.right()) != 0 {
			idle = 0
		}
		t.pivot(line, column)
	}
}

// entering returns the column that makes the goal grow fastest, or -1. With care
// it is the one of the first variable, which is Bland's rule: the method cannot go
// round in circles.
func (t *tableau) entering(goal int, care bool) int {
	best := -1
	for j, v := range t.other {
		if t.fixed(v) || t.cells.sign(goal, j) >= 0 {
			continue
		}
		switch {
		case best < 0:
			best = j
		case care:
			if v < t.other[best] {
				best = j
			}
		case t.cells.steeper(goal, j, best):
			best = j
		}
	}
	return best
}

// leaving returns the line that first stops a variable from growing, or -1. Among
// equals it is that of the auxiliary variable, which is to go, then the steadiest,
// and with care that of the first variable.
func (t *tableau) leaving(column, goal int, care bool) int {
	best := -1
	for i, b := range t.basic {
		if !t.bounded(b) && !(goal == t.distance() && b == t.auxiliary()) || t.cells.sign(i, column) <= 0 {
			continue
		}
		order := -1
		if best >= 0 {
			order = t.cells.compareRatios(i, best, t.right(), column)
		}
		if order < 0 || order == 0 && t.leavesFirst(i, best, column, care) {
			best = i
		}
	}
	return best
}

// leavesFirst decides between two lines that stop a variable at the same time.
func (t *tableau) leavesFirst(line, other, column int, care bool) bool {
	a, b := t.basic[line], t.basic[other]
	switch {
	case a == t.auxiliary() || b == t.auxiliary():
		return a == t.auxiliary()
	case !care && t.cells.steadier(line, column, other, column):
		return true
	case !care && t.cells.steadier(other, column, line, column):
		return false
	}
	return a < b
}
