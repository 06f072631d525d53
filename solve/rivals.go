package solve

import "ludex/game"

// maxGoal is the largest goal value.
const maxGoal = 100

// unseen stands for a goal value that was not met.
const unseen = -1

// Rivals are two roles of whom one gets more exactly if the other gets less. Two
// goal values need not add up to the same: what counts for either is only which
// of two ends is better.
//
// That two roles are rivals is found out as ends of plays are met. This is enough
// for a search that leaves most ends out: the moves by which it proves that the
// first role gets at least a value lead to ends that it has met, whatever the
// other does, and so do those by which it proves that the first role gets no
// more.
type rivals struct {
	first, second game.Role
	other         [maxGoal + 1]int16 // what the second gets when the first gets the index
}

func newRivals(first, second game.Role) *rivals {
	r := &rivals{first: first, second: second}
	for i := range r.other {
		r.other[i] = unseen
	}
	return r
}

// meet adds an end of a play and reports whether the two are still rivals.
func (r *rivals) meet(first, second int) bool {
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

// below returns the largest goal of the first role that was met and is less than
// the given one, or unseen.
func (r *rivals) below(goal int) int {
	for goal--; goal >= 0 && r.other[goal] == unseen; goal-- {
	}
	return goal // unseen is -1
}

// above returns the least goal of the first role that was met and is larger than
// the given one, or unseen.
func (r *rivals) above(goal int) int {
	for goal++; goal <= maxGoal; goal++ {
		if r.other[goal] != unseen {
			return goal
		}
	}
	return unseen
}

// side returns which of the two a role is.
func (r *rivals) side(role game.Role) side {
	if role == r.first {
		return byFirst
	}
	return bySecond
}

// opposite returns the bounds of the second role's goal that follow from those of
// the first one's.
func (r *rivals) opposite(s span) span {
	out := anything
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
