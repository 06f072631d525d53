package infoset

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/knowledge"
)

// A member is a state that a role thinks possible, and how likely it is.
type member struct {
	state  int32 // in a table
	weight float64
}

// A belief is what a role thinks possible, in the order of the states. The weights
// add up to one, except where a branch has just been made.
type belief []member

// tidy sorts a belief, merges what is there twice, and makes the weights add up to
// one. It returns what they added up to.
func (b *belief) tidy() float64 {
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

// hash returns a number that equal beliefs have in common. Weights count up to
// errors of rounding.
func (b belief) hash() uint64 {
	h := uint64(len(b))
	for _, m := range b {
		h = statehash.Mix(h, uint64(m.state))
		h = statehash.Mix(h, uint64(m.weight*(1<<32)+0.5))
	}
	return h
}

// likeliest returns how likely the likeliest state is.
func (b belief) likeliest() float64 {
	p := 0.0
	for _, m := range b {
		p = max(p, m.weight)
	}
	return p
}

// A branch is what a move of the role leads to: the plays that end, and the beliefs
// that it may come to, one for each thing that it may perceive.
type branch struct {
	move  game.Move
	done  float64 // what the plays that end are worth, by their weights
	parts []part
	guess float64 // what the branch seems to be worth
}

// A part is a belief that a branch may come to.
type part struct {
	seen   knowledge.ViewKey
	belief belief
	weight float64 // how likely it is
}

// open returns how likely it is that the play goes on.
func (b *branch) open() float64 {
	sum := 0.0
	for i := range b.parts {
		sum += b.parts[i].weight
	}
	return sum
}

// hash tells whether two branches come to the same.
func (b *branch) hash() uint64 {
	h := statehash.Mix(0, uint64(b.done*(1<<32)+0.5))
	for i := range b.parts {
		h += statehash.Mix(b.parts[i].belief.hash(), uint64(b.parts[i].weight*(1<<32)+0.5))
	}
	return h
}

// add puts a play that goes on where it belongs.
func (b *branch) add(seen knowledge.ViewKey, state int32, weight float64) {
	for i := len(b.parts) - 1; i >= 0; i-- {
		if p := &b.parts[i]; p.seen == seen {
			p.belief = append(p.belief, member{state, weight})
			return
		}
	}
	b.parts = append(b.parts, part{seen: seen, belief: belief{{state, weight}}})
}

// moves returns the moves that are legal in all states of a belief, or, should the
// rules be so unsound that there are none, those of its first state.
func (t *table) moves(b belief) []game.Move {
	first := t.legal(b[0].state)
	for _, m := range b[1:] {
		if !slices.Equal(first, t.legal(m.state)) {
			return t.common(b)
		}
	}
	return first
}

func (t *table) common(b belief) []game.Move {
	list := slices.Clone(t.legal(b[0].state))
	for _, m := range b[1:] {
		list = slices.DeleteFunc(list, func(x game.Move) bool { return !slices.Contains(t.legal(m.state), x) })
	}
	if len(list) == 0 {
		return t.legal(b[0].state)
	}
	return list
}
