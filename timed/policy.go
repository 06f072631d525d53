package timed

import (
	"math/bits"

	"ludex/game"
)

// A Policy plays a role. It belongs to one match.
type Policy interface {
	// Next is asked at the start and then after everything that happens:
	// updates, and refusals of the role's own moves. It returns the next
	// move that the role is going to make, and when, if nothing else
	// happens before; or false if it wants to wait.
	Next(v *View) (Plan, bool)
}

// A Listener is a policy that receives its role's notices before it is asked.
type Listener interface{ Hear(n Notice) }

// A Plan is a move at an instant. An instant that is past means as soon as
// possible.
type Plan struct {
	At   Time
	Move string
}

// A View is the information for a policy. It is valid until the policy has
// answered.
type View struct {
	Game  *Game
	Role  game.Role
	State State // the whole state; a fair policy for a game with hidden information does not look at it
	Legal []string
	// Until is the last instant at which the moves are legal and nothing changes,
	// unless a role moves.
	Until Time
	// Open is the first instant at which the role can move.
	Open Time
	// Moved and Refused say whether a move of the role was made, or refused,
	// since it was asked last.
	Moved, Refused bool
}

// RandomPolicy returns a policy that makes random legal moves at random instants:
// a given number per unit of time on average. The waiting times have an
// exponential distribution, drawn without rounding errors, so that a seed gives
// the same moves on every machine. A rate of 0 or less never moves.
func RandomPolicy(seed uint64, perUnit Rate) Policy {
	return &randomPolicy{rand: game.NewRand(seed), rate: perUnit, due: -1}
}

// A Rate is a number of moves per unit of time, in millionths.
type Rate int64

// PerUnit is the rate of one move per unit.
const PerUnit Rate = 1_000_000

type randomPolicy struct {
	rand *game.Rand
	rate Rate
	due  Time // of the next move; -1 if it is not drawn yet
}

// Next keeps the drawn time until the role has moved, whatever the others do; the
// move is drawn from the legal ones at that time.
func (p *randomPolicy) Next(v *View) (Plan, bool) {
	if p.rate <= 0 {
		return Plan{}, false
	}
	if p.due < 0 || v.Moved || v.Refused || p.due < v.Open {
		p.due = v.Open.after(p.wait())
	}
	if len(v.Legal) == 0 {
		return Plan{}, false
	}
	return Plan{p.due, v.Legal[p.rand.Choose(len(v.Legal))]}, true
}

// wait draws a waiting time.
func (p *randomPolicy) wait() Time {
	whole, fraction := exponential(p.rand)
	const scale = uint64(Unit) * uint64(PerUnit)
	mean := scale / uint64(p.rate)
	part, _ := bits.Mul64(fraction, mean)
	hi, lo := bits.Mul64(whole, mean)
	if hi != 0 || lo+part > uint64(MaxTime) {
		return MaxTime
	}
	return Time(lo + part)
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
