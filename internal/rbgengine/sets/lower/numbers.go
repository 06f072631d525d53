package lower

import (
	"math/bits"

	"ludex/rbg"
)

// Moves that are followed together have changed the same numbers of pieces, if it
// is known what lay where theirs were put: what they count is what the board has,
// and so many more or less.

// value returns an expression in terms of the real variables and pieces. It fails
// if the moves have counted pieces changed, and not all of them in the same way.
func (g *planter) value(a *rbg.Arith, s *tentative) (*rbg.Arith, bool) {
	more := map[int]int{}
	for _, t := range distinct(arithTests(nil, a)) {
		n, ok := g.gained(s.pend, t)
		if !ok {
			return nil, false
		}
		more[bits.TrailingZeros64(t)] = n
	}
	return substitute(recount(a, more), s.vars), true
}

// gained returns how many more pieces of a class there are with pending modifiers.
func (l *lowerer) gained(list []pending, class uint64) (more int, ok bool) {
	for _, p := range list {
		if p.node.kind != nOff {
			continue
		}
		n, ok := l.gain(p.node, p.old, class)
		if !ok {
			return 0, false
		}
		more += n
	}
	return more, true
}

// recount returns an expression for a board with more pieces of some kinds.
func recount(a *rbg.Arith, more map[int]int) *rbg.Arith {
	if n := more[a.Ref]; a.Kind == rbg.PieceCount && n != 0 {
		kind := rbg.Add
		if n < 0 {
			kind, n = rbg.Sub, -n
		}
		return &rbg.Arith{Kind: kind, Origin: a.Origin, Kids: []*rbg.Arith{a, {Kind: rbg.Number, Number: int64(n)}}}
	}
	if len(a.Kids) == 0 {
		return a
	}
	c := *a
	c.Kids = nil
	for _, k := range a.Kids {
		c.Kids = append(c.Kids, recount(k, more))
	}
	return &c
}
