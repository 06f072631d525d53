package formula

import (
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/knowledge"
	"ludex/source"
)

// Relations are the relations of a description that do not depend on the state.
type Relations interface {
	// Relation returns the arguments of all atoms of a relation that hold. It
	// returns false if there is no such relation, or if it depends on the state.
	Relation(name string, arity int) (tuples [][]gdl.Term, ok bool, err error)
	// IsFact reports whether states can have facts with a name and a number of
	// arguments.
	IsFact(name string, arity int) bool
}

// Options configure how a formula is bound to a game.
type Options struct {
	// Relations are those that formulas can name. Nil means that there are none.
	Relations Relations
	// FoldCase makes words that differ only in case equal.
	FoldCase bool
}

// A Query is a formula bound to a game. It can be evaluated at any development or
// view, concurrently.
type Query struct {
	formula   *Formula
	game      game.Game
	opt       Options
	players   knowledge.RoleSet
	relations map[gdl.Symbol][]gdl.Term // atoms of the static relations
}

// Formula returns the formula of the query.
func (q *Query) Formula() *Formula { return q.formula }

// Bind checks a formula against a game and returns a query, or adds problems to the
// list and returns nil.
func Bind(f *Formula, g game.Game, opt Options, list *source.List) *Query {
	q := &Query{formula: f, game: g, opt: opt, relations: map[gdl.Symbol][]gdl.Term{}}
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			q.players |= knowledge.Roles(game.Role(r))
		}
	}
	b := &binder{query: q, list: list}
	before := list.Count(source.Error)
	b.formula(f, nil)
	if list.Count(source.Error) > before {
		return nil
	}
	return q
}

// A binder checks a formula against a game.
type binder struct {
	query *Query
	list  *source.List
}

// formula checks a formula with bound variables.
func (b *binder) formula(f *Formula, bound []string) {
	switch f.op {
	case opFact:
		b.fact(f)
	case opStatic:
		if !b.relation(f.atom.Symbol(), f.span) {
			b.noRelation(f.atom.Symbol(), f.span)
		}
	case opLegal, opGoal:
		b.role(&f.atom.Args[0], false)
	case opDoes, opSees:
		b.viewer(&f.atom.Args[0])
	case opExists, opForAll:
		b.domain(f, bound)
		bound = slices.Concat(bound, f.vars)
	}
	if f.op < opNot {
		b.variables(&f.atom, bound)
	}
	for i := range f.roles {
		b.variables(&f.roles[i], bound)
		b.role(&f.roles[i], true)
	}
	for i := range f.args {
		b.formula(&f.args[i], bound)
	}
}

// variables reports unbound variables.
func (b *binder) variables(t *gdl.Term, bound []string) {
	t.Walk(func(u *gdl.Term) {
		if u.Kind == gdl.Variable && !slices.Contains(bound, u.Name) {
			b.list.Report(meaning, u.Span, "nothing says what the variable %s stands for", u.Name).
				Advise("bind it by a quantifier: exists %s in …: …", u.Name)
		}
	})
}

// role reports a constant that is not a role, or not a player where one is needed.
func (b *binder) role(t *gdl.Term, player bool) {
	if t.Kind == gdl.Variable {
		return
	}
	r := b.query.role(t)
	switch {
	case r == game.NoRole:
		b.list.Report(meaning, t.Span, "%s is no role of the game", show(t)).
			Advise("the roles are %s", strings.Join(b.query.game.Roles(), ", "))
	case player && r == b.query.game.Random():
		b.list.Report(meaning, t.Span, "%s moves by chance and knows nothing", show(t))
	}
}

// viewer reports a constant that is not a role with a view.
func (b *binder) viewer(t *gdl.Term) {
	b.role(t, false)
	if t.Kind != gdl.Variable && b.query.role(t) == b.query.game.Random() && b.query.game.Random() != game.NoRole {
		b.list.Report(meaning, t.Span, "%s has no view, so what it did is not known here", show(t)).
			Advise("ask for a fact that its move leads to")
	}
}

// fact checks an atom that is a fact or a relation, and reports one that can be
// both.
func (b *binder) fact(f *Formula) {
	s := f.atom.Symbol()
	if b.relation(s, f.span) && b.query.opt.Relations.IsFact(s.Name, s.Arity) {
		b.list.Report(meaning, f.span, "%s is a fact of states as well as a relation that is the same in all states", s).
			Advise("write true(%s) for the fact, static(%s) for the relation", show(&f.atom), show(&f.atom))
	}
}

func (b *binder) noRelation(s gdl.Symbol, at source.Span) *source.Diagnostic {
	return b.list.Report(meaning, at, "%s is no relation of the description that is the same in all states", s)
}

// relation evaluates a static relation, once.
func (b *binder) relation(s gdl.Symbol, at source.Span) bool {
	if _, known := b.query.relations[s]; known {
		return true
	}
	if b.query.opt.Relations == nil {
		return false
	}
	tuples, ok, err := b.query.opt.Relations.Relation(s.Name, s.Arity)
	if err != nil {
		b.list.Report(meaning, at, "%s cannot be evaluated: %v", s, err)
	}
	if !ok || err != nil {
		return err != nil
	}
	atoms := make([]gdl.Term, len(tuples))
	for i, args := range tuples {
		atoms[i] = gdl.Fn(s.Name, args...)
	}
	b.query.relations[s] = atoms
	return true
}

// domain checks the domain of a quantifier.
func (b *binder) domain(f *Formula, bound []string) {
	for i := range f.domain.Terms {
		b.variables(&f.domain.Terms[i], bound)
	}
	if f.domain.Terms != nil {
		if len(f.vars) != 1 {
			b.list.Report(meaning, f.domain.Span, "a list of terms has values for one variable, here there are %d", len(f.vars))
		}
		return
	}
	atom := &f.domain.Atom
	b.variables(atom, slices.Concat(bound, f.vars, []string{anonymous}))
	for _, v := range f.vars {
		if !mentions(atom, v) {
			b.list.Report(meaning, f.domain.Span, "the domain does not mention the variable %s", v)
		}
	}
	b.domainAtom(atom, f.domain.Span)
}

// anonymous is the variable that matches anything in a domain.
const anonymous = "_"

func mentions(t *gdl.Term, variable string) bool {
	found := false
	t.Walk(func(u *gdl.Term) { found = found || u.Kind == gdl.Variable && u.Name == variable })
	return found
}

// domainAtom checks that the instances of an atom can be enumerated.
func (b *binder) domainAtom(atom *gdl.Term, at source.Span) {
	op, arity := domainOp(atom)
	switch {
	case arity >= 0 && len(atom.Args) != arity:
		b.list.Report(meaning, at, "%s takes %d arguments, here it has %d", atom.Name, arity, len(atom.Args))
	case op == opLegal || op == opGoal:
		b.role(&atom.Args[0], false)
	case op.remembered():
		b.viewer(&atom.Args[0])
	case op == opFact && arity < 0 && !b.relation(atom.Symbol(), at):
		b.noRelation(atom.Symbol(), at).Advise("facts of the state are written true(%s)", show(atom))
	}
}

// domainOp returns the kind of a domain atom, and its arity, or -1. Roles are Fact
// with one argument.
func domainOp(atom *gdl.Term) (op opKind, arity int) {
	switch atom.Name {
	case gdl.True:
		return opTrue, 1
	case gdl.Legal:
		return opLegal, 2
	case gdl.Goal:
		return opGoal, 2
	case gdl.Does:
		return opDoes, 2
	case gdl.Sees:
		return opSees, 2
	case gdl.Role:
		return opFact, 1
	}
	return opFact, -1
}

// role returns the role that a term names, or NoRole.
func (q *Query) role(t *gdl.Term) game.Role {
	text := canonical(t)
	for r, name := range q.game.Roles() {
		if q.same(name, text) {
			return game.Role(r)
		}
	}
	return game.NoRole
}

// same compares two words or texts.
func (q *Query) same(a, b string) bool {
	return a == b || q.opt.FoldCase && strings.EqualFold(a, b)
}
