package gdlcheck

import (
	"slices"

	"ludex/gdl"
	"ludex/internal/logic"
	"ludex/source"
)

var ends = &Check{
	Name:  "ends",
	Doc:   "Every end of the game has a result.",
	Codes: []*source.Code{goallessEnd},
	Whole: true,
	Run:   runEnds,
}

var goallessEnd = &source.Code{ID: "GDL084", Severity: source.Warning,
	Title: "an end without a goal",
	Doc: `A rule of "terminal" ends the game for a reason that no rule of "goal" knows:
every rule of the role's goal needs something that ends the game for another reason.
A play that ends in this way alone has no result for the role. Often the draw is
forgotten:

    terminal :- line(R)
    terminal :- ~open
    goal(R,100) :- line(R)
    goal(R,0) :- line(S) & role(R) & distinct(R,S)

Here nobody has a goal if the board is full and there is no line:

    goal(R,50) :- role(R) & ~open & ~anyLine
    anyLine :- line(R)`}

// maxEnds and maxConditions bound the endings and goals that are compared, and
// their lengths.
const (
	maxEnds       = 100
	maxConditions = 50
)

// An ending is a conjunction of conditions that ends the game.
type ending []gdl.Formula

// reason returns the condition of an ending that has just one, and positive.
func (e ending) reason() *gdl.Term {
	if len(e) != 1 {
		return nil
	}
	if atom, negated, ok := e[0].Literal(); ok && !negated {
		return atom
	}
	return nil
}

func runEnds(p *Pass) {
	endings := p.endings(gdl.Symbol{Name: gdl.Terminal}, map[gdl.Symbol]bool{})
	goals := p.clausesOf(gdl.Symbol{Name: gdl.Goal, Arity: 2})
	if len(endings) > maxEnds || len(goals) > maxEnds || slices.ContainsFunc(endings, tooLong) ||
		slices.ContainsFunc(goals, func(c *gdl.Clause) bool { return tooLong(c.Body) }) {
		return
	}
	for i, e := range endings {
		others := slices.Delete(slices.Clone(endings), i, i+1)
		left := slices.DeleteFunc(slices.Clone(goals), func(c *gdl.Clause) bool { return needsAnother(c.Body, e, others) })
		reportGoalless(p, e, goals, left)
	}
}

func tooLong(e ending) bool {
	n := 0
	for i := range e {
		e[i].Atoms(func(*gdl.Term, bool) { n++ })
	}
	return n > maxConditions
}

// reportGoalless reports the roles whose goals are all excluded by an ending.
func reportGoalless(p *Pass, e ending, goals, left []*gdl.Clause) {
	var without []string
	for r := range p.Roles {
		role := &p.Roles[r]
		if about := isAbout(role); role.Name != gdl.Random && slices.ContainsFunc(goals, about) && !slices.ContainsFunc(left, about) {
			without = append(without, p.text(role))
		}
	}
	if len(without) == 0 {
		return
	}
	have := "has"
	if len(without) > 1 {
		have = "have"
	}
	p.Report(goallessEnd, e[0].Span, "where only this ends the game, %s %s no goal value", joinWords(without, "and"), have).
		Advise("every goal clause needs what ends the game for another reason")
}

// isAbout returns a function that reports whether a goal clause can be about a role.
func isAbout(role *gdl.Term) func(*gdl.Clause) bool {
	return func(c *gdl.Clause) bool { return logic.CanUnify(&c.Head.Args[0], role) }
}

// endings returns the conjunctions that make a relation without arguments hold.
// Relations without arguments among the conditions are expanded. It returns
// nothing if the relation always holds.
func (p *Pass) endings(s gdl.Symbol, seen map[gdl.Symbol]bool) (list []ending) {
	if seen[s] {
		return nil
	}
	seen[s] = true
	for _, c := range p.clausesOf(s) {
		if len(c.Body) == 0 {
			return nil
		}
		cases := []ending{c.Body}
		if c.Body[0].Op == gdl.OpOr && len(c.Body) == 1 {
			cases = nil
			for _, f := range c.Body[0].Args {
				cases = append(cases, conjuncts(f))
			}
		}
		for _, e := range cases {
			if r := e.reason(); r != nil && len(r.Args) == 0 && !p.Keyword(r.Name) && p.Defined[r.Symbol()] {
				list = append(list, p.endings(r.Symbol(), seen)...)
				continue
			}
			list = append(list, e)
		}
	}
	return list
}

func conjuncts(f gdl.Formula) ending {
	if f.Op == gdl.OpAnd {
		return f.Args
	}
	return ending{f}
}

// clausesOf returns the clauses of a relation.
func (p *Pass) clausesOf(s gdl.Symbol) (list []*gdl.Clause) {
	for i := range p.Program.Clauses {
		if c := &p.Program.Clauses[i]; c.Head.Symbol() == s {
			list = append(list, c)
		}
	}
	return list
}

// needsAnother reports whether the conditions of a goal are unrelated to an ending
// and require another reason for the end.
func needsAnother(goal []gdl.Formula, e ending, others []ending) bool {
	return !mentions(goal, e) && slices.ContainsFunc(others, func(o ending) bool {
		r := o.reason()
		return r != nil && needs(goal, r) && !mentions(e, o)
	})
}

// needs reports whether a conjunction has an instance of an atom.
func needs(body []gdl.Formula, atom *gdl.Term) bool {
	return slices.ContainsFunc(body, func(f gdl.Formula) bool {
		a, negated, ok := f.Literal()
		return ok && !negated && matches(atom, a, map[string]*gdl.Term{})
	})
}

// matches reports whether a term is an instance of a pattern.
func matches(pattern, t *gdl.Term, values map[string]*gdl.Term) bool {
	if pattern.Kind == gdl.Variable {
		if old, ok := values[pattern.Name]; ok {
			return old.Equal(t)
		}
		values[pattern.Name] = t
		return true
	}
	if t.Kind == gdl.Variable || pattern.Symbol() != t.Symbol() {
		return false
	}
	for i := range t.Args {
		if !matches(&pattern.Args[i], &t.Args[i], values) {
			return false
		}
	}
	return true
}

// mentions reports whether a conjunction mentions a condition of another one in
// any form. Conditions that cannot be compared count.
func mentions(body, other []gdl.Formula) (found bool) {
	for i := range body {
		body[i].Atoms(func(a *gdl.Term, negated bool) {
			for j := range other {
				other[j].Atoms(func(b *gdl.Term, otherNegated bool) {
					found = found || negated == otherNegated && a.Name != gdl.Distinct && logic.CanUnify(a, b)
				})
			}
		})
	}
	return found
}
