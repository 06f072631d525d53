package lower

import "ludex/rbg"

// contents returns, by node, the pieces that can lie on the current cell:
// abstract interpretation with sets of pieces, up to the fixpoint. Nothing is
// assumed where a player begins to move, so that the program can start from any
// position.
func (a *analyser) contents() map[*node]uint64 {
	all := uint64(1)<<len(a.rules.game.Pieces) - 1
	start := a.graph.start
	known := map[*node]uint64{start: all}
	queue := []*node{start}
	for len(queue) > 0 && !a.stopped() {
		n := queue[0]
		queue = queue[1:]
		out := known[n]
		switch n.kind {
		case nFree:
			out = a.contentsAfter(n.x, out, all)
		case nOff:
			out = 1 << n.src.Piece
		case nSwitch:
			if a.rules.game.Mover(n.src.Index) != rbg.Keeper {
				out = all
			}
		}
		for _, next := range n.following() {
			if old, ok := known[next]; !ok || old|out != old {
				known[next] = old | out
				queue = append(queue, next)
			}
		}
	}
	return known
}

// following returns the nodes that come next, also behind modifiers.
func (n *node) following() []*node {
	if n.modifier() {
		if n.next == nil {
			return nil
		}
		return []*node{n.next}
	}
	return n.successors()
}

// contentsAfter returns what can lie on the current cell after an expression
// without modifiers.
func (a *analyser) contentsAfter(x *expr, before, all uint64) uint64 {
	switch x.kind {
	case kOn:
		return before & a.rules.classes[x.class]
	case kMask, kCmp, kPat:
		return before
	case kCat:
		for _, k := range x.kids {
			before = a.contentsAfter(k, before, all)
		}
		return before
	case kSum:
		out := uint64(0)
		for _, k := range x.kids {
			out |= a.contentsAfter(k, before, all)
		}
		return out
	case kStar:
		// The set only grows, so this ends.
		for {
			more := before | a.contentsAfter(x.kids[0], before, all)
			if more == before {
				return before
			}
			before = more
		}
	default:
		return all
	}
}
