package gogen

import "ludex/rbg/engine/sets/ir"

// singleTest is what the test of one cell costs, in instructions on one word: a
// decision looks at some cells, and the processor guesses wrong now and then.
const singleTest = 40

// floodRounds is how often a flood goes on, as a rule.
const floodRounds = 4

// few returns how many cells are rather tested one by one than by the set of all
// cells that satisfy a pattern. The machines of the sets engine have a number of
// their own, as every instruction costs them more.
func (e *emitter) few(q *ir.Pattern) int {
	f, err := e.function(q.Value)
	if err != nil {
		return int(q.Few)
	}
	cost := 0
	for _, at := range f.places {
		i := &e.p.Code[at]
		switch i.Op {
		case ir.Flood, ir.FloodUntil:
			cost += floodRounds * (3 + len(e.p.Plans[i.X]))
		case ir.Filter, ir.Probe:
			cost += singleTest
		case ir.Unite:
			cost += 10
		default:
			cost++
		}
	}
	return cost * e.p.Words / singleTest
}
