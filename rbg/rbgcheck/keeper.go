package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var keeperChoices = &Check{
	Name:  "keeper-choices",
	Doc:   "The keeper can get to every alternative that it is given.",
	Codes: []*source.Code{shadowed},
	Run:   runKeeperChoices,
}

var shadowed = &source.Code{ID: "RBG074", Severity: source.Warning, Strict: true,
	Title: "an alternative that the keeper never takes",
	Doc: `The keeper does not choose: it applies the first continuation that is legal, and
alternatives are tried from left to right. An alternative before this one always
succeeds, up to the next switch, so this one is never taken. Other systems may
choose differently, and rules should not depend on it:

    ->> ([$ white=50] + {? win} [$ white=100]) ->> {}                   // wrong
    ->> ({! win} [$ white=50] + {? win} [$ white=100]) ->> {}           // right`}

func runKeeperChoices(p *Pass) {
	f := p.flow()
	if f == nil {
		return
	}
	found := findShadowed(f)
	live := map[source.Span]bool{} // alternatives that can be taken somewhere
	for _, s := range f.sums {
		for k, kid := range s.expr.Kids {
			if f.visited[s.starts[k]] && (found[kid] == nil || explained(p, s.edges[k], s.edges[k+1])) {
				live[kid.Span] = true
			}
		}
	}
	for _, s := range f.sums {
		for _, kid := range s.expr.Kids {
			if before := found[kid]; before != nil && !live[kid.Span] {
				live[kid.Span] = true // reported once
				p.Report(shadowed, kid.Origin, "the keeper never takes this alternative").
					Note(before.Span, "this one always succeeds and comes first")
			}
		}
	}
}

// findShadowed returns the alternatives that the keeper never takes, each with
// the one before it that always succeeds. A shared subtree is returned only if the keeper
// takes none of its occurrences.
func findShadowed(f *flow) map[*rbg.Expr]*rbg.Expr {
	w := newMoverAnalysis(f)
	found, live := map[*rbg.Expr]*rbg.Expr{}, map[*rbg.Expr]bool{}
	for _, s := range f.sums {
		var sure *rbg.Expr // the first alternative that always succeeds
		for k, kid := range s.expr.Kids {
			if sure != nil && f.visited[s.starts[k]] {
				found[kid] = sure
			} else {
				live[kid] = true
			}
			if sure == nil && s.scope == outside && !s.inWalk && w.succeeds(s.starts[k]) {
				sure = kid
			}
		}
	}
	for kid := range live {
		delete(found, kid)
	}
	return found
}
