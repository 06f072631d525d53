package logic

import "ludex/gdl"

// maxDomainDepth is how deep the structure of terms is followed; below that
// everything is possible. It also bounds terms that grow in a recursion.
const maxDomainDepth = 5

// A domain is a set of ground terms, held as the constants and functions that can
// stand there and, for each function, the domains of its arguments. It
// over-approximates: it may contain terms that never occur, but it has all that
// do.
type domain struct {
	any       bool
	constants bitset
	functions map[gdl.Symbol][]*domain
}

var anything = &domain{any: true}

func (d *domain) empty() bool {
	return !d.any && len(d.functions) == 0 && d.constants.empty()
}

// A bitset is a set of small integers.
type bitset []uint64

func (b bitset) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0 }

func (b *bitset) add(i int) bool {
	for len(*b) <= i>>6 {
		*b = append(*b, 0)
	}
	old := (*b)[i>>6]
	(*b)[i>>6] |= 1 << (i & 63)
	return old != (*b)[i>>6]
}

func (b bitset) empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

func (b *bitset) union(c bitset) (changed bool) {
	for len(*b) < len(c) {
		*b = append(*b, 0)
	}
	for i, w := range c {
		if w&^(*b)[i] != 0 {
			(*b)[i] |= w
			changed = true
		}
	}
	return changed
}

func intersection(a, b bitset) bitset {
	out := make(bitset, min(len(a), len(b)))
	for i := range out {
		out[i] = a[i] & b[i]
	}
	return out
}

// union adds the terms of src to d and reports whether that changed anything.
func (d *domain) union(src *domain, depth int, work *int) (changed bool) {
	if d.any || d == src {
		return false
	}
	if src.any || depth >= maxDomainDepth || *work > maxDomainWork {
		if src.empty() {
			return false
		}
		*d = domain{any: true}
		return true
	}
	*work += len(src.constants) + 1
	changed = d.constants.union(src.constants)
	for f, args := range src.functions {
		own, grew := d.function(f)
		*work += f.Arity
		changed = changed || grew
		for i, a := range args {
			if own[i].union(a, depth+1, work) {
				changed = true
			}
		}
	}
	return changed
}

// function returns the argument domains of a function in d, made if needed.
func (d *domain) function(f gdl.Symbol) (args []*domain, added bool) {
	if args, ok := d.functions[f]; ok {
		return args, false
	}
	args = make([]*domain, f.Arity)
	for i := range args {
		args[i] = &domain{}
	}
	if d.functions == nil {
		d.functions = map[gdl.Symbol][]*domain{}
	}
	d.functions[f] = args
	return args, true
}

// intersect returns a set that holds every term that a and b both hold. The
// arguments of functions are taken from a alone, which suffices here.
func intersect(a, b *domain, work *int) *domain {
	switch {
	case a.any || a == b:
		return b
	case b.any:
		return a
	}
	*work += min(len(a.constants), len(b.constants)) + 1
	out := &domain{constants: intersection(a.constants, b.constants)}
	for f, args := range a.functions {
		if _, ok := b.functions[f]; ok {
			if out.functions == nil {
				out.functions = map[gdl.Symbol][]*domain{}
			}
			out.functions[f] = args
		}
	}
	return out
}
