package gdltorbg

import (
	"slices"

	"ludex/internal/prove/aig"
)

// A condKind says what a condition is.
type condKind uint8

const (
	condNever condKind = iota
	condAlways
	condLeaf // a slot has one of some values
	condAll
	condAny
)

// A cond is a condition on a state. Conditions are immutable and may be shared.
type cond struct {
	kind condKind
	slot int
	mask mask
	kids []*cond
	size int // as a tree, up to maxSize
}

var (
	never  = &cond{kind: condNever, size: 1}
	always = &cond{kind: condAlways, size: 1}
)

// maxSize bounds sizes, so that they do not overflow.
const maxSize = 1 << 30

func sizeOf(kids []*cond) int {
	n := 1
	for _, k := range kids {
		n = min(n+k.size, maxSize)
	}
	return n
}

// same reports whether two conditions are written in the same way.
func (c *cond) same(o *cond) bool {
	if c == o {
		return true
	}
	return c.kind == o.kind && c.slot == o.slot && c.size == o.size && c.mask.equal(o.mask) && slices.EqualFunc(c.kids, o.kids, (*cond).same)
}

// leaf returns the condition that a slot has one of some values.
func (s *slots) leaf(slot int, m mask) *cond {
	switch {
	case m.empty():
		return never
	case m.equal(s.full[slot]):
		return always
	}
	return &cond{kind: condLeaf, slot: slot, mask: m, size: 1}
}

// is returns the condition that a slot has a value.
func (s *slots) is(slot, value int) *cond {
	m := emptyMask(len(s.list[slot].values))
	m.add(value)
	return s.leaf(slot, m)
}

// join returns the conjunction or disjunction of conditions. Those about the same slot
// become one.
func (s *slots) join(kind condKind, list []*cond) *cond {
	neutral, strong := always, never
	if kind == condAny {
		neutral, strong = never, always
	}
	var kids []*cond
	at := map[int]int{} // by slot: where its leaf is
	var add func(c *cond)
	add = func(c *cond) {
		switch {
		case c == neutral:
		case c.kind == kind:
			for _, k := range c.kids {
				add(k)
			}
		case c.kind == condLeaf:
			i, ok := at[c.slot]
			if !ok {
				at[c.slot] = len(kids)
				kids = append(kids, c)
				return
			}
			if kids[i] == strong {
				return
			}
			m := kids[i].mask.and(c.mask)
			if kind == condAny {
				m = kids[i].mask.or(c.mask)
			}
			kids[i] = s.leaf(c.slot, m)
		case !slices.ContainsFunc(kids, c.same):
			kids = append(kids, c)
		}
	}
	for _, c := range list {
		add(c)
	}
	switch {
	case slices.Contains(kids, strong):
		return strong
	case len(kids) == 0:
		return neutral
	case len(kids) == 1:
		return kids[0]
	}
	return &cond{kind: kind, kids: kids, size: sizeOf(kids)}
}

func (s *slots) all(list ...*cond) *cond { return s.join(condAll, list) }
func (s *slots) any(list ...*cond) *cond { return s.join(condAny, list) }

// not returns the negation.
func (s *slots) not(c *cond) *cond {
	switch c.kind {
	case condNever:
		return always
	case condAlways:
		return never
	case condLeaf:
		return s.leaf(c.slot, s.full[c.slot].without(c.mask))
	}
	kids := make([]*cond, len(c.kids))
	for i, k := range c.kids {
		kids[i] = s.not(k)
	}
	return s.join(condAll+condAny-c.kind, kids)
}

// A given is what is known: the values that slots can have.
type given map[int]mask

// with returns what is known if a leaf holds, too.
func (g given) with(slot int, m mask) given {
	out := make(given, len(g)+1)
	for s, m := range g {
		out[s] = m
	}
	if old, ok := g[slot]; ok {
		m = m.and(old)
	}
	out[slot] = m
	return out
}

// and returns what is known if a condition holds, too: from it, or from all of its parts.
func (g given) and(c *cond) given {
	switch c.kind {
	case condLeaf:
		return g.with(c.slot, c.mask)
	case condAll:
		for _, k := range c.kids {
			if k.kind == condLeaf {
				g = g.with(k.slot, k.mask)
			}
		}
	}
	return g
}

// simplify returns a condition that says the same where what is given holds.
func (s *slots) simplify(c *cond, g given) *cond {
	switch c.kind {
	case condLeaf:
		k, ok := g[c.slot]
		switch {
		case !ok:
			return c
		case k.within(c.mask):
			return always
		}
		return s.leaf(c.slot, c.mask.and(k))
	case condAll, condAny:
		return s.simplifyParts(c, g)
	}
	return c
}

// simplifyParts simplifies leaves first, since they say something about the other parts: in a
// disjunction these matter only where the leaves do not hold.
func (s *slots) simplifyParts(c *cond, g given) *cond {
	var kids []*cond
	inside := g
	for _, k := range c.kids {
		if k.kind != condLeaf {
			continue
		}
		k = s.simplify(k, g)
		kids = append(kids, k)
		if k.kind != condLeaf {
			continue
		}
		if c.kind == condAll {
			inside = inside.with(k.slot, k.mask)
		} else {
			inside = inside.with(k.slot, s.full[k.slot].without(k.mask))
		}
	}
	for _, m := range inside {
		if m.empty() { // nothing is left for the other parts
			return s.join(c.kind, kids)
		}
	}
	changed := false
	for _, k := range c.kids {
		if k.kind != condLeaf {
			n := s.simplify(k, inside)
			changed = changed || n.kind != k.kind && (n.kind == condLeaf || n.kind == c.kind)
			kids = append(kids, n)
		}
	}
	out := s.join(c.kind, kids)
	if changed && out.kind == c.kind { // there are new leaves
		return s.simplifyParts(out, g)
	}
	return out
}

// reads adds the slots that a condition is about.
func (c *cond) reads(to map[int]bool) {
	if c.kind == condLeaf {
		to[c.slot] = true
	}
	for _, k := range c.kids {
		k.reads(to)
	}
}

// A reader turns literals of a graph over facts into conditions.
type reader struct {
	*slots
	graph *aig.Graph
	facts map[uint32]int // by node of an input: the fact
	known map[aig.Lit]*cond
}

// cond returns what a literal says.
func (r *reader) cond(l aig.Lit) *cond {
	if c, ok := r.known[l]; ok {
		return c
	}
	c := r.compute(l)
	r.known[l] = c
	return c
}

func (r *reader) compute(l aig.Lit) *cond {
	switch {
	case l == aig.False:
		return never
	case l == aig.True:
		return always
	case !r.graph.IsAnd(l.Node()):
		c := r.fact(r.facts[l.Node()])
		if l.Negated() {
			c = r.not(c)
		}
		return c
	}
	kind, flip := condAll, aig.Lit(0)
	if l.Negated() {
		kind, flip = condAny, 1
	}
	var kids []*cond
	size := 1
	for _, k := range r.graph.Conjuncts(l ^ flip) {
		c := r.cond(k ^ flip)
		if size += c.size; size > maxCond {
			return &cond{kind: kind, size: maxSize}
		}
		kids = append(kids, c)
	}
	return r.join(kind, kids)
}

// fact returns the condition that a fact holds.
func (r *reader) fact(f int) *cond {
	switch p := r.place[f]; {
	case p.slot >= 0:
		return r.is(p.slot, p.value)
	case p.value == 1:
		return always
	}
	return never
}
