package simplex

import "math/big"

// A tableau expresses the basic variables and the objective by the nonbasic
// variables. With the common denominator d, line i says
//
//	d · basic[i] = right − Σ cell[i][j] · other[j]
//
// and the last two lines are the objective and the phase-one objective. Variables
// are numbered: those of the problem, followed by one slack variable per row, and
// the auxiliary variable.
type tableau struct {
	problem     *Problem
	rows        int   // lines without the last two
	columns     int   // of the problem; an auxiliary one and the right side follow
	basic       []int // by line
	other       []int // by column
	cells       matrixCells
	rowScale    []*big.Int // by row: what it was multiplied by to have whole numbers
	objectScale *big.Int
	pivots      int
	maxPivots   int // pivots; 0 is no limit
}

// matrixCells are the entries of a tableau, exact or in floating point.
type matrixCells interface {
	// sign returns the sign of a number.
	sign(line, column int) int
	// less compares two numbers, each given by its line and column.
	less(line, column, otherLine, otherColumn int) bool
	// betterColumn reports whether a column is a better entering column for the
	// variable of a line than another one. In both, that line has negative numbers.
	betterColumn(line, column, other int) bool
	// compareRatios compares the quotients of the numbers in column over and
	// column under of two lines. Those under are positive.
	compareRatios(line, otherLine, over, under int) int
	// betterPivot reports whether the first of two numbers is numerically a better
	// pivot.
	betterPivot(line, column, otherLine, otherColumn int) bool
	// assign gives a cell a whole number.
	assign(line, column int, n int64)
	// pivot exchanges a basic variable for another one.
	pivot(line, column int)
}

// newTableau returns the tableau in which the slack variables are basic.
func newTableau(p *Problem, make func(lines [][]*big.Int) matrixCells) *tableau {
	t := &tableau{problem: p, rows: len(p.Rows), columns: p.Variables}
	for i := range t.rows {
		t.basic = append(t.basic, p.Variables+i)
	}
	for j := range t.columns {
		t.other = append(t.other, j)
	}
	t.other = append(t.other, t.auxiliary())
	var lines [][]*big.Int
	for i := range p.Rows {
		r := &p.Rows[i]
		line, scale := t.line(r.Terms, r.Right, r.Sense == AtLeast)
		lines, t.rowScale = append(lines, line), append(t.rowScale, scale)
	}
	line, scale := t.line(p.Objective, nil, true)
	t.objectScale = scale
	distance, _ := t.line(nil, nil, false)
	t.cells = make(append(lines, line, distance))
	return t
}

// zero is shared by all lines. It is never changed.
var zero = new(big.Int)

// line returns terms and a right side as whole numbers, with their common factor,
// and negated if negate is true. The caller must not change the numbers.
func (t *tableau) line(terms []Term, right *big.Rat, negate bool) ([]*big.Int, *big.Int) {
	sums := make([]*big.Rat, t.columns+2)
	for _, term := range terms {
		if s := sums[term.Variable]; s != nil {
			sums[term.Variable] = new(big.Rat).Add(s, term.Factor)
		} else {
			sums[term.Variable] = term.Factor
		}
	}
	sums[t.columns+1] = right
	scale := big.NewInt(1)
	for _, s := range sums {
		if s != nil && !s.IsInt() {
			scale.Div(scale, new(big.Int).GCD(nil, nil, scale, s.Denom())).Mul(scale, s.Denom())
		}
	}
	line := make([]*big.Int, len(sums))
	for j, s := range sums {
		if s == nil {
			line[j] = zero
			continue
		}
		n := new(big.Int).Quo(scale, s.Denom())
		n.Mul(n, s.Num())
		if negate {
			n.Neg(n)
		}
		line[j] = n
	}
	return line, scale
}

// right is the column of the right sides.
func (t *tableau) right() int { return t.columns + 1 }

// objective is the row of the objective.
func (t *tableau) objective() int { return t.rows }

// phaseOneObjective is the phase-one objective row: 0 if all constraints hold, else
// negative.
func (t *tableau) phaseOneObjective() int { return t.rows + 1 }

// auxiliary is the variable that is added to all rows so that they hold.
func (t *tableau) auxiliary() int { return t.problem.Variables + t.rows }

// pivot makes a variable basic in place of another one.
func (t *tableau) pivot(line, column int) {
	t.cells.pivot(line, column)
	t.basic[line], t.other[column] = t.other[column], t.basic[line]
	t.pivots++
}

// isRow reports whether a variable is a slack variable, and of which row.
func (t *tableau) isRow(variable int) (int, bool) {
	i := variable - t.problem.Variables
	return i, i >= 0 && i < t.rows
}

// fixed reports whether a variable has to be 0: the slack of an equation, and in
// phase two the auxiliary variable.
func (t *tableau) fixed(variable int) bool {
	i, ok := t.isRow(variable)
	return !ok && i >= 0 || ok && t.problem.Rows[i].Sense == Equal
}

// free reports whether a variable may have any value.
func (t *tableau) free(variable int) bool {
	return variable < t.problem.Variables && t.problem.free(variable)
}

// read returns the basic solution. The grid holds the tableau's cells.
func (t *tableau) read(g *integerCells) *Solution {
	s := &Solution{Pivots: t.pivots}
	s.X, s.Dual = zeros(t.problem.Variables), zeros(t.rows)
	for i, v := range t.basic {
		if v < t.problem.Variables {
			s.X[v] = g.rat(i, t.right())
		}
	}
	object := new(big.Rat).SetInt(t.objectScale)
	for j, v := range t.other {
		if i, ok := t.isRow(v); ok {
			d := g.rat(t.objective(), j)
			d.Quo(d.Mul(d, new(big.Rat).SetInt(t.rowScale[i])), object)
			if t.problem.Rows[i].Sense == AtLeast {
				d.Neg(d)
			}
			s.Dual[i] = d
		}
	}
	s.Value = g.rat(t.objective(), t.right())
	s.Value.Quo(s.Value, object)
	return s
}

func zeros(n int) []*big.Rat {
	out := make([]*big.Rat, n)
	for i := range out {
		out[i] = new(big.Rat)
	}
	return out
}
