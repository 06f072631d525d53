package planning

import (
	"cmp"
	"slices"
)

// maxGoal is the highest goal value.
const maxGoal = 100

// earlier returns the least number from which on it is proved of all goals that arriving
// earlier is not worse: if a play ends with such a goal, then every play that ends with the
// same moves after fewer steps ends with at least that goal. It returns more than maxGoal if
// nothing is proved.
//
// Let T(s) be the condition on the other facts y under which a play ends at step s, and
// G(v,s) the condition for goal v. It proves for every step s and its successor s+1, and
// every goal v of at least the returned number:
//
//	(a) T(s) implies T(s+1);
//	(b) G(v,s+1) implies G(w,s) for a goal w of at least v;
//	(c) G(v,s+1) implies T(s), unless T(s) and T(s+1) are the same.
//
// Take a play that leads from y at step s′ to an end z with goal v, and make the same moves
// from y at a step s before s′. They are legal and lead to the same facts, because neither
// depends on the counter. The play does not end on the way: by (a), whatever ends a play at
// some step ends it at all later ones. It ends in z: there, T and G(v) held at the later
// step. By (c) T held one step before, and by (b) there was a goal of at least v, for which
// the same is proved. Repeating this leads to the earlier step.
//
// So a search that reaches every y by the fewest steps, and forgets that it can be reached
// by more, misses no goal that is higher than what it finds.
func (t *timeline) earlier() int {
	if len(t.counter) == 1 {
		return 0 // the counter never changes
	}
	pairs := t.successions()
	for _, p := range pairs {
		if !t.proves(t.terminal[p.step], t.terminal[p.next]) {
			return maxGoal + 1
		}
	}
	values := make([]int, 0, len(t.Goals))
	for _, g := range t.Goals {
		values = append(values, g.Value)
	}
	slices.SortFunc(values, func(a, b int) int { return cmp.Compare(b, a) })
	for _, v := range values {
		for _, p := range pairs {
			if !t.noWorse(v, p) {
				return v + 1
			}
		}
	}
	return 0
}

// A succession is a step and its successor.
type succession struct{ step, next int }

// successions returns all steps with their successors, up to the one where every play ends.
func (t *timeline) successions() []succession {
	var list []succession
	for s := range len(t.counter) - 1 {
		if t.terminal[s] == always {
			return list
		}
		list = append(list, succession{s, s + 1})
	}
	return append(list, succession{len(t.counter) - 1, t.loop})
}

// noWorse proves the conditions (b) and (c) for a goal.
func (t *timeline) noWorse(value int, p succession) bool {
	now := t.goalsAtLeast(value, p.step)
	for i, later := range t.goals[p.next] {
		if t.Goals[i].Value != value || later == never {
			continue
		}
		if !slices.ContainsFunc(now, func(l literal) bool { return l == later || l == always }) {
			return false
		}
		if t.terminal[p.step] != t.terminal[p.next] && !t.proves(later, t.terminal[p.step]) {
			return false
		}
	}
	return true
}

// goalsAtLeast returns the formulas for goals of at least a value at a step.
func (t *timeline) goalsAtLeast(value, step int) []literal {
	var list []literal
	for i, g := range t.Goals {
		if g.Value >= value {
			list = append(list, t.goals[step][i])
		}
	}
	return list
}
