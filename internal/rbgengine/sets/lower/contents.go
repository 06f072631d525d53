package lower

import "ludex/rbg"

// Keepers begin where players have ended, and often on a cell of which the rules
// have asked what lies there. This finds out what can lie on the current cell at
// each place of the rules.

// contents returns, by node, the pieces that can lie on the current cell. Nothing
// is known where a player begins, so that any position will do there.
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

// follow returns the nodes that come next, also behind modifiers.
func (n *node) following() []*node {
	if n.modifier() {
		if n.next == nil {
			return nil
		}
		return []*node{n.next}
	}
	return n.successors()
}

// left returns what can lie on the current cell behind an expression without
// modifiers.
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
		// One round more leaves nothing that was not there.
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
