package gdlcheck

import (
	"errors"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/source"
)

var chance = &Check{
	Name:  "chance",
	Doc:   "Percepts and the random role are used as GDL-II means them.",
	Codes: []*source.Code{randomReward, blindChance, weighedMoves, badOdds, ownOdds},
	Whole: true,
	Run:   runChance,
}

var (
	randomReward = &source.Code{ID: "GDL060", Severity: source.Warning,
		Title: "a percept or a goal of random",
		Doc: `"random" is no player: it chooses its moves by chance, perceives nothing and
has no result. Clauses sees(random,_) and goal(random,_) have no effect.`}
	blindChance = &source.Code{ID: "GDL061", Severity: source.Warning,
		Title: "a random role but no percepts",
		Doc: `The game has the role "random" but no "sees" clause. Ludex then lets every
role see the whole joint move, as in GDL, with random's part of it. In strict
GDL-II nothing would be seen: force that reading with --dialect gdl-ii, or add
the clauses that say what is seen.`}
)

var (
	weighedMoves = &source.Code{ID: "GDL063", Severity: source.Note, Strict: true,
		Title: "weights of random's moves",
		Doc: `Clauses odds(M,W) weigh the moves of random: it makes the move M with a
probability proportional to W, and moves without odds have the weight 1. That is an
extension of Ludex, which strict checking refuses. For other systems, convert
--without-odds writes W moves with the same effect in place of one.`}
	badOdds = &source.Code{ID: "GDL064", Severity: source.Error,
		Title: "a weight that is no whole number from 1 to 1000",
		Doc: `The weight of a move of random is a constant, a whole number from 1 to 1000:
odds(roll(6),2). A move with several weights has the largest of them.`}
	ownOdds = &source.Code{ID: "GDL065", Severity: source.Note,
		Title: "a relation odds that weighs no moves",
		Doc: `Clauses odds(M,W) weigh the moves of random. A rule of this game reads odds, so
that it is a relation of the game's own and weighs nothing. Rename it if that is not
what you mean.`}
)

// runOdds checks weights of random's moves.
func runOdds(p *Pass) {
	first := true
	for i := range p.Program.Clauses {
		head := &p.Program.Clauses[i].Head
		if head.Name != gdl.Odds || len(head.Args) != 2 {
			continue
		}
		switch {
		case !p.Program.HasOdds():
			if first {
				p.Report(ownOdds, head.Span, "odds weighs no moves here, since a rule reads it")
			}
		default:
			if _, ok := gdl.ParseOdds(&head.Args[1]); !ok {
				p.Report(badOdds, head.Args[1].Span, "%s is no whole number from 1 to %d", gdlformat.Term(&head.Args[1], p.Program.Syntax), gdl.MaxOdds)
			}
			if first {
				p.Report(weighedMoves, head.Span, "odds weighs the moves of random, which other systems do not know")
			}
		}
		first = false
	}
}

func runChance(p *Pass) {
	var random *gdl.Term
	for i := range p.Roles {
		if r := &p.Roles[i]; r.Kind == gdl.Constant && r.Name == gdl.Random {
			random = r
		}
	}
	sees := false
	for i := range p.Program.Clauses {
		head := &p.Program.Clauses[i].Head
		sees = sees || head.Name == gdl.Sees
		if (head.Name == gdl.Sees || head.Name == gdl.Goal) && len(head.Args) == 2 && random != nil &&
			head.Args[0].Kind == gdl.Constant && head.Args[0].Name == gdl.Random {
			p.Report(randomReward, head.Span, "%s of random has no effect", head.Name)
		}
	}
	if random != nil {
		runOdds(p)
	}
	if random != nil && !sees {
		p.Report(blindChance, random.Span, "the game has a random role but no sees clause").
			Advise("every role will see the whole joint move; --dialect gdl-ii makes it see nothing")
	}
}

var lifetimes = &Check{
	Name:  "lifetimes",
	Doc:   "Lifetimes are positive decimal numbers or infinity.",
	Codes: []*source.Code{badLifetime, twoLifetimes, expiredRead},
	Run:   runLifetimes,
}

var (
	badLifetime = &source.Code{ID: "GDL101", Severity: source.Error,
		Title: "a lifetime that is none",
		Doc: `The first argument of init, true and next is a lifetime in rtGDL: a variable,
"infinity", or a decimal number greater than 0, with at most 9 digits after the
point and at most 1000000000 units.`}
	twoLifetimes = &source.Code{ID: "GDL102", Severity: source.Warning,
		Title: "one fact with two lifetimes",
		Doc: `The initial state holds one fact with two lifetimes. That is allowed: the fact
holds until the longer one ends, and expires twice. It is rarely meant.`}
	expiredRead = &source.Code{ID: "GDL103", Severity: source.Note,
		Title: "legal, terminal or goal reads expired",
		Doc: `The definition of rtGDL evaluates legal, terminal and goal in the state alone,
without the facts that have just expired; its own example, the Game of Chicken,
reads "expired" in terminal. Ludex follows the example: legal, terminal and goal
see the facts that expired at the instant of the last update.`}
)

func runLifetimes(p *Pass) {
	if !p.Program.Dialect.Timed() {
		return
	}
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if isTimeKeyword(atom) && len(atom.Args) == 2 {
			checkLifetime(p, &atom.Args[0])
		}
	})
	reportTwoLifetimes(p)
	reportExpiredRead(p)
}

func checkLifetime(p *Pass, t *gdl.Term) {
	err := gdl.ErrNotLifetime
	if t.Kind == gdl.Variable {
		return
	}
	if t.Kind == gdl.Constant {
		if _, err = gdl.ParseLifetime(t.Name); err == nil {
			return
		}
	}
	d := p.Report(badLifetime, t.Span, "%s cannot be a lifetime: %v", p.text(t), err)
	if errors.Is(err, gdl.ErrLifetimeZero) {
		d.Advise("a fact that should not hold is left out")
	}
}

// reportTwoLifetimes checks initial facts, where the lifetimes are known.
func reportTwoLifetimes(p *Pass) {
	type entry struct{ lifetime, fact *gdl.Term }
	first := map[string]entry{}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		if c.Head.Name != gdl.Init || len(c.Head.Args) != 2 || len(c.Body) > 0 || !c.Head.IsGround() {
			continue
		}
		e := entry{&c.Head.Args[0], &c.Head.Args[1]}
		key := gdlformat.Term(e.fact, gdl.Prefix)
		old, ok := first[key]
		switch {
		case !ok:
			first[key] = e
		case old.fact.Equal(e.fact) && !old.lifetime.Equal(e.lifetime):
			p.Report(twoLifetimes, e.lifetime.Span, "%s has the lifetime %s here", p.text(e.fact), e.lifetime.Name).
				Note(old.lifetime.Span, "and %s here", old.lifetime.Name)
		}
	}
}

func reportExpiredRead(p *Pass) {
	deps := p.Dependencies()
	for v, rel := range deps.Relations {
		switch rel.Name {
		case gdl.Legal, gdl.Terminal, gdl.Goal:
			path := deps.Path(v, func(to int) bool { return deps.Relations[to].Name == gdl.Expired })
			if path != nil {
				p.Report(expiredRead, path[0].Span, "%s reads what has expired at the last update", rel.Name)
			}
		}
	}
}
