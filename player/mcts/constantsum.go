package mcts

import "ludex/game"

// Rivals are two roles whose goals always add up to the same, so that what one is
// sure of, the other cannot get. Whether they do is found out from ends of plays:
// once there are enough of them they are taken for rivals, until an end says
// otherwise.
type constantSum struct {
	two     bool // there are two roles beside chance
	a, b    game.Role
	ends    uint64 // that were met
	total   uint64 // what the goals add up to, if any were met
	refuted bool   // they are no rivals
	// admitted says that nothing rests any more on their being rivals.
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

// see takes notice of an end that no play has reached yet. It can only speak
// against rivals.
func (v *constantSum) checkTerminal(sum uint64) {
	if v.ends > 0 && sum != v.total {
		v.refuted = true
	}
}

// meet takes notice of plays that ended, whose goals add up to sum over all of
// them.
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

// minEnds is how many ends have to be met before two roles are taken for rivals.
const minEnds = 50

// opposed reports whether the two are rivals, as far as is known.
func (v *constantSum) holds() bool { return v.two && v.ends >= minEnds && !v.refuted }

// oppose bounds what each rival gets by what the other does.
func (v *constantSum) tighten(n *node) {
	if !v.holds() {
		return
	}
	total := int32(min(v.total, 200)) * point
	a, b := &n.tallies[v.a], &n.tallies[v.b]
	b.narrow(total-a.high, total-a.low)
	a.narrow(total-b.high, total-b.low)
}
