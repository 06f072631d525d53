package infoset

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

const (
	// trials is the number of the role's plays that are tried to find out whether
	// others interfere, for trialSteps steps each, with several seeds of the others.
	trials, trialSteps, trialScripts = 8, 4, 4
	// trialRoots is about the number of roots that are tried.
	trialRoots = 64
)

// applicable reports whether rollouts are useful: the role's next percepts depend on
// its move beyond identifying the move itself, and what the role learns by its moves
// does not depend on the others.
func (q *rollout) applicable() bool { return q.movesInform() && q.othersDoNotInterfere() }

// movesInform reports whether different moves of the role distinguish the roots in
// different ways.
func (q *rollout) movesInform() bool {
	seed := q.rng.Uint64()
	var first trial
	for k, m := range q.moves {
		if q.exhausted() {
			return false
		}
		q.plays.reset(seed)
		q.plays.start(0, m, q.roots)
		labels, ok := q.step(q.roots)
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

// othersDoNotInterfere reports whether the same random moves of the role distinguish
// the same roots, whatever the others do.
func (q *rollout) othersDoNotInterfere() bool {
	some := q.sampleRoots()
	for k := range trials {
		first, own, seed := q.moves[k%len(q.moves)], q.rng.Uint64(), q.rng.Uint64()
		before, ok := q.try(some, first, own, seed)
		if !ok {
			return false
		}
		for range trialScripts - 1 {
			seed++
			after, ok := q.try(some, first, own, seed)
			n := min(len(before), len(after)) // others may end the play
			if !ok || !slices.EqualFunc(before[:n], after[:n], trial.agrees) {
				return false
			}
		}
	}
	return true
}

// sampleRoots returns some of the roots, evenly spaced.
func (q *rollout) sampleRoots() []root {
	var list []root
	stride := (len(q.roots) + trialRoots - 1) / trialRoots
	for i := 0; i < len(q.roots); i += stride {
		list = append(list, q.roots[i])
	}
	return list
}

// A trial is a step that was tried: the move of the role, and the partition of the
// roots after it.
type trial struct {
	move   game.Move
	labels []int32
}

// agrees reports whether the same move distinguished the same roots, as far as plays
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
func (q *rollout) try(roots []root, first game.Move, own, seed uint64) ([]trial, bool) {
	var list []trial
	q.plays.reset(seed)
	q.plays.start(0, first, roots)
	for step := range trialSteps {
		if q.exhausted() {
			return nil, false
		}
		m := first
		if step > 0 {
			legal := q.plays.commonMoves(q.plays.plays)
			if len(legal) == 0 {
				return nil, false
			}
			m = legal[statehash.Mix(own, uint64(step))%uint64(len(legal))]
		}
		for i := range q.plays.plays {
			q.plays.plays[i].move = m
		}
		labels, ok := q.step(roots)
		if !ok {
			return nil, false
		}
		list = append(list, trial{m, labels})
		if len(q.plays.plays) == 0 {
			break
		}
	}
	return list, true
}

// step advances all plays by a step. It returns for each root the first root that
// the role cannot distinguish from it, or -1 if the play is over.
func (q *rollout) step(roots []root) ([]int32, bool) {
	q.states += len(q.plays.plays)
	if !q.plays.advance(roots, make([]float64, 1)) {
		return nil, false
	}
	labels := make([]int32, len(roots))
	for i := range labels {
		labels[i] = -1
	}
	for _, g := range q.plays.groups {
		least := int32(len(labels))
		for _, p := range q.plays.plays[g.from:g.to] {
			least = min(least, p.root)
		}
		for _, p := range q.plays.plays[g.from:g.to] {
			labels[p.root] = least
		}
	}
	return labels, true
}
