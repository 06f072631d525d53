package gogen

import (
	"fmt"
)

// A random move of a simple generator is drawn without a list of moves: the sets of
// all leaves are kept in variables, and the move is in one of them.

// A drawCode emits code that makes a random move.
type drawCode struct{ *body }

func (b *body) drawing() drawCode { return drawCode{b} }

// A drawnLeaf is a leaf whose set is kept in a variable, with its acts.
type drawnLeaf struct{ at, apply int32 }

// drawMoves emits the method that makes a random move.
func (e *machineCode) drawMoves(gens []int) {
	e.Line("// draw makes a random move, without the moves of the keeper, and returns how many\n// moves there are.")
	e.Func("(m *Machine) draw(r *Rand) int")
	e.Open("switch m.current")
	for _, k := range gens {
		if at := e.P.Gen[k]; e.Flow.Drawable(at) {
			e.want(at, draw, -1)
			e.Case("case %d", k)
			e.Line("return m.draw%d(int(m.cell), r)", at)
		}
	}
	e.End()
	e.Line("n := m.Count()")
	e.Open("if n > 0")
	e.Line("m.make(r.Choose(n))")
	e.End()
	e.Line("return n")
	e.End()
	e.Blank()
}

// drawLeaf emits code that keeps the set of a leaf.
func (b drawCode) drawLeaf(s string, apply, at int32) {
	name := fmt.Sprintf("leaf%d", at)
	b.saved[name] = "set"
	b.Line("%s = %s", name, s)
	b.Line("n += %s", b.sets.size(name))
	b.drawn = append(b.drawn, drawnLeaf{at, apply})
}

// drawOne emits code that makes one of the moves of all leaves.
func (b drawCode) drawOne() {
	b.Label("done")
	if len(b.drawn) == 0 {
		b.Line("return n")
		return
	}
	b.Block("if n == 0", "return 0")
	b.Line("rank := r.Choose(n)")
	if b.P.Words == 1 && len(b.drawn) > 1 {
		b.drawChoice()
		return
	}
	for j, d := range b.drawn {
		name := fmt.Sprintf("leaf%d", d.at)
		if j+1 < len(b.drawn) {
			b.Open("if size := %s; rank >= size", b.sets.size(name))
			b.Line("rank -= size")
			b.Else()
		}
		amp := ""
		if b.sets.wide() {
			amp = "&"
		}
		b.Line("c := nth(%s%s, rank)", amp, name)
		acts := b.P.Applies[d.apply]
		b.effects.perform(acts, b.Facts.ReplacedAt(b.f, d.at), func(k int) string { return b.tables.mapped(acts[k].Map, "c") })
		b.Line("return n")
		if j+1 < len(b.drawn) {
			b.End()
		}
	}
}

// drawChoice emits code that makes a move of one of several leaves, found without
// branches.
func (b drawCode) drawChoice() {
	b.chooseLeaf()
	bound := uint64(0)
	for _, d := range b.drawn {
		bound |= b.Facts.BoundOf(b.f, d.at)
	}
	b.Line("c := %s", b.sets.pickOf("chosen", "rank", bound))
	list := b.leafGroups()
	for n, q := range list {
		if n+1 < len(list) {
			b.Open("if %s", q.condition())
		}
		b.effects.perform(q.acts, q.olds, func(k int) string { return b.cellOf(q, k, "c") })
		b.Line("return n")
		if n+1 < len(list) {
			b.End()
		}
	}
}
