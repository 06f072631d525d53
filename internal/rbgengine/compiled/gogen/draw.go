package gogen

import (
	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// A random move of a simple generator is drawn without a list of moves: the sets
// of all its leaves are kept in variables, and the move is in one of them.

// maxDrawn is how many leaves such a generator has at most.
const maxDrawn = 12

// A drawn leaf is what stands at a place, with what it makes.
type drawn struct{ at, apply int32 }

// drawable reports whether random moves of a generator are drawn: it makes
// nothing, calls nothing, and comes to every leaf at most once.
func (e *emitter) drawable(entry int32) bool {
	f, err := e.function(entry)
	if err != nil {
		return false
	}
	e.spread(f)
	if f.changes || len(f.calls) > 0 {
		return false
	}
	leaves := 0
	for _, at := range f.places {
		i := &e.p.Code[at]
		if i.Op == ir.Leaf || i.Op == ir.ShiftLeaf {
			leaves++
		}
		for _, to := range successors(i, at) {
			if to <= at {
				return false
			}
		}
	}
	return leaves <= maxDrawn
}

// drawMoves prints the method that makes a random move.
func (e *emitter) drawMoves(gens []int) {
	e.line("// draw makes a random move, without what the rules do then, and returns how many\n// moves there are.")
	e.line("func (m *Machine) draw(r *Rand) int {")
	e.line("switch m.current {")
	for _, k := range gens {
		if at := e.p.Gen[k]; e.drawable(at) {
			e.want(at, draw, -1)
			e.line("case %d:\nreturn m.draw%d(int(m.cell), r)", k, at)
		}
	}
	e.line("}")
	e.line("n := m.Count()")
	e.line("if n > 0 {\nm.make(r.Choose(n))\n}")
	e.line("return n\n}\n")
}

// drawLeaf prints that a leaf is kept.
func (b *body) drawLeaf(s string, apply, at int32) {
	name := fmt.Sprintf("leaf%d", at)
	b.saved[name] = "set"
	b.line("%s = %s", name, s)
	b.line("n += %s", b.size(name))
	b.drawn = append(b.drawn, drawn{at, apply})
}

// drawOne prints that one of the moves of all leaves is made.
func (b *body) drawOne() {
	b.line("done:")
	if len(b.drawn) == 0 {
		b.line("return n")
		return
	}
	b.block("if n == 0", "return 0")
	b.line("rank := r.Choose(n)")
	if b.p.Words == 1 && len(b.drawn) > 1 {
		b.drawChoice()
		return
	}
	for j, d := range b.drawn {
		name := fmt.Sprintf("leaf%d", d.at)
		if j+1 < len(b.drawn) {
			b.line("if size := %s; rank >= size {\nrank -= size\n} else {", b.size(name))
		}
		amp := ""
		if b.wide() {
			amp = "&"
		}
		b.line("c := nth(%s%s, rank)", amp, name)
		acts := b.p.Applies[d.apply]
		b.acts(acts, b.oldsAt(b.f, d.at), func(k int) string { return b.mapped(acts[k].Map, "c") })
		b.line("return n")
		if j+1 < len(b.drawn) {
			b.line("}")
		}
	}
}

// drawChoice prints that a move of one of several leaves is made.
func (b *body) drawChoice() {
	b.chooseLeaf()
	bound := uint64(0)
	for _, d := range b.drawn {
		bound |= b.boundOf(d.at)
	}
	b.line("c := %s", b.pickOf("chosen", "rank", bound))
	list := b.bunches()
	for n, q := range list {
		if n+1 < len(list) {
			b.line("if %s {", q.condition())
		}
		b.acts(q.acts, q.olds, func(k int) string { return b.placeOf(q, k, "c") })
		b.line("return n")
		if n+1 < len(list) {
			b.line("}")
		}
	}
}
