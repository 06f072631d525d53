// Package timedcopies finds the rules of a real-time game that do more than copy
// lifetimes.
package timedcopies

import (
	"slices"

	"ludex/gdl"
)

// A Use is a place where the rules do more with a lifetime than copy it from a
// fact to a fact.
type Use struct {
	Clause *gdl.Clause
	Why    string
}

// CopiesOnly reports whether the rules of a timed description only copy lifetimes
// or ignore them, so that the consequences of a state do not depend on them. If
// not, it says where they do more.
//
// A test for infinity, as in true(infinity,F), does not count if no fact that F
// matches can have another lifetime.
func CopiesOnly(p *gdl.Program) (bool, []Use) {
	c := copies{finite: finiteFacts(p)}
	for i := range p.Clauses {
		c.clause(&p.Clauses[i])
	}
	return len(c.uses) == 0, c.uses
}

// copies looks for uses of lifetimes.
type copies struct {
	finite factSet
	uses   []Use
}

func (c *copies) clause(clause *gdl.Clause) {
	times := bodyLifetimes(clause)
	clause.Atoms(func(a *gdl.Term, negated bool) {
		if isTimed(a) {
			c.condition(clause, a, negated)
			return
		}
		c.flow(clause, a, times)
	})
	for i, name := range times {
		if slices.Contains(times[:i], name) {
			c.add(clause, "the lifetime "+name+" is compared with another one")
		}
	}
	c.head(clause, times)
}

// bodyLifetimes returns the variables that are lifetimes in the body of a clause,
// with multiplicity.
func bodyLifetimes(clause *gdl.Clause) []string {
	var times []string
	clause.Atoms(func(a *gdl.Term, negated bool) {
		if isTimed(a) && a.Args[0].Kind == gdl.Variable && !negated {
			times = append(times, a.Args[0].Name)
		}
	})
	return times
}

// condition checks a condition true(T,F).
func (c *copies) condition(clause *gdl.Clause, a *gdl.Term, negated bool) {
	lifetime, fact := &a.Args[0], &a.Args[1]
	switch {
	case lifetime.Kind != gdl.Variable && (lifetime.Name != gdl.Infinity || c.finite.matches(fact)):
		c.add(clause, "a lifetime is compared with "+lifetime.Name)
	case lifetime.Kind == gdl.Variable && negated:
		c.add(clause, "a negation asks for the lifetime "+lifetime.Name)
	case lifetime.Kind == gdl.Variable && occurs(fact, lifetime.Name):
		c.add(clause, "the lifetime "+lifetime.Name+" is part of a fact")
	}
}

// flow reports lifetimes that are arguments of something else.
func (c *copies) flow(clause *gdl.Clause, a *gdl.Term, times []string) {
	for _, name := range times {
		if occurs(a, name) {
			c.add(clause, "the lifetime "+name+" is an argument of "+a.Name)
			return
		}
	}
}

// head checks the head, where a lifetime may only be the lifetime of a fact.
func (c *copies) head(clause *gdl.Clause, times []string) {
	rest := clause.Head.Args
	if (clause.Head.Name == gdl.Next || clause.Head.Name == gdl.Init) && len(rest) == 2 {
		if t := &rest[0]; t.Kind == gdl.Variable && !slices.Contains(times, t.Name) {
			c.add(clause, "the lifetime "+t.Name+" is computed by the rules")
			return
		}
		rest = rest[1:]
	}
	for i := range rest {
		for _, name := range times {
			if occurs(&rest[i], name) {
				c.add(clause, "the lifetime "+name+" becomes a part of "+clause.Head.Name)
				return
			}
		}
	}
}

// add records a use; one per clause suffices.
func (c *copies) add(clause *gdl.Clause, why string) {
	if n := len(c.uses); n == 0 || c.uses[n-1].Clause != clause {
		c.uses = append(c.uses, Use{clause, why})
	}
}

func isTimed(a *gdl.Term) bool { return a.Name == gdl.True && len(a.Args) == 2 }

func occurs(t *gdl.Term, variable string) bool {
	found := false
	t.Walk(func(u *gdl.Term) { found = found || u.Kind == gdl.Variable && u.Name == variable })
	return found
}

// A factSet is a set of facts, distinguished by their functions only.
type factSet struct {
	all     bool
	symbols map[gdl.Symbol]bool
}

func (s *factSet) matches(fact *gdl.Term) bool {
	if fact.Kind == gdl.Variable {
		return s.all || len(s.symbols) > 0
	}
	return s.all || s.symbols[fact.Symbol()]
}

// add adds the facts that a term stands for and reports whether they are new.
func (s *factSet) add(fact *gdl.Term) bool {
	switch {
	case s.all || fact.Kind != gdl.Variable && s.symbols[fact.Symbol()]:
		return false
	case fact.Kind == gdl.Variable:
		s.all = true
	default:
		s.symbols[fact.Symbol()] = true
	}
	return true
}

// finiteFacts returns the facts that may have a finite lifetime.
func finiteFacts(p *gdl.Program) factSet {
	set := factSet{symbols: map[gdl.Symbol]bool{}}
	for changed := true; changed; {
		changed = false
		for i := range p.Clauses {
			c := &p.Clauses[i]
			if (c.Head.Name == gdl.Init || c.Head.Name == gdl.Next) && len(c.Head.Args) == 2 && set.canBeFinite(c) {
				changed = set.add(&c.Head.Args[1]) || changed
			}
		}
	}
	return set
}

// canBeFinite reports whether a clause can give its fact a finite lifetime, if
// only the facts of the set have one so far.
func (s *factSet) canBeFinite(c *gdl.Clause) bool {
	lifetime := &c.Head.Args[0]
	if lifetime.Kind != gdl.Variable {
		return lifetime.Name != gdl.Infinity
	}
	copied, finite := false, false
	c.Atoms(func(a *gdl.Term, negated bool) {
		if isTimed(a) && !negated && a.Args[0].Kind == gdl.Variable && a.Args[0].Name == lifetime.Name {
			copied = true
			finite = finite || s.matches(&a.Args[1])
		}
	})
	return finite || !copied
}
