package lanes

import (
	"slices"

	"ludex/rbg"
	"ludex/rbg/play"
)

// maxUnique bounds how many sets of pieces are looked at.
const maxUnique = 64

// findUnique returns sets of pieces that tests ask for and of which there is never
// more than one on the board: there is at most one in the beginning, moves put one
// somewhere only if they take one away, and the keeper puts none anywhere.
func (u *unroller) findUnique() []uint64 {
	puts := u.keeperPuts()
	var list []uint64
	for i := range u.nodes {
		m := u.nodes[i].mask
		if u.nodes[i].op == opOn && m != 0 && m&puts == 0 && !slices.Contains(list, m) && len(list) < maxUnique && atMostOne(&u.first, m) {
			list = append(list, m)
		}
	}
	for _, t := range u.turns {
		if t == nil {
			continue
		}
		for i := range t.chosen {
			list = slices.DeleteFunc(list, func(m uint64) bool { return u.gains(t.chosen[i].env, m) })
		}
	}
	return list
}

// gains reports whether there may be more of some pieces in an environment than
// before.
func (u *unroller) gains(e *env, mask uint64) bool {
	more := 0
	for _, c := range e.changes {
		if int(c.slot) >= u.cells {
			continue
		}
		if v := &u.all[c.value]; v.kind != valueNumber || mask>>v.n&1 == 1 {
			more++
		}
		if c.held(mask) {
			more--
		}
	}
	return more > 0
}

// held reports whether a slot surely held one of some pieces before a change.
func (c change) held(mask uint64) bool { return c.old != 0 && c.old&^mask == 0 }

// isUnique reports whether there is at most one of some pieces.
func (u *unroller) isUnique(mask uint64) bool {
	return slices.ContainsFunc(u.unique, func(m uint64) bool { return mask&^m == 0 })
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

// keepsUnique reports whether there is at most one of what is unique in a position.
func (u *unroller) keepsUnique(p *play.Position) bool {
	return !slices.ContainsFunc(u.unique, func(m uint64) bool { return !atMostOne(p, m) })
}

// atMostOne reports whether there is at most one of some pieces in a position.
func atMostOne(p *play.Position, mask uint64) bool {
	n := 0
	for _, piece := range p.Pieces {
		n += int(mask >> piece & 1)
	}
	return n <= 1
}
