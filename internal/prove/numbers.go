package prove

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// A number is a group of facts, of which exactly one holds, that differ in an argument with
// digits, such as a score.
type number struct {
	facts  []int // by rising values
	values []int
}

// maxNumber bounds how far the values of a number may be apart.
const maxNumber = 250

// numbers returns the numbers that change.
func (c *candidates) numbers() []number {
	var list []number
	for k, group := range c.groups {
		if !c.exact[k] {
			continue
		}
		if n, ok := c.asNumber(group); ok && c.seenTwo(group) {
			list = append(list, n)
		}
	}
	return list
}

// seenTwo reports whether two facts were seen to hold.
func (c *candidates) seenTwo(facts []int) bool {
	n := 0
	for _, i := range facts {
		if c.seen[i] {
			n++
		}
	}
	return n > 1
}

// asNumber returns a group as a number, if its facts differ in one argument with digits.
func (c *candidates) asNumber(group []int) (number, bool) {
	var words [][]string
	for _, i := range group {
		words = append(words, topWords(c.sample.system.State[i].Name))
	}
	at, ok := onlyDifference(words)
	if !ok {
		return number{}, false
	}
	n := number{facts: slices.Clone(group)}
	value := map[int]int{}
	for m, i := range group {
		v, ok := digits(words[m][at])
		if !ok {
			return number{}, false
		}
		value[i] = v
	}
	slices.SortFunc(n.facts, func(a, b int) int { return cmp.Compare(value[a], value[b]) })
	for _, i := range n.facts {
		n.values = append(n.values, value[i])
	}
	if len(slices.Compact(slices.Clone(n.values))) < len(group) || n.values[len(group)-1]-n.values[0] > maxNumber {
		return number{}, false
	}
	return n, true
}

// onlyDifference returns the place at which lists of words differ.
func onlyDifference(lists [][]string) (place int, ok bool) {
	place = -1
	for _, words := range lists[1:] {
		if len(words) != len(lists[0]) {
			return 0, false
		}
		for k := range words {
			if words[k] != lists[0][k] && place != k {
				if place >= 0 {
					return 0, false
				}
				place = k
			}
		}
	}
	return place, place > 0
}

// digits returns the number at the end of a word.
func digits(word string) (int, bool) {
	n, err := strconv.Atoi(word[len(strings.TrimRight(word, "0123456789")):])
	return n, err == nil
}

// A term is something that can be counted in a state: a number, or how many facts of a family hold.
type term struct {
	number *number
	family []int
	column []int // by round and lane: how much more it is than at first
}

// summands returns disjunctions of which as many hold as the term says, or, if it is subtracted,
// as many as it is smaller than the largest possible value.
func (t *term) summands(state []aig.Latch, subtracted bool) [][]aig.Lit {
	var out [][]aig.Lit
	for _, i := range t.family {
		out = append(out, []aig.Lit{state[i].Lit ^ aig.Lit(boolWord(subtracted))})
	}
	if t.number == nil {
		return out
	}
	for k := 1; k < len(t.number.facts); k++ {
		facts := t.number.facts[k:]
		if subtracted {
			facts = t.number.facts[:k]
		}
		var some []aig.Lit
		for _, i := range facts {
			some = append(some, state[i].Lit)
		}
		for range t.number.values[k] - t.number.values[k-1] {
			out = append(out, some)
		}
	}
	return out
}

// terms returns what can be counted and changes: first numbers, then families.
func (c *candidates) terms() (numbers, all []*term) {
	for _, n := range c.numbers() {
		numbers = append(numbers, &term{number: &n, column: c.valueColumn(&n)})
	}
	all = slices.Clone(numbers)
	for _, family := range c.widerFamilies() {
		all = append(all, &term{family: family, column: c.count(family)})
	}
	for _, t := range all {
		first := t.column[0]
		for p := range t.column {
			t.column[p] -= first
		}
	}
	return numbers, slices.DeleteFunc(all, func(t *term) bool { _, same := sameNumber(t.column); return same })
}

// valueColumn returns the value of a number, by round and lane.
func (c *candidates) valueColumn(n *number) []int {
	out := make([]int, lanes*len(c.columns[0]))
	for m, i := range n.facts {
		for t, w := range c.columns[i] {
			for ; w != 0; w &= w - 1 {
				out[t*lanes+bits.TrailingZeros64(w)] = n.values[m]
			}
		}
	}
	return out
}

// widerFamilies returns facts with the same name, and those of them with the same first or last
// argument.
func (c *candidates) widerFamilies() [][]int {
	index := map[string]int{}
	var list [][]int
	for i, bit := range c.sample.system.State {
		for _, key := range familyKeys(topWords(bit.Name)) {
			at, ok := index[key]
			if !ok {
				at = len(list)
				index[key] = at
				list = append(list, nil)
			}
			list[at] = append(list[at], i)
		}
	}
	return slices.DeleteFunc(list, func(f []int) bool {
		return len(f) < 2 || len(f) > maxSummed || c.exclusive(f) != nil || !slices.ContainsFunc(f, func(i int) bool { return c.seen[i] })
	})
}

// familyKeys returns what facts of the same families have in common.
func familyKeys(words []string) []string {
	switch {
	case len(words) == 1:
		return nil
	case len(words) == 2:
		return words[:1]
	}
	return []string{words[0], words[0] + " " + words[1], words[0] + " * " + words[len(words)-1]}
}

// Limits of sums.
const (
	maxTerms   = 60 // that sums are looked for among
	maxParts   = 3  // of a sum that is equal to a number
	maxEqual   = 4  // sums that are equal to the same number
	filterStep = 97 // of the states of the sample, one in so many is looked at first
)

// sums returns candidates that say that a number is a sum or difference of others and of numbers of
// facts, such as a count of the pieces on a board.
func (c *candidates) sums() []claim.Invariant {
	numbers, all := c.terms()
	all = all[:min(len(all), maxTerms)]
	var out []claim.Invariant
	for _, target := range numbers {
		search := &sumSearch{target: target, terms: slices.DeleteFunc(slices.Clone(all), func(t *term) bool { return t == target })}
		for parts := 1; parts <= maxParts && len(search.found) == 0; parts++ {
			search.extend(nil, 0, parts)
		}
		for _, s := range search.found {
			if v, ok := c.sumInvariant(target, s); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// A signed term is added or subtracted.
type signed struct {
	*term
	sign int
}

// sumSearch looks for sums that are equal to a number but for a constant.
type sumSearch struct {
	target *term
	terms  []*term
	found  [][]signed
}

// extend adds a number of terms to a sum, and keeps it if it is equal to the target.
func (s *sumSearch) extend(sum []signed, from, parts int) {
	if parts == 0 {
		if s.equal(sum) {
			s.found = append(s.found, slices.Clone(sum))
		}
		return
	}
	for k := from; k < len(s.terms) && len(s.found) < maxEqual; k++ {
		for _, sign := range []int{1, -1} {
			s.extend(append(sum, signed{s.terms[k], sign}), k+1, parts-1)
		}
	}
}

// equal reports whether a sum is equal to the target in all states: a few first, then all.
func (s *sumSearch) equal(sum []signed) bool {
	for _, step := range []int{filterStep, 1} {
		for p := 0; p < len(s.target.column); p += step {
			total := 0
			for _, t := range sum {
				total += t.sign * t.column[p]
			}
			if total != s.target.column[p] {
				return false
			}
		}
	}
	return true
}

// sumInvariant says that a number and a sum are equal but for a constant, if counting is not too
// expensive: it counts what holds or what does not, whichever is less.
func (c *candidates) sumInvariant(target *term, sum []signed) (claim.Invariant, bool) {
	v, other := c.sumOf(target, sum, true), c.sumOf(target, sum, false)
	if other.Number < v.Number {
		v = other
	}
	return v, len(v.Any)*(v.Number+1) <= maxCounter
}

// sumOf says that a sum less a number is a constant, or that the number less the sum is.
func (c *candidates) sumOf(target *term, sum []signed, less bool) claim.Invariant {
	state := c.sample.system.State
	v := claim.Invariant{Kind: claim.Sum, Any: target.summands(state, less)}
	for _, t := range sum {
		v.Any = append(v.Any, t.summands(state, (t.sign > 0) != less)...)
	}
	v.Any = c.merged(v.Any)
	initial := map[aig.Lit]bool{}
	for _, bit := range state {
		initial[bit.Lit^aig.Lit(1-boolWord(bit.Init))] = true
	}
	for _, some := range v.Any {
		if slices.ContainsFunc(some, func(l aig.Lit) bool { return initial[l] }) {
			v.Number++
		}
	}
	return v
}

// merged returns a sum in which facts of the same group are one summand, since no two of them hold, such as
// two kinds of pieces on a cell.
func (c *candidates) merged(sum [][]aig.Lit) [][]aig.Lit {
	group := c.groupOf()
	at := map[int]int{} // by group: the place of its summand
	var out [][]aig.Lit
	for _, some := range sum {
		k := group[some[0]]
		if len(some) > 1 || k == 0 {
			out = append(out, some)
			continue
		}
		place, ok := at[k]
		if !ok {
			place = len(out)
			at[k] = place
			out = append(out, nil)
		}
		out[place] = append(out[place], some[0])
	}
	return out
}
