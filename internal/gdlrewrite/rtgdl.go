package gdlrewrite

import (
	"fmt"
	"strings"

	"ludex/gdl"
)

// TurnNames are the words that [ToRTGDL] introduces, which do not occur in the
// description.
type TurnNames struct {
	Clock string // the fact that expires at the end of each turn
	Made  string // made(R,M): R has made the move M in this turn
	Moved string // moved(R): R has moved in this turn
	// Fact is the function that is put around every fact of the description,
	// or "" if that is not necessary.
	Fact string
}

// minClock is the shortest turn: roles can move at one instant before the last, at
// which the manager moves for them.
const minClock gdl.Lifetime = 2

// ToRTGDL translates a description of GDL into rtGDL, and GDL-II into rtGDL-II
// (Kowalski and Kisielewicz 2016, Theorem 3). A turn lasts as long as the clock.
// In each turn every role can move once, at any time; the moves take effect when
// the clock expires. A move at that very instant is late and void.
//
//	true(F), init(F), next(F)   true(infinity,F), init(infinity,F), next(infinity,F)
//	does(R,M)                   true(infinity,made(R,M))
//	next(…) and sees(…) hold    only if expired(clock)
//	legal(R,M) holds            only if ~true(infinity,moved(R))
//
// together with rules for the new facts, of which made, moved and clock have
// other names if the description has these words already. Where legal is asked
// in conditions it keeps its meaning, under a new name. Where a condition asks
// for any fact, as in true(F), all facts of the description are wrapped, so that
// F never is one of the new facts. Base relations get the new facts if there are
// input relations too, and are left out else, for the moves would be missing.
//
// A role that does not move in a turn has no made fact, so its next rules see no
// move of it. The manager of a match must prevent that.
func ToRTGDL(p *gdl.Program, clock gdl.Lifetime) (*gdl.Program, TurnNames, error) {
	if err := canBeTimed(p, clock); err != nil {
		return nil, TurnNames{}, err
	}
	t := newTurns(p)
	q := copyProgram(p)
	q.Dialect = gdl.RTGDL
	if p.Dialect.Percepts() {
		q.Dialect = gdl.RTGDLII
	}
	q.Clauses = q.Clauses[:0]
	for i := range p.Clauses {
		if c := copyClause(&p.Clauses[i]); !t.isDropped(&c) {
			t.clause(&c)
			q.Clauses = append(q.Clauses, c)
		}
	}
	q.Clauses = append(q.Clauses, t.rules(clock)...)
	q.Clauses = append(q.Clauses, t.bases(q.Clauses)...)
	return q, t.names, nil
}

// canBeTimed reports why a description cannot be translated.
func canBeTimed(p *gdl.Program, clock gdl.Lifetime) error {
	switch {
	case p.Dialect.Timed():
		return fmt.Errorf("the description is in %s already", p.Dialect.Title())
	case p.Dialect.Knowledge():
		return fmt.Errorf("the description is in %s, and rules cannot speak of knowledge in rtGDL-II", p.Dialect.Title())
	case clock < minClock || clock > gdl.MaxUnits*1_000_000_000:
		return fmt.Errorf("a turn must be longer than %s units and not longer than %d", lifetimeText(minClock-1), gdl.MaxUnits)
	}
	if !p.Dialect.Percepts() {
		if mark := perceptMark(p); mark != "" {
			return fmt.Errorf("the description has %s, which means something else in rtGDL-II", mark)
		}
	}
	var err error
	p.Walk(func(t *gdl.Term) {
		l, bad := gdl.ParseLifetime(t.Name)
		if err == nil && t.Kind == gdl.Constant && bad == nil && strings.Contains(t.Name, ".") && lifetimeText(l) != t.Name {
			err = fmt.Errorf("the constant %s would be read as the number %s in rtGDL: rename it", t.Name, lifetimeText(l))
		}
	})
	return err
}

// lifetimeText returns the normal form of a lifetime.
func lifetimeText(l gdl.Lifetime) string {
	if l == gdl.Forever {
		return gdl.Infinity
	}
	text := fmt.Sprintf("%d.%09d", l/1_000_000_000, l%1_000_000_000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// turns translates the clauses of a description.
type turns struct {
	names TurnNames
	// New names for words of the description that must be renamed, or "".
	legal, base, expired string
	hasBase, hasInput    bool
}

func newTurns(p *gdl.Program) *turns {
	words := vocabularyOf(p)
	fresh := words.fresh
	t := &turns{names: TurnNames{Clock: fresh("clock"), Made: fresh("made"), Moved: fresh("moved")}}
	for i := range p.Clauses {
		t.look(&p.Clauses[i], fresh)
	}
	if words[gdl.Expired] {
		t.expired = fresh(gdl.Expired)
	}
	return t
}

// look records what needs special treatment in a clause.
func (t *turns) look(c *gdl.Clause, fresh func(string) string) {
	t.hasBase = t.hasBase || c.Head.Name == gdl.Base
	t.hasInput = t.hasInput || c.Head.Name == gdl.Input
	c.Atoms(func(a *gdl.Term, _ bool) {
		switch {
		case a.Name == gdl.True && len(a.Args) == 1 && a.Args[0].Kind == gdl.Variable && t.names.Fact == "":
			t.names.Fact = fresh("fact")
		case a.Name == gdl.Legal && t.legal == "":
			t.legal = fresh("lawful")
		case a.Name == gdl.Base && t.base == "":
			t.base = fresh("basic")
		}
	})
}

// isDropped reports whether a clause is not part of the translation.
func (t *turns) isDropped(c *gdl.Clause) bool {
	return c.Head.Name == gdl.Base && t.base == "" && !t.hasInput
}

// clause translates a clause in place.
func (t *turns) clause(c *gdl.Clause) {
	head := c.Head.Name
	t.atom(&c.Head)
	for i := range c.Body {
		t.formula(&c.Body[i])
	}
	switch {
	case head == gdl.Next || head == gdl.Sees:
		c.Body = append(c.Body, gdl.Pos(gdl.Fn(gdl.Expired, t.clock())))
	case head == gdl.Legal && t.legal == "" && len(c.Head.Args) == 2:
		c.Body = append(c.Body, gdl.Not(t.always(gdl.True, gdl.Fn(t.names.Moved, copyTerm(&c.Head.Args[0])))))
	}
}

func (t *turns) formula(f *gdl.Formula) {
	if f.Op == gdl.OpAtom {
		t.atom(&f.Atom)
	}
	for i := range f.Args {
		t.formula(&f.Args[i])
	}
}

// atom translates an atom in place.
func (t *turns) atom(a *gdl.Term) {
	for i := range a.Args {
		a.Args[i].Walk(t.rename)
	}
	out := *a
	switch {
	case (a.Name == gdl.True || a.Name == gdl.Init || a.Name == gdl.Next) && len(a.Args) == 1:
		out = t.always(a.Name, t.wrap(a.Args[0]))
	case a.Name == gdl.Does:
		out = t.always(gdl.True, gdl.Fn(t.names.Made, a.Args...))
	case a.Name == gdl.Legal && t.legal != "":
		out.Name = t.legal
	case a.Name == gdl.Base && t.base != "":
		out.Name = t.base
	case a.Name == gdl.Base && len(a.Args) == 1:
		out = gdl.Fn(gdl.Base, t.wrap(a.Args[0]))
	default:
		t.rename(&out)
	}
	out.Span = a.Span
	*a = out
}

// rename renames a word of the description that is a keyword of rtGDL.
func (t *turns) rename(u *gdl.Term) {
	if u.Kind != gdl.Variable && u.Name == gdl.Expired && t.expired != "" {
		u.Name = t.expired
	}
}

func (t *turns) wrap(fact gdl.Term) gdl.Term {
	if t.names.Fact == "" {
		return fact
	}
	return gdl.Fn(t.names.Fact, fact)
}

func (t *turns) clock() gdl.Term { return gdl.Const(t.names.Clock) }

// always returns a timed atom about a fact without end.
func (t *turns) always(keyword string, fact gdl.Term) gdl.Term {
	return gdl.Fn(keyword, gdl.Const(gdl.Infinity), fact)
}

// rules returns the rules for the new facts.
func (t *turns) rules(clock gdl.Lifetime) []gdl.Clause {
	role, move, fact, left := gdl.Var("R"), gdl.Var("M"), gdl.Var("F"), gdl.Var("T")
	length := gdl.Const(lifetimeText(clock))
	moved, made := gdl.Fn(t.names.Moved, role), gdl.Fn(t.names.Made, role, move)
	does := gdl.Pos(gdl.Fn(gdl.Does, role, move))
	running := gdl.Pos(gdl.Fn(gdl.True, left, t.clock()))
	out := []gdl.Clause{
		{Head: gdl.Fn(gdl.Init, length, t.clock())},
		rule(gdl.Fn(gdl.Next, length, t.clock()), gdl.Pos(gdl.Fn(gdl.Expired, t.clock()))),
		rule(gdl.Fn(gdl.Next, left, t.clock()), running),
		rule(t.always(gdl.Next, moved), does, running),
		rule(t.always(gdl.Next, made), does, gdl.Not(t.always(gdl.True, moved)), running),
		rule(t.always(gdl.Next, fact), running, gdl.Pos(t.always(gdl.True, fact))),
	}
	if t.legal != "" {
		out = append(out, rule(gdl.Fn(gdl.Legal, role, move),
			gdl.Pos(gdl.Fn(t.legal, role, move)), gdl.Not(t.always(gdl.True, moved))))
	}
	for i := range out {
		out[i] = copyClause(&out[i]) // they share terms
	}
	return out
}

// bases returns the base relation of the new facts, if there is one. Where a
// move is an input, that it was made is a base; input itself cannot be asked in
// a condition.
func (t *turns) bases(clauses []gdl.Clause) []gdl.Clause {
	if !t.hasBase || t.base != "" || !t.hasInput {
		return nil
	}
	role := gdl.Var("R")
	out := []gdl.Clause{
		{Head: gdl.Fn(gdl.Base, t.clock())},
		rule(gdl.Fn(gdl.Base, gdl.Fn(t.names.Moved, role)), gdl.Pos(gdl.Fn(gdl.Role, role))),
	}
	for i := range clauses {
		if c := &clauses[i]; c.Head.Name == gdl.Input {
			made := copyClause(c)
			made.Head = gdl.Fn(gdl.Base, gdl.Fn(t.names.Made, made.Head.Args...))
			out = append(out, gdl.Clause{Head: made.Head, Body: withoutSpans(made.Body)})
		}
	}
	return out
}

// withoutSpans returns formulas without source positions.
func withoutSpans(fs []gdl.Formula) []gdl.Formula {
	p := gdl.Program{Clauses: []gdl.Clause{{Body: fs}}}
	clearSpans(&p)
	return p.Clauses[0].Body
}

func rule(head gdl.Term, body ...gdl.Formula) gdl.Clause { return gdl.Clause{Head: head, Body: body} }
