package simplex

import (
	"context"
	"errors"
	"fmt"
	"math/big"
)

// Maximise solves a problem. If the context ends first, it returns the context's
// error.
func Maximise(ctx context.Context, p Problem) (*Solution, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if len(p.Rows)*p.Variables > minFloatCells {
		if s := solveByFloats(ctx, &p); s != nil {
			return s, nil
		}
	}
	var g *integerCells
	t := newTableau(&p, func(lines [][]*big.Int) matrixCells { g = newIntegerCells(lines); return g })
	if err := t.solve(ctx); err != nil {
		return nil, err
	}
	return t.read(g), nil
}

// solve makes the basis optimal.
func (t *tableau) solve(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{t.makeFreeBasic, t.removeEquationSlacks, t.phaseOne, t.phaseTwo} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// makeFreeBasic makes the free variables basic, since nonbasic ones are 0. One that
// occurs in no row of its own stays.
func (t *tableau) makeFreeBasic(ctx context.Context) error {
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
				t.fixed(b) == t.fixed(t.basic[best]) && t.cells.betterPivot(i, j, best, j) {
				best = i
			}
		}
		if best >= 0 {
			t.pivot(best, j)
		}
	}
	return nil
}

// removeEquationSlacks makes the slack variables of equations nonbasic, since they
// have to be 0. The slack of a redundant equation may stay.
func (t *tableau) removeEquationSlacks(ctx context.Context) error {
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

// anyColumn returns a column with a nonzero entry in a line, or -1.
func (t *tableau) anyColumn(line int) int {
	best := -1
	for j, v := range t.other {
		if !t.fixed(v) && t.cells.sign(line, j) != 0 && (best < 0 || t.cells.betterPivot(line, j, line, best)) {
			best = j
		}
	}
	return best
}

// phaseOne finds a feasible basis: the auxiliary variable, added to all rows, makes
// them hold, and is then minimised.
func (t *tableau) phaseOne(ctx context.Context) error {
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
	t.cells.assign(t.phaseOneObjective(), t.columns, 1)
	t.pivot(worst, t.columns)
	if err := t.maximiseRow(ctx, t.phaseOneObjective()); err != nil {
		return err
	}
	if t.cells.sign(t.phaseOneObjective(), t.right()) < 0 {
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

// bounded reports whether a basic variable limits the growth of others.
func (t *tableau) bounded(variable int) bool { return !t.free(variable) && !t.fixed(variable) }

// phaseTwo maximises the objective.
func (t *tableau) phaseTwo(ctx context.Context) error {
	for j, v := range t.other {
		// A free variable that found no row can be anything.
		if t.free(v) && t.cells.sign(t.objective(), j) != 0 {
			return ErrUnbounded
		}
	}
	return t.maximiseRow(ctx, t.objective())
}

// maxStalledPivots is the number of pivots without progress after which Bland's rule
// is used, which cannot cycle.
const maxStalledPivots = 20

// errTooManyPivots ends a floating-point solution that has probably cycled.
var errTooManyPivots = errors.New("too many steps")

// maximiseRow maximises the variable of a line.
func (t *tableau) maximiseRow(ctx context.Context, goal int) error {
	for idle := 0; ; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("linear program: %w", err)
		}
		if t.maxPivots > 0 && t.pivots > t.maxPivots {
			return errTooManyPivots
		}
		care := idle > maxStalledPivots
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

// entering returns the column that increases the goal fastest, or -1. With care it
// is the one with the first variable (Bland's rule).
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
		case t.cells.betterColumn(goal, j, best):
			best = j
		}
	}
	return best
}

// leaving returns the line that limits the entering variable, or -1 (the ratio
// test). Ties go to the auxiliary variable, which is to leave, then to the
// numerically best pivot, and with care to the first variable.
func (t *tableau) leaving(column, goal int, care bool) int {
	best := -1
	for i, b := range t.basic {
		if !t.bounded(b) && !(goal == t.phaseOneObjective() && b == t.auxiliary()) || t.cells.sign(i, column) <= 0 {
			continue
		}
		order := -1
		if best >= 0 {
			order = t.cells.compareRatios(i, best, t.right(), column)
		}
		if order < 0 || order == 0 && t.breakTie(i, best, column, care) {
			best = i
		}
	}
	return best
}

// breakTie decides between two lines with equal ratios.
func (t *tableau) breakTie(line, other, column int, care bool) bool {
	a, b := t.basic[line], t.basic[other]
	switch {
	case a == t.auxiliary() || b == t.auxiliary():
		return a == t.auxiliary()
	case !care && t.cells.betterPivot(line, column, other, column):
		return true
	case !care && t.cells.betterPivot(other, column, line, column):
		return false
	}
	return a < b
}
