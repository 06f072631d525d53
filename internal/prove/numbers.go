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

// A term is something that can be counted in a state: a number, or the facts of a family that hold,
// each with a weight.
type term struct {
	number  *number
	family  []int
	weights []int // by fact of the family
	changes []int // by round and lane: how much it rises in the step
}

// summands returns disjunctions of which as many hold as the term says, or, if it is subtracted,
// as many as it is smaller than the largest possible value.
func (t *term) summands(state []aig.Latch, subtracted bool) [][]aig.Lit {
	var out [][]aig.Lit
	add := func(some []aig.Lit, times int) {
		for range times {
			out = append(out, some)
		}
	}
	for m, i := range t.family {
		add([]aig.Lit{state[i].Lit ^ aig.Lit(boolWord(subtracted))}, t.weights[m])
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
		add(some, t.number.values[k]-t.number.values[k-1])
	}
	return out
}

// terms returns what can be counted and changes: first numbers, then families.
func (c *candidates) terms() (numbers, all []*term) {
	for _, n := range c.numbers() {
		numbers = append(numbers, &term{number: &n, changes: c.stepChanges(c.valueColumn(&n))})
	}
	all = slices.Clone(numbers)
	for _, family := range c.widerFamilies() {
		if c.exclusive(family) == nil {
			all = append(all, c.familyTerm(family, slices.Repeat([]int{1}, len(family))))
		}
		if n, ok := c.asNumber(family); ok && n.values[len(n.values)-1] <= maxWeight && n.values[len(n.values)-1] > 1 {
			all = append(all, c.familyTerm(n.facts, n.values))
		}
	}
	return numbers, slices.DeleteFunc(all, func(t *term) bool { return allEqual(t.changes, 0) })
}

func (c *candidates) familyTerm(family, weights []int) *term {
	column := make([]int, lanes*len(c.columns[0]))
	for m, i := range family {
		for t, w := range c.columns[i] {
			for ; w != 0; w &= w - 1 {
				column[t*lanes+bits.TrailingZeros64(w)] += weights[m]
			}
		}
	}
	return &term{family: family, weights: weights, changes: c.stepChanges(column)}
}

// stepChanges returns how much a value, by round and lane, rises in steps. It is 0 where no step was made.
func (c *candidates) stepChanges(column []int) []int {
	out := make([]int, len(column))
	for t, rd := range c.sample.rounds[:max(len(c.sample.rounds)-1, 0)] {
		for w := rd.moved; w != 0; w &= w - 1 {
			here := t*lanes + bits.TrailingZeros64(w)
			out[here] = column[here+lanes] - column[here]
		}
	}
	return out
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
	var f factLists
	for i, bit := range c.sample.system.State {
		for _, key := range familyKeys(topWords(bit.Name)) {
			f.add(key, i)
		}
	}
	return slices.DeleteFunc(f.lists, func(f []int) bool {
		return len(f) < 2 || len(f) > maxSummed || !slices.ContainsFunc(f, func(i int) bool { return c.seen[i] })
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
	maxTerms  = 60 // that sums are looked for among
	maxWeight = 20 // of a fact
	maxParts  = 3  // of a sum that bounds a number
	maxBounds = 4  // sums of so many parts that bound the same number: the first and the lowest
	maxFound  = 64 // from which these are taken
)

// bounds returns candidates that say that a number, together with others and numbers of facts that are added or
// subtracted, is at most what it is initially: points are won only for what is taken from the board, and
// a count of pieces falls only with the pieces.
func (c *candidates) bounds() []claim.Invariant {
	numbers, all := c.terms()
	all = all[:min(len(all), maxTerms)]
	var out []claim.Invariant
	for _, target := range numbers {
		for _, sign := range []int{1, -1} {
			search := newBoundSearch(target, sign, all)
			for parts := 1; parts <= maxParts && len(search.steps) > 0; parts++ {
				before := len(search.found)
				search.room = maxFound
				search.extend([]signed{{target, sign}}, 0, parts)
				out = append(out, c.best(search.found[before:])...)
			}
		}
	}
	return out
}

// best returns some of the sums that bound a number: the first ones, which have the first terms, and those
// with the lowest bounds. No summand is negative, so that no number is larger than the bound of its sum.
func (c *candidates) best(sums [][]signed) []claim.Invariant {
	var list []claim.Invariant
	for _, sum := range sums {
		if v, ok := c.atMost(sum); ok {
			list = append(list, v)
		}
	}
	rest := list[min(len(list), maxBounds):]
	slices.SortStableFunc(rest, func(x, y claim.Invariant) int { return cmp.Compare(x.Number, y.Number) })
	return list[:min(len(list), 2*maxBounds)]
}

// A signed term is added or subtracted.
type signed struct {
	*term
	sign int
}

// boundSearch looks for sums that never rise.
type boundSearch struct {
	terms []*term
	steps []int // in which the target rises
	other []int // all others
	found [][]signed
	room  int // for sums of the present length
}

func newBoundSearch(target *term, sign int, all []*term) *boundSearch {
	s := &boundSearch{terms: slices.DeleteFunc(slices.Clone(all), func(t *term) bool { return t == target })}
	for p, d := range target.changes {
		if sign*d > 0 {
			s.steps = append(s.steps, p)
		} else {
			s.other = append(s.other, p)
		}
	}
	return s
}

// extend adds a number of terms to a sum, and keeps it if it never rises.
func (s *boundSearch) extend(sum []signed, from, parts int) {
	if parts == 0 {
		if !s.rises(sum, s.steps) && !s.rises(sum, s.other) && !s.superfluous(sum) {
			s.found = append(s.found, slices.Clone(sum))
			s.room--
		}
		return
	}
	for k := from; k < len(s.terms) && s.room > 0; k++ {
		for _, sign := range []int{1, -1} {
			s.extend(append(sum, signed{s.terms[k], sign}), k+1, parts-1)
		}
	}
}

// rises reports whether a sum rises in one of some steps.
func (s *boundSearch) rises(sum []signed, steps []int) bool {
	for _, p := range steps {
		total := 0
		for _, t := range sum {
			total += t.sign * t.changes[p]
		}
		if total > 0 {
			return true
		}
	}
	return false
}

// superfluous reports whether a part of a sum never rises and the rest neither.
func (s *boundSearch) superfluous(sum []signed) bool {
	return slices.ContainsFunc(s.found, func(part []signed) bool {
		if slices.ContainsFunc(part, func(t signed) bool { return !slices.Contains(sum, t) }) {
			return false
		}
		rest := slices.DeleteFunc(slices.Clone(sum), func(t signed) bool { return slices.Contains(part, t) })
		return !s.rises(rest, s.steps) && !s.rises(rest, s.other)
	})
}

// atMost says that a sum is at most what it is initially, if counting is not too expensive.
func (c *candidates) atMost(sum []signed) (claim.Invariant, bool) {
	state := c.sample.system.State
	v := claim.Invariant{Kind: claim.AtMost}
	for _, t := range sum {
		v.Any = append(v.Any, t.summands(state, t.sign < 0)...)
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
	return v, len(v.Any)*(v.Number+1) <= maxCounter
}

// merged returns a sum in which facts of the same group are one summand, since no two of them hold, such as
// two kinds of pieces on a cell.
func (c *candidates) merged(sum [][]aig.Lit) [][]aig.Lit {
	group := c.groupOf()
	times := map[aig.Lit]int{}
	for _, some := range sum {
		times[some[0]]++
	}
	at := map[int]int{} // by group: the place of its summand
	var out [][]aig.Lit
	for _, some := range sum {
		k := group[some[0]]
		if len(some) > 1 || k == 0 || times[some[0]] > 1 {
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
