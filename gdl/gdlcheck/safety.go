package gdlcheck

import (
	"ludex/gdl"
	"ludex/source"
)

var safety = &Check{
	Name: "safety",
	Doc:  "Every variable of a rule is bound by a positive condition.",
	Run:  runSafety,
	Codes: []*source.Code{
		unsafeHead, unsafeNegation, unsafeDistinct, variableFact, oddNegation,
	},
}

var (
	unsafeHead = &source.Code{ID: "GDL020", Severity: source.Error,
		Title: "a variable of the head is not bound",
		Doc: `Every variable in the head of a rule must occur in a positive condition of
its body, else the rule would hold for every term there is.

    r(X,Z) :- p(X,Y) & q(Y,X)      unsafe: Z is nowhere bound
    r(X,Z) :- p(X,Y) & q(Y,Z)      safe

A condition inside a disjunction binds a variable only if every alternative
does. Neither "distinct" nor a negation binds anything.`}
	unsafeNegation = &source.Code{ID: "GDL021", Severity: source.Error,
		Title: "a variable of a negation is not bound",
		Doc: `Every variable under a negation must occur in a positive condition of the
same body.

    r(X,Y) :- p(X,Y) & ~q(Y,Z)     unsafe: which Z is meant?

To say "there is no Z", use a relation of its own:

    r(X,Y) :- p(X,Y) & ~someQ(Y)
    someQ(Y) :- q(Y,Z)`}
	unsafeDistinct = &source.Code{ID: "GDL022", Severity: source.Error,
		Title: "a variable of distinct is not bound",
		Doc: `"distinct" only compares; every variable in it must be bound by a positive
condition of the same body. A common cure is to add role(R), index(X) or the
like.`}
	variableFact = &source.Code{ID: "GDL023", Severity: source.Error,
		Title: "a fact with a variable",
		Doc: `A clause without a body must not contain variables: it would hold for every
term there is. Add a body that says which terms are meant.`}
	oddNegation = &source.Code{ID: "GDL024", Severity: source.Error,
		Title: "a negation of something else than an atom",
		Doc: `"not" stands before an atom or before "distinct" only. Put what it should
negate into a relation of its own, or move the negation inwards:

    ~(p(X) & q(X))    becomes    ~p(X) | ~q(X)
    ~~p(X)            becomes    p(X)`}
)

func runSafety(p *Pass) {
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		bound := map[string]bool{}
		for j := range c.Body {
			bindings(&c.Body[j], bound)
		}
		s := &clauseSafety{Pass: p, clause: c}
		s.head(bound)
		for j := range c.Body {
			s.body(&c.Body[j], &scope{own: bound})
		}
	}
}

// A clauseSafety checks one clause.
type clauseSafety struct {
	*Pass
	clause *gdl.Clause
	times  map[string]int // how often each variable occurs; made when first needed
}

// bindings adds the variables that a formula binds whenever it holds.
func bindings(f *gdl.Formula, bound map[string]bool) {
	switch f.Op {
	case gdl.OpAtom:
		if f.Atom.Name == gdl.Distinct {
			return
		}
		for i := range f.Atom.Args {
			f.Atom.Args[i].Walk(func(t *gdl.Term) {
				if t.Kind == gdl.Variable {
					bound[t.Name] = true
				}
			})
		}
	case gdl.OpAnd:
		for i := range f.Args {
			bindings(&f.Args[i], bound)
		}
	case gdl.OpOr:
		count := map[string]int{}
		for i := range f.Args {
			own := map[string]bool{}
			bindings(&f.Args[i], own)
			for v := range own {
				count[v]++
			}
		}
		for v, n := range count {
			if n == len(f.Args) {
				bound[v] = true
			}
		}
	}
}

// head looks for variables of the head that nothing binds.
func (s *clauseSafety) head(bound map[string]bool) {
	reported := map[string]bool{}
	s.clause.Head.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable || bound[t.Name] || reported[t.Name] {
			return
		}
		reported[t.Name] = true
		if len(s.clause.Body) > 0 {
			s.fixRole(t, s.Report(unsafeHead, t.Span, "the variable %s of the head occurs in no positive condition of the body", s.variable(t)))
			return
		}
		d := s.Report(variableFact, t.Span, "the fact has the variable %s, so it would hold for every term", s.variable(t))
		if !s.fixRole(t, d) {
			d.Advise("give it a body that binds the variable")
		}
	})
}

// A scope holds the variables that are bound where a formula stands.
type scope struct {
	own   map[string]bool
	outer *scope // what the formula around it binds, or nil
}

// inside returns the scope of the parts of a formula that binds more.
func (s *scope) inside(f *gdl.Formula) *scope {
	inner := &scope{own: map[string]bool{}, outer: s}
	bindings(f, inner.own)
	return inner
}

func (s *scope) has(name string) bool {
	for ; s != nil; s = s.outer {
		if s.own[name] {
			return true
		}
	}
	return false
}

// body checks negations and inequalities inside a formula.
func (s *clauseSafety) body(f *gdl.Formula, bound *scope) {
	switch f.Op {
	case gdl.OpAtom:
		if f.Atom.Name == gdl.Distinct {
			s.reportUnbound(&f.Atom, bound, unsafeDistinct, "distinct")
		}
	case gdl.OpNot:
		s.negation(f, bound)
	case gdl.OpAnd, gdl.OpOr:
		if f.Op == gdl.OpAnd {
			bound = bound.inside(f)
		}
		for i := range f.Args {
			s.body(&f.Args[i], bound)
		}
	}
}

func (s *clauseSafety) negation(f *gdl.Formula, bound *scope) {
	inner := &f.Args[0]
	switch {
	case inner.Op != gdl.OpAtom:
		s.fixOddNegation(f, s.Report(oddNegation, f.Span, "a negation must stand directly before an atom"))
	case inner.Atom.Name == gdl.Distinct:
		s.reportUnbound(&inner.Atom, bound, unsafeDistinct, "distinct")
	default:
		for _, d := range s.reportUnbound(&inner.Atom, bound, unsafeNegation, "the negation") {
			s.fixNegation(&inner.Atom, bound, d)
		}
	}
}

func (s *clauseSafety) reportUnbound(atom *gdl.Term, bound *scope, code *source.Code, where string) (found []*source.Diagnostic) {
	reported := map[string]bool{}
	for i := range atom.Args {
		atom.Args[i].Walk(func(t *gdl.Term) {
			if t.Kind != gdl.Variable || bound.has(t.Name) || reported[t.Name] {
				return
			}
			reported[t.Name] = true
			found = append(found, s.Report(code, t.Span, "the variable %s of %s occurs in no positive condition of the body", s.variable(t), where))
		})
	}
	return found
}
