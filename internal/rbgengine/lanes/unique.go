package lanes

import (
	"slices"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// maxUnique bounds the sets of pieces considered.
const maxUnique = 64

// findUnique returns the tested sets of pieces of which there is never more than one on
// the board, neither before a move of a player nor during a move of the keeper. During
// a move of a player there may be two.
func (c *graph) findUnique(first *rbgplay.Position) []uint64 {
	keeper := c.keeperNodes()
	var list, seen []uint64
	for i := range c.nodes {
		nd := &c.nodes[i]
		if nd.op != opOn || nd.mask == 0 || slices.Contains(seen, nd.mask) || len(seen) == maxUnique {
			continue
		}
		seen = append(seen, nd.mask)
		if c.atMostOne(first, nd.mask, keeper) {
			list = append(list, nd.mask)
		}
	}
	return list
}

// staysUnique reports whether there is never more than one piece of a unique set in plays from
// any position, such as one that no play of the game leads to.
func (c *graph) staysUnique(from *rbgplay.Position) bool {
	keeper := c.keeperNodes()
	return !slices.ContainsFunc(c.unique, func(mask uint64) bool { return !c.atMostOne(from, mask, keeper) })
}

// atMostOne is a data-flow analysis that counts the pieces of a set before each node: none,
// one, or more.
func (c *graph) atMostOne(first *rbgplay.Position, mask uint64, keeper []bool) bool {
	const more = 2
	most := slices.Repeat([]int8{-1}, len(c.nodes))
	var todo []int32
	reach := func(n int32, b int8) {
		if b > most[n] {
			most[n] = b
			todo = append(todo, n)
		}
	}
	reach(c.starts[first.Switch], int8(min(count(first, mask), more)))
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		nd, b := &c.nodes[n], most[n]
		if b == more && (nd.op == opSwitch || keeper[n]) {
			return false
		}
		switch nd.op {
		case opEnd:
			continue
		case opSplit:
			for _, w := range nd.ways {
				reach(w, b)
			}
			continue
		case opOff:
			held := nd.known != 0 && nd.known&^mask == 0 // surely
			switch puts := mask>>nd.expr.Piece&1 == 1; {
			case puts && !held:
				b = min(b+1, more)
			case !puts && held && b < more:
				b = max(b-1, 0)
			}
		case opPattern:
			if nd.expr.Negative && c.looksForAll(nd.start, mask) {
				b = 0
			}
		}
		reach(nd.next, b)
	}
	return true
}

// looksForAll reports whether a pattern only searches all cells for the pieces of a set.
func (c *graph) looksForAll(n int32, mask uint64) bool {
	jump := &c.nodes[n]
	if jump.op != opJump || !jump.jump.constant || len(jump.jump.to[0]) != len(jump.jump.to) {
		return false
	}
	on := &c.nodes[jump.next]
	return on.op == opOn && mask&^on.mask == 0 && c.nodes[on.next].op == opEnd
}

// keeperNodes returns for each node whether the keeper can reach it.
func (c *graph) keeperNodes() []bool {
	seen := make([]bool, len(c.nodes))
	var todo []int32
	for i := range c.nodes {
		if nd := &c.nodes[i]; nd.op == opSwitch && nd.expr.Player == rbg.Keeper {
			todo = append(todo, nd.next)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		switch nd := &c.nodes[n]; nd.op {
		case opEnd, opSwitch:
		case opSplit:
			todo = append(todo, nd.ways...)
		default:
			todo = append(todo, nd.next)
		}
	}
	return seen
}

// held reports whether a slot surely held a piece of the mask before a change.
func (c change) held(mask uint64) bool { return c.old != 0 && c.old&^mask == 0 }

// isUnique reports whether there is always at most one piece of the mask.
func (u *patternEval) isUnique(mask uint64) bool {
	return slices.ContainsFunc(u.graph.unique, func(m uint64) bool { return mask&^m == 0 })
}

// count returns the number of pieces of the mask in a position.
func count(p *rbgplay.Position, mask uint64) int {
	n := 0
	for _, piece := range p.Pieces {
		n += int(mask >> piece & 1)
	}
	return n
}
