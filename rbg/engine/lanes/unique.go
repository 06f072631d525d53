package lanes

import (
	"math/bits"

	"ludex/rbg"
	"ludex/rbg/play"
)

// findUnique returns the pieces of which there is never more than one on the board:
// there is at most one in the beginning, moves put one somewhere only if they take
// one away, and the keeper puts none anywhere.
func (u *unroller) findUnique() uint64 {
	unique := uint64(0)
	count := make([]int, len(u.rules.Pieces))
	for _, p := range u.first.Pieces {
		count[p]++
	}
	for p, n := range count {
		if n <= 1 {
			unique |= 1 << p
		}
	}
	unique &^= u.keeperPuts()
	for _, t := range u.turns {
		if t == nil {
			continue
		}
		for i := range t.chosen {
			unique &^= u.gained(t.chosen[i].env)
		}
	}
	return unique
}

// gained returns the pieces of which there may be more than before in an
// environment.
func (u *unroller) gained(e *env) uint64 {
	var put, taken [64]int
	all := uint64(0)
	for _, c := range e.changes {
		if int(c.slot) >= u.cells {
			continue
		}
		v := &u.all[c.value]
		if v.kind != valueNumber {
			return ^uint64(0)
		}
		all |= 1 << v.n
		put[v.n]++
		if bits.OnesCount64(c.old) == 1 {
			taken[bits.TrailingZeros64(c.old)]++
		}
	}
	more := uint64(0)
	for m := all; m != 0; m &= m - 1 {
		if p := bits.TrailingZeros64(m); put[p] > taken[p] {
			more |= 1 << p
		}
	}
	return more
}

// keeperPuts returns the pieces that the keeper may put on the board.
func (u *unroller) keeperPuts() uint64 {
	puts := uint64(0)
	seen := make([]bool, len(u.nodes))
	var todo []int32
	for i := range u.nodes {
		if nd := &u.nodes[i]; nd.op == opSwitch && nd.expr.Player == rbg.Keeper {
			todo = append(todo, nd.next)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		nd := &u.nodes[n]
		if seen[n] || nd.op == opEnd || nd.op == opSwitch {
			continue
		}
		seen[n] = true
		if nd.op == opOff {
			puts |= 1 << nd.expr.Piece
		}
		if nd.op == opSplit {
			todo = append(todo, nd.ways...)
		} else {
			todo = append(todo, nd.next)
		}
	}
	return puts
}

// keepsUnique reports whether there is at most one of each unique piece in
// a position.
func (u *unroller) keepsUnique(p *play.Position) bool {
	seen := uint64(0)
	for _, piece := range p.Pieces {
		bit := uint64(1) << piece & u.unique
		if seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return true
}
