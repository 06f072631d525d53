package ground

import (
	"context"
	"fmt"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlrewrite"
	"ludex/source"
)

// A RuleError says that a clause cannot be grounded. A description without
// errors in its check has no such clause.
type RuleError struct {
	Place   string // file:line:column, or empty
	Clause  string // its text in prefix form, unless that is huge
	Problem string
}

// Error returns the place, the problem and the clause.
func (e *RuleError) Error() string {
	text := e.Problem
	if e.Place != "" {
		text = e.Place + ": " + text
	}
	if e.Clause != "" {
		text += ": " + e.Clause
	}
	return text
}

// A DialectError says that descriptions in a dialect cannot be grounded.
type DialectError struct {
	Dialect gdl.Dialect
	Why     string
}

// Error says which dialect it is, and why.
func (e *DialectError) Error() string {
	return fmt.Sprintf("%s cannot be grounded: %s", e.Dialect.Title(), e.Why)
}

func newRuleError(p *gdl.Program, clause int, problem string) *RuleError {
	c := &p.Clauses[clause]
	return &RuleError{place(p.File, c.Span), gdlformat.Clause(c, gdl.Prefix), problem}
}

// place returns "file:line:column", or nothing for generated clauses.
func place(f *source.File, s source.Span) string {
	if f == nil || !s.IsValid() {
		return ""
	}
	line, column := f.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", f.Name(), line, column)
}

// load turns the clauses of a description into rules without disjunctions and
// keeps those that the roots need.
func load(ctx context.Context, src *gdl.Program, opt Options) (*program, error) {
	if src.Dialect.Timed() {
		return nil, &DialectError{src.Dialect, "facts have lifetimes"}
	}
	if src.Dialect.Knowledge() {
		return nil, &DialectError{src.Dialect, "what roles know is not in the state"}
	}
	p := &program{source: src, terms: newTerms(), byName: map[gdl.Symbol]int32{}}
	p.percepts = src.Dialect != gdl.GDL
	p.withoutGoals, p.withoutPercepts = opt.WithoutGoals, opt.WithoutPercepts
	p.nameKeywords()
	for i := range src.Clauses {
		if i&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := p.addClause(i); err != nil {
			return nil, err
		}
	}
	p.dropUnneeded()
	if !opt.noSplit && !opt.KeepArguments {
		p.dropArguments()
	}
	p.linearise()
	return p, p.checkInit()
}

func (p *program) nameKeywords() {
	for _, k := range []struct {
		number *int32
		name   string
	}{
		{&p.role, gdl.Role}, {&p.initial, gdl.Init}, {&p.current, gdl.True}, {&p.next, gdl.Next},
		{&p.legal, gdl.Legal}, {&p.does, gdl.Does}, {&p.goal, gdl.Goal}, {&p.terminal, gdl.Terminal},
		{&p.sees, gdl.Sees},
	} {
		arity, _ := gdl.GDLII.Arity(k.name)
		*k.number = p.relation(gdl.Symbol{Name: k.name, Arity: arity})
	}
}

// addClause adds the rules that a clause of the description stands for.
func (p *program) addClause(i int) error {
	if problem := gdlrewrite.Oversize(&p.source.Clauses[i]); problem != "" {
		return &RuleError{Place: place(p.source.File, p.source.Clauses[i].Span), Problem: "this rule " + problem + ": define relations of their own for parts of it"}
	}
	clause, extra := p.mergeAlternatives(&p.source.Clauses[i])
	for _, c := range append(extra, clause) {
		clauses, ok := gdlrewrite.Disjuncts(&c, gdlrewrite.MaxClauses)
		if !ok {
			return p.tooMany(i)
		}
		for j := range clauses {
			r, problem := p.convert(&clauses[j], i)
			if problem != "" {
				return newRuleError(p.source, i, problem)
			}
			p.rules = append(p.rules, r)
			p.hasSees = p.hasSees || p.percepts && r.head.rel == p.sees
		}
	}
	return nil
}

// tooMany returns the error for a clause with too many disjunctions.
func (p *program) tooMany(i int) error {
	_, err := gdlrewrite.RemoveOr(&gdl.Program{File: p.source.File, Clauses: p.source.Clauses[i : i+1]})
	if err == nil { // the clause became too large only by merging
		err = newRuleError(p.source, i, "too many disjunctions")
	}
	return err
}

// convert turns a clause without disjunctions into a rule, or returns what is
// wrong with it.
func (p *program) convert(c *gdl.Clause, source int) (r *rule, problem string) {
	s := scope{program: p, numbers: map[string]int32{}, rule: &rule{source: source}}
	s.rule.head = s.atom(&c.Head)
	for i := range c.Body {
		atom, negated, _ := c.Body[i].Literal()
		s.rule.body = append(s.rule.body, s.literal(atom, negated))
	}
	switch {
	case c.Head.Name == gdl.Distinct:
		return nil, "distinct cannot be defined"
	case s.rule.head.rel == p.current || s.rule.head.rel == p.does:
		return nil, fmt.Sprintf("%s cannot be defined: it is given by the play", c.Head.Name)
	case s.badDistinct:
		return nil, "distinct compares two terms"
	}
	if v := unboundVariable(s.rule); v >= 0 {
		return nil, fmt.Sprintf("the variable %s occurs in no positive condition", s.rule.names[v])
	}
	return s.rule, ""
}

// unboundVariable returns a variable that no positive literal binds, or -1.
func unboundVariable(r *rule) int32 {
	bound := newVarSet(len(r.names))
	for i := range r.body {
		if r.body[i].kind == litPositive {
			r.body[i].eachVariable(bound.add)
		}
	}
	for v := range r.names {
		if !bound.has(int32(v)) {
			return int32(v)
		}
	}
	return -1
}

// A scope numbers the variables of a clause.
type scope struct {
	program     *program
	numbers     map[string]int32
	rule        *rule
	badDistinct bool
}

func (s *scope) literal(atom *gdl.Term, negated bool) literal {
	if atom.Name != gdl.Distinct {
		l := s.atom(atom)
		if negated {
			l.kind = litNegative
		}
		return l
	}
	s.badDistinct = s.badDistinct || len(atom.Args) != 2
	l := literal{kind: litDistinct, rel: -1, args: s.patterns(atom.Args)}
	if negated {
		l.kind = litEqual
	}
	return l
}

func (s *scope) atom(atom *gdl.Term) literal {
	return literal{kind: litPositive, rel: s.program.relation(atom.Symbol()), args: s.patterns(atom.Args)}
}

func (s *scope) patterns(ts []gdl.Term) []pattern {
	out := make([]pattern, len(ts))
	for i := range ts {
		out[i] = s.pattern(&ts[i])
	}
	return out
}

func (s *scope) pattern(t *gdl.Term) pattern {
	if t.Kind == gdl.Variable {
		return pattern{kind: patVariable, id: s.variable(t.Name)}
	}
	ts := s.program.terms
	args := s.patterns(t.Args)
	ground := make([]term, len(args))
	for i := range args {
		if args[i].kind != patConstant {
			return pattern{kind: patFunction, id: ts.functor(t.Symbol()), args: args}
		}
		ground[i] = args[i].id
	}
	return pattern{kind: patConstant, id: ts.intern(ts.functor(t.Symbol()), ground)}
}

func (s *scope) variable(name string) int32 {
	if v, ok := s.numbers[name]; ok {
		return v
	}
	v := int32(len(s.rule.names))
	s.numbers[name] = v
	s.rule.names = append(s.rule.names, name)
	return v
}
