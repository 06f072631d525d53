package circuit

import "slices"

// Many descriptions count pieces with a recursive relation: so many on the first cell, so
// many on the first two, and so on. Its ground rules have an atom for each cell and each
// number, and for each pair of numbers if two kinds of pieces are counted at once. Such
// chains of atoms are recognised by their form alone, and replaced by adders that have
// as many gates as there are cells, more or less.
//
// A chain has layers of atoms. In the first layer an atom holds by a condition alone. In
// the others it holds by an atom of the layer before and a condition of the layer. The
// conditions of all layers are of the same two or three types, and the atom that follows
// another one depends only on how often conditions of each type were used. An atom is
// labelled with these numbers.

// maxTypes is how many types of conditions a chain may have.
const maxTypes = 3

// minLayers is the smallest number of layers for which adders are considered, and maxLayers
// the largest one.
const (
	minLayers = 4
	maxLayers = 10_000
)

// maxRules is how many rules an atom of a chain may have.
const maxRules = 32

// A label says how often conditions of each type were used.
type label [maxTypes]int16

// A chain is a count: the layers up to the first one that is read from outside.
type chain struct {
	types      int
	conditions [][maxTypes][][]int32 // by layer and type: a disjunction of conjunctions of literals
	last       []int32               // the atoms of the last layer
	labels     []label               // by atom of the last layer
	atoms      []int32               // all atoms
	rules      int                   // how many rules the chain has
	played     int                   // how many of its rules are needed to play, not for goals alone
}

// A chainFinder finds the chains of a Spec.
type chainFinder struct {
	spec    *Spec
	rules   ruleSet
	parent  []int32 // union-find over the atoms of a chain
	broken  []bool  // by atom: it has a rule that no chain has
	outside []bool  // by atom: it is read from outside of its chain
	layer   []int32 // by atom, or noLayer
	labels  []label // by atom
	numbers map[string]int32
	buffer  []byte
}

// Layers that are not known, and of atoms that are no chain.
const (
	noLayer  = -1
	badLayer = -2
)

// findChains returns the chains of a Spec.
func findChains(s *Spec, rules ruleSet) []*chain {
	if !slices.ContainsFunc(s.Recursion, func(class int32) bool { return class >= 0 }) {
		return nil
	}
	f := &chainFinder{spec: s, rules: rules, numbers: map[string]int32{}}
	var chains []*chain
	for _, atoms := range f.components() {
		if c := f.chain(atoms); c != nil {
			chains = append(chains, c)
		}
	}
	return chains
}

// previous returns the atom of the same recursion that a body reads, or -1 if it reads none;
// and whether the body has the form that chains have.
func (f *chainFinder) previous(head int32, body []int32) (int32, bool) {
	prev, class := none, f.spec.Recursion[head]
	for _, l := range body {
		if f.spec.Recursion[l>>1] != class {
			continue
		}
		if l&1 == 1 || prev != none {
			return none, false
		}
		prev = l >> 1
	}
	return prev, true
}

func (f *chainFinder) find(a int32) int32 {
	for f.parent[a] != a {
		f.parent[a] = f.parent[f.parent[a]]
		a = f.parent[a]
	}
	return a
}

// components returns the atoms of recursive relations that are connected by rules, in order.
func (f *chainFinder) components() [][]int32 {
	n := f.spec.Atoms
	f.parent, f.layer = make([]int32, n), make([]int32, n)
	f.broken, f.outside, f.labels = make([]bool, n), make([]bool, n), make([]label, n)
	for a := range f.parent {
		f.parent[a], f.layer[a] = int32(a), noLayer
	}
	for _, a := range outputAtoms(f.spec) {
		f.outside[a] = true
	}
	for a := range int32(n) {
		for _, r := range f.rules.of(a) {
			f.connect(a, f.rules.body(r))
		}
	}
	place := make(map[int32]int)
	var out [][]int32
	for a := range int32(n) {
		if f.spec.Recursion[a] < 0 {
			continue
		}
		root := f.find(a)
		at, ok := place[root]
		if !ok {
			at = len(out)
			place[root] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], a)
	}
	return out
}

// connect looks at a rule.
func (f *chainFinder) connect(head int32, body []int32) {
	prev, ok := none, false
	if f.spec.Recursion[head] >= 0 {
		prev, ok = f.previous(head, body)
		f.broken[head] = f.broken[head] || !ok || len(f.rules.of(head)) > maxRules
	}
	if ok && prev != none {
		f.parent[f.find(head)] = f.find(prev)
	}
	for _, l := range body {
		if a := l >> 1; a != prev {
			f.outside[a] = true
		}
	}
}

// outputAtoms returns the atoms that a game is asked for.
func outputAtoms(s *Spec) []int32 {
	var out []int32
	add := func(a int32) {
		if a != none {
			out = append(out, a)
		}
	}
	add(s.Terminal)
	for _, b := range s.State {
		add(b.Next)
	}
	for _, moves := range s.Moves {
		for _, m := range moves {
			add(m.Legal)
		}
	}
	for _, g := range s.Goals {
		add(g.Atom)
	}
	for _, p := range s.Percepts {
		add(p.Atom)
	}
	return out
}

// chain returns the chain that some connected atoms are, or nil.
func (f *chainFinder) chain(atoms []int32) *chain {
	layers := f.layers(atoms)
	if len(layers) < minLayers || len(layers[0]) < 2 || len(layers[0]) > maxTypes {
		return nil
	}
	c := &chain{types: len(layers[0]), atoms: atoms}
	if !f.first(c, layers[0]) {
		return nil
	}
	for _, layer := range layers[1:] {
		for _, a := range layer {
			c.rules += len(f.rules.of(a))
		}
		if f.passes(layer) {
			if slices.ContainsFunc(layer, func(a int32) bool { return f.outside[a] }) {
				return nil
			}
			continue
		}
		if !f.next(c, layer) {
			return nil
		}
		c.last = layer
		if slices.ContainsFunc(layer, func(a int32) bool { return f.outside[a] }) {
			break
		}
	}
	if len(c.conditions) < minLayers {
		return nil
	}
	for _, a := range c.last {
		c.labels = append(c.labels, f.labels[a])
	}
	return c
}

// layers sorts atoms by how many atoms lie before them. It returns nil if that depends on
// the way, or if there are too many layers.
func (f *chainFinder) layers(atoms []int32) [][]int32 {
	var layers [][]int32
	for _, a := range atoms {
		d := f.depth(a, maxLayers)
		if d == badLayer {
			return nil
		}
		for int(d) >= len(layers) {
			layers = append(layers, nil)
		}
		layers[d] = append(layers[d], a)
	}
	return layers
}

// depth returns the layer of an atom. It looks at most so many layers back.
func (f *chainFinder) depth(a int32, most int) int32 {
	if f.layer[a] != noLayer {
		return f.layer[a]
	}
	f.layer[a] = badLayer // if it is met again on the way, it depends on itself
	if f.broken[a] || most == 0 {
		return badLayer
	}
	depth := int32(noLayer)
	for _, r := range f.rules.of(a) {
		d := int32(0)
		if prev, _ := f.previous(a, f.rules.body(r)); prev != none {
			if d = f.depth(prev, most-1) + 1; d <= 0 {
				return badLayer
			}
		}
		if depth != noLayer && depth != d {
			return badLayer
		}
		depth = d
	}
	if depth != noLayer {
		f.layer[a] = depth
	}
	return f.layer[a]
}

// passes reports whether all atoms of a layer have one rule each. They stand for a part of a
// rule that was taken apart.
func (f *chainFinder) passes(layer []int32) bool {
	return !slices.ContainsFunc(layer, func(a int32) bool { return len(f.rules.of(a)) != 1 })
}

// first gives the atoms of the first layer their labels.
func (f *chainFinder) first(c *chain, layer []int32) bool {
	var conditions [maxTypes][][]int32
	for t, a := range layer {
		if f.outside[a] {
			return false
		}
		f.labels[a][t] = 1
		for _, r := range f.rules.of(a) {
			conditions[t] = append(conditions[t], f.rules.body(r))
		}
		c.rules += len(f.rules.of(a))
	}
	c.conditions = append(c.conditions, conditions)
	return true
}
