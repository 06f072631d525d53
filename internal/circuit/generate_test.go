package circuit

import (
	"fmt"

	"pgregory.net/rapid"
)

// specs generates small well-formed Specs: with clocks, bits that never change,
// loops, hidden information, and moves that nothing reads.
func specs() *rapid.Generator[*Spec] {
	return rapid.Custom(func(t *rapid.T) *Spec {
		g := &generator{t: t, spec: &Spec{Name: "random", Terminal: -1, Random: -1}}
		g.game()
		return g.spec
	})
}

type generator struct {
	t     *rapid.T
	spec  *Spec
	still []int32 // atoms that do not depend on moves
	moved []int32 // atoms that may
}

func (g *generator) number(low, high int, what string) int {
	return rapid.IntRange(low, high).Draw(g.t, what)
}

func (g *generator) chance(oneIn int, what string) bool { return g.number(1, oneIn, what) == 1 }

func (g *generator) atom() int32 {
	g.spec.Atoms++
	return int32(g.spec.Atoms - 1)
}

func (g *generator) rule(head int32, body ...int32) {
	g.spec.Rules = append(append(g.spec.Rules, head, int32(len(body))), body...)
}

func (g *generator) game() {
	s := g.spec
	for i := range g.number(1, 7, "bits") {
		g.bit(fmt.Sprintf("b%d", i), rapid.Bool().Draw(g.t, "init"))
	}
	clock := g.clock()
	for r := range g.number(1, 3, "roles") {
		s.Roles = append(s.Roles, fmt.Sprintf("r%d", r))
		s.Moves = append(s.Moves, nil)
		for m := range g.number(1, 6, "moves") {
			does := int32(-1)
			if !g.chance(6, "unread") {
				does = g.atom()
				g.moved = append(g.moved, does)
			}
			s.Moves[r] = append(s.Moves[r], MoveAtoms{Text: fmt.Sprintf("m%d", m), Legal: -1, Does: does})
		}
	}
	g.layers(&g.still, nil)
	for r := range s.Moves {
		for m := range s.Moves[r] {
			s.Moves[r][m].Legal = g.defined(g.still, 3)
		}
	}
	if !g.chance(8, "endless") {
		s.Terminal = g.defined(g.still, 2)
	}
	for range g.number(0, 4, "goals") {
		s.Goals = append(s.Goals, GoalAtom{g.number(0, len(s.Roles)-1, "role"), g.number(0, 100, "value"), g.defined(g.still, 3)})
	}
	g.layers(&g.moved, g.still)
	both := append(append([]int32{}, g.still...), g.moved...)
	for i := range s.State {
		if i >= clock && !g.chance(8, "vanishes") {
			s.State[i].Next = g.defined(both, 4)
			if g.chance(5, "frame") {
				g.rule(s.State[i].Next, s.State[i].Atom<<1)
			}
		}
	}
	if g.chance(2, "hidden") {
		s.Hidden = true
		for i := range g.number(0, 3, "percepts") {
			s.Texts = append(s.Texts, fmt.Sprintf("p%d", i))
			s.Percepts = append(s.Percepts, PerceptAtom{g.number(0, len(s.Roles)-1, "role"), i, g.defined(both, 3)})
		}
	}
}

func (g *generator) bit(text string, init bool) int32 {
	a := g.atom()
	g.spec.State = append(g.spec.State, StateBit{Text: text, Atom: a, Next: -1, Init: init})
	g.still = append(g.still, a)
	return a
}

// clock puts a cycle of bits, or a bit that never changes, before the others,
// and returns how many bits have their next values already.
func (g *generator) clock() int {
	n := g.number(0, 3, "clock")
	if n == 0 {
		return 0
	}
	free := g.spec.State
	g.spec.State = nil
	var atoms []int32
	for i := range n {
		atoms = append(atoms, g.bit(fmt.Sprintf("c%d", i), i == 0))
	}
	for i := range n {
		next := g.atom()
		g.rule(next, atoms[(i+n-1)%n]<<1)
		g.spec.State[i].Next = next
	}
	g.spec.State = append(g.spec.State, free...)
	return n
}

// layers adds atoms to a pool that are defined by atoms of the pool and of
// others, negated only if they come from an earlier layer.
func (g *generator) layers(pool *[]int32, others []int32) {
	for range g.number(0, 3, "layers") {
		lower := append(append([]int32{}, *pool...), others...)
		var layer []int32
		for range g.number(1, 5, "atoms") {
			layer = append(layer, g.atom())
		}
		for _, a := range layer {
			for range g.number(0, 3, "rules") {
				body := g.body(lower)
				if g.chance(2, "recursive") {
					body = append(body, rapid.SampledFrom(layer).Draw(g.t, "layer")<<1)
				}
				g.rule(a, body...)
			}
		}
		*pool = append(*pool, layer...)
	}
}

// defined returns a new atom with up to some rules over a pool.
func (g *generator) defined(pool []int32, rules int) int32 {
	a := g.atom()
	for range g.number(0, rules, "rules") {
		g.rule(a, g.body(pool)...)
	}
	return a
}

func (g *generator) body(pool []int32) []int32 {
	var body []int32
	for range g.number(0, 4, "literals") {
		body = append(body, rapid.SampledFrom(pool).Draw(g.t, "atom")<<1|int32(g.number(0, 1, "sign")))
	}
	return body
}
