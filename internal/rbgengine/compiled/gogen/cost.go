package gogen

import "ludex/internal/rbgengine/sets/ir"

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
func (e *forms) cutoff(q *ir.Pattern) int {
	f, err := e.flow.function(q.Value)
	if err != nil {
		return int(q.Few)
	}
	cost := 0
	for _, at := range f.places {
		i := &e.p.Code[at]
		switch i.Op {
		case ir.Flood, ir.FloodUntil:
			if steps := e.doubledSteps(e.p.Plans[i.X]); steps != nil {
				cost += 5 * len(steps)
			} else {
				cost += floodRounds * (3 + len(e.p.Plans[i.X]))
			}
		case ir.Filter, ir.Probe:
			cost += singleTest
		case ir.Unite:
			cost += 10
		default:
			cost++
		}
	}
	if n := cost * e.p.Words / e.testCost(q); n > 1 {
		return n
	}
	return 0 // one cell is not worth a second way
}

// single returns what the test of one cell costs.
func (e *forms) testCost(q *ir.Pattern) int {
	if q.Kind != ir.ByDecide {
		return singleTest
	}
	return max(singleTest, wrongGuess+int(askCell*e.decisionLength(&e.p.Decides[q.Decide])))
}

// asked returns how many cells a decision asks, if any piece is as likely as any
// other.
func (e *forms) decisionLength(d *ir.Decide) float64 {
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
		for _, next := range d.Rows[row+1 : int(row)+1+e.p.Pieces] {
			sum += length(next)
		}
		known[row] = 1 + sum/float64(e.p.Pieces)
		return known[row]
	}
	total := 0.0
	for _, b := range e.p.BitOf {
		total += length(d.Start[b])
	}
	e.lengths[d] = total / float64(e.p.Cells)
	return e.lengths[d]
}
