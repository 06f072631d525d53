package automorphism

import (
	"context"
	"encoding/binary"
	"slices"
)

// maxTrials bounds the images of nodes that are tried, and maxWork these times the edges. So
// what is found does not depend on a clock.
const (
	maxTrials = 2000
	maxWork   = 4_000_000
)

// A Permutation gives the image of each node. Images of free nodes are -1.
type Permutation []int32

// Find returns automorphisms apart from the identity, most of the time all of them, but at
// most a number. It looks for them until the context ends. The given function checks a
// candidate.
func Find(ctx context.Context, g *Graph, most int, check func(Permutation) bool) []Permutation {
	g.connect()
	f := finder{ctx: ctx, graph: g, trials: min(maxTrials, maxWork/(1+len(g.edges))), check: check}
	c := colouring(slices.Clone(g.colour))
	g.refine(ctx, c)
	f.generate(c)
	return f.group(most)
}

// A finder finds generators of the automorphism group.
type finder struct {
	ctx        context.Context
	graph      *Graph
	trials     int
	check      func(Permutation) bool
	generators []Permutation
}

// generate fixes one node after the other until every class has one node. Each other node
// of the class is tried as its image, which gives a generator if there is an automorphism.
func (f *finder) generate(c colouring) {
	for f.ctx.Err() == nil {
		node, class := f.target(c)
		if node < 0 {
			return
		}
		for _, image := range class[1:] {
			if p := f.try(c, c, node, image); p != nil {
				f.generators = append(f.generators, p)
			}
		}
		c = f.individualise(c, node)
	}
}

// target returns a node of the smallest class with several nodes, and its class, or -1.
func (f *finder) target(c colouring) (int32, []int32) {
	classes := map[uint64][]int32{}
	for n := range c {
		if !f.graph.free[n] {
			classes[c[n]] = append(classes[c[n]], int32(n))
		}
	}
	var best []int32
	for _, class := range classes {
		if len(class) > 1 && (best == nil || len(class) < len(best) || len(class) == len(best) && class[0] < best[0]) {
			best = class
		}
	}
	if best == nil {
		return -1, nil
	}
	return best[0], best
}

// individualise gives a node a colour of its own, and refines.
func (f *finder) individualise(c colouring, node int32) colouring {
	out := slices.Clone(c)
	out[node] = mix(out[node], 0x5DEECE66D)
	f.graph.refine(f.ctx, out)
	return out
}

// try looks for an automorphism that maps one node to another, between two colourings that
// agree otherwise.
func (f *finder) try(a, b colouring, node, image int32) Permutation {
	if f.trials--; f.trials < 0 || f.ctx.Err() != nil {
		return nil
	}
	x, y := f.individualise(a, node), f.individualise(b, image)
	if !sameColours(x, y) {
		return nil
	}
	next, _ := f.target(x)
	if next < 0 {
		return f.between(x, y)
	}
	for n := range y {
		if y[n] == x[next] && !f.graph.free[n] {
			if p := f.try(x, y, next, int32(n)); p != nil {
				return p
			}
		}
	}
	return nil
}

// sameColours reports whether two colourings have the same colours equally often.
func sameColours(a, b colouring) bool {
	x, y := slices.Clone(a), slices.Clone(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// between returns the permutation between two colourings in which all nodes that are not
// free have colours of their own, or nil if it is no automorphism.
func (f *finder) between(a, b colouring) Permutation {
	at := map[uint64]int32{}
	for n := range b {
		if !f.graph.free[n] {
			at[b[n]] = int32(n)
		}
	}
	p := make(Permutation, len(a))
	for n := range a {
		p[n] = -1
		if !f.graph.free[n] {
			to, ok := at[a[n]]
			if !ok {
				return nil
			}
			p[n] = to
		}
	}
	if !f.check(p) {
		return nil
	}
	return p
}

// group returns the permutations that the generators generate, up to a number.
func (f *finder) group(most int) []Permutation {
	seen := map[string]bool{}
	var all []Permutation
	add := func(p Permutation) {
		if key := p.key(); !seen[key] && len(all) < most && !p.isIdentity() {
			seen[key] = true
			all = append(all, p)
		}
	}
	for _, p := range f.generators {
		add(p)
	}
	for i := 0; i < len(all); i++ {
		for _, q := range f.generators {
			add(all[i].then(q))
		}
	}
	return all
}

// then returns the permutation that applies two permutations one after the other.
func (p Permutation) then(q Permutation) Permutation {
	r := make(Permutation, len(p))
	for n, to := range p {
		if r[n] = -1; to >= 0 {
			r[n] = q[to]
		}
	}
	return r
}

func (p Permutation) isIdentity() bool {
	for n, to := range p {
		if to >= 0 && int32(n) != to {
			return false
		}
	}
	return true
}

// key returns a permutation as a text.
func (p Permutation) key() string {
	key := make([]byte, 0, 4*len(p))
	for _, to := range p {
		key = binary.LittleEndian.AppendUint32(key, uint32(to))
	}
	return string(key)
}
