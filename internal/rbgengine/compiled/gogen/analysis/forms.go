package analysis

import (
	"ludex/internal/rbgengine/sets/ir"
)

// singleTest is the cost of testing one cell, in instructions on one word. A decision
// reads a few cells, and branches are sometimes mispredicted.
const singleTest = 40

// askCell is the cost of each cell that a decision reads: three dependent loads.
// wrongGuess is the cost of the mispredicted branch at its end.
const (
	askCell    = 20
	wrongGuess = 20
)

// floodRounds is the usual number of iterations of a flood.
const floodRounds = 4

// Cutoff returns up to how many cells are tested one by one; beyond that, computing
// all cells that satisfy the pattern is cheaper. The sets engine has a number of its
// own, since its instructions cost more.
func (e *Forms) Cutoff(q *ir.Pattern) int {
	f, err := e.Flow.Function(q.Value)
	if err != nil {
		return int(q.Few)
	}
	cost := 0
	for _, at := range f.Places {
		i := &e.P.Code[at]
		switch i.Op {
		case ir.Flood, ir.FloodUntil:
			if steps := e.DoubledSteps(e.P.Plans[i.X]); steps != nil {
				cost += 5 * len(steps)
			} else {
				cost += floodRounds * (3 + len(e.P.Plans[i.X]))
			}
		case ir.Filter, ir.Probe:
			cost += singleTest
		case ir.Unite:
			cost += 10
		default:
			cost++
		}
	}
	if n := cost * e.P.Words / e.testCost(q); n > 1 {
		return n
	}
	return 0 // a single cell is not worth a second form
}

// testCost returns the cost of testing one cell.
func (e *Forms) testCost(q *ir.Pattern) int {
	if q.Kind != ir.ByDecide {
		return singleTest
	}
	return max(singleTest, wrongGuess+int(askCell*e.decisionLength(&e.P.Decides[q.Decide])))
}

// decisionLength returns how many cells a decision reads on average if all pieces are
// equally likely.
func (e *Forms) decisionLength(d *ir.Decide) float64 {
	if e.lengths == nil {
		e.lengths = map[*ir.Decide]float64{}
	}
	if n, ok := e.lengths[d]; ok {
		return n
	}
	// Rows are in topological order, in either direction; they were added from the
	// last test to the first.
	known := map[int32]float64{}
	var length func(row int32) float64
	length = func(row int32) float64 {
		if row < 0 {
			return 0
		}
		if n, ok := known[row]; ok {
			return n
		}
		sum := 0.0
		for _, next := range d.Rows[row+1 : int(row)+1+e.P.Pieces] {
			sum += length(next)
		}
		known[row] = 1 + sum/float64(e.P.Pieces)
		return known[row]
	}
	total := 0.0
	for _, b := range e.P.BitOf {
		total += length(d.Start[b])
	}
	e.lengths[d] = total / float64(e.P.Cells)
	return e.lengths[d]
}

// On boards of one word, a flood along one direction needs no loop: cells that move
// twice as far with every step reach everything in a few steps.

// A ReachStep moves the cells of a mask, which does several steps of a flood at once.
type ReachStep struct {
	Mask  uint64
	Delta int32
}

// DoubledSteps returns the steps of 1, 2, 4 … cells by which a flood along one
// direction is done (a Kogge-Stone fill), or nil if there are several directions or
// sets have several words.
func (e *Forms) DoubledSteps(plan ir.Plan) []ReachStep {
	if e.P.Words > 1 || len(plan) != 1 || plan[0].Delta == 0 {
		return nil
	}
	var steps []ReachStep
	mask, delta := e.P.Masks[plan[0].Mask][0]&e.All[0], plan[0].Delta
	for mask != 0 {
		steps = append(steps, ReachStep{mask, delta})
		mask &= Shifted(mask, -delta)
		delta *= 2
	}
	return steps
}

// Shifted shifts the bits of a word to the left, or to the right if delta is negative.
func Shifted(w uint64, delta int32) uint64 {
	if delta >= 0 {
		return w << delta
	}
	return w >> -delta
}

// Narrow is how many words a set has at most that is a structure; larger sets are
// arrays.
const Narrow = 4

// Inlined reports whether a pattern is tested without a call.
func (e *Forms) Inlined(pattern int32) bool {
	q := &e.P.Patterns[pattern]
	return q.Kind == ir.ByLines && e.RowForm(q.Lines) != nil
}
