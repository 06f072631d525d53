package gdlref

import (
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/logic"
)

// A word of a state in GDL-III is a fact, or says that an atom is known: the number of
// the atom with who knows it in the upper half, 1 for everybody and r+2 for role r.
const (
	knownShift = 32
	firstKnown = 1 << knownShift
)

// A knowable is a relation of which the rules ask whether its atoms are known.
type knowable struct {
	relation int // or factRelation
	symbol   symbol
	depth    int // how many conditions about knowledge are below it
}

// factRelation stands for facts of the state.
const factRelation = -1

// findKnowable finds out what the rules ask about knowledge.
func (g *Game) findKnowable(p *gdl.Program) {
	deps := logic.NewDependencies(p)
	depths := deps.KnowledgeDepth()
	seen := map[gdl.Symbol]bool{}
	for i := range p.Clauses {
		p.Clauses[i].Atoms(func(a *gdl.Term, _ bool) {
			_, known, ok := p.Knows(a)
			if !ok || known.Kind == gdl.Variable || seen[known.Symbol()] {
				return
			}
			s := known.Symbol()
			seen[s] = true
			k := knowable{relation: factRelation, symbol: g.program.terms.symbol(s), depth: depths[deps.Index(s)]}
			if s != trueSymbol {
				if k.relation, ok = g.program.numbers[s]; !ok {
					return // it never holds
				}
			}
			g.knowable = append(g.knowable, k)
		})
	}
}

// Depths returns how often knowledge has to be computed in a position: what is known of
// atoms of one depth depends on knowledge about atoms of smaller depth only.
func (g *Game) Depths() int {
	n := 0
	for _, k := range g.knowable {
		n = max(n, k.depth+1)
	}
	return n
}

// Holding appends to dst the atoms of a depth that hold in a state and of which the rules
// ask whether they are known.
func (g *Game) Holding(machine game.Machine, s game.State, depth int, dst []uint64) []uint64 {
	m := machine.(*Machine)
	if m.err != nil {
		return dst
	}
	defer catch(&m.err)
	m.load(s, nil)
	for _, k := range g.knowable {
		if k.depth != depth {
			continue
		}
		if k.relation == factRelation {
			for _, w := range s {
				if w < firstKnown {
					dst = append(dst, uint64(m.view.make(k.symbol, []term{term(w)})))
				}
			}
			continue
		}
		m.eachAtom(k.relation, func(args []term) { dst = append(dst, uint64(m.view.make(k.symbol, args))) })
	}
	return dst
}

// Know adds to a state that a role, or everybody if it is NoRole, knows some atoms that
// Holding returned.
func (g *Game) Know(s game.State, r game.Role, atoms []uint64) game.State {
	who := uint64(r+2) << knownShift
	for _, a := range atoms {
		s = append(s, who|a)
	}
	slices.Sort(s)
	return s
}

// loadKnown makes a word of the state about knowledge known to the rules.
func (m *Machine) loadKnown(w uint64) {
	who, atom := w>>knownShift, term(w&(firstKnown-1))
	if who == 1 {
		m.common.add([]term{atom})
		return
	}
	m.known.add([]term{m.game.roles[who-2], atom})
}

// knownStore returns what is known, for conditions with one or two arguments.
func (m *solver) knownStore(arity int) *store {
	switch arity {
	case 1:
		return &m.common
	case 2:
		return &m.known
	}
	m.nobody.arity = arity
	return &m.nobody
}
