// Package simplex solves linear programs exactly: the largest value that a linear
// function can have where linear equations and inequalities hold. All numbers are
// fractions, and so are the answers; nothing is rounded.
//
// The method is the simplex method. Small programs are solved on a tableau of whole
// numbers with one common denominator, which makes every division come out even
// (Edmonds, Bareiss); as long as the numbers fit, they are machine words.
//
// On larger programs the numbers would become too long. They are first solved with
// rounding, which finds out which variables are not 0; the fractions that these
// have follow from a system of equations, which is solved exactly, digit by digit
// modulo a prime (Dixon). A solution is accepted only if it proves itself by its
// duals, in fractions. If it does not, the whole numbers have to do it after all.
package simplex

import (
	"errors"
	"fmt"
	"math/big"
)

// A Sense says how the left side of a row compares to the right side.
type Sense int8

// The senses.
const (
	AtMost Sense = iota
	Equal
	AtLeast
)

// A Term is a variable times a factor.
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

// A Problem asks for the largest value of the objective where all rows hold and
// all variables that are not free are at least 0. Nothing in it is changed.
type Problem struct {
	Variables int
	Free      []bool // by variable; nil if none is free
	Objective []Term
	Rows      []Row
}

// A Solution is one of the best, and proves that it is: the duals are at least 0
// in rows that say "at most", at most 0 in those that say "at least", and by them
// the rows add up to a bound of the objective that is the value.
type Solution struct {
	Value  *big.Rat
	X      []*big.Rat // by variable
	Dual   []*big.Rat // by row
	Pivots int        // how many steps the method took
}

var (
	// ErrInfeasible is reported if the rows contradict each other.
	ErrInfeasible = errors.New("the rows cannot all hold")
	// ErrUnbounded is reported if the objective can be as large as one likes.
	ErrUnbounded = errors.New("the objective has no largest value")
	// ErrTooLarge is reported for a problem with more than MaxCells.
	ErrTooLarge = errors.New("the linear program is too large")
	// ErrProblem is reported for a problem that makes no sense.
	ErrProblem = errors.New("no linear program")
)

// MaxCells is how many rows times variables a problem may have.
const MaxCells = 1 << 24

// check reports what makes a problem senseless.
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
