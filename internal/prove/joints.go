package prove

import (
	"math/bits"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// maxLegalJoints bounds the joint moves whose legality may be part of a ranking.
const maxLegalJoints = 16

// A jointMove is legal before some steps and not after them, such as a pass that is legal only
// where there is no other move, and after which the opponent has one.
type jointMove struct {
	moves []int32   // by role
	legal []aig.Lit // by role
	// By round: the steps in which it becomes legal and in which it ceases to be.
	up, down []uint64
}

// fallingJoints returns the joint moves of open steps that never become legal in open steps and
// cease to be in some.
func (k *rankingSearch) fallingJoints(open []uint64, used []bool) []rankedGroup {
	k.findJoints(open)
	k.watchJoints()
	var found []rankedGroup
	for n, j := range k.joints {
		index := len(k.groups) + len(k.sums) + n
		falls := masked(j.down, open)
		if !used[index] && !all(falls, 0) && all(masked(j.up, open), 0) {
			found = append(found, rankedGroup{index, claim.Group{All: j.legal}, falls})
		}
	}
	return found
}

// findJoints adds the joint moves of open steps to those that are watched.
func (k *rankingSearch) findJoints(open []uint64) {
	for t, w := range open {
		for ; w != 0 && len(k.joints) < maxLegalJoints; w &= w - 1 {
			lane := bits.TrailingZeros64(w)
			j := new(jointMove)
			for r := range k.Roles {
				move := k.rounds[t].joint[r][lane]
				j.moves, j.legal = append(j.moves, move), append(j.legal, k.Roles[r].Moves[move].Legal)
			}
			if !slices.ContainsFunc(k.joints, func(old *jointMove) bool { return slices.Equal(old.moves, j.moves) }) {
				k.joints = append(k.joints, j)
			}
		}
	}
}

// watchJoints finds out where joint moves are legal before and after the steps of further rounds.
func (k *rankingSearch) watchJoints() {
	first := len(k.rounds)
	for _, j := range k.joints {
		first = min(first, len(j.up))
	}
	sim := k.Graph.Simulate()
	for t := first; t < len(k.rounds); t++ {
		rd := k.rounds[t]
		before, after := k.jointsIn(sim, rd.state), k.jointsIn(sim, rd.next)
		for n, j := range k.joints {
			if len(j.up) == t {
				j.up = append(j.up, after[n]&^before[n]&rd.moved)
				j.down = append(j.down, before[n]&^after[n]&rd.moved)
			}
		}
	}
}

// jointsIn returns in which lanes each joint move is legal.
func (k *rankingSearch) jointsIn(sim *aig.Simulation, state []uint64) []uint64 {
	for i, bit := range k.State {
		sim.Set(bit.Lit, state[i])
	}
	sim.Run(1, k.Graph.Len())
	out := make([]uint64, len(k.joints))
	for n, j := range k.joints {
		out[n] = ^uint64(0)
		for _, l := range j.legal {
			out[n] &= sim.Value(l)
		}
	}
	return out
}
