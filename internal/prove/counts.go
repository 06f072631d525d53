package prove

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// Limits of counting.
const (
	maxCounted = 80     // facts of a family that is counted
	maxCounts  = 400    // invariants about numbers
	maxCounter = 20_000 // gates that counting may cost, estimated
)

// counts returns candidates about numbers: how many facts of a family hold, always or
// depending on which fact of a group holds, such as a step counter.
func (c *candidates) counts() []claim.Invariant {
	var out []claim.Invariant
	cost := 0
	for _, family := range c.families(c.bits) {
		if len(family) < 2 || len(family) > maxCounted || c.exclusive(family) != nil {
			continue
		}
		counted := c.count(family)
		if n, constant := sameNumber(counted); constant {
			out = append(out, c.countInvariant(aig.True, n, family))
			continue
		}
		for k, group := range c.groups {
			if !c.exact[k] || len(group) < 2 || overlaps(group, family) {
				continue
			}
			if cost += len(family) * len(family); cost > maxCounter || len(out) > maxCounts {
				return out
			}
			out = append(out, c.dependent(group, family, counted)...)
		}
	}
	return out
}

func overlaps(a, b []int) bool {
	return slices.ContainsFunc(a, func(i int) bool { return slices.Contains(b, i) })
}

func (c *candidates) countInvariant(guard aig.Lit, n int, family []int) claim.Invariant {
	v := claim.Invariant{Kind: claim.Count, Lits: []aig.Lit{guard}, Number: n}
	for _, i := range family {
		v.Lits = append(v.Lits, c.sample.system.State[i].Lit)
	}
	return v
}

// count returns how many facts of a family hold, by round and lane.
func (c *candidates) count(family []int) []int {
	out := make([]int, lanes*len(c.columns[0]))
	for _, i := range family {
		for t, w := range c.columns[i] {
			for ; w != 0; w &= w - 1 {
				out[t*lanes+bits.TrailingZeros64(w)]++
			}
		}
	}
	return out
}

func sameNumber(counted []int) (int, bool) {
	return counted[0], !slices.ContainsFunc(counted, func(n int) bool { return n != counted[0] })
}

// dependent returns candidates that say how many facts of a family hold for each fact of a
// group, or nil if that varies. Facts with numbers that were not seen are extrapolated.
func (c *candidates) dependent(group, family []int, counted []int) []claim.Invariant {
	number := make([]int, len(group))
	for m, i := range group {
		number[m] = -1
		for t, w := range c.columns[i] {
			for ; w != 0; w &= w - 1 {
				n := counted[t*lanes+bits.TrailingZeros64(w)]
				if number[m] >= 0 && number[m] != n {
					return nil
				}
				number[m] = n
			}
		}
	}
	var out []claim.Invariant
	for m, i := range group {
		if number[m] >= 0 && number[m] <= len(family) {
			out = append(out, c.countInvariant(c.sample.system.State[i].Lit, number[m], family))
		}
	}
	return append(out, c.extrapolated(group, number, family)...)
}

// extrapolated returns candidates for facts that were never seen to hold, if the numbers
// are a linear function of the last argument of the facts.
func (c *candidates) extrapolated(group, number, family []int) []claim.Invariant {
	s := c.sample.system
	slope, offset, known := 0, 0, false
	for m, i := range group {
		at, ok := lastNumber(s.State[i].Name)
		if !ok {
			return nil
		}
		for k, j := range group[:m] {
			if number[m] < 0 || number[k] < 0 {
				continue // never seen
			}
			before, _ := lastNumber(s.State[j].Name)
			if at == before || number[m] == number[k] {
				return nil
			}
			d := (number[m] - number[k]) / (at - before)
			if known && d != slope {
				return nil
			}
			slope, offset, known = d, number[m]-d*at, true
		}
	}
	if !known || slope != 1 && slope != -1 {
		return nil
	}
	name := topWords(s.State[group[0]].Name)[0]
	var out []claim.Invariant
	for i, bit := range s.State {
		at, ok := lastNumber(bit.Name)
		if n := slope*at + offset; ok && topWords(bit.Name)[0] == name && !c.seen[i] && n >= 0 && n <= len(family) {
			out = append(out, c.countInvariant(bit.Lit, n, family))
		}
	}
	return out
}

// lastNumber returns the last argument of a fact, if it is a number.
func lastNumber(text string) (int, bool) {
	words := strings.Fields(strings.TrimRight(text, ")"))
	n, err := strconv.Atoi(words[len(words)-1])
	return n, err == nil
}
