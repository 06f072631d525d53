// Package simplex solves linear programs exactly: it maximises a linear function
// subject to linear equations and inequalities. All numbers are fractions; nothing
// is rounded.
//
// Small programs are solved by the simplex method on a tableau of whole numbers with
// one common denominator, in which every division is exact (Edmonds, Bareiss); as
// long as the numbers fit, they are machine words.
//
// On larger programs the numbers would become too long. They are first solved in
// floating point, to find an optimal basis; the exact solution of the basis follows
// from a system of equations, solved by p-adic lifting (Dixon). A solution is
// accepted only if its dual solution proves it optimal, in fractions. Otherwise the
// integer tableau is used after all.
package simplex

import (
	"errors"
	"fmt"
	"math/big"
)

// A Sense is the relation between the sides of a row.
type Sense int8

// The senses.
const (
	AtMost Sense = iota
	Equal
	AtLeast
)

// A Term is a variable with a coefficient.
type Term struct {
	Variable int
	Factor   *big.Rat
}

// A Row is an equation or inequality. Terms with the same variable add up.
type Row struct {
	Terms []Term
	Sense Sense
	Right *big.Rat // nil is 0
}

// A Problem is to maximise the objective such that all rows hold and all variables
// that are not free are at least 0. It is not changed.
type Problem struct {
	Variables int
	Free      []bool // by variable; nil if none is free
	Objective []Term
	Rows      []Row
}

// A Solution is an optimal solution with its dual solution, which proves it: duals
// are at least 0 for "at most" rows and at most 0 for "at least" rows, and the bound
// of the objective that they imply is the value.
type Solution struct {
	Value  *big.Rat
	X      []*big.Rat // by variable
	Dual   []*big.Rat // by row
	Pivots int        // how many steps the method took
}

var (
	// ErrInfeasible is returned if the rows contradict each other.
	ErrInfeasible = errors.New("the rows cannot all hold")
	// ErrUnbounded is returned if the objective is unbounded.
	ErrUnbounded = errors.New("the objective has no largest value")
	// ErrTooLarge is returned for a problem with more than MaxCells.
	ErrTooLarge = errors.New("the linear program is too large")
	// ErrProblem is returned for a malformed problem.
	ErrProblem = errors.New("no linear program")
)

// MaxCells is the maximum of rows times variables.
const MaxCells = 1 << 24

// check reports a malformed problem.
func (p *Problem) check() error {
	if p.Free != nil && len(p.Free) != p.Variables {
		return fmt.Errorf("%w: %d of %d variables are said to be free or not", ErrProblem, len(p.Free), p.Variables)
	}
	if len(p.Rows) > 0 && p.Variables > MaxCells/len(p.Rows) {
		return fmt.Errorf("%w: it has %d rows and %d variables", ErrTooLarge, len(p.Rows), p.Variables)
	}
	if err := p.checkTerms(p.Objective); err != nil {
		return fmt.Errorf("objective: %w", err)
	}
	for i, r := range p.Rows {
		if err := p.checkTerms(r.Terms); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
		if r.Sense < AtMost || r.Sense > AtLeast {
			return fmt.Errorf("row %d: %w: there is no sense %d", i, ErrProblem, r.Sense)
		}
	}
	return nil
}

func (p *Problem) checkTerms(terms []Term) error {
	for _, t := range terms {
		if t.Variable < 0 || t.Variable >= p.Variables || t.Factor == nil {
			return fmt.Errorf("%w: a term names variable %d of %d, with the factor %v", ErrProblem, t.Variable, p.Variables, t.Factor)
		}
	}
	return nil
}

// free reports whether a variable may be negative.
func (p *Problem) free(variable int) bool { return p.Free != nil && p.Free[variable] }
