package mcts

import "ludex/game"

// A constantSum tells whether the goals of two roles always add up to the same
// number, so that a bound of one role bounds the other. It is assumed once enough
// terminal states agree, until one of them refutes it.
type constantSum struct {
	two     bool // there are two roles beside chance
	a, b    game.Role
	ends    uint64 // number of ends observed
	total   uint64 // the sum of the goals, if there are any ends
	refuted bool
	// retracted says that no bound in the graph depends on the assumption any more.
	retracted bool
}

func newConstantSum(g game.Game) constantSum {
	var roles []game.Role
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			roles = append(roles, game.Role(r))
		}
	}
	if len(roles) != 2 {
		return constantSum{}
	}
	return constantSum{two: true, a: roles[0], b: roles[1]}
}

// checkTerminal compares the sum of goals of a terminal state that no play has
// reached yet. It can only refute the assumption.
func (v *constantSum) checkTerminal(sum uint64) {
	if v.ends > 0 && sum != v.total {
		v.refuted = true
	}
}

// observe adds plays that ended, whose goals add up to sum in total.
func (v *constantSum) observe(sum, ends uint64) {
	switch {
	case !v.two || ends == 0:
	case v.ends == 0:
		v.total, v.refuted = sum/ends, sum%ends != 0
	case sum != v.total*ends:
		v.refuted = true
	}
	v.ends += ends
}

// minEnds is the number of ends that must agree before a constant sum is assumed.
const minEnds = 50

// holds reports whether a constant sum is assumed.
func (v *constantSum) holds() bool { return v.two && v.ends >= minEnds && !v.refuted }

// tighten bounds each role by the bounds of the other.
func (v *constantSum) tighten(n *node) {
	if !v.holds() {
		return
	}
	total := int32(min(v.total, 200)) * point
	a, b := &n.tallies[v.a], &n.tallies[v.b]
	b.narrow(total-a.high, total-a.low)
	a.narrow(total-b.high, total-b.low)
}
