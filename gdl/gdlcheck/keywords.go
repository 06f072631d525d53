package gdlcheck

import (
	"slices"

	"ludex/gdl"
	"ludex/source"
)

var keywordUse = &Check{
	Name:  "keyword-use",
	Doc:   "Keywords stand in heads or bodies as their meaning demands.",
	Codes: []*source.Code{roleRule, initInBody, inputInHead, nextInBody, declarationInBody, distinctInHead, seesInBody},
	Run:   runKeywordUse,
}

var (
	roleRule = &source.Code{ID: "GDL050", Severity: source.Error,
		Title: "a role that is no ground fact",
		Doc: `The roles are fixed before anything else is known, so "role" is defined by
ground facts only: role(white).`}
	initInBody = &source.Code{ID: "GDL051", Severity: source.Error,
		Title: "init in a body",
		Doc: `"init" defines the initial state and is read by the game's engine alone. A
rule that needs the same facts should use a relation of its own, from which
init follows: init(F) :- start(F).`}
	inputInHead = &source.Code{ID: "GDL053", Severity: source.Error,
		Title: "true, does, expired or knows in a head",
		Doc: `"true", "does", "expired" and, in GDL-III, "knows" are given to the rules: the
current state, the moves made, the facts that have run out, what the roles know.
Rules can only read them. A fact of
the next state is defined with "next", one of the first state with "init".`}
	nextInBody = &source.Code{ID: "GDL055", Severity: source.Error,
		Title: "next in a body",
		Doc: `"next" is the result of an update; no rule may read it. Give the condition a
relation of its own and let both follow from it:

    nextCell(X,Y,M) :- …
    next(cell(X,Y,M)) :- nextCell(X,Y,M)
    sees(R,lost) :- … & nextCell(1,1,b)`}
	seesInBody = &source.Code{ID: "GDL062", Severity: source.Warning, Strict: true,
		Title: "sees in a body",
		Doc: `"sees" is the result of an update and should stand in heads only. A published
game reads it in "goal", which has a meaning as long as what is seen depends on
the state alone; where it depends on the moves, that is an error of its own
(GDL054). Give the condition a relation of its own and let both follow from it.`}
	declarationInBody = &source.Code{ID: "GDL056", Severity: source.Error,
		Title: "base or input in a body",
		Doc: `"base" and "input" declare the facts and moves of a game and stand in heads
only.`}
	distinctInHead = &source.Code{ID: "GDL058", Severity: source.Error,
		Title: "distinct in a head",
		Doc:   `"distinct" is built in: it holds of any two different terms. Rules cannot define it.`}
)

func runKeywordUse(p *Pass) {
	p.eachAtom(func(c *gdl.Clause, atom *gdl.Term, inHead, _ bool) {
		if !p.Keyword(atom.Name) {
			return
		}
		if inHead {
			headKeyword(p, c, atom)
		} else {
			bodyKeyword(p, atom)
		}
	})
}

func headKeyword(p *Pass, c *gdl.Clause, atom *gdl.Term) {
	switch atom.Name {
	case gdl.Role:
		if len(c.Body) > 0 {
			p.Report(roleRule, p.nameSpan(atom), "role is defined by facts, not by rules").
				Advise("write a role(…) fact for each role")
		}
	case gdl.True, gdl.Does, gdl.Expired, gdl.Knows:
		d := p.Report(inputInHead, p.nameSpan(atom), "%s cannot stand in a head: it is given, not defined", atom.Name)
		if atom.Name == gdl.True {
			d.Advise("use next for the following state, or init for the first one")
			fixTrueInHead(p, c, d)
		}
	case gdl.Distinct:
		p.Report(distinctInHead, p.nameSpan(atom), "distinct is built in and cannot be defined")
	}
}

// fixTrueInHead proposes next and init, or the one that is possible: a fact is
// about the first state, and init cannot depend on a state.
func fixTrueInHead(p *Pass, c *gdl.Clause, d *source.Diagnostic) {
	state := false
	c.Atoms(func(a *gdl.Term, _ bool) { state = state || a.Name == gdl.True || a.Name == gdl.Does })
	at := p.nameSpan(&c.Head)
	if len(c.Body) > 0 {
		d.Fix(at, gdl.Next, "write next")
	}
	if !state {
		d.Fix(at, gdl.Init, "write init")
	}
}

func bodyKeyword(p *Pass, atom *gdl.Term) {
	switch atom.Name {
	case gdl.Init:
		p.Report(initInBody, p.nameSpan(atom), "init can stand in heads only")
	case gdl.Next:
		p.Report(nextInBody, p.nameSpan(atom), "next can stand in heads only").
			Advise("put the condition into a relation of its own and use that in both rules")
	case gdl.Sees:
		p.Report(seesInBody, p.nameSpan(atom), "sees should stand in heads only").
			Advise("put the condition into a relation of its own and use that in both rules")
	case gdl.Base, gdl.Input:
		p.Report(declarationInBody, p.nameSpan(atom), "%s can stand in heads only", atom.Name)
	}
}

var keywordDependence = &Check{
	Name:  "keyword-dependence",
	Doc:   "Keywords depend only on what is known when they are evaluated.",
	Codes: []*source.Code{initDepends, stateDependsOnMoves, declarationDepends},
	Whole: true,
	Run:   runKeywordDependence,
}

var (
	initDepends = &source.Code{ID: "GDL052", Severity: source.Error,
		Title: "init depends on the state",
		Doc: `The initial state is computed before there is a state or a move, so "init"
must not depend on true, does, legal, next, sees, terminal, goal, expired or knows.
The notes show how it does.`}
	stateDependsOnMoves = &source.Code{ID: "GDL054", Severity: source.Error,
		Title: "legal, terminal or goal depends on does",
		Doc: `Which moves are legal, whether the game is over and what the goals are must
be known before anybody moves, so "legal", "terminal" and "goal" must not depend
on "does". The notes show how one does. (A GDL-II paper prints this restriction
the wrong way round.) Let "next" remember what the goal needs to know.`}
	declarationDepends = &source.Code{ID: "GDL057", Severity: source.Error,
		Title: "base or input depends on the state",
		Doc: `"base" and "input" declare what can ever be true or done; they must not
depend on "true", "does" or "knows".`}
)

var dependenceRules = []struct {
	code    *source.Code
	subject []string
	banned  []string
}{
	{initDepends, []string{gdl.Init}, []string{gdl.True, gdl.Does, gdl.Legal, gdl.Next, gdl.Sees, gdl.Terminal, gdl.Goal, gdl.Expired, gdl.Knows}},
	{stateDependsOnMoves, []string{gdl.Legal, gdl.Terminal, gdl.Goal}, []string{gdl.Does}},
	{declarationDepends, []string{gdl.Base, gdl.Input}, []string{gdl.True, gdl.Does, gdl.Knows}},
}

func runKeywordDependence(p *Pass) {
	deps := p.Dependencies()
	for _, rule := range dependenceRules {
		for v, rel := range deps.Relations {
			if !slices.Contains(rule.subject, rel.Name) || !p.Keyword(rel.Name) {
				continue
			}
			path := deps.Path(v, func(to int) bool {
				name := deps.Relations[to].Name
				return slices.Contains(rule.banned, name) && p.Keyword(name)
			})
			if path == nil {
				continue
			}
			last := path[len(path)-1]
			d := p.Report(rule.code, path[0].Span, "%s must not depend on %s", rel.Name, deps.Relations[last.To].Name)
			for i := 1; i < len(path); i++ {
				d.Note(path[i].Span, "%s depends on %s here", deps.Relations[path[i-1].To].Name, deps.Relations[path[i].To].Name)
			}
		}
	}
}

var reservedTerms = &Check{
	Name:  "reserved-terms",
	Doc:   "Keywords are not used as functions or constants.",
	Codes: []*source.Code{reservedTerm},
	Run:   runReservedTerms,
}

var reservedTerm = &source.Code{ID: "GDL059", Severity: source.Warning, Strict: true,
	Title: "a keyword as a function or constant",
	Doc: `A keyword of the language is used as the name of a function or an object:

    sees(R,does(S,M)) :- role(R) & does(S,M)

Ludex tells the two uses apart by their place, but other systems need not, and
scrambling keeps keywords, so the name gives itself away. Use another word. Only
"random" and "infinity" are meant to be constants.`}

func runReservedTerms(p *Pass) {
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		p.terms(atom, func(t *gdl.Term) {
			if t.Kind == gdl.Variable || !(p.Keyword(t.Name) || isConnective(t.Name)) {
				return
			}
			what := "a constant"
			if t.Kind == gdl.Function {
				what = "a function"
			}
			p.Report(reservedTerm, p.nameSpan(t), "the keyword %s is used as %s", t.Name, what)
		})
	})
}

func isConnective(name string) bool {
	return name == gdl.NotWord || name == gdl.AndWord || name == gdl.OrWord
}
