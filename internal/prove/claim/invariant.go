package claim

import (
	"errors"
	"fmt"
	"slices"

	"ludex/internal/prove/aig"
)

// The kinds of invariants.
const (
	Clause    = "clause"      // one of the literals holds
	AtMostOne = "at most one" // no two of the literals hold
	Count     = "count"       // where the first literal holds, a number of the others hold
	AtMost    = "at most"     // of some disjunctions, a number hold at most
)

// An Invariant is something that holds in every state of every play. Its literals are
// those of the system's graph, and do not depend on moves.
type Invariant struct {
	Kind   string    `json:"kind"`
	Lits   []aig.Lit `json:"of"`
	Number int       `json:"number,omitempty"` // of Count and AtMost
	// Any has the disjunctions of AtMost. A number in a state is a sum of them: that it is at least one, at
	// least two, and so on.
	Any [][]aig.Lit `json:"any,omitempty"`
}

// All returns the literals that the invariant is about.
func (v *Invariant) All() []aig.Lit { return slices.Concat(v.Lits, slices.Concat(v.Any...)) }

// Holds returns the literal that says that the invariant holds in a state.
func (v *Invariant) Holds(g *aig.Graph) aig.Lit {
	if v.Kind == AtMost {
		least := g.AtLeast(v.Number+1, v.summands(g, slices.Clone))
		return least[v.Number].Not()
	}
	return v.of(g, v.Lits)
}

// Stays returns a literal that implies, for a step from a state in which the invariant holds, that
// it holds in the next state. For a sum it says that no more of the disjunctions begin to hold
// than cease to, which is much easier to show than what the sum is before and after.
func (v *Invariant) Stays(g *aig.Graph, next *aig.Copier) aig.Lit {
	if v.Kind == AtMost {
		rises, _ := sumChanges(g, v.appearing(), v.summands(g, slices.Clone), v.summands(g, next.CopyAll))
		return rises.Not()
	}
	return v.of(g, next.CopyAll(v.Lits))
}

// of returns the literal of an invariant that is no sum, with its literals replaced by others.
func (v *Invariant) of(g *aig.Graph, lits []aig.Lit) aig.Lit {
	switch v.Kind {
	case AtMostOne:
		return g.AtMostOne(lits)
	case Count:
		return g.Implies(lits[0], g.Exactly(v.Number, lits[1:]))
	}
	return g.Any(lits)
}

// summands returns the disjunctions of a sum, with their literals replaced by others.
func (v *Invariant) summands(g *aig.Graph, replaced func([]aig.Lit) []aig.Lit) []aig.Lit {
	var list []aig.Lit
	for _, some := range v.Any {
		list = append(list, g.Any(replaced(some)))
	}
	return list
}

// appearing is how many summands may begin to hold in a step: more than usual if a summand occurs more
// often, so that one with a large weight may.
func (v *Invariant) appearing() int {
	most, times := MaxAppearing, map[string]int{}
	for _, some := range v.Any {
		key := fmt.Sprint(some)
		times[key]++
		most = max(most, times[key])
	}
	return most
}

// valid returns an error if the invariant is none.
func (v *Invariant) valid() error {
	switch {
	case v.Kind != Clause && v.Kind != AtMostOne && v.Kind != Count && v.Kind != AtMost:
		return fmt.Errorf("%q is no kind of invariant", v.Kind)
	case v.Kind == Count && (len(v.Lits) == 0 || v.Number < 0 || v.Number >= len(v.Lits)):
		return errors.New("an invariant counts more literals than there are")
	case v.Kind == AtMost && (len(v.Lits) > 0 || v.Number < 0 || v.Number > len(v.Any)):
		return errors.New("an invariant has a sum larger than there are disjunctions")
	case v.Kind != AtMost && len(v.Any) > 0:
		return errors.New("an invariant that is no sum has disjunctions")
	}
	return nil
}

// A Group is a function of a state that can fall only so often. With levels it is the highest
// level of which a literal holds; levels are numbered from 1, and where no literal holds it is
// 0. With a sum it is the number of literals that hold, such as the pieces on a board. Otherwise
// it is 1 where all of some literals hold, such as the legality of the moves of a joint move.
type Group struct {
	Levels [][]aig.Lit `json:"levels,omitempty"`
	Sum    []aig.Lit   `json:"sum,omitempty"`
	All    []aig.Lit   `json:"all,omitempty"`
}

// kinds returns how many of its kinds a group has, which should be one.
func (x *Group) kinds() int {
	n := 0
	for _, length := range []int{len(x.Levels), len(x.Sum), len(x.All)} {
		n += min(length, 1)
	}
	return n
}

// literals returns all literals of a group.
func (x *Group) literals() []aig.Lit {
	return slices.Concat(x.Sum, x.All, slices.Concat(x.Levels...))
}

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
			up, down := group.changes(g, next)
			rises, falls = g.Or(rises, up), g.Or(falls, down)
		}
		ok = g.And(ok, g.Or(earlier, rises.Not()))
		earlier = g.Or(earlier, falls)
	}
	return g.And(ok, earlier)
}

// changes returns literals that say that a group may rise and that it falls.
func (x *Group) changes(g *aig.Graph, next *aig.Copier) (rises, falls aig.Lit) {
	if len(x.Sum) > 0 {
		return sumChanges(g, MaxAppearing, x.Sum, next.CopyAll(x.Sum))
	}
	if len(x.All) > 0 {
		now, then := g.All(x.All), g.All(next.CopyAll(x.All))
		return g.And(then, now.Not()), g.And(now, then.Not())
	}
	now, then := aig.False, aig.False
	for level := len(x.Levels) - 1; level >= 0; level-- {
		now = g.Or(now, g.Any(x.Levels[level]))
		then = g.Or(then, g.Any(next.CopyAll(x.Levels[level])))
		rises = g.Or(rises, g.And(then, now.Not()))
		falls = g.Or(falls, g.And(now, then.Not()))
	}
	return rises, falls
}

// MaxAppearing is how many literals of a sum may usually begin to hold in a step. Where more do, the
// sum counts as rising.
const MaxAppearing = 4

// sumChanges is changes for a sum. It counts only the literals that change, which are few in most
// games.
func sumChanges(g *aig.Graph, most int, now, then []aig.Lit) (rises, falls aig.Lit) {
	more, fewer := make([]aig.Lit, len(now)), make([]aig.Lit, len(now))
	for i := range now {
		more[i], fewer[i] = g.And(then[i], now[i].Not()), g.And(now[i], then[i].Not())
	}
	appear, vanish := g.AtLeast(most+1, more), g.AtLeast(most+1, fewer)
	stays := aig.False
	for n := range most + 1 {
		atMost := appear[n].Not() // at most n appear
		falls = g.Or(falls, g.And(atMost, vanish[n]))
		if n == 0 {
			stays = atMost
		} else {
			stays = g.Or(stays, g.And(atMost, vanish[n-1]))
		}
	}
	return stays.Not(), falls
}
