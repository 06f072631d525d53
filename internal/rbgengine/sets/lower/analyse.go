package lower

import "context"

// The facts are the results of the analyses of the graph, the output of the third
// pass.
type facts struct {
	ctx context.Context
	// contents has, by node, the pieces that can lie on the current cell there.
	contents map[*node]uint64
	// invariant has the patterns whose outcome the moves do not change.
	invariant map[*pattern]*invariance
	// memoised has, by the node where moves begin, the invariant patterns that are
	// tested on the way.
	memoised map[*node][]*pattern

	regions map[*node]*region // found on demand, also for the graphs of patterns
	loops   map[*node]bool
}

// An analyser runs the analyses.
type analyser struct {
	ctx   context.Context
	rules *rules
	graph *graph
	facts *facts
}

// analyse runs the analyses of a graph.
func analyse(ctx context.Context, r *rules, g *graph) *facts {
	f := &facts{ctx: ctx, invariant: map[*pattern]*invariance{}, memoised: map[*node][]*pattern{}, regions: map[*node]*region{}, loops: map[*node]bool{}}
	a := &analyser{ctx: ctx, rules: r, graph: g, facts: f}
	f.contents = a.contents()
	a.findInvariant()
	return f
}

func (a *analyser) stopped() bool { return a.ctx.Err() != nil }

// regionOf returns the region of a node.
func (f *facts) regionOf(n *node) *region {
	r, ok := f.regions[n]
	if !ok {
		r = newRegion(n)
		f.regions[n] = r
	}
	return r
}
