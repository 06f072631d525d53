package solve

import "ludex/game"

// maxGoal is the largest goal value.
const maxGoal = 100

// unseen stands for a goal value that has not occurred.
const unseen = -1

// A goalOrder records the pairs of goals of two players, to check that the game is
// strictly competitive: one player gets more exactly if the other gets less. Sums of
// goals need not be constant; only the order of outcomes matters.
//
// Terminal states are recorded as a search visits them. That is sufficient for a
// search that prunes: both the strategy that proves a lower bound and the one that
// proves an upper bound lead to visited terminal states only.
type goalOrder struct {
	first, second game.Role
	other         [maxGoal + 1]int16 // what the second gets when the first gets the index
}

func newGoalOrder(first, second game.Role) *goalOrder {
	r := &goalOrder{first: first, second: second}
	for i := range r.other {
		r.other[i] = unseen
	}
	return r
}

// add records a terminal state and reports whether the game is still strictly
// competitive.
func (r *goalOrder) add(first, second int) bool {
	if known := int(r.other[first]); known != unseen {
		return known == second
	}
	if g := r.below(first); g != unseen && int(r.other[g]) <= second {
		return false
	}
	if g := r.above(first); g != unseen && int(r.other[g]) >= second {
		return false
	}
	r.other[first] = int16(second)
	return true
}

// below returns the largest recorded goal of the first player below the given one,
// or unseen.
func (r *goalOrder) below(goal int) int {
	for goal--; goal >= 0 && r.other[goal] == unseen; goal-- {
	}
	return goal // unseen is -1
}

// above returns the least recorded goal of the first player above the given one, or
// unseen.
func (r *goalOrder) above(goal int) int {
	for goal++; goal <= maxGoal; goal++ {
		if r.other[goal] != unseen {
			return goal
		}
	}
	return unseen
}

// side returns the side of a role.
func (r *goalOrder) side(role game.Role) side {
	if role == r.first {
		return byFirst
	}
	return bySecond
}

// opposite returns the bounds of the second player's goal that follow from those of
// the first.
func (r *goalOrder) opposite(s interval) interval {
	out := unknown
	if g := r.above(int(s.low) - 1); s.low > 0 && g != unseen {
		out.high = uint8(r.other[g])
	}
	if g := r.below(int(s.high) + 1); s.high < maxGoal && g != unseen {
		out.low = uint8(r.other[g])
	}
	if s.exact() && r.other[s.low] != unseen {
		out = exactly(int(r.other[s.low]))
	}
	return out
}
