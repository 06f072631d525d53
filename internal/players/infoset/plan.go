package infoset

import (
	"slices"

	"ludex/game"
)

const (
	// planTries bounds the random plays tried per state until one does as well as
	// the best elsewhere; fewTries applies when any result is good enough.
	planTries, fewTries = 64, 8
	// maxPlan is the maximum length of a plan.
	maxPlan = 64
)

// A planner finds plans: minimal sequences of a role's moves that end well from a
// known state, against scripted opponents.
type planner struct {
	machine   game.Machine
	role      game.Role
	rng       rng
	states    int     // that were computed
	bestValue float64 // the best value of a plan so far

	others scriptedOpponents
	moves  []game.Move
	legal  []game.Move
	joint  []game.Move
	goals  []int
	state  game.State
	next   game.State
}

// find returns the best and then shortest plan that it finds for a state. The plan
// is empty if no play ended.
func (p *planner) find(from game.State) []game.Move {
	var best []game.Move
	worth, seed := -1.0, uint64(0)
	for k := 0; k < planTries && worth < 1 && (k < fewTries || worth < p.bestValue); k++ {
		p.others.seed = p.rng.Uint64()
		if goal, ok := p.randomPlay(from); ok && goal > worth {
			best, worth, seed = append(best[:0], p.moves...), goal, p.others.seed
		}
	}
	p.others.seed, p.bestValue = seed, max(p.bestValue, worth)
	return p.shorten(from, best, worth)
}

// randomPlay plays at random, and returns the result if the play ends.
func (p *planner) randomPlay(from game.State) (float64, bool) {
	p.moves = p.moves[:0]
	p.state = append(p.state[:0], from...)
	for len(p.moves) < maxPlan {
		p.legal = p.machine.Legal(p.state, p.role, p.legal[:0])
		if len(p.legal) == 0 {
			return 0, false
		}
		m := p.legal[p.rng.Choose(len(p.legal))]
		p.moves = append(p.moves, m)
		if !p.step(len(p.moves)-1, m) {
			return 0, false
		}
		if p.machine.Terminal(p.state) {
			return goalOf(p.machine, p.state, p.role, &p.goals), true
		}
	}
	return 0, false
}

// step makes a move of the role and the moves of the others.
func (p *planner) step(step int, m game.Move) bool {
	var ok bool
	p.joint, ok = p.others.appendJoint(p.state, step, m, p.joint[:0])
	if !ok {
		return false
	}
	p.next = p.machine.Next(p.state, p.joint, p.next[:0])
	p.state, p.next = p.next, p.state
	p.states++
	return true
}

// shorten removes moves one by one, as long as the rest is as good.
func (p *planner) shorten(from game.State, moves []game.Move, worth float64) []game.Move {
	head := slices.Clone(from) // the state before move k
	for k := 0; k < len(moves); {
		if rest := p.replay(head, k, moves[k+1:], worth); rest >= 0 {
			moves = slices.Delete(moves, k, k+1)[:k+rest]
			continue
		}
		p.state = append(p.state[:0], head...)
		if !p.step(k, moves[k]) {
			break
		}
		head = append(head[:0], p.state...)
		k++
	}
	return moves
}

// replay returns the number of the given moves after which the play ends with the
// wanted value, or -1 if it does not.
func (p *planner) replay(from game.State, step int, moves []game.Move, worth float64) int {
	p.state = append(p.state[:0], from...)
	for i, m := range moves {
		p.legal = p.machine.Legal(p.state, p.role, p.legal[:0])
		if !slices.Contains(p.legal, m) || !p.step(step+i, m) {
			return -1
		}
		if p.machine.Terminal(p.state) {
			if goalOf(p.machine, p.state, p.role, &p.goals) >= worth {
				return i + 1
			}
			return -1
		}
	}
	return -1
}
