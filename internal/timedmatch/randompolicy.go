package timedmatch

import (
	"ludex/game"
	"ludex/internal/timedengine"
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
	return timed.Time(timedengine.WaitingTime(p.rand, meanWait(p.rate)))
}

// meanWait returns the mean waiting time for a rate of moves.
func meanWait(perUnit timed.Rate) uint64 {
	const scale = uint64(timed.Unit) * uint64(timed.PerUnit)
	return scale / uint64(perUnit)
}
