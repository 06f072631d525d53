package gdlcheck

import (
	"slices"

	"ludex/gdl"
	"ludex/source"
)

var knowledge = &Check{
	Name:  "knowledge",
	Doc:   "What the rules of GDL-III say about knowledge is well defined.",
	Codes: []*source.Code{notKnowable, knownFact, knowledgeCycle, knownMoves, ownKnows, timedKnows, randomKnows, trivialKnowledge},
	Whole: true,
	Run:   runKnowledge,
}

var (
	notKnowable = &source.Code{ID: "GDL110", Severity: source.Error,
		Title: "something that cannot be known",
		Doc: `In GDL-III, knows(R,P) says that the role R knows P, and knows(P) that P is common
knowledge. P is an atom of a relation of the description, or true(F):

    knows(ann,muddyChildren)      knows(ann,true(step(3)))

It cannot be a variable, a formula, "does", "distinct", or knowledge itself. What
somebody knows about the knowledge of others gets a relation of its own:

    bobKnows :- knows(bob,secret)
    knowsThatBobKnows :- knows(ann,bobKnows)`}
	knownFact = &source.Code{ID: "GDL111", Severity: source.Error,
		Title: "the knowledge of a fact without true",
		Doc: `What is known is an atom of a relation. A fact of the state is known with
"true" around it: knows(R,true(cell(1,1,x))). A name that is both a fact and a
relation is refused, because a reader could not tell which is meant: give the
relation another name, or write true.`}
	knowledgeCycle = &source.Code{ID: "GDL112", Severity: source.Error,
		Title: "knowledge that depends on itself",
		Doc: `A relation depends on what somebody knows of the same relation, directly or
through others, so it cannot be evaluated in strata:

    clear :- ~knows(ann,clear)

Whether a role knows P depends on P in all positions that the role considers
possible. So P must be decided there before: it belongs to a lower stratum than
what depends on the knowledge. The notes show the cycle.`}
	knownMoves = &source.Code{ID: "GDL113", Severity: source.Error,
		Title: "the knowledge of something that depends on does",
		Doc: `Knowledge is about the current position, before anybody moves, so what is known
must not depend on "does". Let "next" remember the move in a fact: that can be
known one step later. The notes show the dependence.`}
	ownKnows = &source.Code{ID: "GDL114", Severity: source.Note,
		Title: "a relation with the name knows",
		Doc: `The description defines a relation "knows". It is that relation then, and not
the keyword of GDL-III. If the keyword is meant, remove the clauses that define
it; otherwise another name avoids misunderstandings.`}
	timedKnows = &source.Code{ID: "GDL115", Severity: source.Error,
		Title: "knowledge in real time",
		Doc: `The keyword "knows" belongs to GDL-III, in which games are played in steps. There
is no meaning for it in real time.`}
	randomKnows = &source.Code{ID: "GDL116", Severity: source.Warning,
		Title: "the knowledge of random",
		Doc: `"random" is no player: it perceives nothing and knows nothing, so knows(random,P)
never holds, and common knowledge is that of the other roles.`}
	trivialKnowledge = &source.Code{ID: "GDL117", Severity: source.Warning,
		Title: "knowledge without percepts",
		Doc: `The rules speak about knowledge but have no "sees" clause. Every role then sees
the whole joint move, so that it always knows everything. Add clauses that say
what is seen; --dialect gdl-iii reads the rules so that nothing is seen.`}
)

func runKnowledge(p *Pass) {
	first := p.firstKnows()
	switch {
	case first == nil:
		return
	case p.definesKnows():
		if !p.Program.Dialect.Knowledge() {
			p.Report(ownKnows, p.nameSpan(first), "knows is a relation of this game here, not the keyword of GDL-III")
		}
		return
	case p.Program.Dialect.Timed():
		p.Report(timedKnows, p.nameSpan(first), "knows has no meaning in %s", p.Program.Dialect.Title())
		return
	case !p.Program.Dialect.Knowledge():
		return // read as another dialect, in which it is a relation that is not defined
	}
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, inHead, _ bool) {
		if role, known, ok := p.Program.Knows(atom); ok && !inHead {
			checkKnowable(p, known)
			if role != nil && role.Kind == gdl.Constant && role.Name == gdl.Random {
				p.Report(randomKnows, role.Span, "random knows nothing")
			}
		}
	})
	reportKnowledgeCycles(p)
	reportKnownMoves(p)
	if !p.Defined[gdl.Symbol{Name: gdl.Sees, Arity: 2}] {
		p.Report(trivialKnowledge, p.nameSpan(first), "the game has no sees clause, so every role sees all moves and knows everything")
	}
}

// firstKnows returns the first atom in a body that has the name of the keyword.
func (p *Pass) firstKnows() (first *gdl.Term) {
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, inHead, _ bool) {
		if first == nil && !inHead && atom.Name == gdl.Knows {
			first = atom
		}
	})
	return first
}

func (p *Pass) definesKnows() bool {
	return slices.ContainsFunc(p.Program.Clauses, func(c gdl.Clause) bool { return c.Head.Name == gdl.Knows })
}

// checkKnowable checks that something that is known is an atom of a relation.
func checkKnowable(p *Pass, known *gdl.Term) {
	switch name := known.Name; {
	case known.Kind == gdl.Variable:
		p.Report(notKnowable, known.Span, "what is known has no relation: it is the variable %s", p.variable(known)).
			Advise("write one condition for each relation")
	case name == gdl.Knows:
		p.Report(notKnowable, known.Span, "knowledge about knowledge needs a relation of its own").
			Advise("define a relation by the inner knows, and write it here")
	case name == gdl.Does || name == gdl.Distinct || isConnective(name):
		p.Report(notKnowable, known.Span, "%s cannot be known", name).
			Advise("what is known is an atom of a relation, or true of a fact")
	case p.Keyword(name) || !p.isFact(name):
	case p.Defined[known.Symbol()]:
		p.Report(knownFact, p.nameSpan(known), "%s is both a fact and a relation", name).
			Advise("write true(%s) for the fact, or give the relation another name", p.text(known))
	default:
		p.Report(knownFact, p.nameSpan(known), "%s is a fact, not a relation", name).
			Advise("write true(%s)", p.text(known))
	}
}

// isFact reports whether facts of the state have a name.
func (p *Pass) isFact(name string) bool { return p.factNames()[name] }

// isKnown reports whether an atom is what is known according to a condition.
func (p *Pass) isKnown(atom *gdl.Term) (found bool) {
	p.eachAtom(func(_ *gdl.Clause, a *gdl.Term, inHead, _ bool) {
		_, known, ok := p.Program.Knows(a)
		found = found || ok && !inHead && known == atom
	})
	return found
}

// findFactNames returns the names of the facts that rules of init and next make.
func findFactNames(prog *gdl.Program) map[string]bool {
	names := map[string]bool{}
	for i := range prog.Clauses {
		head := &prog.Clauses[i].Head
		if (head.Name == gdl.Init || head.Name == gdl.Next) && len(head.Args) == 1 && head.Args[0].Kind != gdl.Variable {
			names[head.Args[0].Name] = true
		}
	}
	return names
}

// reportKnowledgeCycles shows relations that depend on what is known of them.
func reportKnowledgeCycles(p *Pass) {
	deps := p.Dependencies()
	from, edges := deps.KnownEdges()
	for i, e := range edges {
		d := p.Report(knowledgeCycle, e.Span, "%s depends on what is known of it", deps.Relations[from[i]].Name)
		noteCycle(d, deps, from[i], e)
	}
}

// reportKnownMoves shows what is known and depends on the moves.
func reportKnownMoves(p *Pass) {
	deps := p.Dependencies()
	reported := map[int]bool{}
	for v := range deps.Relations {
		for _, e := range deps.Edges[v] {
			if !e.Known || reported[e.To] || deps.Relations[e.To].Name == gdl.Does {
				continue
			}
			path := deps.Path(e.To, func(to int) bool { return deps.Relations[to].Name == gdl.Does })
			if path == nil {
				continue
			}
			reported[e.To] = true
			d := p.Report(knownMoves, e.Span, "%s depends on does, so it is not known before anybody moves", deps.Relations[e.To].Name)
			at := e.To
			for _, step := range path {
				d.Note(step.Span, "%s depends on %s here", deps.Relations[at].Name, deps.Relations[step.To].Name)
				at = step.To
			}
		}
	}
}
