package prove

import (
	"context"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// An Observation is what the states of random plays have in common. It is a guess about all
// states, for those who prove what they make of it.
type Observation struct {
	sample     *sample
	candidates *candidates
}

// Observe plays at random, some times as long as proofs do.
func Observe(ctx context.Context, s *transition.System, seed uint64, times int) *Observation {
	x := newSample(s, seed)
	x.run(ctx, times*defaultRounds, maxSteps, nil)
	return &Observation{x, findCandidates(x)}
}

// A Group is facts of which at most one holds, or exactly one.
type Group struct {
	Facts []int
	Exact bool
}

// Groups returns groups of facts, which may overlap.
func (o *Observation) Groups() []Group {
	var list []Group
	for i, facts := range o.candidates.groups {
		list = append(list, Group{facts, o.candidates.exact[i]})
	}
	return list
}

// Changing returns the facts that hold in some states and in others not.
func (o *Observation) Changing() []int { return o.candidates.bits }

// Columns returns, for literals about states, in which of the states they hold: bit by bit,
// in the same order for all literals.
func (o *Observation) Columns(list ...aig.Lit) [][]uint64 {
	o.sample.end = o.sample.system.Graph.Len() // what was added since counts, too
	return o.sample.columns(list)
}

// Fact returns in which of the states a fact holds, like Columns.
func (o *Observation) Fact(f int) []uint64 { return o.candidates.columns[f] }

// TopWords returns the name of a fact and its arguments.
func TopWords(fact string) []string { return topWords(fact) }
