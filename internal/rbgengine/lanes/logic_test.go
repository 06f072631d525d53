package lanes

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// A world says what inputs are and which value each group has.
type world struct {
	inputs map[int32]bool
	groups []int
}

// holds evaluates a formula as it is written.
func (w *world) holds(g *logic, l lit) bool {
	t := &g.terms[l.term()]
	value := false
	switch t.kind {
	case kindTrue:
		value = true
	case kindInput:
		value = w.inputs[l.term()]
	case kindSet:
		value = t.mask>>w.groups[t.group]&1 == 1
	case kindAnd:
		value = true
		for _, a := range t.args {
			value = value && w.holds(g, a)
		}
	default:
		for _, a := range t.args {
			value = value || w.holds(g, a)
		}
	}
	return value != (l&1 == 1)
}

// TestSimplification makes random formulas and holds them against what they were
// made of.
func TestSimplification(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newLogic()
		pool := []lit{yes, no}
		w := &world{inputs: map[int32]bool{}}
		for range 3 {
			l := g.input()
			pool = append(pool, l)
			w.inputs[l.term()] = rapid.Bool().Draw(t, "input")
		}
		for range 2 {
			can := rapid.Uint64Range(3, 15).Filter(func(n uint64) bool { return bits.OnesCount64(n) > 1 }).Draw(t, "can")
			id := g.newGroup(can, bits.TrailingZeros64(can))
			n := rapid.IntRange(0, 3).Filter(func(n int) bool { return can>>n&1 == 1 }).Draw(t, "value")
			w.groups = append(w.groups, n)
			for range 3 {
				mask := rapid.Uint64Range(0, 15).Draw(t, "mask")
				l := g.set(id, mask)
				if got, want := w.holds(g, l), mask>>n&1 == 1; got != want {
					t.Fatalf("a set with mask %b is %v for %d", mask, got, n)
				}
				pool = append(pool, l)
			}
		}
		for range 20 {
			var args []lit
			all, some := true, false
			for range rapid.IntRange(0, 4).Draw(t, "arguments") {
				a := rapid.SampledFrom(pool).Draw(t, "argument") ^ lit(rapid.IntRange(0, 1).Draw(t, "negation"))
				args = append(args, a)
				all, some = all && w.holds(g, a), some || w.holds(g, a)
			}
			and, or := g.and(args...), g.or(args...)
			if w.holds(g, and) != all || w.holds(g, or) != some {
				t.Fatalf("of %v, all is %v and some is %v", args, all, some)
			}
			if len(args) > 1 && g.incompatible(args[0], args[1]) && w.holds(g, args[0]) && w.holds(g, args[1]) {
				t.Fatalf("%v are not incompatible", args[:2])
			}
			pool = append(pool, and, or)
		}
	})
}
