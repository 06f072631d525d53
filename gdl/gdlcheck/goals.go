package gdlcheck

import (
	"fmt"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/logic"
	"ludex/source"
)

var goals = &Check{
	Name:  "goals",
	Doc:   "Goal values are integers from 0 to 100.",
	Codes: []*source.Code{badGoal, badGoalSource},
	Run:   runGoals,
}

var (
	badGoal = &source.Code{ID: "GDL075", Severity: source.Error,
		Title: "a goal value that is no integer from 0 to 100",
		Doc: `The second argument of "goal" is a variable or one of the integers 0, 1, 2, …
100, written without a sign or leading zeros. 100 is a win, 0 the worst result.`}
	badGoalSource = &source.Code{ID: "GDL076", Severity: source.Warning,
		Title: "a goal value that may be no integer from 0 to 100",
		Doc: `The goal value comes from a variable, and among the values that the variable can
have, as far as the patterns of all rules tell, are some that are no integers from
0 to 100. The place shown is the variable, the note shows where a value stands.

    next(score(110)) :- true(score(90))
    goal(white,X) :- true(score(X))

A role has no result where its goal is such a value. Whether that happens is what
"ludex check --deep" finds out. Scale the values, or end the game before.`}
)

func runGoals(p *Pass) {
	runGoalValues(p)
	runGoalSources(p)
}

func runGoalValues(p *Pass) {
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if atom.Name == gdl.Goal && len(atom.Args) == 2 {
			if v := &atom.Args[1]; v.Kind != gdl.Variable && !isGoalValue(v) {
				d := p.Report(badGoal, v.Span, "the goal value %s is no integer from 0 to 100", p.text(v))
				if n := canonicalGoal(v); n != "" {
					d.Fix(v.Span, n, "write "+n)
				}
			}
		}
	})
}

func isGoalValue(t *gdl.Term) bool {
	_, ok := gdl.ParseGoal(t.Name)
	return ok && t.Kind == gdl.Constant
}

// canonicalGoal returns the goal value that a constant with a sign or leading
// zeros must mean, or "".
func canonicalGoal(t *gdl.Term) string {
	if t.Kind != gdl.Constant {
		return ""
	}
	n, err := strconv.Atoi(t.Name)
	value := gdl.Const(strconv.Itoa(n))
	if err != nil || !isGoalValue(&value) {
		return ""
	}
	return value.Name
}

// maxGoalRules bounds the rules whose values are traced.
const maxGoalRules = 500

// runGoalSources checks goal values that come from variables.
func runGoalSources(p *Pass) {
	rules := 0
	for i := range p.Program.Clauses {
		head := &p.Program.Clauses[i].Head
		if head.Name != gdl.Goal || len(head.Args) != 2 || head.Args[1].Kind != gdl.Variable {
			continue
		}
		if rules++; rules > maxGoalRules {
			return
		}
		if values := p.Reach().HeadValues(i, 1); !values.Any {
			reportGoalSource(p, &head.Args[1], p.badGoals(values))
		}
	}
}

// badGoals returns the texts of the values that are not goals.
func (p *Pass) badGoals(values logic.Values) (bad []string) {
	for _, name := range values.Constants {
		if value := gdl.Const(name); !isGoalValue(&value) {
			bad = append(bad, name)
		}
	}
	for _, f := range values.Functions {
		bad = append(bad, p.apply(f.Symbol.Name, "…"))
	}
	return bad
}

// maxBadGoals is how many values are named.
const maxBadGoals = 3

func reportGoalSource(p *Pass, v *gdl.Term, bad []string) {
	if len(bad) == 0 {
		return
	}
	named, are := strings.Join(bad[:min(len(bad), maxBadGoals)], ", "), "is no integer"
	if n := len(bad) - maxBadGoals; n > 0 {
		named += fmt.Sprintf(" and %d more", n)
	}
	if len(bad) > 1 {
		are = "are no integers"
	}
	d := p.Report(badGoalSource, v.Span, "the goal value %s can be %s, which %s from 0 to 100", p.variable(v), named, are)
	if at := p.firstPlace(bad[0]); at.IsValid() {
		d.Note(at, "%s stands here", bad[0])
	}
}

// firstPlace returns where a constant stands first as an argument, other than in a
// declaration.
func (p *Pass) firstPlace(name string) (at source.Span) {
	p.eachAtom(func(c *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if c.Head.Name == gdl.Base || c.Head.Name == gdl.Input {
			return
		}
		for i := range atom.Args {
			atom.Args[i].Walk(func(t *gdl.Term) {
				if !at.IsValid() && t.Kind == gdl.Constant && t.Name == name {
					at = t.Span
				}
			})
		}
	})
	return at
}
