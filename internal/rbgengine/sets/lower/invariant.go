package lower

import (
	"slices"

	"ludex/rbg"
)

// Rules that allow only the best moves apply a move first, and then search for a
// better one. To that search, the move is often invisible: its tests do not
// distinguish changed pieces from what they were, and only the number of some piece
// tells what the move did. The outcome is then invariant but for that number, and is
// memoised by it.

// An invariance says that the modifiers of moves do not affect a pattern, except
// through the number of a piece.
type invariance struct {
	key int // the piece, or -1 if there is none
}

// The moveEffects are what the moves behind a switch can do.
type moveEffects struct {
	keeper   bool
	offs     []*node
	assigned map[int]bool
	patterns []*pattern
}

// findInvariant finds the patterns with modifiers that are invariant wherever
// they are tested, and the nodes where their memoised outcomes must be dropped.
func (a *analyser) findInvariant() {
	search := func(p *pattern) bool { return p.mods && remoteSearch(p.body) }
	if !slices.ContainsFunc(a.rules.patterns, search) {
		return
	}
	refused := map[*pattern]bool{}
	left := maxEffectNodes
	for _, p := range a.rules.patterns {
		// Inner patterns are tested while the outer one has changed the board.
		patternsOf(p.body, func(inner *pattern) { refused[inner] = true })
	}
	for i := range len(a.rules.game.Modifiers) + 1 {
		n := a.graph.entry(i)
		if n == nil {
			continue
		}
		c := effectsFrom(n, &left)
		if left < 0 || a.stopped() {
			clear(a.facts.invariant)
			clear(a.facts.memoised)
			return
		}
		c.keeper = a.rules.game.Mover(i) == rbg.Keeper
		for _, p := range c.patterns {
			s := a.invariantIn(p, c)
			if old := a.facts.invariant[p]; s == nil || old != nil && *old != *s {
				refused[p] = true
				continue
			}
			a.facts.invariant[p] = s
			a.facts.memoised[n] = append(a.facts.memoised[n], p)
		}
	}
	for p := range refused {
		delete(a.facts.invariant, p)
	}
	for n, list := range a.facts.memoised {
		a.facts.memoised[n] = slices.DeleteFunc(list, func(p *pattern) bool { return a.facts.invariant[p] == nil })
	}
}

// maxEffectNodes bounds the nodes visited from all switches together. Rules
// beyond it are too large for other limits as well.
const maxEffectNodes = 4_000_000

// effectsFrom follows the moves from a node to their switches.
func effectsFrom(start *node, left *int) *moveEffects {
	c := &moveEffects{assigned: map[int]bool{}}
	seen := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if n == nil || seen[n] || *left < 0 {
			return
		}
		seen[n] = true
		*left--
		switch n.kind {
		case nSwitch, nEnd:
			return
		case nFree:
			patternsOf(n.x, func(p *pattern) {
				if !slices.Contains(c.patterns, p) {
					c.patterns = append(c.patterns, p)
				}
			})
		case nOff:
			c.offs = append(c.offs, n)
		case nAssign:
			c.assigned[n.src.Variable] = true
		}
		for _, next := range n.following() {
			visit(next)
		}
	}
	visit(start)
	return c
}

// patternsOf calls f for the patterns of an expression, but not for their inner
// patterns.
func patternsOf(x *expr, f func(*pattern)) {
	if x.kind == kPat {
		f(x.pat)
		return
	}
	for _, k := range x.kids {
		patternsOf(k, f)
	}
}

// invariantIn returns how a pattern is invariant under the effects of moves, or
// nil if it is not.
func (a *analyser) invariantIn(p *pattern, c *moveEffects) *invariance {
	if !p.mods || c.keeper || !remoteSearch(p.body) {
		return nil
	}
	for v := range p.vars {
		if c.assigned[v] {
			return nil
		}
	}
	s := &invariance{key: -1}
	early, late := a.rules.countedPieces(p.body)
	a.rules.tests(p)
	for _, n := range c.offs {
		for _, t := range p.on {
			if change, ok := a.rules.gain(n, a.facts.contents[n], t); !ok || change != 0 {
				return nil
			}
		}
		for _, piece := range late {
			if change, ok := a.rules.gain(n, a.facts.contents[n], 1<<piece); !ok || change != 0 {
				return nil
			}
		}
		for _, piece := range early {
			change, ok := a.rules.gain(n, a.facts.contents[n], 1<<piece)
			if !ok || change != 0 && s.key >= 0 && s.key != piece {
				return nil
			}
			if change != 0 {
				s.key = piece
			}
		}
	}
	return s
}
