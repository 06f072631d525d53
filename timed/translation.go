package timed

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/gdl"
)

// A Translation is a timed game that was translated from a turn-based game, as
// [gdlrewrite.ToRTGDL] does: in each turn every role can move once, at any time,
// and the moves take effect when a clock expires.
type Translation struct {
	// Original is the turn-based game, in GDL or GDL-II. Its roles, moves, percepts
	// and facts have the same texts as in the timed game.
	Original *gdl.Program
	// Clock is the fact that expires at the end of each turn.
	Clock string

	own map[gdl.Symbol]bool // facts of the timed game only, which last for a turn
}

// FindTranslation recognises a translation by its structure, whatever its words
// are, and inverts it. The error says why a description is not a translation.
//
// It also recognises descriptions that remember moves in facts other than
// made(R,M), which [gdlrewrite.ToRTGDL] uses, for example by their arguments only.
func FindTranslation(p *gdl.Program) (*Translation, error) {
	if !p.Dialect.Timed() {
		return nil, fmt.Errorf("facts have no lifetimes in %s", p.Dialect.Title())
	}
	f := &finder{program: p, memos: map[gdl.Symbol][]memo{}}
	for _, step := range []func() error{f.findClock, f.findTurnRules, f.findMemos, f.translate, f.checkMoves} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("no game of turns: %w", err)
		}
	}
	own := map[gdl.Symbol]bool{{Name: f.clock}: true, {Name: f.moved, Arity: 1}: true}
	for s := range f.memos {
		own[s] = true
	}
	return &Translation{Original: f.out, Clock: f.clock, own: own}, nil
}

// End returns the instant at which the turn ends, or [Forever].
func (t *Translation) End(s State) Time { return s.ExpiryOf(t.Clock) }

// Facts returns the state of the original game, as sorted canonical texts.
func (t *Translation) Facts(s State) []string {
	var out []string
	for _, f := range s.Facts() {
		if !t.own[textSymbol(f.Fact)] {
			out = append(out, f.Fact)
		}
	}
	return slices.Compact(out)
}

// textSymbol returns the symbol of a canonical text.
func textSymbol(text string) gdl.Symbol {
	if !strings.HasPrefix(text, "(") {
		return gdl.Symbol{Name: text}
	}
	depth, arity := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			if depth == 1 {
				arity++
			}
		}
	}
	return gdl.Symbol{Name: text[1:strings.IndexByte(text, ' ')], Arity: arity}
}

// A finder looks for the structure of a translation.
type finder struct {
	program *gdl.Program
	clock   string
	moved   string
	memos   map[gdl.Symbol][]memo
	used    map[int]bool // clauses that only the timed game has
	names   map[gdl.Symbol]string
	out     *gdl.Program
}

// A memo is a rule by which a fact remembers a move until the end of the turn:
// head holds if the move is made.
type memo struct{ head, does gdl.Term }

var (
	errNoClock = errors.New("no fact starts again whenever it expires")
	errNoMoved = errors.New("no fact keeps roles from moving twice in a turn")
	errNoFrame = errors.New("facts do not stay as they are during a turn")
)

// findClock finds the fact that starts again whenever it expires.
func (f *finder) findClock() error {
	for i := range f.program.Clauses {
		c := &f.program.Clauses[i]
		if c.Head.Name != gdl.Next || len(c.Head.Args) != 2 || len(c.Body) != 1 {
			continue
		}
		atom, negated, ok := c.Body[0].Literal()
		if ok && !negated && atom.Name == gdl.Expired && len(atom.Args) == 1 && atom.Args[0].Kind == gdl.Constant &&
			atom.Args[0].Equal(&c.Head.Args[1]) && isFinite(&c.Head.Args[0]) {
			f.clock = atom.Args[0].Name
			return nil
		}
	}
	return errNoClock
}

func isFinite(t *gdl.Term) bool {
	l, err := gdl.ParseLifetime(t.Name)
	return t.Kind == gdl.Constant && err == nil && l != gdl.Forever
}

func isForever(t *gdl.Term) bool { return t.Kind == gdl.Constant && t.Name == gdl.Infinity }

// findTurnRules finds the rules for the clock, the rule for the roles that have
// moved, and the frame rule.
func (f *finder) findTurnRules() error {
	f.used = map[int]bool{}
	runs, starts, stays := false, false, false
	for i := range f.program.Clauses {
		c := &f.program.Clauses[i]
		if len(c.Head.Args) != 2 {
			continue
		}
		lifetime, fact := &c.Head.Args[0], &c.Head.Args[1]
		isClock := fact.Kind == gdl.Constant && fact.Name == f.clock
		switch {
		case c.Head.Name == gdl.Init && isClock && isFinite(lifetime) && len(c.Body) == 0:
			starts, f.used[i] = true, true
		case c.Head.Name != gdl.Next:
		case isClock && isFinite(lifetime) && f.bodyIs(c, gdl.Pos(gdl.Fn(gdl.Expired, gdl.Const(f.clock)))):
			f.used[i] = true
		case isClock && lifetime.Kind == gdl.Variable && len(c.Body) == 1 && f.isRunning(&c.Body[0], lifetime.Name):
			runs, f.used[i] = true, true
		case isForever(lifetime) && fact.Kind == gdl.Variable && f.withRunning(c, gdl.Pos(gdl.Fn(gdl.True, *lifetime, *fact))):
			stays, f.used[i] = true, true
		case isForever(lifetime) && f.moved == "" && f.isMovedRule(c):
			f.moved, f.used[i] = fact.Name, true
		}
	}
	switch {
	case !starts || !runs:
		return errNoClock
	case f.moved == "":
		return errNoMoved
	case !stays:
		return errNoFrame
	}
	return nil
}

// isMovedRule reports whether a rule is next(infinity,moved(R)) :- does(R,M) &
// true(T,clock).
func (f *finder) isMovedRule(c *gdl.Clause) bool {
	fact := &c.Head.Args[1]
	if fact.Kind != gdl.Function || len(fact.Args) != 1 || fact.Args[0].Kind != gdl.Variable {
		return false
	}
	for i := range c.Body {
		a, negated, ok := c.Body[i].Literal()
		if ok && !negated && a.Name == gdl.Does && len(a.Args) == 2 && a.Args[0].Equal(&fact.Args[0]) &&
			a.Args[1].Kind == gdl.Variable && !a.Args[1].Equal(&a.Args[0]) {
			return f.withRunning(c, gdl.Pos(*a))
		}
	}
	return false
}

// isRunning reports whether a formula is true(T,clock) with a variable T, that
// has the given name unless it is "".
func (f *finder) isRunning(g *gdl.Formula, variable string) bool {
	return g.Op == gdl.OpAtom && hasLifetime(&g.Atom) && g.Atom.Args[0].Kind == gdl.Variable &&
		(variable == "" || g.Atom.Args[0].Name == variable) &&
		g.Atom.Args[1].Kind == gdl.Constant && g.Atom.Args[1].Name == f.clock
}

// withRunning reports whether the body of a rule consists of the given literals
// and the condition that the clock runs, in any order.
func (f *finder) withRunning(c *gdl.Clause, literals ...gdl.Formula) bool {
	at := slices.IndexFunc(c.Body, func(g gdl.Formula) bool { return f.isRunning(&g, "") })
	if at < 0 {
		return false
	}
	rest := gdl.Clause{Head: c.Head, Body: slices.Delete(slices.Clone(c.Body), at, at+1)}
	name := c.Body[at].Atom.Args[0].Name
	used := false
	rest.Walk(func(t *gdl.Term) { used = used || t.Kind == gdl.Variable && t.Name == name })
	return !used && f.bodyIs(&rest, literals...)
}

// bodyIs reports whether the body of a clause consists of the given literals, in
// any order.
func (f *finder) bodyIs(c *gdl.Clause, literals ...gdl.Formula) bool {
	if len(c.Body) != len(literals) {
		return false
	}
	for i := range literals {
		if !slices.ContainsFunc(c.Body, func(g gdl.Formula) bool { return g.Equal(&literals[i]) }) {
			return false
		}
	}
	return true
}

// hasNotMoved returns the condition that a role has not moved.
func (f *finder) hasNotMoved(role gdl.Term) gdl.Formula {
	return gdl.Not(gdl.Fn(gdl.True, gdl.Const(gdl.Infinity), gdl.Fn(f.moved, role)))
}

// findMemos finds the facts that remember moves.
func (f *finder) findMemos() error {
	for i := range f.program.Clauses {
		c := &f.program.Clauses[i]
		if f.used[i] || c.Head.Name != gdl.Next || len(c.Head.Args) != 2 || !isForever(&c.Head.Args[0]) || c.Head.Args[1].Kind == gdl.Variable {
			continue
		}
		for j := range c.Body {
			a, negated, ok := c.Body[j].Literal()
			if !ok || negated || a.Name != gdl.Does || len(a.Args) != 2 {
				continue
			}
			if f.withRunning(c, gdl.Pos(*a), f.hasNotMoved(a.Args[0])) || f.withRunning(c, gdl.Pos(*a)) {
				head := c.Head.Args[1]
				f.used[i] = true
				f.memos[head.Symbol()] = append(f.memos[head.Symbol()], memo{head, *a})
			}
		}
	}
	if len(f.memos) == 0 {
		return errors.New("no fact remembers the moves of a turn")
	}
	return nil
}

// translate makes the original game from the other clauses.
func (f *finder) translate() error {
	q := *f.program
	q.Clauses, q.Comments = nil, nil
	q.Dialect = gdl.GDL
	if f.program.Dialect.Percepts() {
		q.Dialect = gdl.GDLII
	}
	f.nameMemos()
	for i := range f.program.Clauses {
		c := &f.program.Clauses[i]
		if f.used[i] || c.Head.Name == gdl.Base && len(c.Head.Args) == 1 && f.isOwn(&c.Head.Args[0]) {
			continue
		}
		d, err := f.clause(c)
		if err != nil {
			return err
		}
		q.Clauses = append(q.Clauses, d)
	}
	f.out = &q
	f.addMemos()
	return nil
}

// isOwn reports whether only the timed game has a fact.
func (f *finder) isOwn(fact *gdl.Term) bool {
	if fact.Kind == gdl.Variable {
		return false
	}
	return f.memos[fact.Symbol()] != nil || fact.Symbol() == gdl.Symbol{Name: f.moved, Arity: 1} || fact.Symbol() == gdl.Symbol{Name: f.clock}
}

// clause translates a clause back.
func (f *finder) clause(c *gdl.Clause) (gdl.Clause, error) {
	out := gdl.Clause{Head: c.Head, Body: slices.Clone(c.Body), Span: c.Span}
	var drop gdl.Formula
	switch {
	case c.Head.Name == gdl.Next || c.Head.Name == gdl.Sees:
		drop = gdl.Pos(gdl.Fn(gdl.Expired, gdl.Const(f.clock)))
	case c.Head.Name == gdl.Legal && len(c.Head.Args) == 2:
		drop = f.hasNotMoved(c.Head.Args[0])
	}
	if drop.Op != gdl.OpAtom || drop.Atom.Name != "" {
		at := slices.IndexFunc(out.Body, func(g gdl.Formula) bool { return g.Equal(&drop) })
		if at < 0 {
			return out, fmt.Errorf("a rule for %s is not about turns", c.Head.Name)
		}
		out.Body = slices.Delete(out.Body, at, at+1)
	}
	var err error
	if out.Head, err = f.head(c.Head); err != nil {
		return out, err
	}
	out.Body, err = f.formulas(out.Body)
	return out, err
}

// head translates a head back.
func (f *finder) head(h gdl.Term) (gdl.Term, error) {
	if (h.Name == gdl.Next || h.Name == gdl.Init) && len(h.Args) == 2 {
		if !isForever(&h.Args[0]) {
			return h, fmt.Errorf("%s gives a fact another lifetime than infinity", h.Name)
		}
		h.Args = h.Args[1:]
	}
	return h, f.foreign(&h)
}

// foreign reports words in a term that only the timed game has.
func (f *finder) foreign(t *gdl.Term) error {
	found := ""
	t.Walk(func(u *gdl.Term) {
		if f.isOwn(u) || u.Kind != gdl.Variable && u.Name == gdl.Expired {
			found = u.Name
		}
	})
	if found != "" {
		return fmt.Errorf("%s is used in another way than in a game of turns", found)
	}
	return nil
}

func (f *finder) formulas(fs []gdl.Formula) ([]gdl.Formula, error) {
	var out []gdl.Formula
	for i := range fs {
		g := fs[i]
		var err error
		if g.Op == gdl.OpAtom {
			g.Atom, err = f.atom(g.Atom)
		} else {
			g.Args, err = f.formulas(g.Args)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// atom translates an atom of a condition back.
func (f *finder) atom(a gdl.Term) (gdl.Term, error) {
	switch {
	case a.Name == gdl.Does:
		return a, errors.New("moves have effects before the turn is over")
	case !hasLifetime(&a):
		return a, f.foreign(&a)
	case !isForever(&a.Args[0]):
		return a, errors.New("a condition asks for a lifetime")
	case a.Args[1].Kind == gdl.Variable:
		return a, errors.New("a condition asks for any fact")
	}
	fact := a.Args[1]
	if list := f.memos[fact.Symbol()]; list != nil {
		for i := range fact.Args {
			if err := f.foreign(&fact.Args[i]); err != nil {
				return a, err
			}
		}
		if f.names[fact.Symbol()] == gdl.Does {
			return gdl.Fn(gdl.Does, fact.Args...), nil
		}
		return gdl.Fn(f.names[fact.Symbol()], fact.Args...), nil
	}
	return gdl.Fn(gdl.True, fact), f.foreign(&fact)
}

// nameMemos chooses replacements for the facts that remember moves: does itself if
// the fact has exactly its arguments, else a new relation.
func (f *finder) nameMemos() {
	words := map[string]bool{}
	f.program.Walk(func(t *gdl.Term) { words[strings.ToLower(t.Name)] = true })
	f.names = map[gdl.Symbol]string{}
	for _, s := range f.memoSymbols() {
		list := f.memos[s]
		if m := &list[0]; len(list) == 1 && s.Arity == 2 && m.does.Args[0].Kind == gdl.Variable && m.does.Args[1].Kind == gdl.Variable &&
			m.head.Args[0].Equal(&m.does.Args[0]) && m.head.Args[1].Equal(&m.does.Args[1]) {
			f.names[s] = gdl.Does
			continue
		}
		name := "did"
		for n := 2; words[name]; n++ {
			name = "did_" + strconv.Itoa(n)
		}
		words[name] = true
		f.names[s] = name
	}
}

// memoSymbols returns the facts that remember moves in a fixed order.
func (f *finder) memoSymbols() []gdl.Symbol {
	var list []gdl.Symbol
	for s := range f.memos {
		list = append(list, s)
	}
	slices.SortFunc(list, gdl.Symbol.Compare)
	return list
}

// addMemos adds the rules for new relations.
func (f *finder) addMemos() {
	for _, s := range f.memoSymbols() {
		if f.names[s] == gdl.Does {
			continue
		}
		for _, m := range f.memos[s] {
			f.out.Clauses = append(f.out.Clauses, gdl.Clause{
				Head: gdl.Fn(f.names[s], m.head.Args...), Body: []gdl.Formula{gdl.Pos(m.does)}})
		}
	}
}

// checkMoves makes sure that in the original game only the effects at the end of a
// turn depend on moves.
func (f *finder) checkMoves() error {
	depends := map[gdl.Symbol]bool{{Name: gdl.Does, Arity: 2}: true}
	for changed := true; changed; {
		changed = false
		for i := range f.out.Clauses {
			c := &f.out.Clauses[i]
			if depends[c.Head.Symbol()] {
				continue
			}
			c.Atoms(func(a *gdl.Term, _ bool) {
				if depends[a.Symbol()] {
					depends[c.Head.Symbol()], changed = true, true
				}
			})
		}
	}
	for _, s := range []gdl.Symbol{{Name: gdl.Terminal}, {Name: gdl.Goal, Arity: 2}, {Name: gdl.Legal, Arity: 2}, {Name: gdl.Init, Arity: 1}} {
		if depends[s] {
			return fmt.Errorf("%s depends on moves of the turn", s.Name)
		}
	}
	return nil
}

// hasLifetime reports whether an atom asks for a fact with its lifetime.
func hasLifetime(a *gdl.Term) bool { return a.Name == gdl.True && len(a.Args) == 2 }
