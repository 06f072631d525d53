package gdltest

import (
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"ludex/gdl"
)

// RecursiveGame returns a generator of small games in GDL and GDL-II whose
// relations are defined by recursion: by several relations that need each other,
// over facts that change and over moves, and by negation of such relations in later
// strata. They are read by legal, terminal, goal, next and sees. Plays are short and
// of different lengths. A few games leave a role without a move or with several
// goals, or have plays that do not end.
func RecursiveGame() *rapid.Generator[*gdl.Program] {
	return rapid.Custom(func(t *rapid.T) *gdl.Program {
		g := &gameMaker{t: t, dialect: rapid.SampledFrom([]gdl.Dialect{gdl.GDL, gdl.GDLII}).Draw(t, "dialect")}
		g.domain()
		g.facts()
		g.roles()
		still := g.layers("r", g.still)
		g.ends(still)
		g.legality(still)
		forGoals := g.layers("g", still)
		for _, r := range g.players() {
			g.goals(r, forGoals)
		}
		all := g.layers("n", slices.Concat(still, g.moved))
		g.updates(all)
		if g.dialect == gdl.GDLII {
			g.percepts(g.layers("s", all))
		}
		return &gdl.Program{Dialect: g.dialect, Clauses: g.clauses}
	})
}

// A gameMaker makes one game.
type gameMaker struct {
	t         *rapid.T
	dialect   gdl.Dialect
	clauses   []gdl.Clause
	constants []gdl.Term // the domain
	state     []readable // facts
	roleNames []gdl.Term
	moves     [][]readable // by role
	still     []readable   // facts and turns
	moved     []readable   // moves of all roles
}

// A readable is what rules can read: a fact, a move or a relation, each with one
// argument or none.
type readable struct {
	name  string
	unary bool
	wrap  func(gdl.Term) gdl.Term
}

// of returns the term with an argument, if it takes one.
func (r *readable) of(arg gdl.Term) gdl.Term {
	if r.unary {
		return gdl.Fn(r.name, arg)
	}
	return gdl.Const(r.name)
}

// atom returns what rules read.
func (r *readable) atom(arg gdl.Term) gdl.Term { return r.wrap(r.of(arg)) }

func plain(t gdl.Term) gdl.Term { return t }

func isTrue(t gdl.Term) gdl.Term { return gdl.Fn(gdl.True, t) }

func (g *gameMaker) number(low, high int, what string) int {
	return rapid.IntRange(low, high).Draw(g.t, what)
}

func (g *gameMaker) oneIn(n int, what string) bool { return g.number(1, n, what) == 1 }

func (g *gameMaker) add(head gdl.Term, body ...gdl.Formula) {
	g.clauses = append(g.clauses, gdl.Clause{Head: head, Body: body})
}

// named returns a new readable whose number is part of its name.
func (g *gameMaker) named(prefix string, n int, wrap func(gdl.Term) gdl.Term) readable {
	return readable{prefix + strconv.Itoa(n), rapid.Bool().Draw(g.t, "unary"), wrap}
}

// constant draws an element of the domain.
func (g *gameMaker) constant() gdl.Term { return rapid.SampledFrom(g.constants).Draw(g.t, "constant") }

// domain declares the elements and a relation between them.
func (g *gameMaker) domain() {
	n := g.number(1, 3, "elements")
	for i := range n {
		g.constants = append(g.constants, gdl.Const(strconv.Itoa(i+1)))
		g.add(gdl.Fn("element", g.constants[i]))
	}
	for range g.number(1, 2*n, "links") {
		g.add(gdl.Fn("link", g.constant(), g.constant()))
	}
}

// facts declares what states consist of, besides counters.
func (g *gameMaker) facts() {
	for i := range g.number(2, 4, "facts") {
		f := g.named("f", i, isTrue)
		g.state = append(g.state, f)
		for range g.number(0, 2, "initial") {
			g.add(gdl.Fn(gdl.Init, f.of(g.constant())))
		}
	}
	g.still = append(g.still, g.state...)
	g.clock()
}

// clock adds facts that take turns, if there are any.
func (g *gameMaker) clock() {
	n := g.number(0, 3, "clock")
	for i := range n {
		f := readable{name: "turn" + strconv.Itoa(i), wrap: isTrue}
		next := gdl.Const("turn" + strconv.Itoa((i+1)%n))
		g.add(gdl.Fn(gdl.Next, next), gdl.Pos(f.atom(gdl.Term{})))
		g.still = append(g.still, f)
	}
	if n > 0 {
		g.add(gdl.Fn(gdl.Init, gdl.Const("turn0")))
	}
}

// roles declares the roles and their moves.
func (g *gameMaker) roles() {
	for i := range g.number(1, 3, "roles") {
		g.roleNames = append(g.roleNames, gdl.Const("p"+strconv.Itoa(i)))
	}
	if g.dialect == gdl.GDLII && g.oneIn(3, "chance") {
		g.roleNames = append(g.roleNames, gdl.Const(gdl.Random))
	}
	for _, r := range g.roleNames {
		g.add(gdl.Fn(gdl.Role, r))
		does := func(t gdl.Term) gdl.Term { return gdl.Fn(gdl.Does, r, t) }
		var moves []readable
		for m := range g.number(1, 3, "moves") {
			moves = append(moves, g.named("m", m, does))
		}
		g.moves = append(g.moves, moves)
		g.moved = append(g.moved, moves...)
	}
}

// players returns the roles except chance.
func (g *gameMaker) players() []gdl.Term {
	if last := len(g.roleNames) - 1; g.roleNames[last].Name == gdl.Random {
		return g.roleNames[:last]
	}
	return g.roleNames
}

// layers returns a pool with new relations at its end. Those of a layer need each
// other and what was in the pool before, which they may negate.
func (g *gameMaker) layers(prefix string, pool []readable) []readable {
	for i := range g.number(1, 2, "layers") {
		var layer []readable
		for k := range g.number(1, 3, "relations") {
			layer = append(layer, g.named(prefix+strconv.Itoa(i), k, plain))
		}
		for _, r := range layer {
			g.rule(plain, r, pool, nil)
			for range g.number(1, 2, "recursive rules") {
				g.rule(plain, r, pool, layer)
			}
		}
		pool = slices.Concat(pool, layer)
	}
	return pool
}

// rule adds a rule for a head, which is wrapped in a keyword. Its body reads a
// pool, perhaps negated, and a layer, if one is given.
func (g *gameMaker) rule(put func(gdl.Term) gdl.Term, head readable, pool, layer []readable) {
	args, body := g.variables()
	for range g.number(1, 2, "literals") {
		body = append(body, g.literal(pool, args))
	}
	for range min(g.number(1, 2, "recursive literals"), len(layer)) {
		r := rapid.SampledFrom(layer).Draw(g.t, "of the layer")
		body = append(body, gdl.Pos(r.atom(g.argument(args))))
	}
	g.add(put(head.of(g.argument(args))), body...)
}

// variables draws what the arguments of a rule can be, and the literals that bind
// the variables among them.
func (g *gameMaker) variables() (args []gdl.Term, body []gdl.Formula) {
	x, y := gdl.Var("X"), gdl.Var("Y")
	switch g.number(0, 3, "variables") {
	case 0:
		return g.constants, nil
	case 1:
		return []gdl.Term{x}, []gdl.Formula{gdl.Pos(gdl.Fn("element", x))}
	case 2:
		return []gdl.Term{x, y}, []gdl.Formula{gdl.Pos(gdl.Fn("link", x, y))}
	}
	return append(slices.Clone(g.constants), x), []gdl.Formula{gdl.Pos(gdl.Fn("element", x))}
}

func (g *gameMaker) argument(args []gdl.Term) gdl.Term {
	return rapid.SampledFrom(args).Draw(g.t, "argument")
}

// literal draws an atom of a pool or its negation: those added last, which are
// recursive relations, more often than the first ones.
func (g *gameMaker) literal(pool []readable, args []gdl.Term) gdl.Formula {
	last := len(pool) - 1
	r := pool[max(g.number(0, last, "read"), g.number(0, last, "or"))]
	if g.oneIn(3, "negated") {
		return gdl.Not(r.atom(g.argument(args)))
	}
	return gdl.Pos(r.atom(g.argument(args)))
}

// ends adds a counter at whose end plays are over, and other ends. The counter may
// wait.
func (g *gameMaker) ends(pool []readable) {
	last := g.number(2, 6, "steps")
	waits := g.oneIn(4, "waits")
	at := func(i int) gdl.Term { return gdl.Fn("at", gdl.Const(strconv.Itoa(i))) }
	g.add(gdl.Fn(gdl.Init, at(0)))
	for i := range last {
		now := gdl.Pos(isTrue(at(i)))
		if waits {
			going := g.literal(pool, g.constants)
			g.add(gdl.Fn(gdl.Next, at(i+1)), now, going)
			g.add(gdl.Fn(gdl.Next, at(i)), now, inverse(going))
		} else {
			g.add(gdl.Fn(gdl.Next, at(i+1)), now)
		}
	}
	g.add(gdl.Const(gdl.Terminal), gdl.Pos(isTrue(at(last))))
	for range g.number(0, 2, "other ends") {
		body := []gdl.Formula{g.literal(pool, g.constants), g.literal(pool, g.constants)}
		if !g.oneIn(20, "at once") {
			body = append(body, gdl.Pos(isTrue(at(g.number(1, last, "not before")))))
		}
		g.add(gdl.Const(gdl.Terminal), body...)
	}
}

// inverse returns the negation of a literal.
func inverse(f gdl.Formula) gdl.Formula {
	if atom, negated, _ := f.Literal(); negated {
		return gdl.Pos(*atom)
	}
	return gdl.Not(f.Atom)
}

// legality says which moves are legal: in most games, each role has one that
// always is.
func (g *gameMaker) legality(pool []readable) {
	stuck := -1
	if g.oneIn(8, "stuck") {
		stuck = g.number(0, len(g.roleNames)-1, "who")
	}
	for i, r := range g.roleNames {
		legal := func(t gdl.Term) gdl.Term { return gdl.Fn(gdl.Legal, r, t) }
		if i != stuck {
			g.add(legal(g.moves[i][0].of(g.constants[0])))
		}
		for _, m := range g.moves[i] {
			for range g.number(1, 2, "legal") {
				g.rule(legal, m, pool, nil)
			}
		}
	}
}

// goals gives a role one goal in each state, in most games: the first one whose
// condition holds.
func (g *gameMaker) goals(role gdl.Term, pool []readable) {
	values := rapid.SliceOfNDistinct(rapid.IntRange(0, 100), 2, 4, rapid.ID[int]).Draw(g.t, "goals")
	several := g.oneIn(12, "several goals")
	var before []gdl.Formula
	for i, v := range values {
		head := gdl.Fn(gdl.Goal, role, gdl.Const(strconv.Itoa(v)))
		if i == len(values)-1 {
			g.add(head, before...)
			return
		}
		when := g.literal(pool, g.constants)
		g.add(head, append(slices.Clone(before), when)...)
		if !several {
			before = append(before, inverse(when))
		}
	}
}

// updates says when facts hold in the next state.
func (g *gameMaker) updates(pool []readable) {
	next := func(t gdl.Term) gdl.Term { return gdl.Fn(gdl.Next, t) }
	for _, f := range g.state {
		for range g.number(1, 3, "updates") {
			g.rule(next, f, pool, nil)
		}
		if g.oneIn(2, "kept") {
			args, body := g.variables()
			arg := g.argument(args)
			body = append(body, gdl.Pos(f.atom(arg)), g.literal(pool, args))
			g.add(next(f.of(arg)), body...)
		}
	}
}

// percepts says what roles see, chance included.
func (g *gameMaker) percepts(pool []readable) {
	for _, r := range g.roleNames {
		sees := func(t gdl.Term) gdl.Term { return gdl.Fn(gdl.Sees, r, t) }
		for i := range g.number(1, 3, "percepts") {
			g.rule(sees, g.named("s", i, plain), pool, nil)
		}
	}
}
