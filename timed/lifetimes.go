package timed

import (
	"slices"
)

// Lifetimes returns the lifetimes that rules can give to facts, in ascending order. Where
// they cannot be found exactly these are all numbers that the rules name.
func (g *Game) Lifetimes() []Time {
	var out []Time
	if hasFast && g.fast != nil {
		for _, l := range g.fast.Program().Lengths() {
			out = append(out, Time(l))
		}
	} else {
		out = slices.Clone(g.numbers.times)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ComparesLifetimes reports whether what holds in a state can depend on how long its facts
// will last, and not only on which will expire. It may also report true where that is
// not so.
func (g *Game) ComparesLifetimes() bool {
	return !hasFast || g.fast == nil || g.fast.Program().Compares()
}
