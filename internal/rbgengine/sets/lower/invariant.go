package lower

import (
	"slices"

	"ludex/rbg"
)

// Rules that allow only the best of some moves make a move first, and then search
// whether another one would have been better. What the search sees is often the
// board as it was before the move: it asks for the pieces that were changed and for
// what they have become in one test, so that it cannot tell them apart, and only
// the number of some piece says what the move has done. Then there are as many
// outcomes as numbers, and each of them is found once for all moves.

// A steadiness says that the modifiers of moves do not matter to a pattern, but for
// the number of a piece.
type invariance struct {
	key int // the piece, or -1 if there is none
}

// A course is what can happen in the moves behind a switch.
type moveEffects struct {
	keeper   bool
	offs     []*node
	assigned map[int]bool
	patterns []*pattern
}

// findSteady finds the patterns with modifiers that are steady wherever they are
// asked for, and notes where the moves begin for which outcomes are remembered.
func (a *analyser) findInvariant() {
	search := func(p *pattern) bool { return p.mods && remoteSearch(p.body) }
	if !slices.ContainsFunc(a.rules.patterns, search) {
		return
	}
	refused := map[*pattern]bool{}
	left := maxEffectNodes
	for _, p := range a.rules.patterns {
		// While it is tested, it may have the board changed.
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

// maxEffectNodes is how many nodes are visited in all courses together. Rules with more
// have so many switches that something else will be too large.
const maxEffectNodes = 4_000_000

// effectsFrom follows moves up to their switches.
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

// patternsOf calls f for the patterns in an expression, but not for those in them.
func patternsOf(x *expr, f func(*pattern)) {
	if x.kind == kPat {
		f(x.pat)
		return
	}
	for _, k := range x.kids {
		patternsOf(k, f)
	}
}

// steadyIn returns what matters to a pattern of what the moves of a course do, or
// nil if that is more than a number.
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
