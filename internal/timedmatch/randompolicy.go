package timedmatch

import (
	"math/bits"

	"ludex/game"
	"ludex/timed"
)

// RandomPolicy returns a policy that makes random legal moves at random instants:
// a given number per unit of time on average. The waiting times have an
// exponential distribution, drawn without rounding errors, so that a seed gives
// the same moves on every machine. A rate of 0 or less never moves.
func RandomPolicy(seed uint64, perUnit timed.Rate) timed.Policy {
	return &randomPolicy{rand: game.NewRand(seed), rate: perUnit, due: -1}
}

type randomPolicy struct {
	rand *game.Rand
	rate timed.Rate
	due  timed.Time // of the next move; -1 if it is not drawn yet
}

// Next keeps the drawn time until the role has moved, whatever the others do; the
// move is drawn from the legal ones at that time.
func (p *randomPolicy) Next(v *timed.View) (timed.Plan, bool) {
	if p.rate <= 0 {
		return timed.Plan{}, false
	}
	if p.due < 0 || v.Moved || v.Refused || p.due < v.Open {
		p.due = v.Open + p.wait()
	}
	if len(v.Legal) == 0 {
		return timed.Plan{}, false
	}
	return timed.Plan{At: p.due, Move: v.Legal[p.rand.Choose(len(v.Legal))]}, true
}

// wait draws a waiting time.
func (p *randomPolicy) wait() timed.Time {
	whole, fraction := exponential(p.rand)
	const scale = uint64(timed.Unit) * uint64(timed.PerUnit)
	mean := scale / uint64(p.rate)
	part, _ := bits.Mul64(fraction, mean)
	hi, lo := bits.Mul64(whole, mean)
	if hi != 0 || lo+part > uint64(timed.MaxTime) {
		return timed.MaxTime
	}
	return timed.Time(lo + part)
}

// exponential draws a number with the exponential distribution of mean 1, as a
// whole part and a fraction in units of 2⁻⁶⁴, by comparisons alone (J. von
// Neumann, Various techniques used in connection with random digits, 1951):
// a run of falling numbers of odd length gives its first number as the fraction,
// and every run of even length before it adds 1.
func exponential(r *game.Rand) (whole, fraction uint64) {
	for {
		first := r.Uint64()
		length, last := 1, first
		for {
			next := r.Uint64()
			if next >= last {
				break
			}
			length, last = length+1, next
		}
		if length%2 == 1 {
			return whole, first
		}
		whole++
	}
}
