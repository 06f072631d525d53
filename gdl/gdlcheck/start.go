package gdlcheck

import (
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/source"
)

var start = &Check{
	Name:  "start",
	Doc:   "In the initial state every role can move, and its facts do not get lost.",
	Codes: []*source.Code{stuckRole, lostFacts},
	Whole: true,
	Run:   runStart,
}

var (
	stuckRole = &source.Code{ID: "GDL082", Severity: source.Warning,
		Title: "a role without a legal move at the beginning",
		Doc: `In every state that is not terminal every role has a legal move, also one that
waits for others. In the initial state this role has none, so the game cannot be
played. Often the move of those who are not in control is forgotten:

    legal(R,put(I)) :- true(control(R)) & true(cell(I,blank))
    legal(R,noop) :- role(R) & true(control(S)) & distinct(R,S)`}
	lostFacts = &source.Code{ID: "GDL083", Severity: source.Warning,
		Title: "facts that no rule keeps",
		Doc: `The initial state has many facts of this kind, but the rules for the next state
make only as many as there are moves. All others get lost with the first move,
because a fact that no rule of "next" derives is false. What a move does not
change needs a rule that keeps it (a frame rule):

    next(cell(I,R)) :- does(R,put(I))
    next(cell(I,M)) :- true(cell(I,M)) & ~filled(I)
    filled(I) :- does(R,put(I))`}
)

// runStart computes the initial state if there are no errors so far.
func runStart(p *Pass) {
	if p.options.Start == nil || p.list.HasErrors() || p.Program.Dialect.Timed() {
		return
	}
	facts, stuck, err := p.options.Start(p.Program)
	if err != nil {
		return // too expensive to compute
	}
	reportStuck(p, stuck)
	reportLost(p, facts)
}

func reportStuck(p *Pass, stuck []string) {
	for i := range p.Roles {
		role := &p.Roles[i]
		if slices.Contains(stuck, gdlformat.Term(role, gdl.Prefix)) && p.canHold(gdl.Legal, role) {
			p.Report(stuckRole, role.Span, "the role %s has no legal move in the initial state", p.text(role)).
				Advise("a role that waits needs a move too: add a rule of legal, with a move such as noop, for when it is not its turn")
		}
	}
}

// reportLost looks for facts of which there are initially more than the rules of
// next can derive.
func reportLost(p *Pass, facts []string) {
	initial := map[string]int{}
	for _, f := range facts {
		name, _, _ := strings.Cut(strings.TrimPrefix(f, "("), " ")
		initial[name]++
	}
	reportInitialOnly(p, initial)
	read := p.readFacts()
	for _, g := range p.nextFacts() {
		if n := initial[g.name]; !g.open && g.most < n && read(g.name) {
			p.Report(lostFacts, g.at, "no rule keeps the facts of %s: there are %d in the initial state, and at most %d afterwards", g.name, n, g.most).
				Advise("add a rule of next for those that a move does not change")
		}
	}
}

// reportInitialOnly looks for wins that need facts which the initial state alone has.
func reportInitialOnly(p *Pass, initial map[string]int) {
	derived := map[string]bool{}
	for i := range p.Program.Clauses {
		if fact := nextFact(&p.Program.Clauses[i]); fact != nil {
			if fact.Kind == gdl.Variable {
				return // it may be any fact
			}
			derived[fact.Name] = true
		}
	}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		if c.Head.Name != gdl.Goal || len(c.Head.Args) != 2 || c.Head.Args[1].Name != "100" {
			continue // other goals may be meant for the initial state
		}
		for j := range c.Body {
			atom, negated, ok := c.Body[j].Literal()
			if !ok || negated || atom.Name != gdl.True || len(atom.Args) != 1 {
				continue
			}
			if name := atom.Args[0].Name; atom.Args[0].Kind != gdl.Variable && initial[name] > 0 && !derived[name] {
				p.Report(lostFacts, atom.Span, "no rule keeps %s: it holds in the initial state only, so nobody wins by this rule afterwards", p.text(&atom.Args[0])).
					Advise("add a rule of next for it")
			}
		}
	}
}

// nextFacts are the facts with one name that rules of next derive.
type nextFacts struct {
	name string
	most int  // the maximum in one state
	open bool // no such bound is known
	at   source.Span
}

// nextFacts returns the facts that rules of next derive, by name and in order. It
// returns nothing if some rule can derive any fact.
func (p *Pass) nextFacts() []*nextFacts {
	var list []*nextFacts
	index := map[string]*nextFacts{}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		if c.Head.Name != gdl.Next || len(c.Head.Args) != 1 {
			continue
		}
		fact := &c.Head.Args[0]
		if fact.Kind == gdl.Variable {
			return nil
		}
		g := index[fact.Name]
		if g == nil {
			g = &nextFacts{name: fact.Name, at: fact.Span}
			index[fact.Name], list = g, append(list, g)
		}
		n, ok := p.instances(c)
		g.most += n
		g.open = g.open || !ok
	}
	return list
}

// instances returns the maximum number of instances of the head of a rule when a
// joint move is made. It uses the number of moves, and of facts of relations that
// no rule defines.
func (p *Pass) instances(c *gdl.Clause) (n int, ok bool) {
	n, open := 1, times(c.Head.Walk)
	for _, moves := range []bool{true, false} { // moves determine most
		for i := range c.Body {
			atom, negated, literal := c.Body[i].Literal()
			if !literal || negated || (atom.Name == gdl.Does) != moves {
				continue
			}
			if size := p.size(atom); size > 0 && take(open, atom) {
				n = min(n*size, maxInstances)
			}
		}
	}
	return n, len(open) == 0
}

// maxInstances is beyond any number of initial facts.
const maxInstances = 1 << 20

// size returns how many instances of an atom can hold at a time, or 0 if that is
// not known.
func (p *Pass) size(atom *gdl.Term) int {
	switch {
	case atom.Name != gdl.Does:
		return p.facts()[atom.Symbol()]
	case len(atom.Args) == 2 && atom.Args[0].Kind == gdl.Variable:
		return len(p.Roles)
	}
	return 1
}

// take removes the variables of an atom from a set and reports whether there were
// any.
func take(set map[string]int, atom *gdl.Term) bool {
	before := len(set)
	for v := range times(atom.Walk) {
		delete(set, v)
	}
	return len(set) < before
}

// countFacts returns how many facts the relations have that no rule defines.
func countFacts(prog *gdl.Program) map[gdl.Symbol]int {
	count := map[gdl.Symbol]int{}
	for i := range prog.Clauses {
		if c := &prog.Clauses[i]; len(c.Body) == 0 {
			count[c.Head.Symbol()]++
		}
	}
	for i := range prog.Clauses {
		if c := &prog.Clauses[i]; len(c.Body) > 0 {
			delete(count, c.Head.Symbol())
		}
	}
	return count
}

// readFacts returns a function that reports whether a rule reads facts with a name.
func (p *Pass) readFacts() func(name string) bool {
	read, all := map[string]bool{}, false
	p.eachAtom(func(_ *gdl.Clause, atom *gdl.Term, _, _ bool) {
		if atom.Name == gdl.True && len(atom.Args) == 1 {
			read[atom.Args[0].Name] = true
			all = all || atom.Args[0].Kind == gdl.Variable
		}
	})
	return func(name string) bool { return all || read[name] }
}
