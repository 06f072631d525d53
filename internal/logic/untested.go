package logic

import "ludex/gdl"

// An Argument is a place in atoms: of a relation, or of the facts with a function.
type Argument struct {
	Symbol gdl.Symbol
	Fact   bool // the symbol is the function of facts, not a relation
	Index  int
}

// UntestedFacts returns the arguments of facts that no rule tests. States that
// differ only in the values of such arguments have the same legal moves, end,
// goals and percepts, and equal moves lead to states that again differ in such
// arguments only.
//
// An argument is tested where a rule reads it as anything but a variable that
// occurs nowhere else in the body, or hands it on to an argument that is tested,
// to a move, a goal or a percept.
func UntestedFacts(p *gdl.Program) map[Argument]bool {
	u := &untested{tested: map[Argument]bool{}, flows: map[Argument][]Argument{}, facts: map[Argument]bool{}}
	for i := range p.Clauses {
		u.clause(&p.Clauses[i])
	}
	for len(u.fresh) > 0 {
		a := u.fresh[len(u.fresh)-1]
		u.fresh = u.fresh[:len(u.fresh)-1]
		for _, source := range u.flows[a] {
			u.test(source)
		}
	}
	free := map[Argument]bool{}
	for a := range u.facts {
		if !u.all && !u.tested[a] {
			free[a] = true
		}
	}
	return free
}

type untested struct {
	tested map[Argument]bool
	fresh  []Argument // tested ones whose sources were not visited yet
	flows  map[Argument][]Argument
	facts  map[Argument]bool // all arguments of facts
	all    bool              // whole facts are tested
}

func (u *untested) test(a Argument) {
	if !u.tested[a] {
		u.tested[a] = true
		u.fresh = append(u.fresh, a)
	}
}

// clause records what a rule tests, and which arguments it passes on.
func (u *untested) clause(c *gdl.Clause) {
	times := map[string]int{}
	c.Atoms(func(a *gdl.Term, _ bool) {
		a.Walk(func(t *gdl.Term) {
			if t.Kind == gdl.Variable {
				times[t.Name]++
			}
		})
	})
	u.eachArgument(&c.Head, func(Argument, *gdl.Term) {})
	c.Atoms(func(a *gdl.Term, _ bool) {
		if wholeFact(a) {
			u.all = u.all || times[a.Args[0].Name] > 1 || u.handsOn(c, a.Args[0].Name)
			return
		}
		u.eachArgument(a, func(at Argument, t *gdl.Term) {
			if t.Kind != gdl.Variable || times[t.Name] > 1 {
				u.test(at)
				return
			}
			u.follow(c, at, t.Name)
		})
	})
}

// wholeFact reports whether an atom is about any fact.
func wholeFact(a *gdl.Term) bool {
	return (a.Name == gdl.True || a.Name == gdl.Next) && len(a.Args) == 1 && a.Args[0].Kind == gdl.Variable
}

// handsOn reports whether the head of a rule has a variable, other than as the
// whole fact that is kept.
func (u *untested) handsOn(c *gdl.Clause, name string) bool {
	return !wholeFact(&c.Head) && occurs(&c.Head, name)
}

// follow records where the head of a rule passes the value of an argument on to.
func (u *untested) follow(c *gdl.Clause, from Argument, name string) {
	if !occurs(&c.Head, name) {
		return
	}
	if wholeFact(&c.Head) || c.Head.Name != gdl.Next && gdl.IsReserved(c.Head.Name) {
		u.test(from)
		return
	}
	u.eachArgument(&c.Head, func(to Argument, t *gdl.Term) {
		if occurs(t, name) {
			u.flows[to] = append(u.flows[to], from)
		}
	})
}

// eachArgument calls visit for the arguments of an atom, or of the fact that it is
// about.
func (u *untested) eachArgument(a *gdl.Term, visit func(Argument, *gdl.Term)) {
	fact := (a.Name == gdl.True || a.Name == gdl.Next || a.Name == gdl.Init) && len(a.Args) == 1
	if fact {
		a = &a.Args[0]
	}
	if a.Kind == gdl.Variable {
		return
	}
	for i := range a.Args {
		at := Argument{gdl.Symbol{Name: a.Name, Arity: len(a.Args)}, fact, i}
		if fact {
			u.facts[at] = true
		}
		visit(at, &a.Args[i])
	}
}

// occurs reports whether a variable is part of a term.
func occurs(t *gdl.Term, name string) bool {
	found := false
	t.Walk(func(s *gdl.Term) { found = found || s.Kind == gdl.Variable && s.Name == name })
	return found
}
