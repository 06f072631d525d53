package circuit

// A gated net is a net that was turned into gates.
type gated struct {
	net     *net
	roots   *roots // over the net
	gates   *gateNet
	over    *roots // over the gates
	entries []*entry
	parts   []part
}

// newGated turns a net into gates, without the percepts, which most playouts do
// not need.
func newGated(n *net, r *roots) *gated { return gatedFor(n, r, r.withoutPercepts()) }

// newPerceiving turns a net into gates, including the percepts.
func newPerceiving(n *net, r *roots) *gated { return gatedFor(n, r, r) }

// gatedFor turns the requested roots of a net into gates.
func gatedFor(n *net, r, wanted *roots) *gated {
	g := &gated{net: n, roots: r}
	g.gates, g.over, g.entries = mapNet(n, wanted)
	g.parts = classify(g.gates, g.over)
	return g
}

// count returns how many gates each part has.
func (g *gated) count() [numParts]int {
	var n [numParts]int
	for i := range g.gates.gates {
		if g.gates.gates[i].kind == gateAnd {
			n[g.parts[i]]++
		}
	}
	return n
}

// step returns how many gates a step takes.
func (g *gated) step() int {
	n := g.count()
	return n[partLegal] + n[partNext]
}

// maxTrial is the number of nodes up to which both ways to specialise a net are
// tried.
const maxTrial = 200_000

// gatedPhase specialises a net in the way that needs fewer gates.
func gatedPhase(n *net, r *roots, bits []lit, lim limits) (*gated, error) {
	var best *gated
	for _, refactor := range []bool{false, true} {
		pn, pr, err := specialise(n, r, bits, refactor, lim)
		if err != nil {
			return nil, err
		}
		if g := newGated(pn, pr); best == nil || g.step() < best.step() {
			best = g
		}
		if len(n.nodes) > maxTrial {
			break
		}
	}
	return best, nil
}

func (r *roots) withoutPercepts() *roots {
	c := *r
	c.percepts = nil
	return &c
}
