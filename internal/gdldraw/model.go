package gdldraw

import (
	"cmp"
	"context"
	"slices"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/logic"
	"ludex/internal/picture"
)

// maxValues bounds the values of a coordinate.
const maxValues = 200

// maxStaticFacts bounds the facts of the rules that are examined for orders and names of
// places. Public games need less than a tenth.
const maxStaticFacts = 2_000_000

// A model holds what is known about a game. It is immutable once the boards of the game
// have been found.
type model struct {
	program   *gdl.Program
	rank      map[string]int // of the first occurrence in the rules
	pairs     [][][2]string  // of static relations
	tables    [][]*gdl.Term  // of static relations with more arguments
	roles     []string
	roleKeys  []string       // what distinguishes their names
	linked    map[string]int // the role that the rules link with a word
	states    [][]*fact
	relations []*relation
	single    map[gdl.Symbol]bool // relations with at most one true fact
	axes      map[string]*axis    // by their values
	reach     *logic.Reach        // nil once the boards have been found
	work      int                 // how many facts of the rules have been examined

	kindsOfThings map[string]picture.ItemKind // what the values of arguments are, see [partFinder]
	lifetimes     map[gdl.Symbol]float64      // the longest of each relation
	choices       *choices
}

// A relation is a relation of positions.
type relation struct {
	symbol gdl.Symbol
	args   []*axis   // possible values, or nil if unknown
	seen   [][]*fact // by state
	count  int       // of facts in all states
}

// newModel analyses the rules of a game. The result is incomplete if the context has ended.
func newModel(ctx context.Context, p *gdl.Program) *model {
	s := &model{program: p, rank: map[string]int{}, axes: map[string]*axis{}, pairs: constantPairs(p), tables: constantTables(p)}
	p.Walk(func(t *gdl.Term) {
		if _, ok := s.rank[t.Name]; !ok && t.Kind != gdl.Variable {
			s.rank[t.Name] = len(s.rank)
		}
	})
	for i := range p.Clauses {
		if h := &p.Clauses[i].Head; h.Name == gdl.Role && len(h.Args) == 1 && len(p.Clauses[i].Body) == 0 {
			s.roles = append(s.roles, gdlformat.Term(&h.Args[0], gdl.Prefix))
		}
	}
	s.roleKeys = s.keysOfRoles()
	s.linked = s.links()
	s.lifetimes = longestLives(p)
	s.states, s.choices = sample(ctx, p, s.rank)
	if ctx.Err() != nil {
		return s
	}
	s.findRelations()
	s.single = s.findSingle()
	return s
}

// keysOfRoles returns for each player the part of its name that distinguishes it. The
// chance role has none.
func (s *model) keysOfRoles() []string {
	players := picture.Keys(s.players())
	keys := make([]string, len(s.roles))
	for i, role := range s.roles {
		if n := slices.Index(s.players(), role); n >= 0 {
			keys[i] = players[n]
		}
	}
	return keys
}

// players returns the roles except the chance role.
func (s *model) players() []string {
	return slices.DeleteFunc(slices.Clone(s.roles), func(role string) bool {
		return role == gdl.Random && s.program.Dialect.Percepts()
	})
}

// findRelations lists the relations of positions with an over-approximation of the
// values of their arguments.
func (s *model) findRelations() {
	reach := logic.NewReach(s.program)
	s.reach = reach
	arity := 1
	if s.program.Dialect.Timed() {
		arity = 2
	}
	index := map[gdl.Symbol]*relation{}
	for _, v := range reach.Values(gdl.Symbol{Name: gdl.True, Arity: arity}, arity-1).Functions {
		r := &relation{symbol: v.Symbol, args: make([]*axis, v.Symbol.Arity)}
		for i, values := range v.Args {
			r.args[i] = s.axisOf(values)
		}
		index[v.Symbol] = r
	}
	for _, v := range reach.Values(gdl.Symbol{Name: gdl.Base, Arity: 1}, 0).Functions {
		if r := index[v.Symbol]; r != nil {
			for i, values := range v.Args {
				if a := s.axisOf(values); a != nil && (r.args[i] == nil || len(a.values) < len(r.args[i].values)) {
					r.args[i] = a
				}
			}
		}
	}
	s.addSeen(index)
	for _, r := range index {
		s.relations = append(s.relations, r)
	}
	slices.SortFunc(s.relations, func(a, b *relation) int {
		return cmp.Or(cmp.Compare(s.rank[a.symbol.Name], s.rank[b.symbol.Name]), cmp.Compare(a.symbol.Arity, b.symbol.Arity))
	})
}

// axisOf returns an axis with the given values, or nil if they are unknown or too many.
func (s *model) axisOf(v logic.Values) *axis {
	if v.Any || len(v.Functions) > 0 || len(v.Constants) == 0 || len(v.Constants) > maxValues {
		return nil
	}
	return s.newAxis(v.Constants)
}

// addSeen records the facts of the sampled states. They determine the values of an
// argument where the rules do not.
func (s *model) addSeen(index map[gdl.Symbol]*relation) {
	for i, state := range s.states {
		for _, f := range state {
			r := index[f.symbol]
			if r == nil {
				r = &relation{symbol: f.symbol, args: make([]*axis, len(f.args))}
				index[f.symbol] = r
			}
			if r.seen == nil {
				r.seen = make([][]*fact, len(s.states))
			}
			r.seen[i] = append(r.seen[i], f)
			r.count++
		}
	}
	for _, r := range index {
		for arg := range r.args {
			if r.args[arg] == nil {
				r.args[arg] = s.seenAxis(r, arg)
			}
		}
	}
}

// seenAxis returns the axis of the sampled values, or nil if there are none or too
// many.
func (s *model) seenAxis(r *relation, arg int) *axis {
	found := map[string]bool{}
	var values []string
	for _, state := range r.seen {
		for _, f := range state {
			if v := f.args[arg]; !found[v] {
				found[v] = true
				values = append(values, v)
			}
		}
	}
	if len(values) == 0 || len(values) > maxValues {
		return nil
	}
	return s.newAxis(values)
}

// shown writes canonical texts, with blanks between them, in the syntax of the
// description.
func (s *model) shown(text string) string {
	if s.program.Syntax != gdl.Infix {
		return text
	}
	r := reader{text: text}
	out := ""
	for r.skip(); r.at < len(text); r.skip() {
		t, err := r.term(0)
		if err != nil {
			return text
		}
		if out != "" {
			out += " "
		}
		out += gdlformat.Term(&t, gdl.Infix)
	}
	return out
}
