package infoset

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

const (
	// trials is how many of the role's plays are tried to find out whether others
	// get in the way, for trialSteps steps, each with several scripts of theirs.
	trials, trialSteps, trialScripts = 8, 4, 4
	// trialRoots is how many roots are looked at, about.
	trialRoots = 64
)

// fits reports whether an inquiry is of use: what the role perceives next depends
// on its move, in another way than that the move itself is another one, and what
// it comes to know by its moves does not depend on what others do. So the role has
// questions to ask, and gets the answers in any case.
func (q *inquiry) fits() bool { return q.asks() && q.undisturbed() }

// asks reports whether moves of the role tell the roots apart in different ways.
func (q *inquiry) asks() bool {
	script := q.dice.Uint64()
	var first trial
	for k, m := range q.moves {
		if q.spent() {
			return false
		}
		q.stage.reset(script)
		q.stage.enter(0, m, q.roots)
		labels, ok := q.split(q.roots)
		if !ok {
			return false
		}
		if t := (trial{labels: labels}); k == 0 {
			first = t
		} else if !first.agrees(t) {
			return true
		}
	}
	return false
}

// undisturbed reports whether the same random moves of the role tell the same
// roots apart, whatever the others do.
func (q *inquiry) undisturbed() bool {
	some := q.some()
	for k := range trials {
		first, own, script := q.moves[k%len(q.moves)], q.dice.Uint64(), q.dice.Uint64()
		before, ok := q.try(some, first, own, script)
		if !ok {
			return false
		}
		for range trialScripts - 1 {
			script++
			after, ok := q.try(some, first, own, script)
			n := min(len(before), len(after)) // others may end the play
			if !ok || !slices.EqualFunc(before[:n], after[:n], trial.agrees) {
				return false
			}
		}
	}
	return true
}

// some returns some of the roots, from everywhere among them.
func (q *inquiry) some() []root {
	var list []root
	stride := (len(q.roots) + trialRoots - 1) / trialRoots
	for i := 0; i < len(q.roots); i += stride {
		list = append(list, q.roots[i])
	}
	return list
}

// A trial is a step that was tried: the move of the role, and how the roots looked
// then.
type trial struct {
	move   game.Move
	labels []int32
}

// agrees reports whether the same move told the same roots apart, as far as plays
// went on.
func (t trial) agrees(u trial) bool {
	there, back := map[int32]int32{}, map[int32]int32{}
	for i, a := range t.labels {
		b := u.labels[i]
		if a < 0 || b < 0 {
			continue
		}
		if x, ok := there[a]; ok && x != b {
			return false
		}
		if x, ok := back[b]; ok && x != a {
			return false
		}
		there[a], back[b] = b, a
	}
	return t.move == u.move
}

// try plays some steps: a first move of the role, and then random ones that are the
// same in all roots.
func (q *inquiry) try(roots []root, first game.Move, own, script uint64) ([]trial, bool) {
	var list []trial
	q.stage.reset(script)
	q.stage.enter(0, first, roots)
	for step := range trialSteps {
		if q.spent() {
			return nil, false
		}
		m := first
		if step > 0 {
			legal := q.stage.common(q.stage.plays)
			if len(legal) == 0 {
				return nil, false
			}
			m = legal[statehash.Mix(own, uint64(step))%uint64(len(legal))]
		}
		for i := range q.stage.plays {
			q.stage.plays[i].move = m
		}
		labels, ok := q.split(roots)
		if !ok {
			return nil, false
		}
		list = append(list, trial{m, labels})
		if len(q.stage.plays) == 0 {
			break
		}
	}
	return list, true
}

// split goes on by a step, and returns for each root the first one that it still
// looks like, or a negative number where the play is over.
func (q *inquiry) split(roots []root) ([]int32, bool) {
	q.states += len(q.stage.plays)
	if !q.stage.advance(roots, make([]float64, 1)) {
		return nil, false
	}
	labels := make([]int32, len(roots))
	for i := range labels {
		labels[i] = -1
	}
	for _, g := range q.stage.groups {
		least := int32(len(labels))
		for _, p := range q.stage.plays[g.from:g.to] {
			least = min(least, p.root)
		}
		for _, p := range q.stage.plays[g.from:g.to] {
			labels[p.root] = least
		}
	}
	return labels, true
}
