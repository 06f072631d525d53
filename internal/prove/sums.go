package prove

import (
	"math/bits"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// maxSummed bounds the facts of a sum.
const maxSummed = 500

// A sum is a set of facts whose number may fall, or rise, in steps.
type sum struct {
	facts []int
	// By round: the steps in which the number of the facts that hold may rise and in which it falls,
	// and the same for the number of those that do not hold.
	up, down       []uint64
	upNot, downNot []uint64
}

// findSums returns sets of facts that have the same name, and perhaps the same last or first
// argument, such as all empty cells.
func (k *rankingSearch) findSums() []*sum {
	index := map[string]*sum{}
	var list []*sum
	for i, bit := range k.State {
		words := topWords(bit.Name)
		if len(words) == 1 {
			continue
		}
		keys := []string{words[0]}
		if len(words) > 2 {
			keys = append(keys, words[0]+" "+words[1], words[0]+" * "+words[len(words)-1])
		}
		for _, key := range keys {
			if index[key] == nil {
				index[key] = new(sum)
				list = append(list, index[key])
			}
			index[key].facts = append(index[key].facts, i)
		}
	}
	var out []*sum
	for _, s := range list {
		if len(s.facts) > 1 && len(s.facts) <= maxSummed {
			out = append(out, s)
		}
	}
	return out
}

// bestSum returns the sum that only falls, or only rises, in the open steps, and does so in most
// of them; nil if there is none.
func (k *rankingSearch) bestSum(open []uint64, used []bool) []rankedGroup {
	var best rankedGroup
	most := 0
	for n, s := range k.sums {
		if used[len(k.groups)+n] {
			continue
		}
		s.count(k.rounds)
		for _, negated := range []bool{false, true} {
			up, down := s.up, s.down
			if negated {
				up, down = s.upNot, s.downNot
			}
			falls := masked(down, open)
			number := 0
			for _, w := range falls {
				number += popcount(w)
			}
			if number > most && all(masked(up, open), 0) {
				most = number
				best = rankedGroup{len(k.groups) + n, claim.Group{Sum: k.literals(s.facts, negated)}, falls}
			}
		}
	}
	if most == 0 {
		return nil
	}
	return []rankedGroup{best}
}

// masked returns the bits of words that are open.
func masked(words, open []uint64) []uint64 {
	out := make([]uint64, len(open))
	for t := range open {
		out[t] = words[t] & open[t]
	}
	return out
}

// literals returns the literals of facts, or their negations.
func (k *rankingSearch) literals(facts []int, negated bool) []aig.Lit {
	var out []aig.Lit
	for _, i := range facts {
		out = append(out, k.State[i].Lit^aig.Lit(boolWord(negated)))
	}
	return out
}

// count finds out in which steps of further rounds the number changes.
func (s *sum) count(rounds []round) {
	for _, rd := range rounds[len(s.up):] {
		var appear, vanish [lanes]int
		for _, i := range s.facts {
			for w := rd.next[i] &^ rd.state[i] & rd.moved; w != 0; w &= w - 1 {
				appear[bits.TrailingZeros64(w)]++
			}
			for w := rd.state[i] &^ rd.next[i] & rd.moved; w != 0; w &= w - 1 {
				vanish[bits.TrailingZeros64(w)]++
			}
		}
		up, down := compared(&appear, &vanish)
		upNot, downNot := compared(&vanish, &appear)
		s.up, s.down = append(s.up, up), append(s.down, down)
		s.upNot, s.downNot = append(s.upNot, upNot), append(s.downNot, downNot)
	}
}

// compared returns the steps in which a number may rise and in which it falls, if so many begin to
// hold and so many cease to.
func compared(appear, vanish *[lanes]int) (up, down uint64) {
	for lane := range lanes {
		switch {
		case appear[lane] > vanish[lane] || appear[lane] > claim.MaxAppearing:
			up |= 1 << lane
		case appear[lane] < vanish[lane]:
			down |= 1 << lane
		}
	}
	return up, down
}
