package timed

import (
	"fmt"
	"slices"
)

// State returns a state from text: facts with lifetimes and expired facts, in any
// order, at an instant.
func (g *Game) State(now Time, facts []Fact, expired []string) (State, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now < 0 || now > MaxTime {
		return State{}, fmt.Errorf("a state cannot be at %v", now)
	}
	var values []Time
	var out []held
	for _, f := range facts {
		if f.Lifetime <= 0 || f.Lifetime > MaxTime && f.Lifetime != Forever {
			return State{}, fmt.Errorf("%s cannot have the lifetime %v", f.Fact, f.Lifetime)
		}
		a, more, err := g.parseAtom(f.Fact, values)
		if err != nil {
			return State{}, err
		}
		values = more
		h := held{fact: a}
		if n, ok := g.numbers.numbers[f.Lifetime]; ok {
			h.life = ^life(n)
		} else {
			var hole int32
			hole, values = holeFor(values, f.Lifetime)
			h.life = life(hole)
		}
		out = append(out, h)
	}
	var gone []*atom
	for _, e := range expired {
		a, more, err := g.parseAtom(e, values)
		if err != nil {
			return State{}, err
		}
		gone, values = append(gone, a), more
	}
	slices.SortFunc(out, compareHeld)
	return State{shape: g.shape(slices.Compact(out), gone, len(values)), values: values, now: now}, nil
}
