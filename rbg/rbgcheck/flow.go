package rbgcheck

import (
	"slices"

	"ludex/rbg"
)

// maxSteps bounds the steps of the analysis.
const maxSteps = 100_000_000

// maxGrowth is how often the values of a variable are widened step by step.
// After that it is taken to have any value up to its bound.
const maxGrowth = 3

// A flow is an upper bound of what can happen in a play: which cells can be the
// current one at which place in the rules, which pieces a cell can ever hold,
// and which values a variable can ever have. It is the least fixpoint of the rules if each
// test is considered by itself.
type flow struct {
	*automaton
	game *rbg.Game
	*boardGraph

	hold   []uint64   // by cell: the set of pieces that it can hold outside of patterns
	values []interval // by variable
	growth []int      // by variable: how often its values were widened

	scopes   []*bounds // by scope; the last one is outside
	masks    [][]uint64
	verdicts []verdict // by edge: of comparisons and assignments
	can      bitset    // pairs inside of patterns from which the pattern can be completed
	must     bitset    // pairs inside of patterns from which the pattern is always completed

	reached bitset    // pairs of a node and a cell
	visited []bool    // by node: whether it can be reached in any cell
	waiting [][]int32 // by cell: edges that test its piece and have failed so far
	entered []bool    // by edge: whether it can be tried at all
	passed  []bool    // by edge: whether it can ever succeed
	doubt   []bool    // by edge: whether it can ever fail

	stack   []pair
	changed bool
	steps   int
}

// A pair is a place in the rules and a current cell.
type pair struct{ node, cell int32 }

// A verdict says whether an action can succeed and whether it surely does.
type verdict struct {
	can, must bool
	values    interval // that an assignment gives
}

// newFlow returns the flow of a game, or nil if it takes too long to find.
func newFlow(g *rbg.Game, a *automaton) *flow {
	if a == nil || len(a.patternScopes)*(len(g.Variables)+len(g.Pieces)) > maxPairs || len(a.edges)*len(g.Pieces) > 64*maxPairs {
		return nil
	}
	return newFlowOn(newBoardGraph(g, len(a.out)), g, a)
}

// newFlowOn returns the flow of a game on a board graph.
func newFlowOn(t *boardGraph, g *rbg.Game, a *automaton) *flow {
	f := &flow{automaton: a, game: g, boardGraph: t}
	f.hold = slices.Clone(f.initial)
	f.values = make([]interval, len(g.Variables))
	f.growth = make([]int, len(g.Variables))
	f.verdicts = make([]verdict, len(a.edges))
	f.masks = make([][]uint64, len(a.edges))
	for i, e := range a.edges {
		if e.expr != nil && e.expr.Kind == rbg.On {
			f.masks[i] = f.set(e.expr.Pieces)
		}
	}
	for f.changed = true; f.changed; {
		f.prepare()
		f.propagate()
		if f.steps > maxSteps {
			return nil
		}
	}
	return f
}

// set returns a set of pieces.
func (f *flow) set(pieces []int) []uint64 {
	s := make(bitset, f.words)
	for _, p := range pieces {
		s.add(p)
	}
	return s
}

// prepare decides, from what is known so far, the tests that do not depend on the
// current cell, and in which cells patterns hold.
func (f *flow) prepare() {
	f.setScopes()
	for i := range f.edges {
		e := &f.edges[i]
		if e.expr == nil {
			continue
		}
		v, s := &f.verdicts[i], f.scope(e.scope)
		switch e.expr.Kind {
		case rbg.Compare:
			v.can, v.must = compare(e.expr, s)
		case rbg.Assign:
			v.values = evaluate(e.expr.Value, s).within(0, int64(f.game.Bound(e.expr.Variable)))
			v.can, v.must = !v.values.empty(), !v.values.partial
		}
	}
	f.can, f.must = newBitset(len(f.out)*f.cells), newBitset(len(f.out)*f.cells)
	for i := range f.patterns {
		goal := f.patterns[i].goal
		f.trace(f.can, goal, f.passes)
		f.trace(f.must, goal, f.surelyPasses)
	}
}

// trace goes back from a node, in all cells, along edges that pass, and adds
// the pairs on the way to known.
func (f *flow) trace(known bitset, goal int32, passes func(i, c int32) bool) {
	f.stack = f.stack[:0]
	push := func(node, c int32) {
		if known.add(f.index(node, c)) {
			f.stack = append(f.stack, pair{node, c})
		}
	}
	for c := range f.cells {
		push(goal, int32(c))
	}
	for len(f.stack) > 0 && f.steps <= maxSteps {
		at := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, i := range f.in[at.node] {
			f.steps++
			f.backwards(i, at.cell, func(c int32) {
				if passes(i, c) {
					push(f.edges[i].from, c)
				}
			})
		}
	}
}

// backwards calls visit for the cells from which an edge leads to a cell, if it
// passes.
func (f *flow) backwards(i, c int32, visit func(c int32)) {
	if e := f.edges[i].expr; e != nil && e.Kind == rbg.Shift {
		for _, from := range f.into(e.Label, c) {
			visit(from)
		}
		return
	}
	visit(c)
}

// index numbers the pairs of a node and a cell.
func (f *flow) index(node, c int32) int { return int(node)*f.cells + int(c) }

// A bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }

// add puts a number in and reports whether it is new.
func (b bitset) add(i int) bool {
	old := b[i>>6]
	b[i>>6] |= 1 << (i & 63)
	return b[i>>6] != old
}
