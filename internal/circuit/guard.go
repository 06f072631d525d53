package circuit

import (
	"cmp"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// Some gates matter only rarely, such as those that say whether a player has any move, if
// this decides only at the hundredth quiet move. They enter only conjunctions with
// a guard: a signal that is mostly false in all lanes. While it is false in all lanes, the
// gates are skipped.

// A region is a set of gates that matter only where a guard holds.
type region struct {
	guard lit     // not negated
	inner []int32 // gates, in the order of their dependence
}

// minGuarded is the smallest size of a region. Testing a guard costs as much as a
// few dozen gates, and values that cross its borders go through memory.
const minGuarded = 1000

// maxLiterals bounds the literals considered for a guard, and maxConjuncts the
// literals it consists of.
const (
	maxLiterals  = 24
	maxConjuncts = 6
)

// A guardFinder finds a region.
type guardFinder struct {
	*gated
	users [][]int32 // by gate
	root  []bool    // by gate
	needs [][]lit   // by gate: literals that hold wherever it matters
}

// findRegion returns a region of the gates for the next state, or nil if there is
// none of the minimal size. It adds gates for the guard.
func findRegion(g *gated, least int) *region {
	if g.gates.looped() || g.count()[partNext] < least {
		return nil
	}
	f := &guardFinder{gated: g}
	f.findUsers()
	f.findNeeds()
	var guard []lit
	var inner []bool
	size := 0
	for _, l := range f.candidates(least) {
		more := f.guarded(l, inner)
		n := count(more)
		// A literal that says more makes the guard hold less often, which is worth some gates.
		if n < least || n < size-size/8 || len(guard) == maxConjuncts {
			continue
		}
		guard, inner, size = append(guard, l), more, n
	}
	if guard == nil {
		return nil
	}
	r := &region{guard: f.conjunction(guard)}
	for id, in := range inner {
		if in {
			r.inner = append(r.inner, int32(id))
		}
	}
	return r
}

func count(set []bool) int {
	n := 0
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

func (f *guardFinder) findUsers() {
	n := len(f.gates.gates)
	f.users, f.root = make([][]int32, n), make([]bool, n)
	for i := range f.gates.gates {
		if f.parts[i] == partNone {
			continue
		}
		for _, in := range f.gates.gates[i].inputs() {
			f.users[in.node()] = append(f.users[in.node()], int32(i))
		}
	}
	for _, l := range f.over.all() {
		f.root[l.node()] = true
	}
}

// maxNeeds bounds the literals recorded per gate, and maxDepth the depth to which
// conjunctions are searched for them.
const (
	maxNeeds = 96
	maxDepth = 2
)

// findNeeds goes over the gates from the roots down: the users of a gate have higher
// numbers. A gate matters where one of its users matters and the other inputs of
// that user hold. Only inputs that are computed before the gate can guard it.
func (f *guardFinder) findNeeds() {
	f.needs = make([][]lit, len(f.gates.gates))
	var list []lit
	for id := int32(len(f.gates.gates)) - 1; id >= 0; id-- {
		if f.parts[id] != partNext || f.root[id] {
			continue
		}
		for i, u := range f.users[id] {
			list = append(list[:0], f.needs[u]...)
			for _, in := range f.gates.gates[u].inputs() {
				if in.node() != id && f.gates.level(in) < f.gates.gates[id].level {
					list = f.implied(in, maxDepth, list)
				}
			}
			if i == 0 {
				f.needs[id] = slices.Clone(list)
			} else {
				f.needs[id] = slices.DeleteFunc(f.needs[id], func(l lit) bool { return !slices.Contains(list, l) })
			}
			if len(f.needs[id]) == 0 {
				break
			}
		}
	}
}

// implied adds the conjuncts of a literal, itself included.
func (f *guardFinder) implied(l lit, depth int, list []lit) []lit {
	if len(list) >= maxNeeds || slices.Contains(list, l) {
		return list
	}
	list = append(list, l)
	if x := &f.gates.gates[l.node()]; x.kind == gateAnd && !l.negated() && depth > 0 {
		for _, in := range x.inputs() {
			list = f.implied(in, depth-1, list)
		}
	}
	return list
}

// candidates returns the literals needed by the most gates; of equal ones, those
// that take fewer gates come first.
func (f *guardFinder) candidates(least int) []lit {
	need := make([]int, 2*len(f.gates.gates))
	for _, list := range f.needs {
		for _, l := range list {
			need[l]++
		}
	}
	most := slices.Max(need)
	var list []lit
	for l, n := range need {
		if n >= max(least, most/4*3) && f.early(lit(l).node()) {
			list = append(list, lit(l))
		}
	}
	slices.SortStableFunc(list, func(a, b lit) int { return cmp.Compare(need[b], need[a]) })
	list = list[:min(maxLiterals, len(list))]
	slices.SortStableFunc(list, func(a, b lit) int { return cmp.Compare(f.gates.level(a), f.gates.level(b)) })
	return list
}

// early reports whether a gate is computed with the next state or before.
func (f *guardFinder) early(id int32) bool {
	return f.gates.gates[id].kind != gateAnd || f.parts[id] == partLegal || f.parts[id] == partNext
}

// guarded says which gates (among some, if not nil) matter only where a literal
// holds. They can be computed one after the other: nothing outside depends on some
// of them and is needed by others.
func (f *guardFinder) guarded(guard lit, among []bool) []bool {
	kept := f.kept(guard)
	banned := make([]bool, len(f.gates.gates))
	for {
		inner := f.indifferent(guard, kept, banned)
		for id := range among {
			inner[id] = inner[id] && among[id]
		}
		if !f.ban(inner, banned) {
			return inner
		}
	}
}

// kept says of each gate whether it is false wherever a literal is false.
func (f *guardFinder) kept(guard lit) []bool {
	kept := make([]bool, len(f.gates.gates))
	for id := range f.gates.gates {
		for _, in := range f.gates.gates[id].inputs() {
			kept[id] = kept[id] || in == guard || !in.negated() && kept[in.node()]
		}
	}
	return kept
}

// indifferent says of each gate whether it does not matter where a guard is false:
// all its users do not matter either, or are false because of something that is
// computed anyway.
func (f *guardFinder) indifferent(guard lit, kept, banned []bool) []bool {
	inner := make([]bool, len(f.gates.gates))
	for id := int32(len(inner)) - 1; id >= 0; id-- {
		if f.gates.gates[id].kind != gateAnd || f.parts[id] != partNext || f.root[id] || len(f.users[id]) == 0 || kept[id] || banned[id] || guard.node() == id {
			continue
		}
		inner[id] = !slices.ContainsFunc(f.users[id], func(u int32) bool {
			return !inner[u] && !slices.ContainsFunc(f.gates.gates[u].inputs(), func(in lit) bool {
				return in.node() != id && (in == guard || !in.negated() && kept[in.node()])
			})
		})
	}
	return inner
}

// ban adds gates that need something outside which depends on a gate inside. It
// reports whether there were any.
func (f *guardFinder) ban(inner, banned []bool) bool {
	after := make([]bool, len(inner)) // depends on a gate inside, by way of one outside
	any := false
	for id := range inner {
		for _, in := range f.gates.gates[id].inputs() {
			w := in.node()
			after[id] = after[id] || after[w] || inner[w] && !inner[id]
		}
		if after[id] && inner[id] {
			banned[id] = true
			any = true
		}
	}
	return any
}

// conjunction adds gates for a guard.
func (f *guardFinder) conjunction(args []lit) lit {
	if len(args) == 1 {
		args = append(args, litTrue)
	}
	all := args[0]
	for _, b := range args[1:] {
		a := all
		x := gate{kind: gateAnd, in: [3]lit{a, b, unknown}, level: max(f.gates.level(a), f.gates.level(b)) + 1}
		if a.negated() {
			x.in[0], x.in[1] = b, a
		}
		x.op = bitslice.And2 + bitslice.Op(a&1+b&1)
		f.parts = append(f.parts, partNext)
		all = f.gates.add(x)
	}
	return all
}
