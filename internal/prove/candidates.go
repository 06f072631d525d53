package prove

import (
	"encoding/binary"
	"slices"
	"strings"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// Limits of what is tried.
const (
	maxGroup     = 2000 // literals of an at-most-one group
	maxImplied   = 3000 // clauses of two literals
	maxImpliers  = 700  // literals that such clauses are looked for among
	maxConstants = 4000
	maxExtending = 2_000_000 // looks at columns while groups are extended
)

// candidates are statements that hold in all states of a sample.
type candidates struct {
	sample     *sample
	bits       []int      // facts that change
	seen       []bool     // by fact: it holds somewhere in the sample
	columns    [][]uint64 // by fact
	groups     [][]int    // facts of which at most one holds
	exact      []bool     // by group: exactly one holds
	constants  []claim.Invariant
	invariants []claim.Invariant
	looks      int            // at columns, while groups were extended
	held       map[uint32]int // by node of a fact: in how many states it holds
}

// findCandidates looks for constants and groups.
func findCandidates(x *sample) *candidates {
	c := &candidates{sample: x}
	s := x.system
	c.columns = x.columns(lits(s.State))
	c.seen, c.held = make([]bool, len(s.State)), make(map[uint32]int, len(s.State))
	for i, bit := range s.State {
		for _, w := range c.columns[i] {
			c.held[bit.Lit.Node()] += popcount(w)
		}
		c.seen[i] = !all(c.columns[i], 0)
		switch {
		case !c.seen[i]:
			c.constants = append(c.constants, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{bit.Lit.Not()}})
		case all(c.columns[i], ^uint64(0)):
			c.constants = append(c.constants, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{bit.Lit}})
		default:
			c.bits = append(c.bits, i)
		}
	}
	c.findGroups()
	c.invariants = append(c.invariants, c.constants...)
	for k, group := range c.groups {
		c.invariants = append(c.invariants, c.about(group, c.exact[k])...)
		if seen := slices.DeleteFunc(slices.Clone(group), func(i int) bool { return !c.seen[i] }); len(seen) < len(group) {
			c.invariants = append(c.invariants, c.about(seen, c.exact[k])...)
		}
	}
	return c
}

// about returns what is said about a group of facts.
func (c *candidates) about(group []int, exact bool) []claim.Invariant {
	var list []aig.Lit
	for _, i := range group {
		list = append(list, c.sample.system.State[i].Lit)
	}
	var out []claim.Invariant
	if len(list) > 1 {
		out = append(out, claim.Invariant{Kind: claim.AtMostOne, Lits: list})
	}
	if exact {
		out = append(out, claim.Invariant{Kind: claim.Clause, Lits: list})
	}
	return out
}

// weakEvidence is how many states with two facts of a group there should be by chance, if that none
// was seen is to mean something.
const weakEvidence = 20

// weak reports whether the facts of a group are so rare that two of them may have been seen together in no
// state by chance, such as kings in checkers.
func (c *candidates) weak(v *claim.Invariant) bool {
	if v.Kind != claim.AtMostOne || len(c.columns) == 0 {
		return false
	}
	sum, squares := 0, 0
	for _, l := range v.Lits {
		n := c.held[l.Node()]
		sum, squares = sum+n, squares+n*n
	}
	return (sum*sum-squares)/2 < weakEvidence*lanes*len(c.columns[0])
}

func lits(state []aig.Latch) []aig.Lit {
	var list []aig.Lit
	for _, bit := range state {
		list = append(list, bit.Lit)
	}
	return list
}

func all(column []uint64, value uint64) bool {
	return !slices.ContainsFunc(column, func(w uint64) bool { return w != value })
}

// overlap reports whether two columns are true at the same place.
func overlap(a, b []uint64) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// findGroups looks for sets of facts of which at most one holds: facts that differ in one
// argument, extended by others until one of them always holds. Facts that were never seen to
// hold belong to them, too, such as the last numbers of a counter.
func (c *candidates) findGroups() {
	seen := map[string]bool{}
	everything := make([]int, len(c.seen))
	for i := range everything {
		everything[i] = i
	}
	for _, family := range c.families(everything) {
		if group := c.exclusive(family); len(group) > 1 {
			c.addGroup(group, seen)
		}
	}
	for _, group := range c.withoutArguments() {
		c.addGroup(group, seen)
	}
	covered := map[int]bool{}
	for k, group := range c.groups {
		for _, i := range group {
			covered[i] = covered[i] || c.exact[k]
		}
	}
	for _, i := range c.bits {
		if !covered[i] {
			c.extend([]int{i}, seen)
		}
	}
}

// maxPlain bounds the facts without arguments among which groups are looked for.
const maxPlain = 200

// withoutArguments divides the facts without arguments into groups of which at most one holds.
func (c *candidates) withoutArguments() [][]int {
	var groups [][]int
	var some [][]uint64 // by group: where one of it holds
	plain := slices.DeleteFunc(slices.Clone(c.bits), func(i int) bool { return strings.HasPrefix(c.sample.system.State[i].Name, "(") })
	for _, i := range plain[:min(len(plain), maxPlain)] {
		g := slices.IndexFunc(some, func(column []uint64) bool { return !overlap(column, c.columns[i]) })
		if g < 0 {
			g = len(groups)
			groups, some = append(groups, nil), append(some, make([]uint64, len(c.columns[i])))
		}
		groups[g] = append(groups[g], i)
		for w, v := range c.columns[i] {
			some[g][w] |= v
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

// families returns lists of facts, of those given, that differ in one argument or have the
// same name.
func (c *candidates) families(of []int) [][]int {
	var f factLists
	for _, i := range of {
		words := topWords(c.sample.system.State[i].Name)
		f.add(words[0], i)
		for k := 1; k < len(words) && len(words) > 2; k++ {
			other := slices.Clone(words)
			other[k] = "*"
			f.add(strings.Join(other, " "), i)
		}
	}
	return f.lists
}

// factLists are lists of facts by what they have in common, in the order in which they began.
type factLists struct {
	index map[string]int
	lists [][]int
}

// add adds a fact to the list of a key.
func (f *factLists) add(key string, fact int) {
	at, ok := f.index[key]
	if !ok {
		if f.index == nil {
			f.index = map[string]int{}
		}
		at = len(f.lists)
		f.index[key] = at
		f.lists = append(f.lists, nil)
	}
	f.lists[at] = append(f.lists[at], fact)
}

// topWords returns the name of a fact and its arguments.
func topWords(text string) []string {
	if !strings.HasPrefix(text, "(") {
		return []string{text}
	}
	var words []string
	depth, start := 0, 0
	text = text[1 : len(text)-1]
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			if depth == 0 {
				words = append(words, text[start:i])
				start = i + 1
			}
		}
	}
	return append(words, text[start:])
}

// exclusive returns a family if no two of it hold at the same time and one does somewhere,
// and nil otherwise.
func (c *candidates) exclusive(family []int) []int {
	if len(family) > maxGroup || !slices.ContainsFunc(family, func(i int) bool { return c.seen[i] }) {
		return nil
	}
	some := make([]uint64, len(c.columns[0]))
	for _, i := range family {
		if overlap(some, c.columns[i]) {
			return nil
		}
		for w, v := range c.columns[i] {
			some[w] |= v
		}
	}
	return family
}

// addGroup adds a group, and a larger one of which exactly one holds, if there is one.
func (c *candidates) addGroup(group []int, seen map[string]bool) {
	if !c.extend(group, seen) {
		c.keep(group, false, seen)
	}
}

// extend adds facts to a group until exactly one holds. It reports whether it could.
func (c *candidates) extend(group []int, seen map[string]bool) bool {
	group = slices.Clone(group)
	open := make([]uint64, len(c.columns[0]))
	for w := range open {
		open[w] = ^uint64(0)
		for _, i := range group {
			open[w] &^= c.columns[i][w]
		}
	}
	for !all(open, 0) {
		best, most := -1, 0
		if c.looks += len(c.bits); c.looks > maxExtending {
			return false
		}
		for _, i := range c.bits {
			if n := inside(c.columns[i], open); n > most {
				best, most = i, n
			}
		}
		if best < 0 || len(group) >= maxGroup {
			return false
		}
		group = append(group, best)
		for w, v := range c.columns[best] {
			open[w] &^= v
		}
	}
	slices.Sort(group)
	c.keep(group, true, seen)
	return true
}

// inside counts the places of a column if all of them are open, and returns 0 otherwise.
func inside(column, open []uint64) int {
	n := 0
	for w, v := range column {
		if v&^open[w] != 0 {
			return 0
		}
		n += popcount(v)
	}
	return n
}

func (c *candidates) keep(group []int, exact bool, seen map[string]bool) {
	var b strings.Builder
	for _, i := range group {
		b.WriteString(string(rune(i + 0x1000)))
	}
	if key := b.String(); !seen[key] {
		seen[key] = true
		c.groups = append(c.groups, group)
		c.exact = append(c.exact, exact)
	}
}

// lastStage is the number of the last kind of candidates.
const lastStage = 2

// stage returns the candidates of one kind, the cheapest first.
func (c *candidates) stage(n int) []claim.Invariant {
	switch n {
	case 0:
		return c.invariants
	case 1:
		return slices.Concat(c.derived(nil), c.equal(), c.counts(), c.bounds(), c.ranges())
	}
	return c.implied(nil)
}

// derived returns candidates about what the rules derive: literals that never change, and
// pairs of which one implies the other.
func (c *candidates) derived(extra []aig.Lit) []claim.Invariant {
	s := c.sample.system
	var out []claim.Invariant
	list := slices.Concat(extra, s.Derived)
	if len(list) > maxConstants {
		list = list[:maxConstants]
	}
	columns := c.sample.columns(list)
	for i, l := range list {
		switch {
		case all(columns[i], 0):
			out = append(out, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{l.Not()}})
		case all(columns[i], ^uint64(0)):
			out = append(out, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{l}})
		}
	}
	return out
}

// equal returns clauses that say that literals about the state, which have the same values
// in the sample, are equal.
func (c *candidates) equal() []claim.Invariant {
	s := c.sample.system
	list := slices.Concat(lits(s.State), s.Derived)
	if len(list) > maxConstants {
		list = list[:maxConstants]
	}
	columns := c.sample.columns(list)
	first := map[string]aig.Lit{}
	var out []claim.Invariant
	for i, l := range list {
		if all(columns[i], 0) || all(columns[i], ^uint64(0)) {
			continue
		}
		key := make([]byte, 0, 8*len(columns[i]))
		flip := columns[i][0] & 1 // complements are equal, too
		for _, w := range columns[i] {
			key = binary.LittleEndian.AppendUint64(key, w^-flip)
		}
		l ^= aig.Lit(flip)
		if other, ok := first[string(key)]; ok {
			out = append(out, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{l.Not(), other}}, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{l, other.Not()}})
		} else {
			first[string(key)] = l
		}
	}
	return out
}

// implied returns clauses of two literals that hold in the sample, among facts that change
// and other literals about the state.
func (c *candidates) implied(extra []aig.Lit) []claim.Invariant {
	s := c.sample.system
	list := slices.Clone(extra)
	for _, i := range c.bits {
		list = append(list, s.State[i].Lit)
	}
	if len(list) > maxImpliers {
		list = list[:maxImpliers]
	}
	columns := c.sample.columns(list)
	group := c.groupOf()
	var out []claim.Invariant
	for i := range list {
		for k := range i {
			if group[list[i]] != 0 && group[list[i]] == group[list[k]] {
				continue
			}
			for signs := range aig.Lit(4) {
				if len(out) < maxImplied && never(columns[i], columns[k], signs&1 == 1, signs&2 == 2) {
					out = append(out, claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{list[i] ^ (signs & 1) ^ 1, list[k] ^ (signs >> 1) ^ 1}})
				}
			}
		}
	}
	return out
}

// groupOf numbers the group of each literal, from 1.
func (c *candidates) groupOf() map[aig.Lit]int {
	of := map[aig.Lit]int{}
	for k, group := range c.groups {
		for _, i := range group {
			of[c.sample.system.State[i].Lit] = k + 1
		}
	}
	return of
}

// never reports whether two columns, negated or not, are never true at the same place, and
// each of them is sometimes.
func never(a, b []uint64, notA, notB bool) bool {
	x, y := -boolWord(notA), -boolWord(notB)
	someA, someB := uint64(0), uint64(0)
	for w := range a {
		u, v := a[w]^x, b[w]^y
		if u&v != 0 {
			return false
		}
		someA |= u
		someB |= v
	}
	return someA != 0 && someB != 0
}

func boolWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
