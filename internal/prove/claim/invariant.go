package claim

import "ludex/internal/prove/aig"

// The kinds of invariants.
const (
	Clause    = "clause"      // one of the literals holds
	AtMostOne = "at most one" // no two of the literals hold
	Count     = "count"       // where the first literal holds, a number of the others hold
)

// An Invariant is something that holds in every state of every play. Its literals are
// those of the system's graph, and do not depend on moves.
type Invariant struct {
	Kind   string    `json:"kind"`
	Lits   []aig.Lit `json:"of"`
	Number int       `json:"number,omitempty"` // of Count
}

// Lit returns the literal of the invariant, with its literals replaced by others.
func (v *Invariant) Lit(g *aig.Graph, lits []aig.Lit) aig.Lit {
	switch v.Kind {
	case AtMostOne:
		return g.AtMostOne(lits)
	case Count:
		return g.Implies(lits[0], g.Exactly(v.Number, lits[1:]))
	}
	return g.Any(lits)
}

// A Group is a function of a state that can fall only so often: the highest level of which
// a literal holds. Levels are numbered from 1; where no literal holds it is 0.
type Group [][]aig.Lit

// A Ranking shows that plays end. The sums of the groups of its tiers, compared like words
// in a dictionary, fall in every step: in the first tier in which a group changes none
// rises.
type Ranking [][]Group

// Falls returns the literal that says that the ranking falls in a step.
func (r Ranking) Falls(g *aig.Graph, next *aig.Copier) aig.Lit {
	ok, earlier := aig.True, aig.False
	for _, tier := range r {
		rises, falls := aig.False, aig.False
		for _, group := range tier {
			now, then := aig.False, aig.False
			for level := len(group) - 1; level >= 0; level-- {
				now = g.Or(now, g.Any(group[level]))
				then = g.Or(then, g.Any(next.CopyAll(group[level])))
				rises = g.Or(rises, g.And(then, now.Not()))
				falls = g.Or(falls, g.And(now, then.Not()))
			}
		}
		ok = g.And(ok, g.Or(earlier, rises.Not()))
		earlier = g.Or(earlier, falls)
	}
	return g.And(ok, earlier)
}
