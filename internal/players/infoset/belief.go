package infoset

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/statehash"
)

// A member is a state of a belief, with its probability.
type member struct {
	state  int32 // in a table
	weight float64
}

// A belief is a probability distribution over states, sorted by state. In a new
// branch, the weights do not add up to 1 yet.
type belief []member

// normalize sorts a belief, merges duplicates and scales the weights to a sum of 1.
// It returns the sum before.
func (b *belief) normalize() float64 {
	list := *b
	slices.SortStableFunc(list, func(x, y member) int { return cmp.Compare(x.state, y.state) })
	total, n := 0.0, 0
	for _, m := range list {
		total += m.weight
		if n > 0 && list[n-1].state == m.state {
			list[n-1].weight += m.weight
			continue
		}
		list[n] = m
		n++
	}
	list = list[:n]
	for i := range list {
		list[i].weight /= total
	}
	*b = list
	return total
}

// hash returns a hash of a belief. Weights count up to rounding errors.
func (b belief) hash() uint64 {
	h := uint64(len(b))
	for _, m := range b {
		h = statehash.Mix(h, uint64(m.state))
		h = statehash.Mix(h, uint64(m.weight*(1<<32)+0.5))
	}
	return h
}

// maxProbability returns the probability of the most likely state.
func (b belief) maxProbability() float64 {
	p := 0.0
	for _, m := range b {
		p = max(p, m.weight)
	}
	return p
}

// A branch is the result of a move in a belief: the value of plays that end, and one
// successor belief per percept sequence.
type branch struct {
	move       game.Move
	endedValue float64 // the weighted value of plays that end
	successors []successor
	estimate   float64 // the estimated value of the branch
}

// A successor is a belief that a branch leads to.
type successor struct {
	percepts infotracker.ViewKey
	belief   belief
	weight   float64 // how likely it is
}

// openProbability returns the probability that the play goes on.
func (b *branch) openProbability() float64 {
	sum := 0.0
	for i := range b.successors {
		sum += b.successors[i].weight
	}
	return sum
}

// hash returns a hash by which equivalent branches are recognised.
func (b *branch) hash() uint64 {
	h := statehash.Mix(0, uint64(b.endedValue*(1<<32)+0.5))
	for i := range b.successors {
		h += statehash.Mix(b.successors[i].belief.hash(), uint64(b.successors[i].weight*(1<<32)+0.5))
	}
	return h
}

// add adds a state to the successor with the given percepts.
func (b *branch) add(seen infotracker.ViewKey, state int32, weight float64) {
	for i := len(b.successors) - 1; i >= 0; i-- {
		if p := &b.successors[i]; p.percepts == seen {
			p.belief = append(p.belief, member{state, weight})
			return
		}
	}
	b.successors = append(b.successors, successor{percepts: seen, belief: belief{{state, weight}}})
}

// moves returns the moves that are legal in all states of a belief. If the rules are
// not well-formed and there are none, it returns those of the first state.
func (t *stateTable) moves(b belief) []game.Move {
	first := t.legal(b[0].state)
	for _, m := range b[1:] {
		if !slices.Equal(first, t.legal(m.state)) {
			return t.commonMoves(b)
		}
	}
	return first
}

func (t *stateTable) commonMoves(b belief) []game.Move {
	list := slices.Clone(t.legal(b[0].state))
	for _, m := range b[1:] {
		list = slices.DeleteFunc(list, func(x game.Move) bool { return !slices.Contains(t.legal(m.state), x) })
	}
	if len(list) == 0 {
		return t.legal(b[0].state)
	}
	return list
}
