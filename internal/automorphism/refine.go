package automorphism

import "context"

// A colouring gives each node a colour. Nodes with different colours are in different
// classes.
type colouring []uint64

// refine refines a colouring until the number of classes does not grow any more: nodes
// with the same colour whose neighbours differ in colour get different colours. It returns
// the number of classes. The colours do not depend on the numbers of nodes.
func (g *Graph) refine(ctx context.Context, c colouring) int {
	classes := count(c)
	next := make(colouring, len(c))
	for ctx.Err() == nil {
		for n := range c {
			sum := uint64(0)
			for _, e := range g.edges[g.first[n]:g.first[n+1]] {
				sum += mix(uint64(e.kind), c[e.to]) // a multiset has no order
			}
			next[n] = mix(c[n], sum)
		}
		copy(c, next)
		now := count(c)
		if now == classes {
			break
		}
		classes = now
	}
	return classes
}

// count returns the number of colours.
func count(c colouring) int {
	seen := make(map[uint64]struct{}, len(c)/2)
	for _, x := range c {
		seen[x] = struct{}{}
	}
	return len(seen)
}
