package gdldraw

import (
	"cmp"
	"context"
	"slices"

	"ludex/gdl"
	"ludex/gdl/gdlformat"
	"ludex/internal/logic"
	"ludex/internal/picture"
)

// maxValues is how many values an argument can have that is a coordinate.
const maxValues = 200

// maxStudy is how many facts of the rules are looked at to find orders and names
// of places. Public games need less than a tenth.
const maxStudy = 2_000_000

// A study is what is known about a game. It does not change once the boards of
// the game have been found.
type study struct {
	program   *gdl.Program
	rank      map[string]int // when names first appear in the rules
	pairs     [][][2]string  // of static relations
	tables    [][]*gdl.Term  // of static relations with more arguments
	roles     []string
	roleKeys  []string       // what distinguishes their names
	linked    map[string]int // the role that the rules link with a word
	states    [][]*fact
	relations []*relation
	single    map[gdl.Symbol]bool // relations of which at most one fact is true
	axes      map[string]*axis    // by their values
	reach     *logic.Reach        // only while the game is studied
	work      int                 // how many facts of the rules have been looked at
}

// A relation is a relation of positions.
type relation struct {
	symbol gdl.Symbol
	args   []*axis   // what can stand there, or nil if that is not known
	seen   [][]*fact // by state
	count  int       // of facts in all states
}

// newStudy studies the rules of a game. It is of no use if the context has ended.
func newStudy(ctx context.Context, p *gdl.Program) *study {
	s := &study{program: p, rank: map[string]int{}, axes: map[string]*axis{}, pairs: constantPairs(p), tables: constantTables(p)}
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
	s.states = sample(ctx, p, s.rank)
	if ctx.Err() != nil {
		return s
	}
	s.findRelations()
	s.single = s.findSingle()
	return s
}

// keysOfRoles returns what distinguishes the names of the players. Chance has
// nothing.
func (s *study) keysOfRoles() []string {
	players := picture.Keys(s.players())
	keys := make([]string, len(s.roles))
	for i, role := range s.roles {
		if n := slices.Index(s.players(), role); n >= 0 {
			keys[i] = players[n]
		}
	}
	return keys
}

// players returns the roles that are not chance.
func (s *study) players() []string {
	return slices.DeleteFunc(slices.Clone(s.roles), func(role string) bool {
		return role == gdl.Random && s.program.Dialect.Percepts()
	})
}

// findRelations lists the relations of positions with the values of their
// arguments: those that the rules allow, in a finer or coarser estimate.
func (s *study) findRelations() {
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

// axisOf returns the axis of the values that can stand somewhere, or nil if they
// are not known or too many.
func (s *study) axisOf(v logic.Values) *axis {
	if v.Any || len(v.Functions) > 0 || len(v.Constants) == 0 || len(v.Constants) > maxValues {
		return nil
	}
	return s.newAxis(v.Constants)
}

// addSeen notes the facts that were seen. Where the rules did not tell the
// values of an argument, these facts do.
func (s *study) addSeen(index map[gdl.Symbol]*relation) {
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

// seenAxis returns the axis of the values that were seen, or nil if there are
// none or too many.
func (s *study) seenAxis(r *relation, arg int) *axis {
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
func (s *study) shown(text string) string {
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
