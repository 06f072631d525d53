package gdlcheck

import (
	"maps"
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/logic"
	"ludex/internal/spelling"
	"ludex/source"
)

var definitions = &Check{
	Name:  "definitions",
	Doc:   "A game defines its roles, legal moves, goals and end.",
	Codes: []*source.Code{missing, undeclared},
	Whole: true,
	Run:   runDefinitions,
}

var (
	missing = &source.Code{ID: "GDL080", Severity: source.Error,
		Title: "a part of the game is missing",
		Doc: `A game description must define its roles ("role"), the legal moves
("legal"), the results ("goal") and its end ("terminal").`}
	undeclared = &source.Code{ID: "GDL081", Severity: source.Note,
		Title: "init, base or input is not defined",
		Doc: `The description defines no initial state ("init"), or does not declare its
facts ("base") or moves ("input"). It can be played all the same; declarations
help readers and some systems, and let Ludex find more slips.`}
)

func runDefinitions(p *Pass) {
	defined := map[string]bool{}
	for s := range p.Defined {
		defined[s.Name] = true
	}
	for _, name := range []string{gdl.Role, gdl.Legal, gdl.Goal, gdl.Terminal} {
		if !defined[name] {
			p.Report(missing, source.Span{}, "the game has no %s clause", name)
		}
	}
	var open []string
	for _, name := range []string{gdl.Init, gdl.Base, gdl.Input} {
		if !defined[name] {
			open = append(open, name)
		}
	}
	if len(open) > 0 {
		p.Report(undeclared, source.Span{}, "the game has no %s clauses", joinWords(open, "or"))
	}
}

var roles = &Check{
	Name:  "roles",
	Doc:   "Rules speak about the game's roles, and each role can move and score.",
	Codes: []*source.Code{noRole, idleRole, goallessRole, unwinnable},
	Whole: true,
	Run:   runRoles,
}

var (
	idleRole = &source.Code{ID: "GDL085", Severity: source.Warning,
		Title: "a role that can never move",
		Doc: `No clause of "legal" can ever hold for the role, so it never has a legal move, but
every role must have one in every state that is not terminal. A role that waits
has a move like noop.`}
	goallessRole = &source.Code{ID: "GDL086", Severity: source.Warning,
		Title: "a role without a goal",
		Doc: `No clause of "goal" can ever hold for the role, so it never has a result. Only
"random" needs none.`}
	unwinnable = &source.Code{ID: "GDL093", Severity: source.Warning,
		Title: "a role that no rule lets win",
		Doc: `No clause of "goal" gives the role 100 points, although one gives them to another
role. Every role of a game should be able to win; often a rule names one
role where it means any:

    goal(white,100) :- line(x)
    goal(white,0) :- line(o)
    goal(black,0) :- line(x)
    goal(black,10) :- line(o)      // a digit is missing`}
	noRole = &source.Code{ID: "GDL087", Severity: source.Warning,
		Title: "something that is no role",
		Doc: `The first argument of "legal", "does", "goal", "sees", "input" and, in GDL-III,
of "knows" is a role.
A constant stands there that no "role" fact names.`}
)

func runRoles(p *Pass) {
	if len(p.Roles) == 0 {
		return // reported as missing
	}
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		switch atom.Name {
		case gdl.Legal, gdl.Does, gdl.Goal, gdl.Sees, gdl.Input, gdl.Knows:
			if p.Keyword(atom.Name) && len(atom.Args) == 2 && !p.IsRole(&atom.Args[0]) {
				reportNoRole(p, atom)
			}
		}
	})
	reportUnwinnable(p)
	for i := range p.Roles {
		role := &p.Roles[i]
		if p.hasHeads(gdl.Legal) && !p.canHold(gdl.Legal, role) {
			p.Report(idleRole, role.Span, "the role %s can never have a legal move", p.text(role)).
				Advise("no legal clause can ever hold for it")
		}
		if role.Name != gdl.Random && p.hasHeads(gdl.Goal) && !p.canHold(gdl.Goal, role) {
			p.Report(goallessRole, role.Span, "the role %s can never have a goal value", p.text(role)).
				Advise("no goal clause can ever hold for it")
		}
	}
}

// reportUnwinnable reports the roles that have rules for goal values, but none for 100, in
// a game where another role has one. Rules that can never fire are reported elsewhere.
func reportUnwinnable(p *Pass) {
	win := gdl.Const("100")
	wins := slices.DeleteFunc(p.clausesOf(gdl.Symbol{Name: gdl.Goal, Arity: 2}), func(c *gdl.Clause) bool {
		return !logic.CanUnify(&c.Head.Args[1], &win)
	})
	var never []*gdl.Term
	winners := 0
	for i := range p.Roles {
		role := &p.Roles[i]
		switch {
		case role.Name == gdl.Random || !p.canHold(gdl.Goal, role):
		case slices.ContainsFunc(wins, func(c *gdl.Clause) bool { return logic.CanUnify(&c.Head.Args[0], role) }):
			winners++
		default:
			never = append(never, role)
		}
	}
	if winners == 0 {
		return // goals may be scores
	}
	for _, role := range never {
		p.Report(unwinnable, role.Span, "no rule gives %s 100 points, so the role can never win", p.text(role)).
			Advise("add a rule of goal with 100 points for it")
	}
}

func (p *Pass) hasHeads(name string) bool { return p.Defined[gdl.Symbol{Name: name, Arity: 2}] }

// canHold reports whether relation(role, _) can ever be derived.
func (p *Pass) canHold(relation string, role *gdl.Term) bool {
	return p.Reach().Defines(relation, *role, gdl.Var("_"))
}

func reportNoRole(p *Pass, atom *gdl.Term) {
	var names []string
	for i := range p.Roles {
		names = append(names, p.text(&p.Roles[i]))
	}
	arg := &atom.Args[0]
	d := p.Report(noRole, arg.Span, "%s is no role", p.text(arg)).
		Advise("the roles are %s", strings.Join(names, ", "))
	if best := spelling.Nearest(arg.Name, slices.Sorted(slices.Values(names))); best != "" && arg.Kind == gdl.Constant {
		d.Fix(arg.Span, best, "write "+best)
	}
}

var undefined = &Check{
	Name:  "undefined",
	Doc:   "Every relation that is used is defined.",
	Codes: []*source.Code{undefinedRelation},
	Whole: true,
	Run:   runUndefined,
}

var undefinedRelation = &source.Code{ID: "GDL088", Severity: source.Warning,
	Title: "a relation that is never defined",
	Doc: `A body uses a relation that no clause defines, so it is always false. Often
the name is misspelled, or has another number of arguments where it is defined.`}

// maxSuggestions is how many undefined relations are compared with all defined
// ones, since that is slow in large descriptions.
const maxSuggestions = 100

func runUndefined(p *Pass) {
	names := map[int][]string{} // by arity
	arity := map[string]int{}   // the smallest one, by name
	for _, s := range slices.SortedFunc(maps.Keys(p.Defined), gdl.Symbol.Compare) {
		names[s.Arity] = append(names[s.Arity], s.Name)
		if _, ok := arity[s.Name]; !ok {
			arity[s.Name] = s.Arity
		}
	}
	reported := map[gdl.Symbol]bool{}
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, inHead, _ bool) {
		s := atom.Symbol()
		if inHead || p.Keyword(atom.Name) || p.Defined[s] || reported[s] || p.isFact(atom.Name) && p.isKnown(atom) {
			return
		}
		reported[s] = true
		at := p.nameSpan(atom)
		d := p.Report(undefinedRelation, at, "the relation %s is never defined, so it is always false", s)
		if n, ok := arity[s.Name]; ok {
			d.Advise("%s is defined with %s", s.Name, count(n, "argument"))
		} else if len(reported) <= maxSuggestions {
			if best := spelling.Nearest(s.Name, names[s.Arity]); best != "" {
				d.Fix(at, best, "did you mean "+best+"?")
			}
		}
	})
}
