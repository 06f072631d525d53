package lower

import "ludex/internal/rbgengine/sets/ir"

// A leap is a way a {A} b {B} in a star: over a cell of a class to a cell of another. Where
// it can end does not change while the star goes on, so these cells are found before.
type leap struct {
	whole *mapping
	ends  uint16 // the cells of B behind those of A
}

// leaps emits code that finds where the ways of a star can end. It returns nil unless all of
// them are leaps.
func (g *exprEmitter) leaps(body *expr) []leap {
	ways := []*expr{body}
	if body.kind == kSum {
		ways = body.kids
	}
	for _, w := range ways {
		if !isLeap(w) || len(g.board.compose(w.kids[0].m, w.kids[2].m).steps) != 1 {
			return nil
		}
	}
	out := make([]leap, len(ways))
	for i, w := range ways {
		k := w.kids
		ends := g.newSet()
		g.shiftInto(ends, uint16(k[1].class), k[2].m, int(k[3].class), none)
		out[i] = leap{g.board.compose(k[0].m, k[2].m), ends}
	}
	return out
}

// isLeap recognises a {A} b {B}. Only one cell may lie before each cell, so that a cell behind
// one of A is behind the one that was passed.
func isLeap(x *expr) bool {
	k := x.kids
	return x.kind == kCat && len(k) == 4 && k[0].kind == kMap && k[1].kind == kOn && k[2].kind == kMap && k[2].m.injective && k[3].kind == kOn
}

// leap emits one round of the star.
func (g *exprEmitter) leap(leaps []leap, from uint16, fail int32) operand {
	r := g.newSet()
	g.op(ir.Clear, r, 0, 0, 0)
	for _, l := range leaps {
		m := g.mark()
		g.op(ir.Or, r, r, g.shift(from, l.whole, int(l.ends), none), 0)
		g.release(m)
	}
	g.emit(ir.Instr{Op: ir.JumpEmpty, A: r, J: fail})
	return operand{cell: -1, reg: int(r)}
}
