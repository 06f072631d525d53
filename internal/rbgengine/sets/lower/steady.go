package lower

import (
	"math/bits"
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
type steadiness struct {
	key int // the piece, or -1 if there is none
}

// A course is what can happen in the moves behind a switch.
type course struct {
	keeper   bool
	offs     []*node
	assigned map[int]bool
	patterns []*pattern
}

// findSteady finds the patterns with modifiers that are steady wherever they are
// asked for, and notes where the moves begin for which outcomes are remembered.
func (l *lowerer) findSteady(g *graph, start *node) {
	search := func(p *pattern) bool { return p.mods && remoteSearch(p.body) }
	if !slices.ContainsFunc(l.normal.patterns, search) {
		return
	}
	refused := map[*pattern]bool{}
	left := maxCourses
	for _, p := range l.normal.patterns {
		// While it is tested, it may have the board changed.
		patternsOf(p.body, func(inner *pattern) { refused[inner] = true })
	}
	for i := range len(l.game.Modifiers) + 1 {
		n := start
		if i > 0 {
			if g.switches[i] == nil {
				continue
			}
			n = g.switches[i].next
		}
		c := courseFrom(n, &left)
		if left < 0 || l.stopped() {
			clear(l.steady)
			clear(l.fresh)
			return
		}
		c.keeper = l.game.Mover(i) == rbg.Keeper
		for _, p := range c.patterns {
			s := l.steadyIn(p, c)
			if old := l.steady[p]; s == nil || old != nil && *old != *s {
				refused[p] = true
				continue
			}
			l.steady[p] = s
			l.fresh[n] = append(l.fresh[n], p)
		}
	}
	for p := range refused {
		delete(l.steady, p)
	}
	for n, list := range l.fresh {
		l.fresh[n] = slices.DeleteFunc(list, func(p *pattern) bool { return l.steady[p] == nil })
	}
}

// maxCourses is how many nodes are visited in all courses together. Rules with more
// have so many switches that something else will be too large.
const maxCourses = 4_000_000

// courseFrom follows moves up to their switches.
func courseFrom(start *node, left *int) *course {
	c := &course{assigned: map[int]bool{}}
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
		for _, next := range n.follow() {
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
func (l *lowerer) steadyIn(p *pattern, c *course) *steadiness {
	if !p.mods || c.keeper || !remoteSearch(p.body) {
		return nil
	}
	for v := range p.vars {
		if c.assigned[v] {
			return nil
		}
	}
	s := &steadiness{key: -1}
	early, late := l.numbers(p.body)
	l.tests(p)
	for _, n := range c.offs {
		for _, t := range p.on {
			if change, ok := l.gain(n, l.known[n], t); !ok || change != 0 {
				return nil
			}
		}
		for _, piece := range late {
			if change, ok := l.gain(n, l.known[n], 1<<piece); !ok || change != 0 {
				return nil
			}
		}
		for _, piece := range early {
			change, ok := l.gain(n, l.known[n], 1<<piece)
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

// gain returns how many more pieces of a class there are when a modifier is made
// where one of some pieces lies. It fails if that depends on which.
func (l *lowerer) gain(n *node, old, class uint64) (int, bool) {
	more := int(class >> n.src.Piece & 1)
	old &= 1<<len(l.game.Pieces) - 1
	switch {
	case old&class == 0:
		return more, true
	case old&^class == 0:
		return more - 1, true
	}
	return 0, false
}

// numbers returns the pieces that a pattern counts: those before any other modifier
// than an assignment, and those later.
func (l *lowerer) numbers(body *expr) (early, late []int) {
	kids := []*expr{body}
	if body.kind == kCat {
		kids = body.kids
	}
	changed := false
	for _, k := range kids {
		changed = changed || k.mods && k.kind != kAssign
		_, counted := l.exprTests(k, nil, nil)
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
