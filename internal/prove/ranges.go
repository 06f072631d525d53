package prove

import (
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// maxRanges bounds the candidates about ranges.
const maxRanges = 2000

// ranges returns candidates that say how large, or small, a number can be by the time that a counter
// shows: no more than if it had risen as often as random plays have seen it rise at each time. They
// have seldom seen it so large.
func (c *candidates) ranges() []claim.Invariant {
	numbers := c.numbers()
	var out []claim.Invariant
	for i := range numbers {
		clock := &numbers[i]
		if low, high := c.changes(clock, clock); !allEqual(low, 1) || !allEqual(high, 1) {
			continue
		}
		for k := range numbers {
			if k == i || len(out) > maxRanges {
				continue
			}
			low, high := c.changes(clock, &numbers[k])
			out = append(out, c.upTo(clock, &numbers[k], high, 1)...)
			out = append(out, c.upTo(clock, &numbers[k], low, -1)...)
		}
	}
	return out
}

// changes returns, by the place of the present value of a counter, by how much a number was seen to
// change at least and at most in a step. What was not seen is as for any other value.
func (c *candidates) changes(clock, n *number) (low, high []int) {
	times, values := c.valueColumn(clock), c.valueColumn(n)
	at := map[int]int{}
	for m, v := range clock.values {
		at[v] = m
	}
	low, high = make([]int, len(clock.values)), make([]int, len(clock.values))
	seen := make([]bool, len(clock.values))
	least, most, some := 0, 0, false
	for t := range max(len(c.sample.rounds)-1, 0) {
		for lane := range lanes {
			if c.sample.rounds[t].moved>>lane&1 == 0 {
				continue
			}
			here := t*lanes + lane
			d, m := values[here+lanes]-values[here], at[times[here]]
			if !seen[m] {
				low[m], high[m], seen[m] = d, d, true
			}
			low[m], high[m] = min(low[m], d), max(high[m], d)
			if !some {
				least, most, some = d, d, true
			}
			least, most = min(least, d), max(most, d)
		}
	}
	for m, was := range seen {
		if !was {
			low[m], high[m] = least, most
		}
	}
	return low, high
}

func allEqual(list []int, v int) bool {
	return !slices.ContainsFunc(list, func(x int) bool { return x != v })
}

// upTo returns candidates that say, for each value of a counter, that a number is not beyond what
// it was initially with all changes so far, in the direction of a sign.
func (c *candidates) upTo(clock, n *number, changes []int, sign int) []claim.Invariant {
	state := c.sample.system.State
	initially := func(facts []int) int { return slices.IndexFunc(facts, func(i int) bool { return state[i].Init }) }
	from, first := initially(clock.facts), initially(n.facts)
	if from < 0 || first < 0 || slices.ContainsFunc(changes, func(d int) bool { return sign*d < 0 }) {
		return nil
	}
	var out []claim.Invariant
	bound := n.values[first]
	for m := from; m < len(clock.facts); m++ {
		v := claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{state[clock.facts[m]].Lit.Not()}}
		for k, i := range n.facts {
			if sign*n.values[k] <= sign*bound {
				v.Lits = append(v.Lits, state[i].Lit)
			}
		}
		if len(v.Lits) <= len(n.facts) {
			out = append(out, v)
		}
		bound += changes[m]
	}
	return out
}
