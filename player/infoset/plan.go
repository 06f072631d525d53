package infoset

import (
	"slices"

	"ludex/game"
)

const (
	// planTries is how many random plays are looked at for one that ends as well as
	// those of other states did, and fewTries how many if any does.
	planTries, fewTries = 64, 8
	// maxPlan is how many moves a plan may have.
	maxPlan = 64
)

// A planner finds plans: moves of a role that end well in a state that is known,
// with none among them that could be left out. The others move by a script.
type planner struct {
	game    game.Game
	machine game.Machine
	role    game.Role
	dice    dice
	states  int     // that were computed
	hope    float64 // the best that a plan came to so far

	script uint64
	moves  []game.Move
	legal  []game.Move
	joint  []game.Move
	goals  []int
	state  game.State
	next   game.State
}

// find returns the best and then shortest plan that it comes by for a state; it is
// empty if no play came to an end.
func (p *planner) find(from game.State) []game.Move {
	var best []game.Move
	worth, script := -1.0, uint64(0)
	for k := 0; k < planTries && worth < 1 && (k < fewTries || worth < p.hope); k++ {
		p.script = p.dice.Uint64()
		if goal, ok := p.wander(from); ok && goal > worth {
			best, worth, script = append(best[:0], p.moves...), goal, p.script
		}
	}
	p.script, p.hope = script, max(p.hope, worth)
	return p.shorten(from, best, worth)
}

// wander plays at random, and returns what comes of it, if the play ends.
func (p *planner) wander(from game.State) (float64, bool) {
	p.moves = p.moves[:0]
	p.state = append(p.state[:0], from...)
	for len(p.moves) < maxPlan {
		p.legal = p.machine.Legal(p.state, p.role, p.legal[:0])
		if len(p.legal) == 0 {
			return 0, false
		}
		m := p.legal[p.dice.Choose(len(p.legal))]
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

// step makes a move of the role, and those of the others by the script.
func (p *planner) step(step int, m game.Move) bool {
	var ok bool
	p.joint, ok = scripted(p.machine, p.state, p.script, step, p.role, m, len(p.game.Roles()), p.joint[:0], &p.legal)
	if !ok {
		return false
	}
	p.next = p.machine.Next(p.state, p.joint, p.next[:0])
	p.state, p.next = p.next, p.state
	p.states++
	return true
}

// shorten leaves out moves, one after the other, as long as what is left comes to
// as much.
func (p *planner) shorten(from game.State, moves []game.Move, worth float64) []game.Move {
	head := slices.Clone(from) // the state before move k
	for k := 0; k < len(moves); {
		if rest := p.works(head, k, moves[k+1:], worth); rest >= 0 {
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

// works returns how many of some moves, from a step on, it takes for the play to
// end as well as it should; the number is negative if it does not.
func (p *planner) works(from game.State, step int, moves []game.Move, worth float64) int {
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
