package lower

import "ludex/internal/rbgengine/sets/ir"

// Keepers often flip the pieces along a ray: either the ray does not end with a
// piece of their own, which a negative pattern says, or the pieces up to there
// become their own, and the keeper walks back. From a cell of the class at which the
// way back ends, this is one instruction.

// A flipPattern is a choice of this kind.
type flipPattern struct {
	step       *mapping
	along, end int // classes: of the pieces that are flipped, and of the piece behind them
	origin     int // class of where it starts
	piece      int
	next       *node
}

// emitFlipIfInClass emits a choice as a flip for the cells from which it is one.
// The general code must follow for the others.
func (k *keeperEmitter) emitFlipIfInClass(branches []*node) {
	f, ok := k.analysis.matchFlip(branches)
	if !ok {
		return
	}
	ray := k.pool.rayID(f.step)
	if ray < 0 {
		return
	}
	other := k.f.label()
	k.f.emit(ir.Instr{Op: ir.InClass, A: k.current, C: uint16(f.origin), J: other})
	k.f.emit(ir.Instr{Op: ir.Flip, A: k.current, B: uint16(f.end), C: uint16(f.along), X: ray, Y: int32(f.piece), J: none})
	k.f.jump(k.label(f.next))
	k.f.bind(other)
}

// alwaysFlips recognises a choice that is a flip from every possible current
// cell.
func (k *keeperAnalysis) alwaysFlips(n *node) (f flipPattern, ok bool) {
	if n.kind != nAlt {
		return f, false
	}
	f, ok = k.matchFlip(live(n.alts))
	known, seen := k.facts.contents[n]
	return f, ok && seen && known&^k.rules.classes[f.origin] == 0 && f.step.hasRays()
}

// emitFlip emits such a choice and returns what follows, or nil if the choice is
// different.
func (k *keeperEmitter) emitFlip(n *node) *node {
	f, ok := k.analysis.alwaysFlips(n)
	if !ok {
		return nil
	}
	flag := uint8(0)
	if k.analysis.cannotFail(f.next) {
		flag = 1
	}
	k.f.emit(ir.Instr{Op: ir.Flip, Flag: flag, A: k.current, B: uint16(f.end), C: uint16(f.along), X: k.pool.rayID(f.step), Y: int32(f.piece), J: none})
	return f.next
}

// matchFlip recognises {! P} + d {a} [p] d ({a} [p] d)* {b} d' ({b} d')* {c},
// where P is d {a} d ({a} d)* {b} and d' is the inverse of d.
func (k *keeperAnalysis) matchFlip(branches []*node) (f flipPattern, ok bool) {
	if len(branches) != 2 || branches[0].kind != nFree || branches[1].kind != nFree {
		return f, false
	}
	guard, first := parts(branches[0].x), parts(branches[1].x)
	if len(guard) != 1 || guard[0].kind != kPat || !guard[0].neg || len(first) != 2 || first[0].kind != kMap || first[1].kind != kOn {
		return f, false
	}
	f.step, f.along, f.next = first[0].m, first[1].class, branches[0].next
	if branches[1].next.kind != nOff {
		return f, false
	}
	f.piece = branches[1].next.src.Piece
	star, ok := k.matchTurn(branches[1].next, &f)
	if !ok || star.kind != nStar || star.loopEnd || star.body.kind != nFree {
		return f, false
	}
	body := parts(star.body.x)
	if len(body) != 1 || body[0].kind != kOn || body[0].class != f.along {
		return f, false
	}
	again, ok := k.matchTurn(star.body.next, &f)
	if !ok || again.kind != nStar || !again.loopEnd || again.body != star.body || again.next != star.next {
		return f, false
	}
	return f, k.matchReturn(star.next, &f) && k.matchGuard(guard[0].pat.body, &f)
}

// matchTurn recognises [p] d and returns what follows.
func (k *keeperAnalysis) matchTurn(n *node, f *flipPattern) (*node, bool) {
	if n.kind != nOff || n.src.Piece != f.piece || n.next.kind != nFree {
		return nil, false
	}
	x := parts(n.next.x)
	if len(x) != 1 || x[0].kind != kMap || x[0].m != f.step {
		return nil, false
	}
	return n.next.next, true
}

// matchReturn recognises {b} d' ({b} d')* {c}, and checks that there is only one
// such path.
func (k *keeperAnalysis) matchReturn(n *node, f *flipPattern) bool {
	if n.kind != nFree || n.next != f.next {
		return false
	}
	x := parts(n.x)
	if len(x) != 4 || x[0].kind != kOn || x[1].kind != kMap || x[3].kind != kOn {
		return false
	}
	m, class, stepFirst := starStep(x[2])
	if m == nil || stepFirst || m != x[1].m || class != x[0].class {
		return false
	}
	for i, t := range f.step.to {
		if t >= 0 && int(m.to[t]) != i {
			return false
		}
	}
	f.end, f.origin = x[0].class, x[3].class
	c := k.rules.classes
	return c[f.end]>>f.piece&1 != 0 && c[f.along]&c[f.end] == 0 && c[f.origin]&c[f.end] == 0 && c[f.along]>>f.piece&1 == 0
}

// matchGuard recognises d {a} d ({a} d)* {b}.
func (k *keeperAnalysis) matchGuard(body *expr, f *flipPattern) bool {
	x := parts(body)
	if len(x) != 5 || x[0].kind != kMap || x[1].kind != kOn || x[2].kind != kMap || x[4].kind != kOn {
		return false
	}
	m, class, stepFirst := starStep(x[3])
	return m == f.step && !stepFirst && class == f.along && x[0].m == f.step && x[1].class == f.along && x[2].m == f.step && x[4].class == f.end
}

// parts returns the parts of a sequence.
func parts(x *expr) []*expr {
	if x.kind == kCat {
		return x.kids
	}
	return []*expr{x}
}
