package ground

import (
	"fmt"
	"strings"
	"testing"
)

// TestLinear grounds transitive closures that are written with two recursive
// conditions. The steps are in proportion to the pairs that they hold.
func TestLinear(t *testing.T) {
	const length = 150
	for _, c := range []struct {
		name, rules string
		linear      bool
	}{
		{"a closure", "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (e ?x ?y))", true},
		{"the other way round", "(<= (path ?x ?z) (path ?y ?z) (path ?x ?y)) (<= (path ?x ?y) (e ?x ?y))", true},
		{"with a constant", "(<= (path ?x ?z) (road car ?x ?z)) (<= (road ?k ?x ?z) (road ?k ?x ?y) (road ?k ?y ?z)) (<= (road car ?x ?y) (e ?x ?y))", true},
		{"another recursive rule", "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (e ?x ?y)) (<= (path ?x ?y) (path ?x ?y) (e ?y ?x))", false},
	} {
		var b strings.Builder
		b.WriteString("(role a) (legal a x) (goal a 0) (init (at n0)) (<= terminal (true (at ?x)) (path n0 ?x)) (<= (next (at ?x)) (path n0 ?x))" + c.rules)
		for i := range length {
			fmt.Fprintf(&b, " (e n%d n%d)", i, i+1)
		}
		res := mustGround(t, read(t, "closure.kif", b.String()), Options{})
		pairs, steps := 0, int64(0)
		for _, r := range res.Stats.Relations {
			if r.Symbol.Name == "path" {
				pairs = r.Size
			}
		}
		for _, p := range res.Stats.Passes {
			steps = max(steps, p.Steps)
		}
		if pairs != length*(length+1)/2 {
			t.Errorf("%s: there are %d pairs", c.name, pairs)
		}
		if linear := steps < int64(10*pairs); linear != c.linear {
			t.Errorf("%s: %d pairs took %d steps", c.name, pairs, steps)
		}
	}
}
