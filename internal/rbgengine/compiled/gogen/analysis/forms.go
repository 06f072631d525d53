package analysis

import (
	"ludex/internal/rbgengine/sets/ir"
)

// singleTest is what the test of one cell costs, in instructions on one word: a
// decision looks at some cells, and the processor guesses wrong now and then.
const singleTest = 40

// askCell is what a decision costs for every cell that it asks: three loads, each
// of which waits for the one before. wrongGuess is what it costs that the
// processor does not know where the decision ends.
const (
	askCell    = 20
	wrongGuess = 20
)

// floodRounds is how often a flood goes on, as a rule.
const floodRounds = 4

// few returns how many cells are rather tested one by one than by the set of all
// cells that satisfy a pattern. The machines of the sets engine have a number of
// their own, as every instruction costs them more.
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
	return 0 // one cell is not worth a second way
}

// single returns what the test of one cell costs.
func (e *Forms) testCost(q *ir.Pattern) int {
	if q.Kind != ir.ByDecide {
		return singleTest
	}
	return max(singleTest, wrongGuess+int(askCell*e.decisionLength(&e.P.Decides[q.Decide])))
}

// asked returns how many cells a decision asks, if any piece is as likely as any
// other.
func (e *Forms) decisionLength(d *ir.Decide) float64 {
	if e.lengths == nil {
		e.lengths = map[*ir.Decide]float64{}
	}
	if n, ok := e.lengths[d]; ok {
		return n
	}
	// A row comes behind those that lead to it, or before: they are added from the
	// last question to the first.
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

// A flood along one direction, on boards of one word, needs no rounds until
// nothing changes, which the processor cannot foresee: cells that go on twice as
// far with every step reach everything in a few.

// A reachStep moves the cells of a mask, several steps of a flood at once.
type ReachStep struct {
	Mask  uint64
	Delta int32
}

// doubled returns the steps of 1, 2, 4 … cells that a flood along one direction
// takes, or nil if it has several directions or the board is wide.
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

// shifted moves the bits of a word.
func Shifted(w uint64, delta int32) uint64 {
	if delta >= 0 {
		return w << delta
	}
	return w >> -delta
}

// Sets of one word are integers, those of up to four words structures of which
// Go keeps the fields in registers, and larger ones arrays that functions are
// given pointers to.

// narrow is how many words a structure has at most.
const Narrow = 4

// inLine reports whether a pattern is tested without a call.
func (e *Forms) Inlined(pattern int32) bool {
	q := &e.P.Patterns[pattern]
	return q.Kind == ir.ByLines && e.RowForm(q.Lines) != nil
}
