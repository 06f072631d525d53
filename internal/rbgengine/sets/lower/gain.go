package lower

import (
	"math/bits"

	"ludex/rbg"
)

// Moves that are followed together change the numbers of pieces alike if it is
// known what they replace: each count is the count on the board plus a constant.

// value returns an expression in terms of the variables and pieces of the board.
// It fails if the moves change a count, but not all of them alike.
func (g *treeBuilder) value(a *rbg.Arith, s *symbolicState) (*rbg.Arith, bool) {
	more := map[int]int{}
	for _, t := range distinct(arithTests(nil, a)) {
		n, ok := g.rules.gained(s.pend, t)
		if !ok {
			return nil, false
		}
		more[bits.TrailingZeros64(t)] = n
	}
	return substitute(recount(a, more), s.vars), true
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

// gained returns how many more pieces of a class there are with pending
// modifiers.
func (r *rules) gained(list []pending, class uint64) (more int, ok bool) {
	for _, p := range list {
		if p.node.kind != nOff {
			continue
		}
		n, ok := r.gain(p.node, p.old, class)
		if !ok {
			return 0, false
		}
		more += n
	}
	return more, true
}

// gain returns how many more pieces of a class there are after a modifier that
// replaces one of the pieces old. It fails if that depends on which.
func (r *rules) gain(n *node, old, class uint64) (int, bool) {
	more := int(class >> n.src.Piece & 1)
	old &= 1<<len(r.game.Pieces) - 1
	switch {
	case old&class == 0:
		return more, true
	case old&^class == 0:
		return more - 1, true
	}
	return 0, false
}

// countedPieces returns the pieces that a pattern counts: before any modifier
// other than an assignment, and later.
func (r *rules) countedPieces(body *expr) (early, late []int) {
	kids := []*expr{body}
	if body.kind == kCat {
		kids = body.kids
	}
	changed := false
	for _, k := range kids {
		changed = changed || k.mods && k.kind != kAssign
		_, counted := r.exprTests(k, nil, nil)
		for _, t := range counted {
			if piece := bits.TrailingZeros64(t); changed {
				late = append(late, piece)
			} else {
				early = append(early, piece)
			}
		}
	}
	return early, late
}

// initialCount counts the pieces of a class on the initial board.
func (r *rules) initialCount(class uint64) int {
	n := 0
	for i := range r.game.Board.Cells {
		if class>>r.game.Board.Cells[i].Piece&1 != 0 {
			n++
		}
	}
	return n
}
