package prove

import (
	"testing"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/transition"
)

// A hint from a search in a larger graph, which has more levels, is of use, and a wrong hint does no harm.
func TestHints(t *testing.T) {
	g := aig.New()
	x, y := g.Input(), g.Input()
	o := &claim.Obligation{Name: "both", Roots: []aig.Lit{x, y, g.And(x, y).Not()}}
	for _, h := range []roots{{}, {level: 1, needed: []bool{true, true}}, {level: 3, needed: []bool{true, true}}, {level: 1, needed: []bool{true, false}}} {
		p, err := proveObligation(t.Context(), newLevelled(&transition.System{Graph: g}, true), h, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Check(g, p); err != nil {
			t.Errorf("with %v: %v", h, err)
		}
	}
}
